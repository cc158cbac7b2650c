import { weekdays } from '../../../dates/date-words.ts'
import { findDates } from '../../../dates/find-dates.ts'
import { months } from '../../../language/months.ts'
import { allPhrases, anyOf } from '../../../language/word-lists.ts'
import type { RecordField } from '../../blocks/record-list.ts'
import { cellSeparator } from '../../blocks/table-rows.ts'
import { pageWords } from '../../names/rules/name-words.ts'
import { fileFormats } from '../../names/rules/plain-phrases.ts'
import { isSectionWord, kindOfAddress, type Section } from '../../vocabulary/sections.ts'
import { dayAndTime, isAddress, isClock } from '../values/field-values.ts'
import { areShapedLikePeople } from '../values/value-names.ts'
import { callsToAct } from '../values/value-shapes.ts'
import type { Column, TypingPage } from './column.ts'
import { mostly, textIn } from './column-sample.ts'
import { columnBehind, notes } from './split-columns.ts'

// Which column of a programme has the titles of its talks, and what may be the title of one.

/** Tracks stand over the titles of their talks, in the same cell. */
export function leaveTracks(
  byColumn: Map<number, RecordField[]>,
  columns: Map<number, Column>,
  { text, language }: TypingPage,
): void {
  for (const [column, { kind }] of columns) {
    const cell = [...byColumn].filter(([other]) => other > column && other < 10 * Math.floor(column / 10) + 10)
    const isTitled = cell.some(([, fields]) => mostly(fields, (field) => isTitle(textIn(text, field), language)))
    if (kind === 'event' && isTitled && areTracks((byColumn.get(column) ?? []).map((field) => textIn(text, field))))
      columns.delete(column)
  }
}

/** Titles of talks stand beside a time, a day or a speaker; a list of events links to the page of each. */
export function findTitles(
  byColumn: Map<number, RecordField[]>,
  columns: Map<number, Column>,
  { section, isOwn }: { section: Section | undefined; isOwn: boolean },
  { text, language, shown }: TypingPage,
): void {
  const meanings = [...columns.values()].map(({ meaning }) => meaning)
  if (meanings.includes('event')) return
  const isProgramme = section?.kind === 'event'
  const isTimed = meanings.includes('time')
  const isPlaced = ['location', 'venue', 'seat'].some((one) => meanings.includes(one))
  const isDated = (fields: RecordField[]) => meanings.includes('date') && (isPlaced || hasLinks(fields))
  // Other tables have years and people too: without a word for it, a programme has times, or links to its events.
  const isScheduled = (fields: RecordField[]) =>
    (isTimed && isPeopled) || (isDated(fields) && hasLinks(fields) && isPlaced)
  const isPeopled = meanings.some((meaning) => people.has(meaning))
  // A menu leads to kinds of publications, and a paper stands beside its authors: a picture in a teaser shows somebody.
  const isAuthored = [...columns].some(
    ([column, { meaning }]) => people.has(meaning) && byColumn.get(column)?.some(({ start }) => start < shown),
  )
  const isEvent = (fields: RecordField[]) =>
    section?.name === 'papers'
      ? isTimed || isAuthored
      : isTimed || isPeopled || isDated(fields) || (isOwn && isLinked(fields))
  const isOfPeople = (fields: RecordField[]) =>
    mostly(withoutRemarks(fields.map((field) => textIn(text, field))), areShapedLikePeople)
  const withoutPauses = (fields: RecordField[]) =>
    fields.filter(({ start, end }) => !pauses.test(text.slice(start, end)))
  const isTrack = (fields: RecordField[]) => areTracks(fields.map((field) => textIn(text, field)))
  const [title] = [...byColumn]
    .filter(([column]) => column !== columnBehind && (!columns.has(column) || columns.get(column)?.kind === 'object'))
    .filter(([, fields]) => (isProgramme ? isEvent(fields) : isScheduled(fields)))
    .filter(([, fields]) =>
      mostly(withoutPauses(fields), ({ start, end }) => isTitle(text.slice(start, end), language)),
    )
    .filter(([column, fields]) => column % 1 !== notes && !mostly(fields, (field) => isSentence(textIn(text, field))))
    .filter(([, fields]) => !isOfPeople(fields) && !mostly(fields, ({ start }) => start >= shown))
    .sort(
      ([a, one], [b, other]) =>
        Number(isTrack(one)) - Number(isTrack(other)) || Number(hasLinks(other)) - Number(hasLinks(one)) || a - b,
    )
  if (!title || (isTrack(title[1]) && !hasLinks(title[1]))) return
  columns.set(title[0], { meaning: 'event', kind: 'event' })
  // Beside the titles of a programme stand its speakers, however rare their names.
  for (const [column, fields] of byColumn) {
    if (isProgramme && column !== columnBehind && !columns.has(column) && isOfPeople(fields) && !isTrack(fields))
      columns.set(column, { meaning: 'person', kind: 'person' })
  }
}

