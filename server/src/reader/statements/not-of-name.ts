import { allPhrases, allWords, wordsByLanguage } from '../../language/word-lists.ts'
import type { Sentence } from '../names/rules/mention.ts'
import { lastsLong } from '../names/rules/name-words.ts'
import { isCountry } from '../vocabulary/countries.ts'
import type { SentenceEnds } from './candidate-pairs.ts'
import type { End } from './sentence-ends.ts'
import type { StatementType } from './statement-types.ts'

// Pairs of a name and an organization or a place that only stand together: in the credit of a picture, in a list, beside a role
// that is about what stands before it.

const credits = allWords('credits-of-pictures')
const aboutThings = wordsByLanguage('roles-about-things')
const continents = allPhrases('continents')

export function isOnlyBeside(
  { sentence, ends, language }: SentenceEnds,
  type: StatementType,
  [a, b]: [End, End],
): boolean {
  if (!type.is_relation) return false
  const [first, second] = a.from < b.from ? [a, b] : [b, a]
  const between = wordsOf(sentence, first.to, second.from)
  if (b.kind === 'object') {
    if (a.kind !== 'person') return false
    return isCredit(between) || isWhole(sentence, ends, b) || isTopic(ends, [a, b], language)
  }
  if (b.kind !== 'location') return false
  if (a.kind === 'location') return isLarge(a, sentence)
  return a.kind === 'event' && lastsLong(wordsOf(sentence, a.from, a.to).join(' '))
}

const wordsOf = ({ tokens }: Sentence, from: number, to: number) => tokens.slice(from, to).map(({ text }) => text)

/** `Photo by Ada Berg/Acme`, `Ada Berg/Library/Acme`, `Ada Berg (Credit: Acme)` */
const isCredit = (between: string[]) => between[0] === '/' || between.some((word) => credits.has(word.toLowerCase()))

/** `at NASA's Jet Propulsion Laboratory`: the part is meant, and not the whole. */
const isWhole = (sentence: Sentence, ends: End[], { to }: End) =>
  /^['’]s?$/.test(sentence.tokens[to]?.text ?? '') &&
  ends.some(({ kind, from }) => (kind === 'object' || kind === 'location') && from === to + 1)

/** `Apple analyst Ada Berg` */
const isTopic = (ends: End[], [person, thing]: [End, End], language: string | null) =>
  ends.some(
    ({ role, from, to }) =>
      role !== undefined && from === thing.to && to === person.from && aboutThings(language).has(role.word),
  )

/** A country or a continent is in no other: `(Asia, Europe, South Africa)` is a list. */
function isLarge({ from, to }: End, sentence: Sentence): boolean {
  const name = wordsOf(sentence, from, to).join(' ')
  return isCountry(name) || continents.has(name.toLowerCase())
}
