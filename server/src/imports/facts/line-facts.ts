import type { LocatedPlace } from '../../facts/claim.ts'
import {
  asPlainText,
  certaintyOfRow,
  emptyEntity,
  type ImportedEnd,
  inTableWords,
  kindFor,
  plainList,
  type RowContext,
  type RowEntity,
  RowError,
  type RowFacts,
  type RowRelationship,
  relationOf,
  requireName,
  rowDateOf,
  whenOf,
} from './row-facts.ts'

type Json = Record<string, unknown>

/** The object that a line holds. */
export function jsonOf(line: string): Json {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new RowError('it is no JSON')
  }
  return asObject(value) ?? fail('it is no JSON object')
}

const fail = (text: string): never => {
  throw new RowError(text)
}

export const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined

/** A line of our own export: `{"entity": {…}}` or `{"relationship": {…}}`. */
export function factsOfLine(line: string, context: RowContext): RowFacts {
  const value = jsonOf(line)
  const entity = asObject(value.entity)
  if (entity) return { entities: [entityOf(entity, context)], relationships: [] }
  const relationship = asObject(value.relationship)
  if (relationship) return { entities: [], relationships: [relationshipOf(relationship, context)] }
  return fail('it is neither {"entity": …} nor {"relationship": …}')
}

function entityOf(value: Json, context: RowContext): RowEntity {
  const when = asObject(value.when)
  return {
    ...emptyEntity(kindFor(value.kind, context), requireName(value.name)),
    ...idsOf(value, context),
    aliases: plainList(value.aliases),
    summary: asPlainText(value.summary) || null,
    attributes: textsOf(value.attributes),
    when: whenOf(when ? when.edtf : value.when, 'when'),
    where: placeOf(asObject(value.where)),
    urls: plainList(value.urls),
  }
}

function idsOf(value: Json, { register }: RowContext): Pick<RowEntity, 'file_id' | 'external_ids'> {
  const id = asPlainText(value.id)
  const others = textsOf(value.external_ids)
  return id === ''
    ? { file_id: undefined, external_ids: others }
    : { file_id: id, external_ids: { ...others, [register]: id } }
}

function textsOf(value: unknown): Record<string, string> {
  const entries = Object.entries(asObject(value) ?? {}).map(([key, one]) => [key, plainList(one).join(', ')] as const)
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}

const precisions = ['point', 'address', 'city', 'region', 'country'] as const

function placeOf(value: Json | undefined): LocatedPlace | null {
  if (!value) return null
  const coordinate = (one: unknown, most: number) => (typeof one === 'number' && Math.abs(one) <= most ? one : null)
  const lat = coordinate(value.lat, 90)
  const lon = coordinate(value.lon, 180)
  const country = asPlainText(value.country).toUpperCase()
  if ((lat === null || lon === null) && country === '') return null
  return {
    ...{ lat, lon },
    precision: precisions.find((one) => one === value.precision) ?? (lat === null ? 'country' : 'point'),
    country: /^[A-Z]{2}$/.test(country) ? country : null,
    place_id: asPlainText(value.place_id) || null,
  }
}

function relationshipOf(value: Json, context: RowContext): RowRelationship {
  const role = asPlainText(asObject(value.attributes)?.role)
  return inTableWords({
    from: endOf(value.from, context, 'from'),
    to: endOf(value.to, context, 'to'),
    type: relationOf(value.type),
    ...(role !== '' && { role }),
    since: rowDateOf(value.since, 'since'),
    until: rowDateOf(value.until, 'until'),
    ...certaintyOfRow(value.certainty),
  })
}

function endOf(value: unknown, context: RowContext, side: string): ImportedEnd {
  const end = asObject(value) ?? fail(`it has no ${side}`)
  const id = asPlainText(end.id)
  const name = asPlainText(end.name)
  if (id === '' && name === '') throw new RowError(`its ${side} has neither an id nor a name`)
  return {
    ...(id !== '' && { file_id: id }),
    ...(name !== '' && { name }),
    ...(end.kind !== undefined && { kind: kindFor(end.kind, context) }),
  }
}
