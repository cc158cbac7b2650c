import { SaxesParser } from 'saxes'
import type { FieldsLayout } from '../read/raw-row.ts'
import { localName } from '../read/read-graphml.ts'
import { asObject, factsOfLine } from './line-facts.ts'
import { type RowContext, RowError, type RowFacts } from './row-facts.ts'

/** The fields of nodes that have a place of their own, by the names that programs give them. */
const nodeFields = new Map(
  Object.entries({
    ...{ name: 'name', label: 'name', title: 'name', kind: 'kind', type: 'kind', labels: 'kind', summary: 'summary' },
    ...{
      description: 'summary',
      when: 'when',
      date: 'when',
      lat: 'lat',
      latitude: 'lat',
      lon: 'lon',
      longitude: 'lon',
    },
    ...{ country: 'country', place_id: 'place_id', where_precision: 'precision', url: 'urls', urls: 'urls' },
    ...{ aliases: 'aliases', alias: 'aliases', attributes: 'attributes', external_ids: 'external_ids' },
  }),
)

/** What an export of ours says of an entity that is not about the thing itself. */
const ofTheGraph = new Set([
  ...['when_start', 'when_end', 'merged_from', 'confidence', 'relationship_count', 'evidence_count', 'source_count'],
  ...['first_seen_at', 'last_seen_at', 'created_at', 'updated_at', 'pages'],
])

/** A node or an edge, in the form of our own export. */
export function factsOfGraphml(text: string, { fields }: FieldsLayout, context: RowContext): RowFacts {
  const { name, attributes, data } = parseElement(text, fields)
  if (name === 'node') return factsOfLine(JSON.stringify({ entity: entityOf(attributes, data) }), context)
  const end = (side: string) => ({ id: attributes[side] ?? '' })
  const relationship = {
    ...{ from: end('source'), to: end('target') },
    type: data.label ?? data.type ?? data.relation ?? data.name ?? 'linked_to',
    ...{ since: data.since ?? data.start, until: data.until ?? data.end, certainty: data.certainty },
    attributes: { role: data.role ?? objectIn(data.attributes).role },
  }
  return factsOfLine(JSON.stringify({ relationship }), context)
}

function entityOf(attributes: Record<string, string>, data: Record<string, string>): object {
  const entity: Record<string, unknown> = { id: attributes.id }
  const others: Record<string, string> = {}
  for (const [field, value] of Object.entries(data)) {
    const place = nodeFields.get(field.toLowerCase())
    if (place !== undefined) entity[place] ??= value
    else if (!ofTheGraph.has(field)) others[field] = value
  }
  const { lat, lon, country, place_id, precision, ...rest } = entity
  const coordinate = (one: unknown) => (one === undefined || one === '' ? null : Number(one))
  return {
    ...rest,
    // Neo4j writes `:Person:Author`.
    kind: typeof entity.kind === 'string' ? entity.kind.split(':').find((one) => one !== '') : undefined,
    name: entity.name ?? attributes.id,
    aliases: listIn(entity.aliases),
    urls: listIn(entity.urls),
    external_ids: objectIn(entity.external_ids),
    attributes: { ...others, ...objectIn(entity.attributes) },
    ...((lat !== undefined || country !== undefined) && {
      where: { lat: coordinate(lat), lon: coordinate(lon), country, place_id, precision },
    }),
  }
}

function fromJson(text: unknown): unknown {
  if (typeof text !== 'string' || !/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Several values stand in one field as JSON. */
const listIn = (field: unknown): unknown[] => {
  const value = fromJson(field)
  return Array.isArray(value) ? value : [field]
}

const objectIn = (field: unknown) => asObject(fromJson(field)) ?? {}

interface Element {
  name: string
  attributes: Record<string, string>
  data: Record<string, string>
}

function parseElement(text: string, fields: Record<string, string>): Element {
  const parser = new SaxesParser({ xmlns: false, fragment: true })
  const element: Element = { name: '', attributes: {}, data: {} }
  let key: string | undefined
  parser.on('error', (error) => {
    throw new RowError(`its XML is broken: ${error.message.slice(0, 100)}`)
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (element.name === '') Object.assign(element, { name: localName(name), attributes: { ...attributes } })
    if (localName(name) === 'data') key = fields[attributes.key ?? ''] ?? attributes.key
  })
  const add = (value: string) => {
    if (key !== undefined) element.data[key] = (element.data[key] ?? '') + value
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ name }) => {
    if (localName(name) === 'data') key = undefined
  })
  parser.write(text).close()
  return element
}
