import { baseOfKind } from '../../../facts/kinds.ts'
import type { Entity, GraphFile, Relationship } from './graph-file.ts'

// FollowTheMoney (https://followthemoney.tech), as Aleph and OpenSanctions take it: an entity a line. Relationships are
// entities too; where no schema of theirs says what is said, or one of the ends is not what it asks for, they are
// UnknownLinks. What has no property is told in words, so nothing is lost.

type Properties = Record<string, string[]>

/** The schemata that a thing may have here, each with those that it extends. */
const schemata = {
  Person: ['LegalEntity'],
  Organization: ['LegalEntity'],
  Company: ['Organization', 'LegalEntity', 'Asset'],
  PublicBody: ['Organization', 'LegalEntity'],
  Address: [],
  Event: [],
  Vessel: ['Asset'],
  Airplane: ['Asset'],
  Vehicle: ['Asset'],
  RealEstate: ['Asset'],
  Position: [],
  Project: [],
  Asset: [],
} as const satisfies Record<string, readonly string[]>

type Schema = keyof typeof schemata

/** Kinds that have a schema of their own. */
const ofKinds = new Map<string, Schema>([
  ...(['company', 'business', 'corporation', 'firm'] as const).map((kind) => [kind, 'Company'] as const),
  ...(['agency', 'authority', 'ministry', 'government', 'municipality'] as const).map(
    (kind) => [kind, 'PublicBody'] as const,
  ),
  ...(['ship', 'vessel', 'boat'] as const).map((kind) => [kind, 'Vessel'] as const),
  ...(['airplane', 'aircraft', 'plane'] as const).map((kind) => [kind, 'Airplane'] as const),
  ...(['vehicle', 'car'] as const).map((kind) => [kind, 'Vehicle'] as const),
  ...(['building', 'property', 'real_estate'] as const).map((kind) => [kind, 'RealEstate'] as const),
  ['position', 'Position'],
  ['project', 'Project'],
])

const ofBases = { person: 'Person', object: 'Organization', location: 'Address', event: 'Event' } as const

/** Of a kind that none of their schemata means, it is a thing that somebody may own. */
function schemaOf(kind: string): Schema {
  const base = baseOfKind(kind)
  return ofKinds.get(kind.toLowerCase()) ?? (base ? ofBases[base] : 'Asset')
}

const isA = (schema: Schema, wanted: string) =>
  wanted === 'Thing' || schema === wanted || (schemata[schema] as readonly string[]).includes(wanted)

interface Link {
  schema: string
  from: [property: string, range: string]
  to: [property: string, range: string]
  /** The property that says which of several relations it is. */
  role: 'role' | 'relationship'
}

const person = 'Person'
const party = 'LegalEntity'
const organization = 'Organization'

const employment: Link = {
  schema: 'Employment',
  from: ['employee', person],
  to: ['employer', organization],
  role: 'role',
}
const directorship: Link = {
  schema: 'Directorship',
  from: ['director', party],
  to: ['organization', organization],
  role: 'role',
}
const membership: Link = {
  schema: 'Membership',
  from: ['member', party],
  to: ['organization', organization],
  role: 'role',
}
const ownership: Link = { schema: 'Ownership', from: ['owner', party], to: ['asset', 'Asset'], role: 'role' }
const family: Link = { schema: 'Family', from: ['person', person], to: ['relative', person], role: 'relationship' }
const associate: Link = {
  schema: 'Associate',
  from: ['person', person],
  to: ['associate', person],
  role: 'relationship',
}
const succession: Link = { schema: 'Succession', from: ['successor', party], to: ['predecessor', party], role: 'role' }
const unknown: Link = { schema: 'UnknownLink', from: ['subject', 'Thing'], to: ['object', 'Thing'], role: 'role' }

const ofRelations: Readonly<Record<string, Link>> = {
  works_for: employment,
  teaches_at: employment,
  leads: directorship,
  chair_of: directorship,
  member_of: membership,
  owner_of: ownership,
  spouse_of: family,
  parent_of: family,
  sibling_of: family,
  relative_of: family,
  colleague_of: associate,
  knows: associate,
  partner_of: associate,
  successor_of: succession,
}

export const ftmFile: GraphFile = {
  begin: () => '',
  entity: (entity) => linesOf(entity),
  relationship: (one) => lineOf(one),
  end: '',
}

const write = (id: string, schema: string, properties: Properties) => `${JSON.stringify({ id, schema, properties })}\n`

function linesOf(entity: Entity): string {
  const { id, kind, name, aliases, summary, where, urls, pages, updated_at } = entity
  const schema = schemaOf(kind)
  const said = new Said()
  said.add('name', name)
  for (const alias of aliases) said.add('alias', alias)
  said.add('summary', summary)
  said.add('keywords', kind)
  said.add('country', where?.country?.toLowerCase())
  said.add('modifiedAt', updated_at.slice(0, 19))
  const isParty = isA(schema, party)
  for (const url of urls.filter(isWeb)) said.add(isParty ? 'website' : 'sourceUrl', url)
  for (const page of (pages ?? []).filter(isWeb)) said.add('sourceUrl', page)
  addAttributes(said, schema, entity)
  addIds(said, schema, entity)
  addTime(said, schema, entity)
  const place = placeOf(entity)
  if (schema === 'Address') return write(id, schema, said.with({ full: [name], ...place }))
  if (!place) return write(id, schema, said.with({}))
  // The coordinates of anything else are those of its address.
  const address = write(`${id}-address`, 'Address', {
    ...place,
    ...(where?.country && { country: [where.country.toLowerCase()] }),
  })
  return write(id, schema, said.with({ addressEntity: [`${id}-address`] })) + address
}

