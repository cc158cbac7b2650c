import { findDates } from '../../dates/find-dates.ts'
import { allWords, anyOf } from '../../language/word-lists.ts'
import type { RecordField, RecordList } from '../blocks/record-list.ts'
import type { NamedPage } from '../names/rules/named-page.ts'
import { hasRole } from '../vocabulary/roles.ts'
import { type Section, sectionOf, sectionOfAddress } from '../vocabulary/sections.ts'
import { isFactList } from './labelled-values.ts'
import { splitColumns } from './split-columns.ts'
import { splitGrid } from './split-grid.ts'
import { type Column, type TypingPage, typeColumns } from './type-columns.ts'
import { typeField, withParts } from './type-field.ts'
import type { TypedField, TypedRecord } from './typed-record.ts'

// Gives the fields of all lists of a page their meaning.

/** `text` is the stored text, with the data behind it. */
export function typeLists(page: NamedPage, typing: TypingPage): TypedRecord[] {
  const bySite = page.url === undefined ? undefined : sectionOfAddress(page.url)
  const heading = page.blocks.find(({ level }) => level === 1)
  const byTitle = sectionOf(page.title?.split(/\s[|–—-]\s/)[0] ?? '')
  return (page.records ?? []).flatMap((list) => {
    if (isFactList(list, typing.text)) return []
    const above = list.path
      .toReversed()
      .map(sectionOf)
      .find((section) => section !== undefined)
    const isBelow = heading === undefined || (list.records[0]?.start ?? 0) >= heading.start
    const section =
      above ?? (list.is_own && isBelow ? ((bySite?.is_list ? bySite.section : undefined) ?? byTitle) : undefined)
    const day = dayOver(list.path.at(-1) ?? '', page.language) ?? dayOver(lineBefore(list, page), page.language)
    const whole = splitColumns(splitGrid(list, typing.text), typing.text, typing.values)
    return typeList(whole, section, { ...typing, day })
  })
}

function typeList(
  list: RecordList,
  section: Section | undefined,
  page: TypingPage & { day: string | undefined },
): TypedRecord[] {
  const goods = goodsColumn(list, page)
  const columns = typeColumns(list, section, page)
  if (goods !== undefined) columns.set(goods, { meaning: 'goods', kind: undefined })
  findRoles(list, columns, page)
  const kinds = [...columns.values()].map(({ kind, meaning }) => kind ?? (meaning === 'goods' ? meaning : undefined))
  if (kinds.every((kind) => kind === undefined)) return []
  // One card alone has no column to judge by: it is believed where it is a person's.
  const isCard = list.records.length === 1 && Object.keys(list.labels).length === 0
  if (isCard && !kinds.includes('person')) return []
  return list.records.map(({ start, end, fields }) => ({
    start,
    end,
    fields: withParts(typeFields(fields, columns, page), page),
    section: section?.name,
    is_own: list.is_own,
    day: page.day,
  }))
}

function typeFields(fields: RecordField[], columns: Map<number, Column>, page: TypingPage): TypedField[] {
  const typed: TypedField[] = []
  for (const field of fields) {
    const column = columns.get(field.column)
    if (!column) continue
    const one = typeField(field, column, page)
    const holder = field.behind === undefined ? undefined : typed.find(({ start }) => start === field.behind)
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
function findRoles(list: RecordList, columns: Map<number, Column>, { text, shown }: TypingPage): void {
  if (![...columns.values()].some(({ kind }) => kind === 'person')) return
  const counts = new Map<number, { all: number; roles: number }>()
  for (const { fields } of list.records.slice(0, 50)) {
    for (const { column, start, end } of fields) {
      if (start >= shown || (columns.has(column) && columns.get(column)?.kind !== 'object')) continue
      const count = counts.get(column) ?? { all: 0, roles: 0 }
      count.all++
      if (hasRole(text.slice(start, end))) count.roles++
      counts.set(column, count)
    }
  }
  for (const [column, { all, roles }] of counts) {
    if (roles * 2 >= all) columns.set(column, { meaning: 'job_title', kind: undefined })
  }
}

const lineMax = 80

/** The short line before a list: many programmes have no headings. */
function lineBefore({ records: [first] }: RecordList, { blocks, text }: NamedPage): string {
  const before = first && blocks.findLast(({ end }) => end <= first.start)
  return before && before.end - before.start <= lineMax ? text.slice(before.start, before.end) : ''
}

/** The day in the line over a list; those further up may be the day of the page. */
function dayOver(line: string, language: string | null): string | undefined {
  const days = findDates(line, { language }).filter(({ when }) => when.precision === 'day')
  return days.length === 1 ? days[0]?.when.edtf : undefined
}
