import { parseDate, spanOf } from '../../dates/parse-date.ts'
import {
  type BaseKind,
  type Claim,
  type EntityClaim,
  type EntityRef,
  entityClaim,
  type Quote,
  relationshipClaim,
  type When,
} from '../../facts/claim.ts'
import { refOf } from '../../facts/refs.ts'
import { joins, relationBeside, relationOfLabel, relationOfSection, type Stated } from '../../facts/relations.ts'
import { allWords, anyOf } from '../../language/word-lists.ts'
import { articlesOfOrganizations } from '../names/rules/name-words.ts'
import { namedId } from '../structured/entities/external-ids.ts'
import { dateAndPlace } from '../structured/fact-tables/cell-values.ts'
import { meaningNamed } from '../vocabulary/meanings.ts'
import { hasRole } from '../vocabulary/roles.ts'
import type { TypedField, TypedRecord } from './typed-record.ts'
import { coordinatesOf, dateOf, dayAndTime, isClock, lifeOf, registerIdOf, withYear } from './values/field-values.ts'
import type { ValueName } from './values/value-names.ts'
import { isNameLike, saysOrganization } from './values/value-shapes.ts'

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
  entityOf(name: string): EntityRef | undefined
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
  const named = namedOf(record, page.entityOf)
  const about = aboutOf(named)
  if (!about) return []
  const quote = quoteOf(record, about, page.text)
  const claims: Claim[] = entityFacts(about, record, { quote, page })
  for (const other of named) {
    if (other === about || other.ref.ref === about.ref.ref) continue
    if (about.kind === 'event' && other.kind === 'object' && other.field.meaning !== 'organizer') {
      const people = named.filter(({ kind, field }) => kind === 'person' && !field.holders)
      const [only] = people
      if (only && people.length === 1 && !other.field.holders && !other.field.is_odd)
        claims.push(worksFor(only.ref, other.ref, quote))
    }
    if (other.field.holders) {
      const holders = named.filter(({ name }) => other.field.holders?.includes(name))
      for (const holder of holders) claims.push(worksFor(holder.ref, other.ref, quote))
      continue
    }
    const said = other.field.said ?? relationBetween(about, other, record)
    if (!said) continue
    const [from, to] = said.is_inverse ? [other, about] : [about, other]
    const proof = apartQuote(other.field, page.text) ?? quote
    claims.push(relationshipClaim({ from: from.ref, relation: said.relation, to: to.ref, quote: proof }))
  }
  for (const { name, ref, field } of named) {
    if (name.aliases.length === 0) continue
    claims.push(entityClaim({ ...ref, aliases: name.aliases, quote: apartQuote(field, page.text) ?? quote }))
  }
  claims.push(...roleClaims({ about, named }, record, quote, page), ...hostClaims(named, about, record, quote, page))
  return claims
}

/** Whatever a record is about. */
export function subjectOf(record: TypedRecord, entityOf: ClaimsPage['entityOf']): EntityRef | undefined {
  return aboutOf(namedOf(record, entityOf))?.ref
}

function namedOf({ fields }: TypedRecord, entityOf: ClaimsPage['entityOf']): Named[] {
  return fields.flatMap((field) => field.names.flatMap((name) => namedIn(field, name, entityOf) ?? []))
}

function namedIn(field: TypedField, name: ValueName, entityOf: ClaimsPage['entityOf']): Named | undefined {
  const ref = entityOrEvent(field, name, entityOf)
  return ref && { ref, kind: ref.kind as BaseKind, field, name }
}

/** Events of records are no names in the text: a title may be anything. */
export function entityOrEvent(
  { kind }: TypedField,
  { name }: ValueName,
  entityOf: ClaimsPage['entityOf'],
): EntityRef | undefined {
  if (kind === 'event') return { ref: refOf('event', name), kind, name }
  return kind && entityOf(name)
}

/**
 * The event of a record, else its first name; before a person may stand a country. Facts that stand apart are about it, and
 * not the other way round.
 */
function aboutOf(named: Named[]): Named | undefined {
  const near = named.filter(({ field }) => field.quote_start === undefined)
  const [first] = near
  const event = near.find(({ kind }) => kind === 'event')
  return event ?? (first?.kind === 'location' ? (near.find(({ kind }) => kind === 'person') ?? first) : first)
}

/** The whole record, or the field of its name where it is long; pictures are not in the text of their record. */
function quoteOf({ start, end }: TypedRecord, { field }: Named, text: string): Quote {
  const isWhole = end - start <= quoteMax && field.start >= start && field.end <= end
  return cutQuote(text, isWhole ? start : field.start, isWhole ? end : field.end)
}

/** The label and the value of a fact that stands apart. */
function apartQuote({ quote_start, start, end }: TypedField, text: string): Quote | undefined {
  if (quote_start === undefined) return undefined
  return cutQuote(text, end - quote_start <= quoteMax ? quote_start : start, end)
}

function cutQuote(text: string, start: number, end: number): Quote {
  const cut = Math.min(end, start + quoteMax)
  return { text: text.slice(start, cut), start, end: cut }
}