const people: ReadonlySet<string> = new Set(['person', 'speaker', 'author'])

/** `Ada Berg data track`, `education track`: what comes again in small letters is no part of a name. */
function withoutRemarks(texts: string[]): string[] {
  const tails = texts.map((text) => /(?:^|\s)((?:\p{Ll}\p{L}*\s?){1,3})$/u.exec(text)?.[1] ?? '')
  const often = (tail: string) => tail !== '' && tails.filter((other) => other === tail).length > 1
  return texts.flatMap((text, at) => {
    const tail = tails[at] as string
    const plain = often(tail) ? text.slice(0, -tail.length).trim() : text
    return plain === '' ? [] : [plain]
  })
}

/** `A piece for strings, played by the quartet.` says more than a title. */
const isSentence = (text: string) => /\p{Ll}\.$/u.test(text) && text.split(' ').length > sentenceWords
const sentenceWords = 6

/** `KEYNOTE`, `NATURAL LANGUAGE PROCESSING`: the same few words in capitals over many talks. */
function areTracks(texts: string[]): boolean {
  const short = texts.filter((text) => !/\p{Ll}/u.test(text) && text.split(' ').length <= trackWords)
  return short.length * 2 > texts.length || new Set(texts).size * 3 <= texts.length
}

const trackWords = 4

const hasLinks = (fields: RecordField[]) => mostly(fields, ({ url }) => url !== undefined)

/** Whether the fields link to pages that are about events by their addresses. */
function isLinked(fields: RecordField[]): boolean {
  return mostly(fields, ({ url }) => url !== undefined && kindOfAddress(url) === 'event')
}

/** Whether a text may be the title of a talk or a session. */
export function isTitle(text: string, language: string | null = null): boolean {
  if (text.length < 3 || text.length > 200 || !/\p{L}/u.test(text) || text.includes('\n')) return false
  // A row of a table: rooms, days and times.
  if (text.includes(cellSeparator)) return false
  if (/^\p{Ll}/u.test(text) && !text.includes(' ')) return false
  if (/^\d{1,2}(?::\d\d)?\s*[ap]\.?m\b/i.test(text)) return false
  if (weekdays.has(text.toLowerCase())) return false
  return (
    !isClock(text) &&
    !isAddress(text) &&
    !isOnlyDate(text, language) &&
    !pauses.test(text) &&
    !deadlines.test(text) &&
    !/[:¶]$/.test(text) &&
    !isLabel(text) &&
    !dayAndTime(text, language)
  )
}

/** `PDF`, `[HD]`, `Slides`, `See Event`: what leads from a programme to something else. */
function isLabel(text: string): boolean {
  if (/^\[[^\]]*\]$/.test(text)) return true
  const words = text.split(/\s+/).map((word) => word.toLowerCase())
  const [first = '', ...rest] = words
  if (rest.length === 0) return fileFormats.has(first) || pageWords.has(first)
  return callsToAct(text) && rest.every((word) => pageWords.has(word) || isSectionWord(word))
}

const clocks = /\d{1,2}(?:[:.h]\d{2})?\s*(?:[ap]\.?m\.?|h|uhr)?/giu

/** `Wednesday, April 10 | 3:30`: nothing is left without the day and the time. */
function isOnlyDate(text: string, language: string | null): boolean {
  if (!/\d/.test(text) || text.length > 80) return false
  const dates = findDates(text, { language })
  let rest = text
  for (const { start, end } of dates.toReversed()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  const words = rest.replace(clocks, ' ').match(/\p{L}+/gu) ?? []
  return words.every((word) => weekdays.has(word.toLowerCase()) || months.has(word.toLowerCase()) || word.length < 4)
}

/** Dates of a conference that are none of its events. */
const deadlines = new RegExp(`(?<!\\p{L})(?:${anyOf(allPhrases('deadlines'))})(?!\\p{L})`, 'iu')
const pauses = new RegExp(`^(?:${anyOf(allPhrases('pauses'))})$`, 'iu')
