import { limits } from '@polegraph/contract/limits.ts'
import { parseDate } from '../../dates/parse-date.ts'
import type { Certainty, LocatedPlace, PlaceHint, When } from '../../facts/claim.ts'
import { baseOfKind, kindNames } from '../../facts/kinds.ts'
import { relationSaidAs } from '../../facts/relations.ts'

// What a row of a file says, whatever the format of the file.

/** The row says nothing that can be understood; it is left out, and listed. */
export class RowError extends Error {
  override name = 'RowError'
}

export interface RowEntity {
  /** Its id in the file; undefined where the file has none. */
  file_id: string | undefined
  kind: string
  name: string
  aliases: string[]
  summary: string | null
  attributes: Record<string, string>
  when: When | null
  where: PlaceHint | LocatedPlace | null
  external_ids: Record<string, string>
  urls: string[]
}

/** An end of a relationship: a thing of the file by its id, else whatever has the name. */
export interface ImportedEnd {
  file_id?: string | undefined
  kind?: string | undefined
  name?: string | undefined
}

export interface RowRelationship {
  from: ImportedEnd
  to: ImportedEnd
  type: string
  role?: string
  since: string | null
  until: string | null
  certainty?: Exclude<Certainty, 'said'>
}

export interface RowFacts {
  entities: RowEntity[]
  relationships: RowRelationship[]
}

export interface RowContext {
  ontology: string[]
  /** What ids of the file are called among those of an entity. */
  register: string
}

/** The kind of the domain that a word means. */
export function kindFor(said: unknown, { ontology }: Pick<RowContext, 'ontology'>): string {
  if (typeof said !== 'string' || said.trim() === '') throw new RowError('it has no kind')
  const word = said.trim().toLowerCase()
  const base = baseOfKind(word)
  const kind =
    ontology.find((one) => one.toLowerCase() === word) ??
    (base && ontology.find((one) => kindNames[base].includes(one.toLowerCase())))
  if (kind !== undefined) return kind
  throw new RowError(`its kind ${word.slice(0, limits.word_max)} is none of the graph: ${ontology.join(', ')}`)
}

export function requireName(value: unknown): string {
  const name = asPlainText(value)
  if (name === '') throw new RowError('it has no name')
  if (name.length > limits.name_max) throw new RowError(`its name is longer than ${limits.name_max} characters`)
  return name
}

/** A value as one line of text; empty for what is no text. */
export function asPlainText(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? value.replace(/[\s\p{Cc}]+/gu, ' ').trim() : ''
}

export const plainList = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(asPlainText).filter((one) => one !== '')

/** A key of an attribute or a register: `Date of birth` is `date_of_birth`. */
export function wordOf(label: string): string {
  const word = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, limits.word_max - 1)
  return /^[a-z]/.test(word) ? word : `x${word && `_${word}`}`.slice(0, limits.word_max)
}

const isAddress = (text: string) => /^https?:\/\/[^\s]+$/i.test(text) && text.length <= limits.url_max

/** An entity within the bounds of what one may hold: the first values of too many. */
export function boundEntity(entity: RowEntity): RowEntity {
  const values = (record: Record<string, string>, most: number) =>
    Object.fromEntries(
      Object.entries(record)
        .map(([key, value]) => [wordOf(key), asPlainText(value).slice(0, limits.value_max)] as const)
        .filter(([, value]) => value !== '')
        .slice(0, most),
    )
  return {
    ...entity,
    aliases: [...new Set(entity.aliases)]
      .filter((alias) => alias !== entity.name && alias.length <= limits.name_max)
      .slice(0, limits.aliases_max),
    summary: entity.summary?.slice(0, limits.summary_max) || null,
    attributes: values(entity.attributes, limits.entity_values - limits.external_ids_max),
    external_ids: values(entity.external_ids, limits.external_ids_max),
    urls: [...new Set(entity.urls)].filter(isAddress).slice(0, limits.urls_max),
  }
}

export function emptyEntity(kind: string, name: string): RowEntity {
  return {
    ...{ file_id: undefined, kind, name, aliases: [], summary: null, attributes: {} },
    ...{ when: null, where: null, external_ids: {}, urls: [] },
  }
}

/** A date as EDTF; null for none. What is no date is an error of the row, so that nobody loses it unseen. */
export function rowDateOf(value: unknown, what: string): string | null {
  return whenOf(value, what)?.edtf ?? null
}

export function whenOf(value: unknown, what: string): When | null {
  const text = asPlainText(value)
  if (text === '') return null
  const found = parseDate(text)
  if (!found) throw new RowError(`its ${what} is no date: ${text.slice(0, 40)}`)
  return found
}

export function certaintyOfRow(value: unknown): Pick<RowRelationship, 'certainty'> {
  return value === 'reported' || value === 'denied' ? { certainty: value } : {}
}

/** A relationship in the words of the table of relations, where it has them, and in their direction. */
export function inTableWords(one: RowRelationship): RowRelationship {
  const { type, from, to } = one
  const base = ({ kind }: ImportedEnd) => (kind === undefined ? undefined : baseOfKind(kind))
  const said = relationSaidAs(type, base(from), base(to))
  if (!said) return one
  const ends = said.is_inverse ? { from: to, to: from } : { from, to }
  return { ...one, ...ends, type: said.relation.name }
}

export function relationOf(value: unknown): string {
  const type = wordOf(asPlainText(value)).slice(0, limits.relation_max)
  if (asPlainText(value) === '') throw new RowError('it has no type')
  return type
}
