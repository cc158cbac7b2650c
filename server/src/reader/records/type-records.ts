import { findDates } from '../../dates/find-dates.ts'
import type { BaseKind } from '../../facts/claim.ts'
import { allWords, anyOf } from '../../language/word-lists.ts'
import type { PageRecord, RecordField, RecordList } from '../blocks/record-list.ts'
import type { NamedPage } from '../names/rules/named-page.ts'
import { meaningOf } from '../vocabulary/labels.ts'
import { hasRole, isRoleWord } from '../vocabulary/roles.ts'
import { type Section, sectionOf, sectionOfAddress, sectionOfLine } from '../vocabulary/sections.ts'
import type { Column, TypingPage } from './columns/column.ts'
import { splitColumns } from './columns/split-columns.ts'
import { splitGrid } from './columns/split-grid.ts'
import { splitLines } from './columns/split-lines.ts'
import { type OverList, typeColumns } from './columns/type-columns.ts'
import { isFactList } from './labelled-values.ts'
import { partsOfList } from './list-parts.ts'
import { typeField, withParts } from './type-field.ts'
import type { TypedField, TypedRecord } from './typed-record.ts'
import { dayAndTime } from './values/field-values.ts'

// Gives the fields of all lists of a page their meaning.

/** `text` is the stored text, with the data behind it. */
export function typeLists(page: NamedPage, typing: TypingPage): TypedRecord[] {
  const bySite = page.url === undefined ? undefined : sectionOfAddress(page.url)
  const headings = page.blocks.filter(({ level }) => level !== undefined)
  const title = headings.find(({ level }) => level === 1)
  const byTitle = sectionOf(page.title?.split(/\s[|–—-]\s/)[0] ?? '')
  const sectionOver = (path: string[], list: RecordList, records = list.records) => {
    const line = sectionOfLine(textBefore(records, page))
    if (line) return line
    const isBelow = title === undefined || (list.records[0]?.start ?? 0) >= title.start
    const ofPage = list.is_own && isBelow ? ((bySite?.is_list ? bySite.section : undefined) ?? byTitle) : undefined
    return sectionAbove(path) ?? ofPage
  }
  return (page.records ?? []).flatMap((list) => {
    if (isFactList(list, typing.text)) return []
    const grid = splitGrid(splitLines(list, typing.text), typing.text)
    const [part] = partsOfList(grid, headings, page.text)
    const line = part && part.path.length > list.path.length ? undefined : sectionOfLine(textBefore(list.records, page))
    const kind = line?.kind ?? kindOver(part?.path ?? list.path, sectionOver(part?.path ?? list.path, list))
    const { list: whole, people } = splitColumns(grid, { text: typing.text, values: typing.values, kind })
    const parts = partsOfList(whole, headings, page.text)
    const sections = parts.map((part) => sectionOver(part.path, list, part.records))
    const columns = columnsOf(whole, { section: sections[0], kind, people }, typing)
    return parts.flatMap(({ path, heading, records }, at) => {
      const line = dayOver(path.at(-1) ?? '', page.language) ?? dayOver(lineBefore(records, page), page.language)
      const part = { ...whole, records }
      return typeRecords(part, { columns, section: sections[at], heading, day: line }, typing)
    })
  })
}

/** What the nearest heading says of the list; `Projects` below `Team` says that it is not of people. */
function kindOver(path: string[], section: Section | undefined): BaseKind | undefined {
  const last = path.at(-1)
  const isNear = last === undefined || path.length < 2 || sectionOf(last) !== undefined || hasRole(last)
  return section?.kind === 'person' && !isNear ? undefined : section?.kind
}

/** The members below the heading of a committee or a board are its members, and not those of the site. */
function sectionAbove(path: string[]): Section | undefined {
  const [nearest, ...others] = path.toReversed().flatMap((heading) => sectionOf(heading) ?? [])
  return nearest?.name === 'members' ? (others.find(({ name }) => bodies.has(name)) ?? nearest) : nearest
}

