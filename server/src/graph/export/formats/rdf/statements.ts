import { parseEdtf } from '../../../../dates/parse-edtf.ts'
import type { BaseKind } from '../../../../facts/claim.ts'
import { baseOfKind } from '../../../../facts/kinds.ts'
import { propertyOfRelation } from '../../../../facts/relations.ts'
import { propertyOfAttribute } from '../../../../reader/structured/entities/entity-facts.ts'
import type { Entity, Exported, Relationship } from '../graph-file.ts'

// The graph as statements in the vocabulary of schema.org, or in our own (`pg:`) where schema.org has no word. JSON-LD
// and Turtle render the same statements.

export const vocabularies = {
  schema: 'https://schema.org/',
  pg: 'urn:polegraph:',
  xsd: 'http://www.w3.org/2001/XMLSchema#',
  edtf: 'http://id.loc.gov/datatypes/edtf/',
  prov: 'http://www.w3.org/ns/prov#',
} as const

export type Datatype = 'xsd:date' | 'xsd:gYear' | 'xsd:gYearMonth' | 'xsd:dateTime' | 'edtf:EDTF'
export type StatementValue = string | number | { id: string } | { text: string; type: Datatype } | Thing

/** A property is a word of schema.org, or begins with the prefix of another vocabulary. */
export type Properties = [property: string, value: StatementValue][]

/** A thing without an id is a blank node. */
export interface Thing {
  id?: string
  type?: string
  properties: Properties
}

const iri = (id: string) => `urn:uuid:${id}`

export function describeExport({ domain_id, at }: Exported): Thing {
  return { id: iri(domain_id), type: 'Dataset', properties: [['dateModified', { text: at, type: 'xsd:dateTime' }]] }
}

const types: Record<BaseKind, string> = { person: 'Person', object: 'Organization', location: 'Place', event: 'Event' }

export function describeEntity(entity: Entity): Thing {
  const base = baseOfKind(entity.kind)
  const properties: Properties = [['name', entity.name]]
  for (const alias of new Set(entity.aliases)) properties.push(['alternateName', alias])
  if (entity.summary !== null) properties.push(['description', entity.summary])
  properties.push(['pg:kind', entity.kind])
  if (base === undefined) properties.push(['additionalType', entity.kind])
  properties.push(...describeAttributes(entity.attributes, base), ...describeTime(entity, base))
  properties.push(...describePlace(entity.where, base))
  for (const [register, value] of Object.entries(entity.external_ids)) {
    properties.push(['identifier', named(register, value)])
  }
  for (const url of new Set(entity.urls)) properties.push(describeUrl(url))
  properties.push(['pg:confidence', entity.confidence], ['pg:evidenceCount', entity.evidence_count])
  properties.push(['pg:sourceCount', entity.source_count], ['pg:updatedAt', moment(entity.updated_at)])
  properties.push(...describePages(entity.pages))
  return { id: iri(entity.id), type: base ? types[base] : 'Thing', properties }
}

const named = (name: string, value: string): Thing => ({
  type: 'PropertyValue',
  properties: [
    ['propertyID', name],
    ['value', value],
  ],
})

const moment = (text: string): StatementValue => ({ text, type: 'xsd:dateTime' })

const isDate = (attribute: string) => attribute.endsWith('_date')

function describeAttributes(attributes: Record<string, string>, base: BaseKind | undefined): Properties {
  return Object.entries(attributes).map(([attribute, value]) => {
    const property = base && propertyOfAttribute(attribute, base)
    if (property === undefined) return ['additionalProperty', named(attribute, value)]
    return [property, isDate(attribute) ? date(value) : value]
  })
}

/** What `when` of a person, an object or a location means is told by an attribute, if at all. */
function describeTime({ when, attributes }: Entity, base: BaseKind | undefined): Properties {
  if (when === null) return []
  const properties: Properties = [['pg:when', { text: when.edtf, type: 'edtf:EDTF' }]]
  if (base !== 'event') return properties
  const [start = '', end = start] = when.edtf.split('/')
  if (isKnown(start) && attributes.start_date === undefined) properties.push(['startDate', date(start)])
  if (isKnown(end) && attributes.end_date === undefined) properties.push(['endDate', date(end)])
  return properties
}

