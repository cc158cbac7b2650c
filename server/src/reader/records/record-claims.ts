import { parseDate, spanOf } from '../../dates/parse-date.ts'
import {
  type BaseKind,
  type Claim,
  type EntityClaim,
  type EntityRef,
  entityClaim,
  type Quote,
  type When,
} from '../../facts/claim.ts'
import { refOf } from '../../facts/refs.ts'
import { namedId } from '../structured/entities/external-ids.ts'
import { coordinatesOf, dateOf, dayAndTime, idOf, isClock, lifeOf } from './field-values.ts'
import type { TypedField, TypedRecord } from './typed-record.ts'
import { isNameLike, type ValueName } from './value-names.ts'

// The facts of a record: whatever it is about, and how the names beside it belong to that.

/** Whatever the page or the site is about, to which the things of its lists belong. */
export interface Host extends EntityRef {
  kind: BaseKind
}

export interface ClaimsPage {
  /** The stored text, with the data behind it. */
  text: string
  language: string | null
  hosts: Host[]
  /** The entity of a name on this page, as all claims call it. */
  entityOf(kind: BaseKind, name: string): EntityRef | undefined
}

interface Named {
  ref: EntityRef
  kind: BaseKind
  field: TypedField
  name: ValueName
}

const quoteMax = 300
const valueMax = 200

export function recordClaims(record: TypedRecord, page: ClaimsPage): Claim[] {
  const named = record.fields.flatMap((field) => field.names.flatMap((name) => namedIn(field, name, page) ?? []))
  const about = aboutOf(named)
  if (!about) return []
  const quote = quoteOf(record, page.text)
  const claims: Claim[] = [entityFacts(about, record, { quote, page })]
  for (const other of named) {
    if (other === about || other.ref.ref === about.ref.ref) continue
    const relation = relationBetween(about, other, record)
    if (!relation) continue
    const [from, to] = relation.startsWith('<') ? [other, about] : [about, other]
    claims.push(relationship(from.ref, relation.replace('<', ''), to.ref, quote))
  }
  for (const { name, ref } of named) {
    if (name.area !== undefined || name.aliases.length > 0) claims.push(nameFacts(ref, name, quote))
  }
  claims.push(...roleClaims(about, record, quote, page), ...hostClaims(named, about, record, quote, page))
  return claims
}

function namedIn(field: TypedField, name: ValueName, page: ClaimsPage): Named | undefined {
  const kind = field.kind as BaseKind
  const ref =
    kind === 'event' ? { ref: refOf('event', name.name), kind, name: name.name } : page.entityOf(kind, name.name)
  return ref && { ref, kind: ref.kind as BaseKind, field, name }
}

/** The event of a record, else its first name. */
function aboutOf(named: Named[]): Named | undefined {
  return named.find(({ kind }) => kind === 'event') ?? named[0]
}

function quoteOf({ start, end, fields }: TypedRecord, text: string): Quote {
  const [first] = fields
  const span = end - start <= quoteMax || !first ? { start, end: Math.min(end, start + quoteMax) } : first
  return { text: text.slice(span.start, span.end), start: span.start, end: span.end }
}

/** `<` before a relation leads from the other name to the one that the record is about. */
const byMeaning: Partial<Record<string, Partial<Record<BaseKind, string>>>> = {
  speaker: { event: '<speaker_at' },
  author: { event: '<author_of' },
  sender: { event: '<sender_of' },
  recipient: { event: '<recipient_of' },
  chair: { event: '<chair_of' },
  affiliation: { person: 'works_for' },
  membership: { person: 'member_of', object: 'member_of' },
  residence: { person: 'lives_in' },
  birth_place: { person: 'born_in' },
  death_place: { person: 'died_in' },
}

const byKinds: Partial<Record<`${BaseKind} ${BaseKind}`, string>> = {
  'event object': '<organizer_of',
  'event location': 'located_in',
  'person object': 'works_for',
  'object person': '<works_for',
  'object location': 'located_in',
  'location location': 'located_in',
}

