import type { BaseKind } from '../../../facts/claim.ts'
import { allPhrases } from '../../../language/word-lists.ts'
import { fieldsByColumn, type RecordField, type RecordList } from '../../blocks/record-list.ts'
import { meaningOf, meaningOfClass } from '../../vocabulary/labels.ts'
import { meaningNamed } from '../../vocabulary/meanings.ts'
import { hasRole } from '../../vocabulary/roles.ts'
import { type Section, sectionOfAddress, sectionOfLine } from '../../vocabulary/sections.ts'
import { datedTitle } from '../values/dated-title.ts'
import { coordinatesOf, dayAndTime, isAddress, isClock, isMail, registerIdOf } from '../values/field-values.ts'
import { areShapedLikePeople, isRegisterForm } from '../values/value-names.ts'
import { isNameLike, saysOrganization } from '../values/value-shapes.ts'
import { type Column, personColumn, type TypingPage } from './column.ts'
import { mostly, reaches, sampleOf, textIn } from './column-sample.ts'
import { findTitles, isTitle, leaveTracks } from './find-titles.ts'
import { columnBehind } from './split-columns.ts'

// Decides what the values of a column are, by all of them together, by its heading, and by what stands over the list. A
// column of which two thirds are surely people is a column of people, whatever the rest are called.

const leastValues = 3
const mostShare = 2 / 3

/** What is known of a list before its values are looked at. */
export interface OverList {
  section: Section | undefined
  /** What the nearest words say of its things. */
  kind: BaseKind | undefined
  /** Columns that hold people by what stands beside them. */
  people: ReadonlySet<number>
}

export function typeColumns(
  list: RecordList,
  { section, kind: said, people }: OverList,
  page: TypingPage,
): Map<number, Column> {
  const byColumn = fieldsByColumn(list)
  const columns = new Map<number, Column>()
  const least = Math.min(leastValues, list.records.length)
  let isFirst = true
  for (const [column, fields] of [...byColumn].sort(([a], [b]) => a - b)) {
    const label = list.labels[column] ?? ''
    if (label === '' && areLinkLabels(fields, page.text)) continue
    const sample = sampleOf(fields)
    const isPictures = sample.every(({ start }) => start >= page.shown)
    const kind = said ?? (section && section.kind === undefined && isPictures ? 'object' : undefined)
    const prior = isFirst && (label === '' || columnMeaning(label) === 'name') ? kind : undefined
    const isProved = people.has(column) && label === ''
    const typed = isProved ? personColumn : typeColumn({ ...page, sample, label, prior, least, isOwn: list.is_own })
    if (typed) columns.set(column, typed)
    if (typed?.kind !== undefined) isFirst = false
  }
  findFew(byColumn, columns, page, least)
  if (list.is_own) findPeople(byColumn, columns, section, page)
  if (list.is_own) findCompany(list, byColumn, columns, { ...page, section })
  leaveTracks(byColumn, columns, page)
  checkTitles(list, byColumn, columns, section, page)
  const samples = new Map([...byColumn].map(([column, fields]) => [column, sampleOf(fields)]))
  findTitles(samples, columns, { section, isOwn: list.is_own }, page)
  return columns
}

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

/** `LinkedIn` behind each name leads to a page about that person; `University of Oslo` may be where all of them work. */
function areLinkLabels(fields: RecordField[], text: string): boolean {
  const urls = new Set(fields.map(({ url }) => url))
  const [value = '', ...others] = new Set(fields.map((field) => textIn(text, field)))
  return urls.size >= leastValues && !urls.has(undefined) && others.length === 0 && !saysOrganization(value)
}

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
  { text, values, shown, section }: TypingPage & { section: Section | undefined },
): void {
  const typed = [...columns.values()]
  if (!typed.some(({ kind }) => kind === 'person') || typed.some(({ kind }) => kind === 'object')) return
  const isProgramme = typed.some(({ kind }) => kind === 'event')
  for (const [column, fields] of byColumn) {
    if ((isProgramme && column !== columnBehind) || areLinkLabels(fields, text)) continue
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
    const short = texts.filter(
      (value, at) => isAcronym.test(value) && kinds[at] !== 'location' && !hasRole(value),
    ).length
    const isSaid =
      isCalled ||
      (surely >= leastObjects && surely * 4 >= texts.length) ||
      ((column === columnBehind || ofHomes.has(section?.name ?? '')) && (surely + short) * 2 >= texts.length)
    // Titles of talks stand beside people too.
    const isName = (value: string) => isNameLike(value) && !/:\s|[!?]/.test(value) && !hasRole(value)
    if (!isSaid || others * 3 > texts.length || !mostly(texts, isName)) continue
    columns.set(column, { meaning: 'affiliation', kind: 'object' })
    return
  }
}