function placeOf({ where }: Entity): Properties | undefined {
  if (where === null || where.lat === null || where.lon === null) return undefined
  return { latitude: [String(where.lat)], longitude: [String(where.lon)] }
}

function lineOf(one: Relationship): string {
  const { id, from, to, type, certainty, said_as, since, until, attributes, pages, updated_at } = one
  const [subject, object] = [schemaOf(from.kind), schemaOf(to.kind)]
  const known = Object.hasOwn(ofRelations, type) ? ofRelations[type] : undefined
  const link = known && isA(subject, known.from[1]) && isA(object, known.to[1]) ? known : unknown
  const { role, ...more } = attributes
  const said = new Said()
  said.add(link.from[0], from.id)
  said.add(link.to[0], to.id)
  said.add(link.role, role ?? (link.role === 'role' && link !== unknown ? (said_as[0] ?? type) : type))
  if (role !== undefined || said_as.length > 0) said.tell('type', type)
  for (const words of said_as) said.tell('said as', words)
  if (certainty !== 'said') said.tell('certainty', certainty)
  for (const [key, value] of Object.entries(more)) said.tell(key, value)
  addDate(said, 'startDate', 'since', since)
  addDate(said, 'endDate', 'until', until)
  for (const page of (pages ?? []).filter(isWeb)) said.add('sourceUrl', page)
  said.add('modifiedAt', updated_at.slice(0, 19))
  return write(id, link.schema, said.with({}, 'description'))
}

/** Properties, and what there is no property for. */
class Said {
  readonly #properties: Properties = {}
  readonly #told: string[] = []

  add(property: string, value: string | null | undefined): void {
    const text = value?.toWellFormed().trim()
    if (!text) return
    const values = this.#properties[property] ?? []
    if (!values.includes(text)) this.#properties[property] = [...values, text]
  }

  tell(name: string, value: string): void {
    this.#told.push(`${name}: ${value}`.toWellFormed())
  }

  with(more: Properties, told: 'notes' | 'description' = 'notes'): Properties {
    const properties = { ...this.#properties, ...more }
    return this.#told.length === 0 ? properties : { ...properties, [told]: this.#told }
  }
}

const ofAttributes: Readonly<Record<string, readonly [property: string, range: string]>> = {
  birth_date: ['birthDate', person],
  death_date: ['deathDate', person],
  job_title: ['position', person],
  occupation: ['position', person],
  birth_place: ['birthPlace', person],
  email: ['email', party],
  phone: ['phone', party],
  telephone: ['phone', party],
  legal_form: ['legalForm', party],
  founding_date: ['incorporationDate', party],
  dissolution_date: ['dissolutionDate', party],
  registration_number: ['registrationNumber', party],
  sector: ['sector', party],
  location: ['location', 'Event'],
  start_date: ['startDate', 'Event'],
  end_date: ['endDate', 'Event'],
  city: ['city', 'Address'],
  street: ['street', 'Address'],
  postal_code: ['postalCode', 'Address'],
  region: ['region', 'Address'],
}

function addAttributes(said: Said, schema: Schema, { attributes }: Entity): void {
  for (const [key, value] of Object.entries(attributes)) {
    const [property, range] = Object.hasOwn(ofAttributes, key) ? (ofAttributes[key] ?? []) : []
    if (property === undefined || range === undefined || !isA(schema, range)) said.tell(key, value)
    else if (key.endsWith('_date')) addDate(said, property, key, value)
    else said.add(property, value)
  }
}

function addIds(said: Said, schema: Schema, { external_ids }: Entity): void {
  for (const [register, value] of Object.entries(external_ids)) {
    if (register === 'wikidata' && /^Q\d+$/.test(value)) said.add('wikidataId', value)
    else if (register === 'lei' && /^[A-Z\d]{20}$/.test(value) && isA(schema, party)) said.add('leiCode', value)
    else said.tell(register, value)
  }
}

/** Of anything but an event, what `when` means is told by an attribute, if at all. */
function addTime(said: Said, schema: Schema, { when, attributes }: Entity): void {
  if (when === null) return
  if (schema !== 'Event') {
    said.tell('when', when.edtf)
    return
  }
  const [start = '', end] = when.edtf.split('/')
  if (attributes.start_date === undefined) addDate(said, 'startDate', 'start', start)
  if (end !== undefined && attributes.end_date === undefined) addDate(said, 'endDate', 'end', end)
}

/** Their dates are a year, a month, a day or a time; any other is told in words. */
function addDate(said: Said, property: string, name: string, text: string | null): void {
  if (text === null || text === '' || text === '..') return
  if (/^[1-9]\d{3}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d:\d\d)?)?)?$/.test(text))
    said.add(property, text)
  else said.tell(name, text)
}

const isWeb = (url: string) => /^https?:\/\/./i.test(url)
