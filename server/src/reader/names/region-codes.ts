import { readLines } from '../../language/word-lists.ts'
import type { Mention, Sentence } from './rules/mention.ts'
import type { WordTable } from './tagger/word-table.ts'

// States and provinces by the code behind a town: `Tampa, FL`, `Portland, OR 97201`.

const regions: ReadonlyMap<string, string> = new Map(
  readLines('region-codes').map((line): [string, string] => [line.slice(0, 2), line.slice(3)]),
)
const score = 0.95
const townWords = 3
/** What may follow: the end, a sign, a postcode. */
const behindCode = /^(?:[^\p{L}\d]|\d{5}$)/u

/** Writes out the regions whose codes stand behind towns, where the list of places has the town. */
export function withRegions(found: Mention[], sentence: Sentence, words: WordTable): Mention[] {
  const { tokens } = sentence
  const isRegion = ({ kind, from, to }: Mention, at: number) => kind === 'location' && from === at && to === at + 1
  const regionsHere = tokens.flatMap(({ text, start, end }, at): Mention[] => {
    const name = regions.get(text)
    if (name === undefined || tokens[at - 1]?.text !== ',') return []
    const known = found.find((mention) => isRegion(mention, at))
    const next = tokens[at + 1]?.text
    if (!known && next !== undefined && !behindCode.test(next)) return []
    // `Ann Lee, MD` is a doctor.
    const isTaken = ({ from, to, kind }: Mention) => from <= at && (at < to || (to === at - 1 && kind === 'person'))
    if (found.some((mention) => mention !== known && isTaken(mention))) return []
    if (!isTown(tokens.slice(Math.max(0, at - 1 - townWords), at - 1), words)) return []
    return [{ kind: 'location', name, score, start, end, from: at, to: at + 1, sentence, isSure: true }]
  })
  if (regionsHere.length === 0) return found
  const kept = found.filter((mention) => !regionsHere.some(({ from }) => isRegion(mention, from)))
  return [...kept, ...regionsHere].sort((a, b) => a.start - b.start)
}

function isTown(before: Sentence['tokens'], words: WordTable): boolean {
  const texts = before.map(({ text }) => text)
  return texts.some((_, from) => words.isPlaceName(texts.slice(from)))
}