const stated = (found: Stated | undefined): TypedField['said'] =>
  found && { relation: found.relation.name, is_inverse: found.is_inverse }

function relationBetween(about: Named, other: Named, { section, fields }: TypedRecord): TypedField['said'] {
  const isProgramme =
    section === 'programme' || section === 'speakers' || fields.some(({ meaning }) => meaning === 'time')
  if (other.field.is_odd) return undefined
  const said = relationOfLabel(other.field.meaning, about.kind)
  if (said !== undefined) return stated(said)
  if (about.kind === 'event' && other.kind === 'person') {
    if (section === 'papers') return { relation: 'author_of', is_inverse: true }
    return { relation: isProgramme ? 'speaker_at' : 'participant_in', is_inverse: true }
  }
  if (about.kind === 'person' && other.kind === 'location')
    return section === 'team' ? { relation: 'works_in', is_inverse: false } : undefined
  // The country of the winner of a race is not where it was.
  if (about.kind === 'event' && other.field.meaning === 'country' && fields.some(({ kind }) => kind === 'person'))
    return undefined
  const isArea = other.name.is_area || other.field.meaning === 'country' || other.field.meaning === 'region'
  if (about.kind === 'location' && !isArea) return undefined
  return stated(relationBeside(about.kind, other.kind))
}

const worksFor = (from: EntityRef, to: EntityRef, quote: Quote) =>
  relationshipClaim({ from, relation: 'works_for', to, quote })

type Facts = Pick<EntityClaim, 'attributes' | 'external_ids' | 'when' | 'where'>

/** One claim for the record, and one for each fact that stands apart. */
function entityFacts(
  { ref, kind }: Named,
  record: TypedRecord,
  { quote, page }: { quote: Quote; page: ClaimsPage },
): EntityClaim[] {
  const whole: Facts = { attributes: {}, external_ids: {}, when: null, where: null }
  const claims: EntityClaim[] = []
  for (const field of record.fields) {
    const facts = factsOf(kind, field, page)
    const proof = apartQuote(field, page.text)
    if (proof) {
      if (hasFacts(facts)) claims.push(entityClaim({ ...ref, ...facts, quote: proof }))
      continue
    }
    Object.assign(whole.attributes, facts.attributes)
    Object.assign(whole.external_ids, facts.external_ids)
    whole.when = facts.when ?? whole.when
    whole.where = facts.where ?? whole.where
  }
  const isDated = whole.when !== null || claims.some(({ when }) => when !== null)
  if (kind === 'event' && !isDated && record.day !== undefined)
    whole.when = parseDate(record.day) ?? dayOf(record.day, page) ?? null
  return [entityClaim({ ...ref, ...whole, quote }), ...claims]
}

const hasFacts = ({ attributes, external_ids, when, where }: Facts) =>
  Object.keys(attributes).length + Object.keys(external_ids).length > 0 || when !== null || where !== null

/** What a field says about an entity of this kind, besides names. */
function factsOf(kind: BaseKind, { meaning, text, url }: TypedField, page: ClaimsPage): Facts {
  const facts: Facts = { attributes: {}, external_ids: {}, when: null, where: null }
  const value = text.replace(/\s+/g, ' ').trim().slice(0, valueMax)
  if (meaningNamed(meaning).attribute_of?.includes(kind) && value !== '')
    facts.attributes[meaning] = roleOf(value)?.role ?? value
  const id = meaning === 'id' || url !== undefined ? (registerIdOf(text, url) ?? labelledId(text)) : undefined
  if (id && isIdOf(kind, id[0])) facts.external_ids[id[0]] = id[1]
  if (meaning === 'coordinates' && kind === 'location') facts.where = coordinatesOf(text) ?? null
  if (kind === 'event') addEventDate(facts, meaning, value, page)
  if (kind === 'person') addLife(facts, meaning, value, page)
  const founded = meaning === 'founded' && kind === 'object' ? dateOf(value, page.language) : undefined
  if (founded) {
    facts.attributes.founding_date = founded.edtf
    facts.when = founded
  }
  return facts
}

function addEventDate(facts: Facts, meaning: string, value: string, page: ClaimsPage): void {
  if (meaning === 'time' && isClock(value)) facts.attributes.time = value
  if (meaning !== 'date') return
  const found = dayAndTime(value, page.language)
  if (found?.time !== undefined) facts.attributes.time = found.time
  facts.when = dateOf(value, page.language) ?? (found && dayOf(found.day, page)) ?? null
}

function addLife(facts: Facts, meaning: string, value: string, { language }: ClaimsPage): void {
  if (meaning !== 'lived' && meaning !== 'born' && meaning !== 'died') return
  const { date } = meaning === 'lived' ? {} : dateAndPlace(value, language)
  const point = date === undefined ? undefined : dateOf(date, language)?.edtf
  const { birth, death } =
    meaning === 'lived' ? lifeOf(value, language) : meaning === 'born' ? { birth: point } : { death: point }
  if (birth !== undefined) facts.attributes.birth_date = birth
  if (death !== undefined) facts.attributes.death_date = death
  const day = (edtf: string | undefined) => (edtf === undefined ? undefined : parseDate(edtf))
  facts.when = spanOf(day(birth), day(death)) ?? null
}

