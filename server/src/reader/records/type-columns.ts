import { weekdays } from '../../dates/date-words.ts'
import { findDates } from '../../dates/find-dates.ts'
import type { BaseKind } from '../../facts/claim.ts'
import { months } from '../../language/months.ts'
import { allPhrases, anyOf } from '../../language/word-lists.ts'
import { fieldsByColumn, type RecordField, type RecordList } from '../blocks/record-list.ts'
import { cellSeparator } from '../blocks/table-rows.ts'
import { meaningOf, meaningOfClass } from '../vocabulary/labels.ts'
import { meaningNamed } from '../vocabulary/meanings.ts'
import { hasRole } from '../vocabulary/roles.ts'
import { kindOfAddress, type Section, sectionOfAddress } from '../vocabulary/sections.ts'
import { columnBehind } from './split-columns.ts'
import { datedTitle } from './values/dated-title.ts'
import { coordinatesOf, dayAndTime, isAddress, isClock, isMail, registerIdOf } from './values/field-values.ts'
import {
  areShapedLikePeople,
  isNameLike,
  isRegisterForm,
  saysOrganization,
  type ValueReader,
} from './values/value-names.ts'

// Decides what the values of a column are, by all of them together, by its heading, and by what stands over the list. A
// column of which two thirds are surely people is a column of people, whatever the rest are called.

export interface Column {
  /** A meaning of the vocabulary, or a kind. */
  meaning: string
  /** Set where the values are names of entities. */
  kind: BaseKind | undefined
  /** The column has a heading that we do not know: its names are read, and not related to anything. */
  is_odd?: true
}

const sampleMax = 16
const leastValues = 3
const mostShare = 2 / 3

export interface TypingPage {
  /** The stored text, with the data behind it. */
  text: string
  language: string | null
  values: ValueReader
  /** Where the visible part of the text ends. */
  shown: number
  /** Of the page. */
  host: string | undefined
}

/** What is known of a list before its values are looked at. */
export interface OverList {
  section: Section | undefined
  /** Columns that hold people by what stands beside them. */
  people: ReadonlySet<number>
}

export function typeColumns(list: RecordList, { section, people }: OverList, page: TypingPage): Map<number, Column> {
  const byColumn = fieldsByColumn(list)
  const columns = new Map<number, Column>()
  const least = Math.min(leastValues, list.records.length)
  let isFirst = true
  for (const [column, fields] of [...byColumn].sort(([a], [b]) => a - b)) {
    const label = list.labels[column] ?? ''
    const sample = sampleOf(fields)
    const isPictures = sample.every(({ start }) => start >= page.shown)
    const kind = section?.kind ?? (section && isPictures ? 'object' : undefined)
    const prior = isFirst && (label === '' || columnMeaning(label) === 'name') ? kind : undefined
    const isProved = people.has(column) && label === ''
    const typed = isProved ? personColumn : typeColumn({ ...page, sample, label, prior, least, isOwn: list.is_own })
    if (typed) columns.set(column, typed)
    if (typed?.kind !== undefined) isFirst = false
  }
  findFew(byColumn, columns, page, least)
  if (list.is_own) findPeople(byColumn, columns, section, page)
  if (list.is_own) findCompany(list, byColumn, columns, page)
  checkTitles(list, byColumn, columns, section, page)
  findTitles(new Map([...byColumn].map(([column, fields]) => [column, sampleOf(fields)])), columns, section, page)
  return columns
}

const personColumn: Column = { meaning: 'person', kind: 'person' }

/** Rare names beside roles, or beside employers below a word for people: what stands beside them vouches for all. */
function findPeople(
  byColumn: Map<number, RecordField[]>,
  columns: Map<number, Column>,
  section: Section | undefined,
  { text, values, shown }: TypingPage,
): void {
  if ([...columns.values()].some(({ kind }) => kind === 'person' || kind === 'event')) return
  const texts = new Map(
    [...byColumn].map(([column, fields]) => [column, sampleOf(fields).map((one) => textIn(text, one))]),
  )
  const isVoucher = (value: string) => hasRole(value) || (section?.kind === 'person' && saysOrganization(value))
  const found = [...texts].filter(
    ([column, some]) =>
      !columns.has(column) &&
      some.length > 1 &&
      (byColumn.get(column) ?? []).every(({ start }) => start < shown) &&
      some.every((value) => areShapedLikePeople(value) && !isVoucher(value)) &&
      !some.some((value) => ['object', 'location'].includes(values.kindOf(value) ?? '')),
  )
  const [only] = found
  if (!only || found.length > 1) return
  const beside = [...texts].filter(([column]) => column !== only[0])
  if (beside.some(([, some]) => some.length * 2 >= only[1].length && mostly(some, isVoucher)))
    columns.set(only[0], personColumn)
}