const isKnown = (edtf: string) => edtf !== '' && edtf !== '..'

const shapes: [RegExp, Datatype][] = [
  [/^-?\d{4}$/, 'xsd:gYear'],
  [/^-?\d{4}-(?:0[1-9]|1[0-2])$/, 'xsd:gYearMonth'],
  [/^-?\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'xsd:date'],
]

/** Typed as in XML Schema where the date has such a form. An attribute may be a date in words. */
function date(text: string): StatementValue {
  const type = shapes.find(([shape]) => shape.test(text))?.[1]
  if (type) return { text, type }
  return parseEdtf(text) ? { text, type: 'edtf:EDTF' } : text
}

function describePlace(where: Entity['where'], base: BaseKind | undefined): Properties {
  if (where === null) return []
  const { lat, lon, precision, country, place_id } = where
  const properties: Properties = [['pg:precision', precision]]
  if (lat !== null && lon !== null) {
    const coordinates: Properties = [
      ['latitude', lat],
      ['longitude', lon],
    ]
    properties.push(['geo', { type: 'GeoCoordinates', properties: coordinates }])
  }
  if (country !== null) {
    properties.push(['address', { type: 'PostalAddress', properties: [['addressCountry', country]] }])
  }
  if (place_id !== null) properties.push(['pg:placeId', place_id])
  if (base === 'location') return properties
  // schema.org gives organizations and events a location, and people only a home, which this may not be.
  const property = base === 'object' || base === 'event' ? 'location' : 'pg:location'
  return [[property, { type: 'Place', properties }]]
}

/** Keeps addresses that a browser would run, or that break out of the file, from being links. */
function describeUrl(text: string): Properties[number] {
  const url = linkTo(text)
  return url ? ['url', url] : ['pg:url', text]
}

function describePages(urls: string[] | undefined): Properties {
  return (urls ?? []).flatMap((text) => {
    const url = linkTo(text)
    return url ? [['prov:wasDerivedFrom', url] as const] : []
  }) as Properties
}

function linkTo(text: string): { id: string } | undefined {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined
  return { id: url.href.replace(/[<>"{}|^`\\]/g, encodeURIComponent) }
}

/** The relationship as a thing with its details; before it, where it is said plainly, as a direct statement. */
export function describeRelationship(one: Relationship): Thing[] {
  const { from, to, type, certainty, said_as, since, until, attributes } = one
  const [fromBase, toBase] = [baseOfKind(from.kind), baseOfKind(to.kind)]
  const known = fromBase && toBase ? propertyOfRelation(type, fromBase, toBase) : undefined
  const [subject, object] = known?.is_inverse ? [to, from] : [from, to]
  const properties: Properties = [
    ['pg:from', { id: iri(from.id) }],
    ['pg:relation', type],
    ['pg:to', { id: iri(to.id) }],
    ['pg:certainty', certainty],
  ]
  for (const words of said_as) properties.push(['pg:saidAs', words])
  if (since !== null) properties.push(['startDate', date(since)])
  if (until !== null) properties.push(['endDate', date(until)])
  for (const [name, value] of Object.entries(attributes)) properties.push(['additionalProperty', named(name, value)])
  properties.push(['pg:confidence', one.confidence], ['pg:evidenceCount', one.evidence_count])
  properties.push(['pg:sourceCount', one.source_count], ['pg:updatedAt', moment(one.updated_at)])
  properties.push(...describePages(one.pages))
  const thing = { id: iri(one.id), type: 'pg:Relationship', properties }
  if (certainty !== 'said') return [thing]
  return [{ id: iri(subject.id), properties: [[known?.property ?? ownProperty(type), { id: iri(object.id) }]] }, thing]
}

/** Only characters that an IRI and a Turtle name may have. */
const ownProperty = (type: string) =>
  `pg:rel_${encodeURIComponent(type.toWellFormed()).replace(/[!'()*.~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`
