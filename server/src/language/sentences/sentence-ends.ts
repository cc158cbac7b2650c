import { months } from '../months.ts'
import { allWords } from '../word-lists.ts'
import { closingAbbreviations, numberAbbreviations, openAbbreviations, sentenceOpeners } from './abbreviations.ts'

// Decides where sentences end, for all that cuts texts. The dots of abbreviations, initials and ordinals end none.

const endMarks: ReadonlySet<number> = new Set([...'.!?…。！？'].map((mark) => mark.charCodeAt(0)))

export function isEndMark(code: number): boolean {
  return endMarks.has(code)
}

/** Characters before a dot that are looked at: a long abbreviation in several parts. */
const wordReach = 24
/** A word, and short parts of an abbreviation with spaces before it: `z. B`, `i. d. R`, `p. ex`. */
const lastWord = /(?:(?<![\p{L}\p{M}\p{N}.’'-])(?:\p{L}{1,2}\.\s?)+)?[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}.’'-]*$/u
const nextWord = /^[\p{L}\p{M}\p{N}]+/u
const opening = /^[\p{Lu}\p{Lo}\p{N}"'“„«‘([¿¡]/u
const lettersWithDots = /^(?:\p{L}\.)+\p{L}$/u
const ordinalNumber = /^(?:\d{1,3}|[IVXLC]{1,7})$/

/** Whether a sentence ends with the mark before `end`, where the next word, sign or number begins at `next`. */
export function endsSentence(text: string, end: number, next: number): boolean {
  const behind = text.slice(next, next + wordReach)
  if (!opening.test(behind) || (next === end && !/^\p{Lu}/u.test(behind))) return false
  if (text[end - 1] !== '.') return true
  const said = lastWord.exec(text.slice(Math.max(0, end - 1 - wordReach), end - 1))?.[0]
  if (said === undefined) return true
  const whole = said.replace(/\s/g, '').toLowerCase()
  const word = /\S+$/.exec(said)?.[0] ?? said
  const lower = word.toLowerCase()
  if (openAbbreviations.has(lower) || openAbbreviations.has(whole)) return false
  if (ordinalNumber.test(word)) return !isOrdinal(text, { start: end - 1 - word.length, word, next, behind })
  if (numberAbbreviations.has(lower) && /^(?:\p{N}|[IVXLC]+\b)/u.test(behind)) return false
  const isShort = word.length === 1 || lettersWithDots.test(word) || closingAbbreviations.has(lower)
  return !isShort || isOpener(behind)
}

/** A word that begins a sentence; an initial does not: `J. A. Berg`. */
function isOpener(behind: string): boolean {
  const word = nextWord.exec(behind)?.[0] ?? ''
  if (behind[word.length] === '.' && word.length === 1) return false
  return sentenceOpeners.has(word.toLowerCase())
}

const ordinalMarks = allWords('ordinal-marks')
/** Characters on either side in which words tell whether ordinals have a dot. */
const markReach = 120

/** `6. Februar`, `im 19. Jahrhundert`, `Joseph II. Habsburg`, and the number of a list item: `1. Introduction`. */
function isOrdinal(
  text: string,
  { start, word, next, behind }: { start: number; word: string; next: number; behind: string },
): boolean {
  const following = nextWord.exec(behind)?.[0].toLowerCase() ?? ''
  if (months.has(following)) return true
  if (/(?:^|\n)\s*$/.test(text.slice(Math.max(0, start - 3), start))) return true
  if (isOpener(behind)) return false
  // An initial is far more frequent than a number of one letter.
  if (/^[IVXLC]$/.test(word)) return true
  const around = `${text.slice(Math.max(0, start - markReach), start)} ${text.slice(next, next + markReach)}`
  return around.split(/[^\p{L}]+/u).some((one) => ordinalMarks.has(one))
}