/** A day of a programme has the year of its conference. */
function dayOf(day: string, { hosts, language }: ClaimsPage): When | undefined {
  const year = hosts.flatMap(({ kind, name }) => (kind === 'event' ? (/(?:19|20)\d\d/.exec(name) ?? []) : []))[0]
  return dateOf(day, language) ?? (year === undefined ? undefined : withYear(day, year, language))
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

/** `Software Engineer at Acme`: a role and an organization in one value. */
function roleOf(text: string): { role: string; object: string } | undefined {
  const found = atObject.exec(text)
  return found ? { role: found[1] as string, object: found[2] as string } : undefined
}

const capitalised = "\\p{Lu}[\\p{L}\\p{N}.&'’-]*"
const atObject = new RegExp(
  `^(.{2,60}?)(?:,?\\s+(?:@|${anyOf(allWords('role-at'))})\\s+(?:(?:${anyOf(articlesOfOrganizations)})\\s+)?|\\s+@)` +
    `(${capitalised}(?:\\s(?:${anyOf(allWords('inside-organizations'))}|&|${capitalised}|\\d+))*)(?=$|[,;.()])`,
  'u',
)

function roleClaims(
  { about, named }: { about: Named; named: Named[] },
  { fields }: TypedRecord,
  quote: Quote,
  page: ClaimsPage,
): Claim[] {
  if (about.kind === 'object') return officeClaims(named, fields, quote)
  if (about.kind !== 'person') return []
  return fields.flatMap(({ meaning, text }) => {
    const object =
      meaning === 'job_title' ? (roleOf(text)?.object.replace(/[.,;]$/, '') ?? behindRole(text)) : undefined
    if (object === undefined || !isNameLike(object)) return []
    const known = page.entityOf(object)
    const ref = known?.kind === 'object' ? known : { ref: refOf('object', object), kind: 'object', name: object }
    return [entityClaim({ ...ref, quote }), worksFor(about.ref, ref, quote)]
  })
}

/** `Professor, Delft University of Technology`: the last part says that it is an organization. */
function behindRole(text: string): string | undefined {
  const [role = '', ...parts] = text.split(/,\s+/)
  const last = parts.at(-1)?.replace(/\.$/, '')
  return last !== undefined && hasRole(role) && !hasRole(last) && saysOrganization(last) ? last : undefined
}

/** `Treasurer | Acme | Ada Berg`: the role belongs to the only person of a row that begins with an organization. */
function officeClaims(named: Named[], fields: TypedField[], quote: Quote): Claim[] {
  const people = named.filter(({ kind }) => kind === 'person')
  const role =
    fields
      .find(({ meaning }) => meaning === 'job_title')
      ?.text.replace(/\s+/g, ' ')
      .trim() ?? ''
  const [person] = people
  if (!person || people.length > 1 || role === '') return []
  return [entityClaim({ ...person.ref, attributes: { job_title: role.slice(0, valueMax) }, quote })]
}

/** The relation of whatever a section lists to the first host that it leads to. */
function hostClaims(named: Named[], about: Named, record: TypedRecord, quote: Quote, page: ClaimsPage): Claim[] {
  const { section, fields } = record
  if (section === undefined) return []
  // The talk of a speaker stands in the card of the speaker.
  const person = about.kind === 'event' && section === 'speakers' && named.find(({ kind }) => kind === 'person')
  if (person) return hostClaims(named, person, { ...record, section }, quote, page)
  // The committee and the organization of a conference organize it, and so does its team where it has no organization.
  const isAlone = section === 'team' && !page.hosts.some((one) => one.kind === 'object')
  const isOfEvent = about.kind === 'person' && (section === 'council' || section === 'organizations' || isAlone)
  const found = relationOfSection(isOfEvent ? 'organizers' : section, about.kind)
  if (!found) return []
  const { relation, is_inverse } = found
  const ends = (host: Host) => (is_inverse ? ([host.kind, about.kind] as const) : ([about.kind, host.kind] as const))
  const host = page.hosts.find((one) => one.kind !== 'person' && joins(relation.ends, ...ends(one)))
  if (!host || named.some(({ ref }) => ref.ref === host.ref)) return []
  const { ref, kind, name } = host
  const since = fields.find(({ meaning }) => meaning === 'member_since')
  const date = relation.name === 'member_of' && since ? dateOf(since.text.trim(), page.language) : undefined
  // `Ada Berg, Karl Holm` are two members.
  const all = named.filter(({ field, name: one }) => field === about.field && !one.is_area)
  return all.map((one) => {
    const [from, to] = is_inverse ? [{ ref, kind, name }, one.ref] : [one.ref, { ref, kind, name }]
    return relationshipClaim({ from, relation: relation.name, to, quote, since: date?.edtf ?? null })
  })
}
