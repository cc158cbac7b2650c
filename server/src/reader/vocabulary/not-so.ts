import { allWords, phrasesByLanguage, wordsByLanguage } from '../../language/word-lists.ts'

// Sentences that speak of something without saying that it is so: questions, conditions, hearsay, denials. What is a small
// word in one language denies in another (`als`, `no`, `se`), so the words are those of the page's language.

const conditions = wordsByLanguage('conditions')
const firstConditions = wordsByLanguage('conditions-at-the-beginning')
const hearsay = wordsByLanguage('hearsay')
const denials = wordsByLanguage('not-so')
const saying = allWords('verbs-of-saying')
const exceptions = phrasesByLanguage('not-of-them')

/** Whether nothing in a sentence is said to be so. */
export function saysNothing({ tokens }: { tokens: { text: string }[] }, language: string | null): boolean {
  if (tokens.slice(-2).some(({ text }) => text === '?')) return true
  if (firstConditions(language).has(tokens[0]?.text.toLowerCase() ?? '')) return true
  const [conditional, heard] = [conditions(language), hearsay(language)]
  return tokens.some(({ text }) => {
    const lower = text.toLowerCase()
    return conditional.has(lower) || heard.has(lower)
  })
}

/** Whether a sentence only passes on what others say. */
export const isHearsay = (tokens: { text: string }[], language: string | null): boolean =>
  tokens.some(({ text }) => hearsay(language).has(text.toLowerCase()))

/** Whether a word in lower case passes on what somebody says: `said`. */
export const isSaying = (lower: string): boolean => saying.has(lower)

/** Whether one of these words denies what they say. A capital makes no denial: `on 4 May`. */
export const isDenied = (words: string[], language: string | null): boolean =>
  words.some((word) => denials(language).has(word.replace('’', "'")))

/** Whether a name behind these words is left out of what follows: `instead of`, `neither`. */
export function isLeftOut(before: string[], language: string | null): boolean {
  const written = ` ${before.join(' ').toLowerCase()}`
  return [...exceptions(language)].some((phrase) => written.endsWith(` ${phrase}`))
}