const textIn = (text: string, { start, end }: RecordField) => text.slice(start, end).trim()

/** The second of two chairs stands in a column with few others: where the list has people, those are people too. */
function findFew(
  byColumn: Map<number, RecordField[]>,
  columns: Map<number, Column>,
  { text, values }: TypingPage,
  least: number,
): void {
  const people = [...columns.values()].find(({ kind }) => kind === 'person')
  if (!people) return
  for (const [column, fields] of byColumn) {
    if (fields.length >= least || columns.has(column) || !Number.isInteger(column)) continue
    const texts = fields.map(({ start, end }) => text.slice(start, end))
    if (texts.every((value) => values.kindOf(value) === 'person' && areShapedLikePeople(value)))
      columns.set(column, people)
  }
}

/**
 * The organizations beside people. One name alone says little (`Rapid`, `X4N`); a column of such names, of which some are
 * surely organizations or which is called so, is their employers.
 */
function findCompany(
  list: RecordList,
  byColumn: Map<number, RecordField[]>,
  columns: Map<number, Column>,
  { text, values, shown }: TypingPage,
): void {
  const typed = [...columns.values()]
  if (!typed.some(({ kind }) => kind === 'person') || typed.some(({ kind }) => kind === 'object' || kind === 'event'))
    return
  for (const [column, fields] of byColumn) {
    const sample = sampleOf(fields).filter(({ start }) => start < shown)
    const texts = sample.map(({ start, end }) => text.slice(start, end).trim())
    if (columns.has(column) || list.labels[column] !== undefined || texts.length * 3 < list.records.length) continue
    const meaning = meaningOfClass(list.columns[Math.floor(column / 10)] ?? '')
    const isCalled = meaning === 'affiliation' || meaning === 'object'
    const kinds = texts.map((value) => values.kindOf(value))
    const count = (kind: BaseKind) => kinds.filter((one) => one === kind).length
    const others = Math.max(count('person'), count('location'))
    // Lists of terms have commas: `Sponsors, Diversity Committee`.
    const surely = texts.filter((value) => saysOrganization(value) && !/,\s/.test(value)).length
    const short = texts.filter((value, at) => isAcronym.test(value) && kinds[at] !== 'location').length
    const isSaid =
      isCalled ||
      (surely >= leastObjects && surely * 4 >= texts.length) ||
      (column === columnBehind && (surely + short) * 2 >= texts.length)
    // Titles of talks stand beside people too.
    const isName = (value: string) => isNameLike(value) && !/:\s|[!?]/.test(value) && !hasRole(value)
    if (!isSaid || others * 3 > texts.length || !mostly(texts, isName)) continue
    columns.set(column, { meaning: 'affiliation', kind: 'object' })
    return
  }
}

const leastObjects = 2
const isAcronym = /^\p{Lu}[\p{L}\d]*\p{Lu}[\p{Lu}\d]*(?:[-/ ]\p{Lu}[\p{Lu}\d]+)*$/u

/** The meaning of a heading; those that only facts about one thing have are none. */
function columnMeaning(label: string): string | undefined {
  const meaning = label === '' ? undefined : meaningOf(label)
  return meaning === undefined || meaningNamed(meaning).is_of_one ? undefined : meaning
}

/** Staff, books and tasks have titles too. */
const titleLabels = allPhrases('any-title')

/** A column called `Title` holds events only in a programme, a list of events or of letters; beside people it may be roles. */
function checkTitles(
  { labels }: RecordList,
  byColumn: Map<number, RecordField[]>,
  columns: Map<number, Column>,
  section: Section | undefined,
  { text, language }: TypingPage,
): void {
  const meanings = new Set([...columns.values()].map(({ meaning }) => meaning))
  const isOfEvents =
    section?.kind === 'event' || ['time', 'speaker', 'sender', 'recipient'].some((one) => meanings.has(one))
  for (const [column, { meaning }] of columns) {
    if (meaning !== 'event' || !titleLabels.has((labels[column] ?? '').trim().toLowerCase()) || isOfEvents) continue
    const texts = sampleOf(byColumn.get(column) ?? []).map(({ start, end }) => text.slice(start, end))
    if (mostly(texts, (value) => datedTitle(value, language) !== undefined)) continue
    if (mostly(texts, hasRole)) columns.set(column, { meaning: 'job_title', kind: undefined })
    else columns.delete(column)
  }
}