const bodies: ReadonlySet<string> = new Set<Section['name']>(['organizers', 'board', 'council', 'team'])

function columnsOf(list: RecordList, over: OverList, page: TypingPage): Map<number, Column> {
  const { section } = over
  const goods = goodsColumn(list, page)
  const columns = typeColumns(list, over, page)
  if (goods !== undefined) columns.set(goods, { meaning: 'goods', kind: undefined })
  findRoles(list, columns, { ...page, section })
  const kinds = [...columns.values()].map(({ kind, meaning }) => kind ?? (meaning === 'goods' ? meaning : undefined))
  // One card alone has no column to judge by: it is believed where it is a person's.
  const isPicture = (list.records[0]?.start ?? 0) >= page.shown
  const isLogo = section?.kind === 'object' && isPicture
  const isCard = list.records.length === 1 && Object.keys(list.labels).length === 0 && !isLogo
  const isNothing = kinds.every((kind) => kind === undefined) || (isCard && (isPicture || !kinds.includes('person')))
  return isNothing ? new Map() : columns
}

interface ListContext {
  columns: Map<number, Column>
  section: Section | undefined
  heading: { start: number; end: number } | undefined
  day: string | undefined
}

function typeRecords(
  list: RecordList,
  { columns, section, heading, day }: ListContext,
  page: TypingPage,
): TypedRecord[] {
  if (columns.size === 0) return []
  const role = heading && isRole(page.text.slice(heading.start, heading.end)) ? heading : undefined
  return list.records.map(({ start, end, fields }) => {
    const typed = withParts(typeFields(fields, columns, page), page)
    // `Coordenadores de minicursos` stands over the people of its own item.
    const [first] = fields
    const isHeading = first && fields.length > 1 && columns.get(first.column)?.kind === undefined
    const own = isHeading ? sectionOfLine(page.text.slice(first.start, first.end)) : undefined
    const name = (own ?? section)?.name
    return { start, end, fields: withRoleAbove(typed, role, page), section: name, is_own: list.is_own, day }
  })
}

/** `General chair`, and not `Emeritus members` or `Relatore`, which stand over whole lists. */
function isRole(heading: string): boolean {
  const name = sectionOf(heading)?.name
  const words = heading
    .toLowerCase()
    .split(/[^\p{L}\p{M}-]+/u)
    .filter((word) => word !== '')
  const isCalled = [words[0], words.at(-1)].some((word) => word !== undefined && isRoleWord(word))
  return isCalled && words.length <= roleWords && hasRole(heading) && (name === undefined || ofBodies.has(name))
}

const roleWords = 6