const leastObjects = 2
/** Conferences say where their people come from by letters alone: `UFPB`. */
const ofHomes: ReadonlySet<string> = new Set<Section['name']>(['organizers', 'speakers', 'authors', 'council'])
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
    section?.kind === 'event' ||
    section?.name === 'speakers' ||
    ['time', 'speaker', 'sender', 'recipient'].some((one) => meanings.has(one))
  for (const [column, { meaning }] of columns) {
    if (meaning !== 'event' || !titleLabels.has((labels[column] ?? '').trim().toLowerCase()) || isOfEvents) continue
    const texts = sampleOf(byColumn.get(column) ?? []).map(({ start, end }) => text.slice(start, end))
    if (mostly(texts, (value) => datedTitle(value, language) !== undefined)) continue
    if (mostly(texts, hasRole)) columns.set(column, { meaning: 'job_title', kind: undefined })
    else columns.delete(column)
  }
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
  const are = (least: number, is: (value: string, field: RecordField) => unknown) =>
    reaches(texts, least, (value, at) => is(value, sample[at] as RecordField))
  const meaning = columnMeaning(label)
  const said = meaning === undefined ? undefined : meaningNamed(meaning).names
  // People and organizations organize events: the values tell.
  const isOfEither = meaning === 'organizer'
  if (meaning !== undefined && said === undefined && meaning !== 'name' && !isOfEither)
    return { meaning, kind: undefined }
  const isOfKind = said === 'event' ? (value: string) => isTitle(value, language) : isNameLike
  if (meaning !== undefined && said !== undefined && are(0.5, isOfKind)) {
    // `Berlin Hbf` and `Shipped` are none of what the heading says.
    const kinds = said === 'event' ? [] : texts.slice(0, 2 * leastValues).flatMap((value) => values.kindOf(value) ?? [])
    return kinds.length >= leastValues && !kinds.includes(said) ? undefined : { meaning, kind: said }
  }
  if (are(mostShare, (value) => datedTitle(value, language)?.sender)) return { meaning: 'event', kind: 'event' }
  for (const [form, is] of forms)
    if (are(mostShare, (value, field) => is(value, field, language))) return { meaning: form, kind: undefined }
  // Menus in the frame of a site name countries and languages. Only lists of people are believed there.
  const isFrame = !isOwn && prior === undefined && said === undefined
  if (isFrame && (texts.length < 2 * leastValues || !mostly(texts, areShapedLikePeople))) return undefined
  const isNames = are(0.6, (value) => isNameLike(value) || isRegisterForm(value))
  if (!isNames && !texts.some((value) => value.includes(','))) return undefined
  const areHeadings = are(0.5, sectionOfLine)
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
  if (areHeadings && (best === 'person' || prior === 'person')) return undefined
  const isSure = best !== undefined && count >= mostShare * texts.length && count >= least
  if (prior !== undefined && prior !== 'event' && isNames) {
    // The words over the list say one thing and its values another: the values are believed.
    const isOther = isSure && best !== prior && texts.length >= 2 * leastValues
    // `Taxi stop` and `Welcome` stand below `Venue` too.
    const areKnown = (votes.get(prior) ?? 0) * 3 >= texts.length
    const isBacked = prior === 'person' || areKnown || (prior === 'object' && mostly(sample, isShownOff))
    const people = votes.get('person') ?? 0
    // Where all are written like people and none is known as something else, some known names vouch for the rest.
    const areLikePeople = isOwn && votes.size === 1 && people * 6 >= texts.length && are(1, areShapedLikePeople)
    if (!isOther && isBacked && (prior !== 'person' || people * 3 >= texts.length || areLikePeople))
      return { meaning: prior, kind: prior }
  }
  // A register has names of all countries: where all are written like people, the known ones vouch for the rest.
  const isRegister =
    best === 'person' &&
    isOwn &&
    count >= leastValues &&
    count * 3 >= texts.length &&
    are(0.9, (value) => areShapedLikePeople(value) || isRegisterForm(value))
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