/** Different values from all over the list. */
function sampleOf(fields: RecordField[]): RecordField[] {
  const step = Math.max(1, Math.floor(fields.length / sampleMax))
  return fields.filter((_, at) => at % step === 0).slice(0, sampleMax)
}

interface ColumnSample extends TypingPage {
  sample: RecordField[]
  label: string
  prior: BaseKind | undefined
  least: number
  isOwn: boolean
}

function typeColumn({
  text,
  language,
  values,
  shown,
  host,
  sample,
  label,
  prior,
  least,
  isOwn,
}: ColumnSample): Column | undefined {
  const texts = sample.map(({ start, end }) => text.slice(start, end))
  const share = (is: (value: string, field: RecordField) => unknown) =>
    texts.filter((value, at) => is(value, sample[at] as RecordField)).length / texts.length
  const meaning = columnMeaning(label)
  const said = meaning === undefined ? undefined : meaningNamed(meaning).names
  // People and organizations organize events: the values tell.
  const isOfEither = meaning === 'organizer'
  if (meaning !== undefined && said === undefined && meaning !== 'name' && !isOfEither)
    return { meaning, kind: undefined }
  const isOfKind = said === 'event' ? (value: string) => isTitle(value, language) : isNameLike
  if (meaning !== undefined && said !== undefined && share(isOfKind) >= 0.5) {
    // `Berlin Hbf` and `Shipped` are none of what the heading says.
    const kinds = said === 'event' ? [] : texts.slice(0, 2 * leastValues).flatMap((value) => values.kindOf(value) ?? [])
    return kinds.length >= leastValues && !kinds.includes(said) ? undefined : { meaning, kind: said }
  }
  if (share((value) => datedTitle(value, language)?.sender) >= mostShare) return { meaning: 'event', kind: 'event' }
  for (const [form, is] of forms)
    if (share((value, field) => is(value, field, language)) >= mostShare) return { meaning: form, kind: undefined }
  // Menus in the frame of a site name countries and languages. Only lists of people are believed there.
  const isFrame = !isOwn && prior === undefined && said === undefined
  if (isFrame && (texts.length < 2 * leastValues || !mostly(texts, areShapedLikePeople))) return undefined
  const isNames = share((value) => isNameLike(value) || isRegisterForm(value)) >= 0.6
  if (!isNames && !texts.some((value) => value.includes(','))) return undefined
  const votes = new Map<BaseKind, number>()
  for (const [at, value] of texts.entries()) {
    const told = values.kindOf(value)
    const kind = told !== 'person' && hasOwnSite(value, sample[at]?.url, host) ? 'object' : told
    if (kind) votes.set(kind, (votes.get(kind) ?? 0) + 1)
  }
  // Organizations are shown by their logos, and by links to their sites or to pages about them.
  const isShownOff = ({ start, url }: RecordField) =>
    start >= shown ||
    (url !== undefined && (URL.parse(url)?.host !== host || sectionOfAddress(url)?.section.kind === 'object'))
  const [best, count] = [...votes].sort((a, b) => b[1] - a[1])[0] ?? ([undefined, 0] as const)
  const isSure = best !== undefined && count >= mostShare * texts.length && count >= least
  if (prior !== undefined && prior !== 'event' && isNames) {
    // The words over the list say one thing and its values another: the values are believed.
    const isOther = isSure && best !== prior && texts.length >= 2 * leastValues
    const isBacked = prior !== 'object' || (votes.get('object') ?? 0) * 3 >= texts.length || mostly(sample, isShownOff)
    const people = votes.get('person') ?? 0
    // Where all are written like people and none is known as something else, some known names vouch for the rest.
    const areLikePeople = isOwn && votes.size === 1 && people * 6 >= texts.length && share(areShapedLikePeople) === 1
    if (!isOther && isBacked && (prior !== 'person' || people * 3 >= texts.length || areLikePeople))
      return { meaning: prior, kind: prior }
  }
  // A register has names of all countries: where all are written like people, the known ones vouch for the rest.
  const isRegister =
    best === 'person' &&
    isOwn &&
    count >= leastValues &&
    count * 3 >= texts.length &&
    share((value) => areShapedLikePeople(value) || isRegisterForm(value)) >= 0.9
  if (!(isSure || isRegister) || best === 'event') return undefined
  if (isFrame && best !== 'person') return undefined
  if (isOfEither && best !== 'location') return { meaning, kind: best }
  return { meaning: best, kind: best, ...(label !== '' && meaning === undefined && { is_odd: true }) }
}

