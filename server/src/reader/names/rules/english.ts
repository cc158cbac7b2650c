import { startsWithLetter } from '../../../language/capitals.ts'
import type { Sentence } from './mention.ts'

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const english = setOf('the of and to is was for with that by from are his this which were')
const others = setOf(
  'der die das und ist nicht ein eine mit von den dem zu im auf für le les et des une est dans pour du el los las y una que ' +
    'con por il di che è della een het van en op voor met och att som er af og i na nie się jest w z do',
)
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
