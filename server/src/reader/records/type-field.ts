import type { BaseKind } from '../../facts/claim.ts'
import type { RecordField } from '../blocks/record-list.ts'
import { meaningNamed } from '../vocabulary/meanings.ts'
import { hasRole } from '../vocabulary/roles.ts'
import { sectionOfLine } from '../vocabulary/sections.ts'
import type { Column, TypingPage } from './columns/column.ts'
import { isTitle } from './columns/find-titles.ts'
import type { TypedField } from './typed-record.ts'
import { datedTitle } from './values/dated-title.ts'
import type { ValueName } from './values/value-names.ts'

// The names in one field of a known meaning, and the facts that are parts of a field: the town of an address, the people,
// place and day in the title of a letter.

/** Longer values are prose. */
const valueMax = 1_500

export function typeField(field: RecordField, { meaning, kind, is_odd }: Column, page: TypingPage): TypedField {
  const { text } = page
  const { start, end, url } = field
  const value = text.slice(start, end)
  const names = namesIn(value, start, kind, page)
  return { meaning, kind, text: value, start, end, url, names, ...(is_odd && { is_odd }) }
}

function namesIn(value: string, start: number, kind: BaseKind | undefined, { values, language, shown }: TypingPage) {
  if (kind === undefined || value.length > valueMax) return []
  // A picture in the place of a title shows somebody, and is no event.
  if (kind === 'event') return start < shown && isTitle(oneLine(value), language) ? [titleOf(value, start)] : []
  // `Coordenadores de minicursos` are nobody by that name.
  if (kind === 'person' && sectionOfLine(value)) return []
  return values.namesOf(kind, value).map((name) => ({ ...name, start: start + name.start, end: start + name.end }))
}

/** The kind of the names in a field with this meaning. */
export const kindOfField = (meaning: string): BaseKind | undefined => meaningNamed(meaning).names

const townOf =
  /(?:^|[\n,]\s*)(?:\p{Lu}{1,2}-)?\d{4,5}\s+(\p{Lu}[\p{L}\p{M}'’.-]*(?:\s[\p{L}\p{M}'’.-]+){0,4})\s*(?:$|[,(\n])/u

/** The town in an address: `Wassertorstraße 3, 88316 Isny im Allgäu`. */
function townField({ text, start }: TypedField, page: TypingPage): TypedField[] {
  const found = townOf.exec(text)
  const town = found?.[1]
  if (!found || town === undefined) return []
  const at = start + found.index + found[0].indexOf(town)
  return [typeField({ start: at, end: at + town.length, column: 0 }, { meaning: 'location', kind: 'location' }, page)]
}

/** The fields with the parts of them that are facts of their own. */
export function withParts(fields: TypedField[], page: TypingPage): TypedField[] {
  const parts = fields.flatMap((field) => {
    if (field.meaning === 'address') return townField(field, page)
    return field.kind === 'person' ? [...bracketFields(field, page), ...creditFields(field, page)] : []
  })
  return withTitleParts([...fields.filter((field) => !isMisplaced(field, page)), ...parts], page)
}

/** Where a record has no role, the next value stands in its place; and the position of a player may be a rank. */
function isMisplaced({ meaning, text, quote_start }: TypedField, { values }: TypingPage): boolean {
  if (meaning !== 'job_title') return false
  if (!/\p{L}/u.test(text)) return true
  return quote_start === undefined && !hasRole(text) && values.kindOf(text) !== undefined
}

/**
 * `Ada Berg (Acme)`, `Ada Berg, Karl Holm (University of Oslo), Grace Lund (MIT)`: where they come from, unless it is another
 * name of theirs.
 */
function bracketFields({ text, start, names }: TypedField, page: TypingPage): TypedField[] {
  const brackets = names.length === 0 ? [] : [...text.matchAll(/\(([^()]{2,90})\)/gu)]
  const isAlone = brackets.length === 1
  let from = 0
  return brackets.flatMap((found) => {
    const inside = found[1] as string
    const before = text.slice(from, found.index)
    from = found.index + found[0].length
    const holders = names.filter(({ name }) => before.includes(name))
    if (holders.length === 0 || (isAlone && text.slice(from).trim() !== '') || !isEmployer(inside, isAlone, page))
      return []
    const at = start + found.index + 1
    const span = { start: at, end: at + inside.length, column: 0 }
    return [{ ...typeField(span, { meaning: 'affiliation', kind: 'object' }, page), holders }]
  })
}

/** One acronym in brackets may be anything; several behind several people are where they come from. */
function isEmployer(inside: string, isAlone: boolean, { values }: TypingPage): boolean {
  if (hasRole(inside) || /\d/.test(inside)) return false
  const kind = values.kindOf(inside)
  if (kind === 'object') return true
  return (
    kind === undefined &&
    (/^(?:\p{Lu}\S*\s)+\p{Lu}\S*$/u.test(inside) || (!isAlone && /^\p{Lu}\S*\p{Lu}$/u.test(inside)))
  )
}

/** The role and the organization behind the name of a person: `Ada Berg, Head of Production, Acme GmbH`. */
function creditFields({ text, start, names }: TypedField, page: TypingPage): TypedField[] {
  const credit = names.length === 1 ? page.values.creditOf(text) : undefined
  if (!credit) return []
  const field = (part: { text: string; start: number }, column: Column) =>
    typeField({ start: start + part.start, end: start + part.start + part.text.length, column: 0 }, column, page)
  const { role, object } = credit
  const isObject = object !== undefined && page.values.kindOf(object.text) === 'object'
  return [
    field(role, { meaning: 'job_title', kind: undefined }),
    ...(isObject ? [{ ...field(object, { meaning: 'affiliation', kind: 'object' as const }), holders: names }] : []),
  ]
}

/** The sender, recipient, place and day in the title of a letter, where the record has no fields of its own for them. */
function withTitleParts(fields: TypedField[], page: TypingPage): TypedField[] {
  const event = fields.find(({ kind }) => kind === 'event')
  const title =
    event && !fields.some(({ kind }) => kind === 'person') ? datedTitle(event.text, page.language) : undefined
  if (!event || !title) return fields
  const field = (part: { text: string; start: number }, meaning: string): TypedField => {
    const start = event.start + part.start
    return typeField({ start, end: start + part.text.length, column: 0 }, { meaning, kind: kindOfField(meaning) }, page)
  }
  const { sender, recipient, rest, when } = title
  const people = sender && recipient ? [field(sender, 'sender'), field(recipient, 'recipient')] : []
  const others = rest.flatMap((part) => {
    const kind = page.values.kindOf(part.text)
    return kind === 'location' || (kind === 'person' && people.length === 0) ? [field(part, kind)] : []
  })
  const day = { ...event, meaning: 'date', kind: undefined, text: when.edtf, names: [] }
  return [...fields, ...people, ...others, day]
}

/** Programmes number their sessions: `T1: Interpretability in Neural NLP`. */
export const titleCode = /^\p{Lu}{1,3}\d{1,3}[a-z]?[:.]\s+(?=.{4})/u

/** The lines of a heading, without separators at its end. */
function oneLine(value: string): string {
  const lines = value.split('\n').map((line) => line.replace(/\s+/g, ' ').replace(/[\s|·•,;–—¶-]+$/u, ''))
  return lines.filter((line) => line !== '').join(', ')
}

function titleOf(value: string, start: number): ValueName {
  const name = oneLine(value)
  const plain = name.replace(titleCode, '')
  return { name, start, end: start + value.length, aliases: plain === name ? [] : [plain] }
}