function relationBetween(about: Named, other: Named, { relation: section, fields }: TypedRecord): string | undefined {
  const isProgramme =
    section === 'part_of' || section === 'speaker_at' || fields.some(({ meaning }) => meaning === 'time')
  const said = byMeaning[other.field.meaning]?.[about.kind]
  if (said !== undefined) return said
  if (about.kind === 'event' && other.kind === 'person') {
    if (section === 'publication') return '<author_of'
    return isProgramme ? '<speaker_at' : '<participant_in'
  }
  if (about.kind === 'location' && !['country', 'region'].includes(other.field.meaning)) return undefined
  return byKinds[`${about.kind} ${other.kind}`]
}

function relationship(from: EntityRef, relation: string, to: EntityRef, quote: Quote): Claim {
  return { type: 'relationship', from, to, relation, since: null, until: null, quote }
}

const plainAttributes = ['job_title', 'occupation', 'email', 'telephone', 'room'] as const

function entityFacts(
  { ref, kind }: Named,
  record: TypedRecord,
  { quote, page }: { quote: Quote; page: ClaimsPage },
): EntityClaim {
  const attributes: Record<string, string> = {}
  const external_ids: Record<string, string> = {}
  let when: When | null = null
  let where: EntityClaim['where'] = null
  const { language } = page
  for (const { meaning, text, url } of record.fields) {
    const value = text.replace(/\s+/g, ' ').trim().slice(0, valueMax)
    for (const attribute of plainAttributes) {
      const isOfKind =
        attribute === 'room'
          ? kind === 'event'
          : kind === 'person' || attribute === 'email' || attribute === 'telephone'
      if (meaning === attribute && isOfKind && value !== '') attributes[attribute] = roleOf(value)?.role ?? value
    }
    const id = meaning === 'id' || url !== undefined ? (idOf(text, url) ?? labelledId(text)) : undefined
    if (id && isIdOf(kind, id[0])) external_ids[id[0]] = id[1]
    if (meaning === 'coordinates' && kind === 'location') where = coordinatesOf(text) ?? where
    if (meaning === 'time' && kind === 'event' && isClock(value)) attributes.time = value
    if (meaning === 'date' && kind === 'event') {
      const found = dayAndTime(value, language)
      if (found?.time !== undefined) attributes.time = found.time
      when = dateOf(value, language) ?? (found && dayOf(found.day, page)) ?? when
    }
    if (meaning === 'founded' && kind === 'object') {
      const date = dateOf(value, language)
      if (date) {
        attributes.founding_date = date.edtf
        when = date
      }
    }
    if (kind === 'person' && (meaning === 'lived' || meaning === 'born' || meaning === 'died')) {
      const life = meaning === 'died' ? { death: dateOf(value, language)?.edtf } : lifeOf(value, language)
      if (life.death) attributes.death_date = life.death
      if (meaning !== 'died' && 'birth' in life && life.birth) attributes.birth_date = life.birth
    }
  }
  if (kind === 'person' && (attributes.birth_date || attributes.death_date)) {
    const point = (edtf: string | undefined) => (edtf === undefined ? undefined : parseDate(edtf))
    when = spanOf(point(attributes.birth_date), point(attributes.death_date)) ?? null
  }
  if (kind === 'event' && when === null && record.day !== undefined) when = parseDate(record.day) ?? null
  return entityClaim({ ...ref, attributes, external_ids, when, where, quote })
}

/** A day of a programme has the year of its conference. */
function dayOf(day: string, { hosts, language }: ClaimsPage): When | undefined {
  const year = hosts.flatMap(({ kind, name }) => (kind === 'event' ? (/(?:19|20)\d\d/.exec(name) ?? []) : []))[0]
  return (
    dateOf(day, language) ??
    (year === undefined ? undefined : dateOf(`${day.replace(/^\p{L}+,\s/u, '')} ${year}`, language))
  )
}

