import { findDates } from '../../dates/find-dates.ts'
import { type InlineLabel, isBorder, isLetter } from '../inline-values.ts'

// Finds the labels of values that share their block with them, by what the pages of a template have in common before and
// behind the values.

/** A value inside the text of a block. */
export interface ValueInside {
  text: string
  start: number
  end: number
}

const blockMax = 600
const labelMax = 40

export function textInside(text: string, value: string): ValueInside | undefined {
  if (text.length > blockMax || value === '') return undefined
  const folded = text.toLowerCase()
  const wanted = value.toLowerCase()
  if (folded.length !== text.length) return undefined
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    if (isBorder(text, at) && isBorder(text, end)) return { text, start: at, end }
  }
  return undefined
}

export function dateInside(text: string, edtf: string): ValueInside | undefined {
  if (text.length > blockMax || !/\d/.test(text)) return undefined
  const found = findDates(text).find(({ when }) => when.edtf === edtf)
  return found && { text, start: found.start, end: found.end }
}

/** `others` are values of other fields, which are no part of a label. */
export function inlineLabelOf(found: ValueInside[], others: string[]): InlineLabel | undefined {
  const label = labelBefore(found, others)
  if (label === undefined) return undefined
  const behind = found.map(({ text, end }) => text.slice(end).split('\n')[0]?.trimEnd() ?? '')
  const filled = behind.filter((rest) => /[\p{L}\p{N}]/u.test(rest))
  const end = labelBehind(filled)
  if (filled.length > 0 && end === undefined) return undefined
  return { label, ends: end === undefined ? [] : [end], is_last: filled.length < behind.length }
}

function labelBefore(found: ValueInside[], others: string[]): string | undefined {
  const before = found.map(({ text, start }) => text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trimEnd())
  const reversed = before.map((text) => [...text].reverse().join(''))
  let label = [...common(reversed)].reverse().join('')
  for (const value of others) {
    const at = label.lastIndexOf(value)
    if (value !== '' && at >= 0) label = label.slice(at + value.length)
  }
  label = label.split(/[·•|;]\s|\)\s/u).at(-1) ?? ''
  label = label.replace(/^[^\p{L}]+/u, '')
  // Words of a sentence are no labels.
  const isLabel = /[:：]$/u.test(label) || /^(?:\p{Lu}|\p{Lo})/u.test(label)
  return isLabel && label.length <= labelMax ? label : undefined
}

/** What comes behind a value on all of these pages, up to the end of a label. */
function labelBehind(rests: string[]): string | undefined {
  if (rests.length === 0) return undefined
  const shared = common(rests)
  const end = (/^.*?[:：]/u.exec(shared)?.[0] ?? shared.replace(/[\p{L}\p{N}]*\p{N}.*$/u, '')).trim()
  return /[\p{L}·•|;,/()–—]/u.test(end) ? end : undefined
}

/** The beginning that all texts share, in whole words. */
function common(texts: string[]): string {
  const [first = '', ...others] = texts
  let length = 0
  while (length < first.length && others.every((text) => text[length] === first[length])) length++
  const isCut = texts.some((text) => isLetter(text[length - 1]) && isLetter(text[length]))
  const shared = first.slice(0, length)
  return isCut ? shared.replace(/[\p{L}\p{N}]+$/u, '') : shared
}