/** A person below the heading `General chair` has that role, where the record has none. */
function withRoleAbove(
  fields: TypedField[],
  heading: { start: number; end: number } | undefined,
  { text }: TypingPage,
): TypedField[] {
  const person = fields.find(({ kind }) => kind === 'person')
  if (!heading || !person || fields.some(({ meaning, kind }) => meaning === 'job_title' || kind === 'event'))
    return fields
  const role = text.slice(heading.start, heading.end).replace(/[\s:¶#*]+$/u, '')
  const end = person.end - heading.start < quoteMax ? person.end : heading.end
  const quoted = { start: heading.start, end, quote_start: heading.start }
  return [...fields, { ...quoted, meaning: 'job_title', kind: undefined, text: role, url: undefined, names: [] }]
}

const quoteMax = 300

function typeFields(fields: RecordField[], columns: Map<number, Column>, page: TypingPage): TypedField[] {
  const typed: TypedField[] = []
  for (const field of fields) {
    const column = columns.get(field.column)
    if (!column) continue
    const one = typeField(field, column, page)
    const holder = field.behind === undefined ? undefined : typed.find(({ start }) => start === field.behind)
    // What stands behind a name that is none says nothing of the others.
    if (field.behind !== undefined && holder === undefined) continue
    typed.push(holder && one.kind === 'object' ? { ...one, holders: holder.names } : one)
  }
  return typed
}

const rowsLeast = 3
const money = '[€$£]|EUR|USD|GBP|CHF'
const price = new RegExp(
  `^(?:(?:${anyOf(allWords('from-price'))})\\s)?(?:(?:${money}|Fr\\.)\\s?\\d[\\d.,’' ]*[–-]{0,2}|\\d[\\d.,’' ]*\\s?(?:${money}))$`,
  'u',
)

/** The first column of a list with prices names what is for sale, unless these are people: tickets have prices too. */
function goodsColumn({ records, labels }: RecordList, { text, values }: TypingPage): number | undefined {
  if (records.length < rowsLeast) return undefined
  const textOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end).trim()
  const priced = records.filter(({ fields }) => fields.some((field) => price.test(textOf(field))))
  const first = records[0]?.fields.find((field) => !price.test(textOf(field)))
  if (!first || priced.length * 3 < records.length * 2 || labels[first.column] !== undefined) return undefined
  const names = records.flatMap(({ fields }) => fields.filter(({ column }) => column === first.column).map(textOf))
  return names.filter((name) => values.isFullName(name)).length * 2 > names.length ? undefined : first.column
}

/** A text column beside people, of which half are roles. What a picture is called says no role: `Member photo`. */
function findRoles(
  list: RecordList,
  columns: Map<number, Column>,
  { text, shown, values, section }: TypingPage & { section: Section | undefined },
): void {
  if (![...columns.values()].some(({ kind }) => kind === 'person')) return
  const counts = new Map<number, { all: number; roles: number; others: number }>()
  for (const { fields } of list.records.slice(0, 50)) {
    for (const { column, start, end } of fields) {
      if (start >= shown || (columns.has(column) && columns.get(column)?.kind !== 'object')) continue
      const count = counts.get(column) ?? { all: 0, roles: 0, others: 0 }
      count.all++
      const value = text.slice(start, end)
      if (hasRole(value)) count.roles++
      else if (value.length > roleMax || /[@\d]/.test(value) || values.kindOf(value) !== undefined) count.others++
      counts.set(column, count)
    }
  }
  for (const [column, { all, roles, others }] of counts) {
    // `Education` stands beside `Director` and `Curator` too.
    if (roles * 2 >= all || (ofBodies.has(section?.name ?? '') && others === 0 && roles * 4 >= all))
      columns.set(column, { meaning: 'job_title', kind: undefined })
  }
}

const roleMax = 50
const ofBodies: ReadonlySet<string> = new Set<Section['name']>(['team', 'board', 'organizers'])

const lineMax = 80

/** The short line before a list that is no heading, and may stand for one. */
function textBefore([first]: PageRecord[], { blocks, text }: NamedPage): string {
  if (!first || first.start >= text.length) return ''
  const before = blocks.findLast(({ end }) => end <= first.start)
  const isLine = before && before.level === undefined && before.end - before.start <= lineMax
  return isLine ? text.slice(before.start, before.end) : ''
}

/** The short line before a list: many programmes have no headings. */
function lineBefore([first]: PageRecord[], { blocks, text }: NamedPage): string {
  const before = first && blocks.findLast(({ end }) => end <= first.start)
  return before && before.end - before.start <= lineMax ? text.slice(before.start, before.end) : ''
}

/** The day in the line over a list; those further up may be the day of the page. */
function dayOver(written: string, language: string | null): string | undefined {
  // `Day 1 – 12 March 2024`
  const [, word, line = written] = /^(\p{L}+)\s+\d{1,2}\s*[–—:|,-]\s*(.+)$/su.exec(written) ?? []
  if (word !== undefined && meaningOf(word) !== 'date') return dayIn(written, language)
  return dayIn(line, language)
}

/** A day may leave its year to the name of the conference. */
function dayIn(line: string, language: string | null): string | undefined {
  const days = findDates(line, { language }).filter(({ when }) => when.precision === 'day')
  if (days.length > 0) return days.length === 1 ? days[0]?.when.edtf : undefined
  return dayAndTime(line, language)?.day
}
