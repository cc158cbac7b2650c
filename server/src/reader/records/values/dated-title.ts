import { findDates } from '../../../dates/find-dates.ts'
import type { When } from '../../../facts/claim.ts'
import { allPhrases, anyOf } from '../../../language/word-lists.ts'

// Titles that end or begin with a day, set apart from the rest: letters (`Wilhelm Haidinger an Leo Thun, Wien, 1. April
// 1857`), minutes, meetings, deaths. The title says that something happened, when, where and who was involved.

export interface DatedTitle {
  when: When
  /** What stands before or behind the day, with offsets in the title. */
  rest: { text: string; start: number }[]
  /** The parts on both sides of `to`, in a letter. */
  sender?: { text: string; start: number }
  recipient?: { text: string; start: number }
}

const titleMax = 200
/** Titles with these words are about the page itself, or about a life. */
const ofThePage = new RegExp(`(?<!\\p{L})(?:${anyOf(allPhrases('about-the-page'))})(?!\\p{L})|[©†*]`, 'iu')
const apartBefore = /(?:[,:;|·•–—]|\n|\s-)\s*$/
const apartBehind = /^\s*(?:[:;|·•–—]|\n|-\s)/
const nothingBehind = /^[\s|·•.\]]*$/
const between = new RegExp(
  `^(\\p{Lu}[^,\\n]{2,80}?)\\s+(?:${anyOf(allPhrases('letter-to'))})\\s+` +
    `((?:\\p{Lu}|(?:${anyOf(allPhrases('recipient-articles'))}) )[^,\\n]{2,80})$`,
  'u',
)

export function datedTitle(title: string, language: string | null): DatedTitle | undefined {
  if (title.length > titleMax || !/\d/.test(title) || ofThePage.test(title)) return undefined
  const [date, ...others] = findDates(title, { language })
  if (date?.when.precision !== 'day' || others.length > 0) return undefined
  const [before, behind] = [title.slice(0, date.start), title.slice(date.end)]
  const isLast = nothingBehind.test(behind) && apartBefore.test(before)
  const isFirst = before.trim() === '' && apartBehind.test(behind)
  if (!isLast && !isFirst) return undefined
  const rest = partsOf(isLast ? before : behind, isLast ? 0 : date.end)
  const letter = rest[0] && between.exec(rest[0].text)
  if (!letter || !rest[0]) return { when: date.when, rest }
  const [, sender = '', recipient = ''] = letter
  const start = rest[0].start
  return {
    when: date.when,
    rest: rest.slice(1),
    sender: { text: sender, start },
    recipient: { text: recipient, start: start + rest[0].text.length - recipient.length },
  }
}

function partsOf(text: string, offset: number): { text: string; start: number }[] {
  const parts: { text: string; start: number }[] = []
  for (const found of text.matchAll(/[^,:;|·•–—\n]+/gu)) {
    const part = found[0].trim()
    if (/\p{L}{2}/u.test(part)) parts.push({ text: part, start: offset + found.index + found[0].indexOf(part) })
  }
  return parts
}