/** Ids that only some kinds of things have; the others, such as Wikidata's, anything may have. */
const idKinds: Partial<Record<string, BaseKind[]>> = {
  orcid: ['person'],
  scholar: ['person'],
  ror: ['object'],
  lei: ['object'],
  grid: ['object'],
  geonames: ['location'],
}

const isIdOf = (kind: BaseKind, register: string) => idKinds[register]?.includes(kind) ?? true

/** `GND-ID 118622498`, where the label names the register. */
function labelledId(text: string): [register: string, id: string] | undefined {
  const found = /^([A-Za-z]+)(?:[- ]?(?:ID|Nr\.?|number))?\s+(\S+)$/i.exec(text.trim())
  return found ? namedId(found[1] as string, found[2] as string) : undefined
}

function nameFacts(ref: EntityRef, { name, area, aliases }: ValueName, quote: Quote): EntityClaim {
  return entityClaim({
    ...ref,
    aliases,
    where: area === undefined ? null : { name, country: area },
    quote,
  })
}

/** `Software Engineer at Acme`: a role and an organization in one value. */
function roleOf(text: string): { role: string; object: string } | undefined {
  const found = atObject.exec(text)
  return found ? { role: found[1] as string, object: found[2] as string } : undefined
}

const atObject =
  /^(.{2,60}?)(?:,?\s+(?:at|@|bei|beim|chez|presso|bij|na|en)\s+(?:the\s+|der\s+|la\s+|el\s+)?|\s+@)(\p{Lu}[\p{L}\p{N}.&'’-]*(?:\s(?:of|for|de|der|des|für|and|und|&|\p{Lu}[\p{L}\p{N}.&'’-]*|\d+))*)(?=$|[,;.()])/u

function roleClaims(about: Named, { fields }: TypedRecord, quote: Quote, page: ClaimsPage): Claim[] {
  if (about.kind !== 'person') return []
  return fields.flatMap(({ meaning, text }) => {
    const object = meaning === 'job_title' ? roleOf(text)?.object.replace(/[.,;]$/, '') : undefined
    if (object === undefined || !isNameLike(object)) return []
    const ref = page.entityOf('object', object) ?? { ref: refOf('object', object), kind: 'object', name: object }
    if (ref.kind !== 'object') return []
    return [entityClaim({ ...ref, quote }), relationship(about.ref, 'works_for', ref, quote)]
  })
}

/** The kinds between which a section makes a relation to the host; the first host that fits is taken. */
const ofHosts: Partial<Record<string, { from: BaseKind[]; host: BaseKind[]; is_inverse?: true }>> = {
  speaker_at: { from: ['person'], host: ['event'] },
  organizer_of: { from: ['person', 'object'], host: ['event'] },
  works_for: { from: ['person'], host: ['object'] },
  member_of: { from: ['person', 'object'], host: ['object'] },
  alumnus_of: { from: ['person'], host: ['object'] },
  sponsor_of: { from: ['object', 'person'], host: ['event', 'object'] },
  partner_of: { from: ['object'], host: ['event', 'object'] },
  customer_of: { from: ['object'], host: ['object'] },
  exhibitor_at: { from: ['object'], host: ['event'] },
  part_of: { from: ['event'], host: ['event'] },
  publication: { from: ['event'], host: ['event'] },
}

function hostClaims(named: Named[], about: Named, { relation }: TypedRecord, quote: Quote, page: ClaimsPage): Claim[] {
  const ends = relation === undefined ? undefined : ofHosts[relation]
  if (relation === undefined || !ends || !ends.from.includes(about.kind)) return []
  const host = page.hosts.find(({ kind }) => ends.host.includes(kind))
  if (!host || named.some(({ ref }) => ref.ref === host.ref)) return []
  const type = relation === 'publication' ? 'part_of' : relation
  const { ref, kind, name } = host
  return [relationship(about.ref, type, { ref, kind, name }, quote)]
}
