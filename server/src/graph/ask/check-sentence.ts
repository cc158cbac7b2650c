import { isCapitalised } from '../../language/capitals.ts'
import type { RankedPassage } from './passages/passage.ts'
import { numbersIn } from './question/numbers.ts'
import { negations, stopWords } from './question/stop-words.ts'
import { contentWords, foldWord, splitSentences, splitWords, WordSet } from './question/words.ts'

/** Share of the words, other than names and numbers, that the passages must have. */
const leastKnown = 0.8

/**
 * Whether a sentence says no more than the passages that it cites, judged by its words: the passages have all its
 * numbers and names and nearly all other words, and it is negated exactly where they are. A name may stand for their
 * `she`.
 */
export function isSupported(sentence: string, cited: RankedPassage[]): boolean {
  const texts = cited.map(({ quote }) => quote)
  return hasWordsOf(sentence, cited) && isNegatedAlike(sentence, cited, texts)
}

/** The same of a part of a sentence; whether it is negated is told by the whole. */
export function hasWordsOf(sentence: string, cited: RankedPassage[]): boolean {
  const texts = cited.map(({ quote }) => quote)
  const quoted = new WordSet(...texts)
  const named = namesOf(cited)
  const numbers = numbersIn(sentence)
  const knownNumbers = new Set(texts.flatMap(numbersIn))
  if (!numbers.every((number) => knownNumbers.has(number))) return false
  const words = splitWords(sentence).map((written, at) => ({ written, at, word: foldWord(written) }))
  const content = words.filter(({ word }) => word !== '' && !stopWords.has(word) && !/^\p{N}+$/u.test(word))
  // The first word of a sentence always has a capital; any other word with one is a name, and names are not inflected.
  const isName = ({ written, at }: { written: string; at: number }) => at > 0 && isCapitalised(written)
  const names = content.filter(isName)
  if (!names.every(({ word }) => quoted.hasName(word) || named.hasName(word))) return false
  const others = content.filter((word) => !isName(word))
  const known = others.filter(({ word }) => quoted.has(word) || named.has(word))
  const first = others.find(({ at }) => at === 0)
  if (first && !known.includes(first)) return false
  return numbers.length + names.length + known.length > 0 && known.length >= others.length * leastKnown
}

const namesOf = (cited: RankedPassage[]) =>
  new WordSet(...cited.flatMap(({ entities }) => entities.flatMap((one) => [one.name, ...one.aliases])))

function isNegatedAlike(sentence: string, cited: RankedPassage[], texts: string[]): boolean {
  const named = namesOf(cited)
  const isNegated = new WordSet(sentence).hasOneOf(negations)
  const telling = contentWords(sentence).filter((word) => !named.hasName(word))
  return mostAlike(telling, texts).every((alike) => alike.hasOneOf(negations) === isNegated)
}

/** The sentences of the passages that have most of these words; several when they have as many. */
function mostAlike(words: string[], texts: string[]): WordSet[] {
  const sentences = texts.flatMap(splitSentences).map((text) => {
    const quoted = new WordSet(text)
    return { quoted, matched: words.filter((word) => quoted.has(word)).length }
  })
  const most = Math.max(0, ...sentences.map(({ matched }) => matched))
  return sentences.filter(({ matched }) => matched === most).map(({ quoted }) => quoted)
}
