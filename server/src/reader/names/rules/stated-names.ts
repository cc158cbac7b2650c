import { type BaseKind, baseKinds, type Claim } from '../../../facts/claim.ts'
import { readTokens } from '../../../language/sentences/sentences.ts'
import type { Mention, Sentence } from './mention.ts'

// Names that the structured data of a page states stand whole in its text too: `Ferry Line Rostvik` has nobody called
// Line Rostvik in it.

export interface StatedName {
  kind: BaseKind
  name: string
}

const namesMax = 500
const statedScore = 0.95

/** The names of several words: one word may mean something else in a sentence. */
export function statedNames(claims: Claim[]): StatedName[] {
  const names = new Map<string, StatedName>()
  for (const claim of claims) {
    const kind = baseKinds.find((one) => claim.type === 'entity' && one === claim.kind)
    if (claim.type !== 'entity' || !kind || kind === 'event') continue
    for (const name of [claim.name, ...claim.aliases]) {
      if (names.size < namesMax && /\S\s+\S/.test(name)) names.set(name, { kind, name })
    }
  }
  return [...names.values()]
}

/** The mentions of a text with those of stated names, instead of what overlaps them. */
export function withStated(mentions: Mention[], sentences: Sentence[], stated: StatedName[]): Mention[] {
  if (stated.length === 0) return mentions
  const byFirstWord = Map.groupBy(
    stated
      .map(({ kind, name }) => ({ kind, name, words: readTokens(name).map(({ text }) => text) }))
      .sort((a, b) => b.words.length - a.words.length),
    ({ words }) => words[0] as string,
  )
  const found = sentences.flatMap((sentence) => mentionsIn(sentence, byFirstWord))
  if (found.length === 0) return mentions
  const inSentence = Map.groupBy(found, ({ sentence }) => sentence)
  const isFree = ({ sentence, start, end }: Mention) =>
    !inSentence.get(sentence)?.some((one) => one.start < end && start < one.end)
  return [...mentions.filter(isFree), ...found].sort((a, b) => a.start - b.start)
}

function mentionsIn(
  sentence: Sentence,
  byFirstWord: Map<string, { kind: BaseKind; name: string; words: string[] }[]>,
): Mention[] {
  const { tokens } = sentence
  const found: Mention[] = []
  for (let from = 0; from < tokens.length; from++) {
    const named = byFirstWord
      .get(tokens[from]?.text as string)
      ?.find(({ words }) => words.every((word, at) => tokens[from + at]?.text === word))
    if (!named) continue
    const { kind, name, words } = named
    const to = from + words.length
    const [start, end] = [tokens[from]?.start as number, tokens[to - 1]?.end as number]
    const mention = { kind, name, score: statedScore, start, end, from, to, sentence }
    found.push({ ...mention, isSure: true, isField: true })
    from = to - 1
  }
  return found
}
