import type { Passage, RankedPassage } from '../passages/passage.ts'
import { sentenceAround } from '../passages/sentence-around.ts'
import { numbersIn } from '../question/numbers.ts'
import { areAlike, contentWords, WordSet } from '../question/words.ts'
import type { CarryingRow } from './queries.ts'

// A fact is told where a quote carries it: whoever reads the quote finds there what the answer says.

/** A quote that names both ends may be so long, and any other. */
const spanMax = 400
const quoteMax = 600

export interface CarryingQuotes {
  quotes: Passage[]
  host: string
  /** The more, the better it carries the fact. */
  worth: number
}

/** What the quotes have to say. */
export interface Carried {
  /** Names of the answer, one of which must be there; none where it is no name. */
  names: string[]
  /** Names of what the question is about, which make a quote plainer. */
  about: string[]
  /** Folded words that must be there. */
  words: string[]
  /** Folded words of which one must be there: those of a verb that says more than the relation. */
  said: string[]
  numbers: string[]
}

/** The rows that carry a fact, the plainest first. */
export function carry(rows: CarryingRow[], carried: Carried): CarryingQuotes[] {
  return rows
    .flatMap((row) => {
      const found = readQuotes(row, carried.names)
      if (!found) return []
      const text = found.map(({ quote }) => quote).join('\n')
      const words = new WordSet(text)
      const numbers = new Set(numbersIn(text))
      if (!carried.numbers.every((number) => numbers.has(number))) return []
      if (!carried.words.every((word) => words.has(word))) return []
      if (carried.said.length > 0 && !carried.said.some((word) => words.has(word))) return []
      const isPlain = carried.about.some((name) => hasName(text, name))
      return [{ quotes: found, host: row.host, worth: (isPlain ? 2 : 0) + (found.length === 1 ? 1 : 0) }]
    })
    .sort((a, b) => b.worth - a.worth)
}

/** The passages that name both ends of a fact and say what it is: structured data says it to machines only. */
export function carriedBy(
  passages: RankedPassage[],
  { names, about, words, said, numbers }: Carried,
): CarryingQuotes[] {
  return passages
    .filter(({ quote }) => {
      const quoted = new WordSet(quote)
      const isNamed = [names, about].every((some) => some.length === 0 || some.some((name) => hasName(quote, name)))
      const has = new Set(numbersIn(quote))
      return (
        isNamed &&
        numbers.every((number) => has.has(number)) &&
        said.some((word) => quoted.has(word)) &&
        words.every((word) => quoted.has(word))
      )
    })
    .map(({ url, quote }) => ({ quotes: [{ url, quote, entity_ids: [] }], host: new URL(url).host, worth: 0 }))
}

/** The sentence of a claim, widened to the name, or with another quote of the page that has it. */
function readQuotes(row: CarryingRow, names: string[]): Passage[] | undefined {
  const { url, quote, context, beside, ...position } = row
  const passage = (text: string): Passage => ({ url, quote: text, entity_ids: [] })
  const sentence = context === null ? quote : sentenceAround(quote, { text: context, ...position })
  if (sentence.length > quoteMax) return undefined
  if (names.length === 0 || names.some((name) => hasName(sentence, name))) return [passage(sentence)]
  const wider = context === null ? undefined : widen(sentence, context, names)
  if (wider !== undefined) return [passage(wider)]
  return beside !== null && names.some((name) => hasName(beside, name))
    ? [passage(sentence), passage(beside)]
    : undefined
}

/** The part of the page from the sentence to the nearest name. */
function widen(sentence: string, context: string, names: string[]): string | undefined {
  const start = context.indexOf(sentence)
  if (start < 0) return undefined
  const end = start + sentence.length
  const spans = names.flatMap((name) => {
    const before = context.lastIndexOf(name, start)
    const after = context.indexOf(name, end)
    return [
      ...(before < 0 ? [] : [context.slice(before, end)]),
      ...(after < 0 ? [] : [context.slice(start, after + name.length)]),
    ]
  })
  const [shortest] = spans.sort((a, b) => a.length - b.length)
  return shortest !== undefined && shortest.length <= spanMax ? shortest : undefined
}

/** Whether a text has all words of a name, endings aside. */
export function hasName(text: string, name: string): boolean {
  const words = contentWords(text)
  const parts = contentWords(name)
  return parts.length > 0 ? parts.every((part) => words.some((word) => areNamed(word, part))) : text.includes(name)
}

const areNamed = (word: string, part: string) => word === part || word === `${part}s` || areAlike(word, part)