const siteWordLeast = 3

/** `Apache Pig` that links to pig.apache.org. People have sites of their own too. */
function hasOwnSite(value: string, url: string | undefined, host: string | undefined): boolean {
  const target = url === undefined ? undefined : URL.parse(url)
  if (!target || target.host === host || target.pathname !== '/' || !isNameLike(value)) return false
  const labels = target.hostname.split('.').slice(0, -1)
  const words = value.split(/\s+/).map((word) => word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ''))
  const whole = words.join('')
  return labels.some(
    (label) => label.length >= siteWordLeast && (label === whole || (labels.length > 1 && words.includes(label))),
  )
}

const forms: [string, (value: string, field: RecordField, language: string | null) => unknown][] = [
  ['time', (value) => isClock(value)],
  ['coordinates', (value) => coordinatesOf(value)],
  ['email', (value) => isMail(value)],
  ['id', (value, { url }) => (isAddress(value) || /^[@\d]/.test(value)) && registerIdOf(value, url)],
  ['url', (value) => isAddress(value)],
  ['date', (value, _, language) => dayAndTime(value, language)],
]

/** Titles of talks stand beside a time, a day or a speaker; a list of events links to the page of each. */
function findTitles(
  byColumn: Map<number, RecordField[]>,
  columns: Map<number, Column>,
  section: Section | undefined,
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
  const isPeopled = meanings.some((meaning) => ['person', 'speaker', 'author'].includes(meaning))
  const isOfPeople = (fields: RecordField[]) =>
    mostly(fields, ({ start, end }) => areShapedLikePeople(text.slice(start, end)))
  const withoutPauses = (fields: RecordField[]) =>
    fields.filter(({ start, end }) => !pauses.test(text.slice(start, end)))
  const title = [...byColumn]
    .filter(([column]) => column !== columnBehind && (!columns.has(column) || columns.get(column)?.kind === 'object'))
    .filter(([, fields]) =>
      mostly(withoutPauses(fields), ({ start, end }) => isTitle(text.slice(start, end), language)),
    )
    .filter(([, fields]) => !isOfPeople(fields) && !mostly(fields, ({ start }) => start >= shown))
    .filter(([, fields]) =>
      isProgramme ? isTimed || isPeopled || isLinked(fields) || isDated(fields) : isScheduled(fields),
    )
    .sort(([a, one], [b, other]) => Number(hasLinks(other)) - Number(hasLinks(one)) || a - b)[0]
  if (!title) return
  columns.set(title[0], { meaning: 'event', kind: 'event' })
  // Beside the titles of a programme stand its speakers, however rare their names.
  for (const [column, fields] of byColumn) {
    if (isProgramme && column !== columnBehind && !columns.has(column) && isOfPeople(fields))
      columns.set(column, { meaning: 'person', kind: 'person' })
  }
}

const mostly = <Value>(values: Value[], is: (value: Value) => boolean) => values.filter(is).length * 2 > values.length

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
    !dayAndTime(text, language)
  )
}

const clocks = /\d{1,2}(?:[:.h]\d{2})?\s*(?:[ap]\.?m\.?|h|uhr)?/giu

/** `Wednesday, April 10 | 3:30`: nothing is left without the day and the time. */
function isOnlyDate(text: string, language: string | null): boolean {
  if (!/\d/.test(text) || text.length > 80) return false
  const dates = findDates(text, { language })
  let rest = text
  for (const { start, end } of dates.toReversed()) rest = `${rest.slice(0, start)} ${rest.slice(end)}`
  const words = rest.replace(clocks, ' ').match(/\p{L}+/gu) ?? []
  return words.every((word) => weekdays.has(word.toLowerCase()) || months.has(word.toLowerCase()) || word.length < 3)
}

/** Dates of a conference that are none of its events. */
const deadlines = new RegExp(`(?<!\\p{L})(?:${anyOf(allPhrases('deadlines'))})(?!\\p{L})`, 'iu')
const pauses = new RegExp(`^(?:${anyOf(allPhrases('pauses'))})$`, 'iu')
