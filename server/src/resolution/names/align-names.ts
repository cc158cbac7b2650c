import { matchTokens, type TokenMatch, tooMuch } from './match-tokens.ts'
import type { NameForm, Word } from './name-form.ts'

export interface Pairing extends TokenMatch {
  /** Word indexes in the cores of the two names. */
  a: number
  b: number
}

export interface Alignment {
  pairs: Pairing[]
  /** Indexes of the words without a partner. */
  onlyA: number[]
  onlyB: number[]
}

const maxTokens = 16

/** Pairs each word of one name with at most one word of the other, cheapest pairs first. */
export function alignNames(a: NameForm, b: NameForm, isPerson: boolean): Alignment {
  const countA = Math.min(a.core.length, maxTokens)
  const countB = Math.min(b.core.length, maxTokens)
  const pairs: Pairing[] = []
  const usedA = new Set<number>()
  const usedB = new Set<number>()
  if (countA !== countB) {
    const [long, short] = countA > countB ? [a, b] : [b, a]
    for (const { parts, whole } of compounds(long, short)) {
      const [ofA, ofB] = countA > countB ? [parts, [whole]] : [[whole], parts]
      pairs.push({ how: 'equal', cost: 0, a: ofA[0] as number, b: ofB[0] as number })
      for (const at of ofA) usedA.add(at)
      for (const at of ofB) usedB.add(at)
    }
  }
  const all: Pairing[] = []
  for (let i = 0; i < countA; i++) {
    const word = a.words[i] as Word
    for (let j = 0; j < countB; j++) {
      const match = matchTokens(word, b.words[j] as Word, isPerson)
      if (match.cost <= tooMuch) all.push({ ...match, a: i, b: j })
    }
  }
  // Among equal costs, pairs that keep the word order come first; the rule is symmetric.
  all.sort((x, y) => x.cost - y.cost || Math.abs(x.a - x.b) - Math.abs(y.a - y.b) || x.a + x.b - y.a - y.b)
  for (const pair of all) {
    if (usedA.has(pair.a) || usedB.has(pair.b)) continue
    usedA.add(pair.a)
    usedB.add(pair.b)
    pairs.push(pair)
  }
  return { pairs, onlyA: missing(countA, usedA), onlyB: missing(countB, usedB) }
}

/** Words of one name that are written together in the other: `van den berg` and `vandenberg`. */
function* compounds(
  { core: long }: NameForm,
  { core: short }: NameForm,
): Generator<{ parts: number[]; whole: number }> {
  for (const [whole, word] of short.entries()) {
    if (word.length < 4 || whole >= maxTokens) continue
    for (let at = 0; at + 1 < long.length && at + 1 < maxTokens; at++) {
      if (word.length <= (long[at] as string).length || !word.startsWith(long[at] as string)) continue
      const parts = [at]
      let joined = long[at] as string
      while (joined.length < word.length && parts.length < 4 && at + parts.length < Math.min(long.length, maxTokens)) {
        joined += long[at + parts.length]
        parts.push(at + parts.length)
      }
      if (joined !== word) continue
      yield { parts, whole }
      break
    }
  }
}

function missing(count: number, used: ReadonlySet<number>): number[] {
  const left: number[] = []
  for (let at = 0; at < count; at++) if (!used.has(at)) left.push(at)
  return left
}
