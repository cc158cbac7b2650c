import { startsWithLetter } from '../../../language/capitals.ts'
import { readWords } from '../../../language/word-lists.ts'
import type { Sentence } from './mention.ts'

const english = readWords('language-marks', 'english')
const others = readWords('language-marks', 'others')
/** The longest of them. */
const smallWord = 5
/** More words tell no more. */
const wordsMax = 5000
const share = 0.03

/**
 * Whether the tagger has learned the language of a page. What the page says of it is often that of its template, so the
 * small words decide where there are enough of them; lists and tables have none.
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
  const says = language === null ? undefined : /^en\b/i.test(language)
  const isClear = ours + theirs >= Math.max(3, share * words)
  if (!isClear) return says ?? theirs === 0
  return says === false ? ours > 3 * theirs : ours > theirs
}
