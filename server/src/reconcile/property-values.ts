import type { extendedValue } from '@polegraph/contract/graph/reconcile.ts'
import type { z } from 'zod'
import type { EntityDoc } from '../graph/store/facts/documents.ts'
import type { Related } from './queries.ts'

export type PropertyValue = z.output<typeof extendedValue>

/** What people call a property, and what it is called here. */
const otherNames: Record<string, string> = {
  born: 'attributes.birth_date',
  died: 'attributes.death_date',
  country: 'where.country',
  date: 'when',
  type: 'kind',
  alias: 'aliases',
  description: 'summary',
  url: 'urls',
}

const fixed = new Set(['kind', 'name', 'aliases', 'summary', 'urls', 'when'])
const prefixes = ['attributes.', 'external_ids.', 'out.', 'in.', 'when.', 'where.']

/** The properties that people call by a word that has this in it. */
export const calledLike = (part: string): string[] =>
  Object.entries(otherNames).flatMap(([word, property]) => (word.includes(part) ? [property] : []))

/** The property that an id means: a word that is no field is an attribute. */
export function propertyId(given: string): string {
  const word = given.trim()
  if (fixed.has(word) || prefixes.some((prefix) => word.startsWith(prefix))) return word
  return Object.hasOwn(otherNames, word) ? (otherNames[word] as string) : `attributes.${word}`
}

/** The type of the relationship that a property stands for: `works_for` for `out.works_for`. */
export const relationshipType = (property: string): string | undefined => /^(?:out|in)\.(.+)$/.exec(property)?.[1]

const str = (text: string | null | undefined): PropertyValue[] => (text ? [{ str: text }] : [])
const float = (number: number | null | undefined): PropertyValue[] => (number == null ? [] : [{ float: number }])
/** A day, in the form that the protocol has for dates. */
const day = (date: string | null | undefined): PropertyValue[] => (date ? [{ date: `${date}T00:00:00Z` }] : [])

const own = (values: Record<string, string>, key: string) => (Object.hasOwn(values, key) ? values[key] : undefined)

/** The values of a property, by its id. `related`: the other ends of the relationships of the entity. */
export function valuesOf(doc: EntityDoc, related: readonly Related[], property: string): PropertyValue[] {
  const [group = '', key = ''] = splitId(property)
  switch (group) {
    case 'kind':
    case 'name':
    case 'summary':
      return str(doc[group])
    case 'aliases':
    case 'urls':
      return doc[group].flatMap(str)
    case 'attributes':
    case 'external_ids':
      return str(own(doc[group], key))
    case 'when':
      return key === '' ? str(doc.when?.edtf) : key === 'start' || key === 'end' ? day(doc.when?.[key]) : []
    case 'where':
      return placeValues(doc, key)
    default:
      return related.filter((one) => one.property === property).map(({ id, name }) => ({ id, name }))
  }
}

function placeValues({ where }: EntityDoc, key: string): PropertyValue[] {
  if (key === 'lat' || key === 'lon') return float(where?.[key])
  return key === 'country' || key === 'place_id' || key === 'precision' ? str(where?.[key]) : []
}

function splitId(property: string): string[] {
  const dot = property.indexOf('.')
  return dot === -1 ? [property] : [property.slice(0, dot), property.slice(dot + 1)]
}

/** A value as text, by which it is compared. */
export function comparedText(value: PropertyValue): string {
  if ('str' in value) return value.str
  if ('date' in value) return value.date.slice(0, 10)
  if ('id' in value) return value.name
  return String('float' in value ? value.float : value.int)
}
