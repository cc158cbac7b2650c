import { startsWithLetter } from '../../../language/capitals.ts'
import { readWords } from '../../../language/word-lists.ts'
import type { Sentence } from './mention.ts'

const english = readWords('language-marks', 'english')
const others = readWords('language-marks', 'others')
/** The length of the longest marker word. */
const smallWord = 5
/** Counting more words does not change the result. */
const wordsMax = 5000
const share = 0.03

/**
 * Whether the page is in English, the language that the tagger has learned. The declared language is often that of a
 * template, so small words decide where there are enough of them; lists and tables have none.
 */
export function isEnglish(sentences: Sentence[], language: string | null): boolean {
  let words = 0
  let ours = 0
  let theirs = 0
  for (const { tokens } of sentences) {
    for (const { text } of tokens) {
      if (!startsWithLetter(text)) continue
      words++
      if (text.length > smallWord) continue
      if (english.has(text)) ours++
      else if (others.has(text)) theirs++
    }
    if (words > wordsMax) break
  }
  const declared = language === null ? undefined : /^en\b/i.test(language)
  const isClear = ours + theirs >= Math.max(3, share * words)
  if (!isClear) return declared ?? theirs === 0
  return declared === false ? ours > 3 * theirs : ours > theirs
}
