import { isCapitalised } from '../../language/capitals.ts'
import type { RankedPassage } from './passage.ts'
import { negations, stopWords } from './stop-words.ts'
import { contentWords, foldWord, splitSentences, splitWords, WordSet } from './words.ts'

/** Of the words that are neither names nor numbers. */
const leastKnown = 0.8

/**
 * Whether a sentence says no more than the passages that it cites, as far as words can tell: every number and every
 * name is in them, nearly all other words too, and it is turned around where they are. What they call `she` may be
 * called by its name.
 */
export function isSupported(sentence: string, cited: RankedPassage[]): boolean {
  const texts = cited.map(({ quote }) => quote)
  const said = new WordSet(...texts)
  const named = new WordSet(...cited.flatMap(({ entities }) => entities.flatMap((one) => [one.name, ...one.aliases])))
  const numbers = numbersIn(sentence)
  const knownNumbers = new Set(texts.flatMap(numbersIn))
  if (!numbers.every((number) => knownNumbers.has(number))) return false
  const isNegated = new WordSet(sentence).hasOneOf(negations)
  const telling = contentWords(sentence).filter((word) => !named.hasName(word))
  if (mostAlike(telling, texts).some((alike) => alike.hasOneOf(negations) !== isNegated)) return false
  const words = splitWords(sentence).map((written, at) => ({ written, at, word: foldWord(written) }))
  const content = words.filter(({ word }) => word !== '' && !stopWords.has(word) && !/^\p{N}+$/u.test(word))
  // With a capital at the start of a sentence nobody knows; elsewhere it is a name, and names have no endings.
  const isName = ({ written, at }: { written: string; at: number }) => at > 0 && isCapitalised(written)
  const names = content.filter(isName)
  if (!names.every(({ word }) => said.hasName(word) || named.hasName(word))) return false
  const others = content.filter((word) => !isName(word))
  const known = others.filter(({ word }) => said.has(word) || named.has(word))
  const first = others.find(({ at }) => at === 0)
  if (first && !known.includes(first)) return false
  return numbers.length + names.length + known.length > 0 && known.length >= others.length * leastKnown
}

/** The sentences of the passages that have most of these words; several where they have as many. */
function mostAlike(words: string[], texts: string[]): WordSet[] {
  const sentences = texts.flatMap(splitSentences).map((text) => {
    const said = new WordSet(text)
    return { said, matched: words.filter((word) => said.has(word)).length }
  })
  const most = Math.max(0, ...sentences.map(({ matched }) => matched))
  return sentences.filter(({ matched }) => matched === most).map(({ said }) => said)
}

/** `1,200` is 1200, and `05` is 5. */
function numbersIn(text: string): string[] {
  const plain = text.replace(/(?<=\d)[,.'’\u00a0\u202f](?=\d{3}(?!\d))/g, '')
  return (plain.match(/\p{N}+/gu) ?? []).map((digits) => digits.normalize('NFKC').replace(/^0+(?=.)/, ''))
}
