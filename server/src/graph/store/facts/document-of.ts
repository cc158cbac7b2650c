import { limits } from '@polegraph/contract/limits.ts'
import type { Certainty, When, Where } from '../../../facts/claim.ts'
import { baseOfKind } from '../../../facts/kinds.ts'
import { foldName } from '../../../language/fold-name.ts'
import { confidenceOf, trustOf } from './confidence.ts'
import type { EntityDoc, RelationshipDoc } from './documents.ts'
import { type FactRow, guessedWhere, isExistence, named } from './fact-values.ts'

// Builds the document of an entity from the facts of its cluster. Values that contradict each other are all kept, with
// their claims. The document shows the value that a person set, of several the latest; else the value that most hosts
// state, a year or month of a date counting for the date as well; among equals the one with the more trusted origin; then
// the one that the field prefers; then the one of more claims; then, for names, the longer one; then the first in order of `value_key`, so that the same facts always give the
// same document.

export interface Counted {
  confidence: number
  evidence_count: number
  source_count: number
  first_seen_at: string | null
  last_seen_at: string | null
}

interface Choice {
  value_key: string
  value: unknown
  hosts: Set<string>
  trust: number
  n: number
}

type Preference = (value: unknown) => number

const alike: Preference = () => 0
const length: Preference = (value) => String(value).length

/** The most aliases and addresses that an entity shows of those that pages state. */
const aliasesMax = 50
const urlsMax = 20

/** A member of the cluster: the kind that its mentions gave it, and its facts. */
export interface Member {
  kind: string
  facts: FactRow[]
}

/** `head` is the entity that the others were merged into. */
export function entityDocument(members: Member[], head?: string): EntityDoc {
  const facts = members.flatMap(({ facts }) => facts)
  const fields = Map.groupBy(facts, ({ field }) => field)
  const choices = (field: string, prefer?: Preference, lastly?: Preference) =>
    rank(believedOf(fields.get(field) ?? [], head), prefer, lastly)
  const best = (field: string, prefer?: Preference) => choices(field, prefer)[0]?.value ?? undefined
  const vouched = vouchedOf(facts, head)
  const kind = (best('kind') as string | undefined) ?? kindOf(members) ?? vouched?.kind ?? (members[0]?.kind as string)
  const plain = (fields.get('name') ?? []).filter(({ origin }) => origin !== 'person')
  const stated = plain.length > 0 ? plain : (fields.get(named) ?? [])
  const names = rank(stated, baseOfKind(kind) === 'person' ? fullness : undefined, length)
  const given = (fields.get('name') ?? []).filter(({ origin }) => origin === 'person')
  const name = (pinnedOf(given, head)[0]?.value ?? names[0]?.value ?? vouched?.name) as string
  const attributes: Record<string, string> = {}
  const external_ids: Record<string, string> = {}
  for (const field of shownValues(fields)) {
    const value = best(field, preferenceOf(field))
    const into = field.startsWith('attr:') ? attributes : external_ids
    if (value !== undefined) into[field.slice(field.indexOf(':') + 1)] = value as string
  }
  return {
    kind,
    name,
    aliases: isPinned(fields.get('alias'))
      ? texts(choices('alias'))
      : otherNames(name, [...names, ...rank(given), ...choices('alias')]),
    summary: (best('summary', (value) => Math.min(String(value).length, 400)) as string | undefined) ?? null,
    attributes,
    when: (rankDates(believedOf(fields.get('when') ?? [], head))[0]?.value as When | undefined) ?? null,
    where: ((best('where', placeDetail) ?? best(guessedWhere, placeDetail)) as Where | undefined) ?? null,
    external_ids,
    urls: isPinned(fields.get('url')) ? texts(choices('url')) : texts(choices('url')).slice(0, urlsMax),
    pinned: pinnedFields(fields),
  }
}

const isPinned = (facts: FactRow[] | undefined) => facts?.some(({ origin }) => origin === 'person') === true

/**
 * The values that a person set: those of the head, else those that were set last. Members of a cluster may have values of
 * different times, and whoever merges two has chosen which of them stays.
 */
function pinnedOf(facts: FactRow[], head?: string): FactRow[] {
  const set = facts.filter(({ origin }) => origin === 'person')
  const ofHead = set.filter(({ owner_id }) => owner_id === head)
  const pinned = ofHead.length > 0 ? ofHead : set
  const [latest] = pinned.toSorted((a, b) =>
    a.last_at > b.last_at || (a.last_at === b.last_at && a.owner_id < b.owner_id) ? -1 : 1,
  )
  return pinned.filter(({ owner_id, last_at }) => owner_id === latest?.owner_id && last_at === latest.last_at)
}

/** The values that a person set, where there are any; else all. */
export const believedOf = (facts: FactRow[], head?: string): FactRow[] =>
  isPinned(facts) ? pinnedOf(facts, head) : facts

/** Kind and name of an entity that a person vouches for, as they were when the person did. */
export function vouchedOf(facts: FactRow[], head?: string): { kind: string; name: string } | undefined {
  const [vouched] = pinnedOf(
    facts.filter(({ field }) => field === ''),
    head,
  )
  return vouched?.value as { kind: string; name: string } | undefined
}

const texts = (choices: Choice[]) => choices.flatMap(({ value }) => (value === null ? [] : [value as string]))

const listFields: Record<string, string> = { alias: 'aliases', url: 'urls' }

/** The name of a field in the API: `attr:role` is `attributes.role`. */
export const fieldName = (field: string): string =>
  listFields[field] ?? field.replace(/^attr:/, 'attributes.').replace(/^id:/, 'external_ids.')

function pinnedFields(fields: Map<string, FactRow[]>): string[] {
  const values = new Set(shownValues(fields))
  const names = [...fields].flatMap(([field, facts]) => {
    const isNamed = field !== '' && isPinned(facts) && (values.has(field) || !isValue(field))
    return isNamed ? [fieldName(field)] : []
  })
  return names.sort()
}

/** Attributes and external ids are bounded together. */
export const isValue = (field: string) => field.startsWith('attr:') || field.startsWith('id:')

/**
 * The attributes and external ids that are shown, in the order of their names. Where there are more than an entity holds,
 * in number or in bytes, those that people set come first, then those that most hosts state.
 */
function shownValues(fields: Map<string, FactRow[]>): string[] {
  const values = [...fields].flatMap(([field, facts]) => {
    if (!isValue(field)) return []
    const hosts = new Set(facts.map(({ host }) => host)).size
    const bytes = 2 * field.length + Math.max(...facts.map(({ value }) => Buffer.byteLength(String(value))))
    return [{ field, isPinned: isPinned(facts), hosts, bytes }]
  })
  values.sort((a, b) => Number(b.isPinned) - Number(a.isPinned) || b.hosts - a.hosts || (a.field < b.field ? -1 : 1))
  let room = valueBytes
  const shown = values.slice(0, limits.entity_values).filter(({ isPinned, bytes }) => {
    room -= bytes
    return room >= 0 || isPinned
  })
  return shown.map(({ field }) => field).sort()
}

/** The rest is for names, addresses and the summary. */
const valueBytes = limits.entity_bytes / 2

/** The most words for a relationship that are shown. */
const saidAsMax = 5

export function relationshipDocument(
  ends: { from: string; to: string; type: string; certainty: Certainty },
  facts: FactRow[],
): RelationshipDoc {
  const fields = Map.groupBy(facts, ({ field }) => field)
  const choices = (field: string) => rank(believedOf(fields.get(field) ?? []))
  const best = (field: string) => (choices(field)[0]?.value as string | undefined) ?? null
  const attributes: Record<string, string> = {}
  for (const field of shownValues(fields)) {
    const value = field.startsWith('attr:') ? best(field) : null
    if (value !== null) attributes[field.slice(5)] = value
  }
  const said_as = texts(choices('said_as')).slice(0, saidAsMax)
  return { ...ends, said_as, attributes, since: best('since'), until: best('until'), pinned: pinnedFields(fields) }
}

/**
 * What is only reported or denied of an entity is counted as evidence, and supports nothing; where there is nothing else, it
 * says how likely it is that there is such an entity.
 */
export function countFacts(facts: FactRow[]): Counted {
  const existence = facts.filter(({ field, origin }) => isExistence(field) && origin !== 'person')
  const plain = facts.filter(({ field }) => field === '')
  const vouched = plain.length > 0 ? plain : existence
  const firsts = existence.map(({ first_at }) => first_at).sort()
  const lasts = existence.map(({ last_at }) => last_at).sort()
  return {
    confidence: vouched.length === 0 ? 0 : confidenceOf(vouched),
    evidence_count: existence.reduce((sum, { n }) => sum + n, 0),
    source_count: new Set(existence.flatMap(({ field, host }) => (field === '' ? [host] : []))).size,
    first_seen_at: firsts[0] ?? null,
    last_seen_at: lasts.at(-1) ?? null,
  }
}

const rank = (facts: FactRow[], prefer?: Preference, lastly?: Preference): Choice[] =>
  sorted(choicesOf(facts), prefer, lastly)

function choicesOf(facts: FactRow[]): Choice[] {
  const choices = new Map<string, Choice>()
  for (const { value_key, value, host, origin, n } of facts) {
    const choice = choices.get(value_key)
    if (choice) {
      choice.hosts.add(host)
      choice.trust = Math.max(choice.trust, trustOf(origin))
      choice.n += n
    } else choices.set(value_key, { value_key, value, hosts: new Set([host]), trust: trustOf(origin), n })
  }
  return [...choices.values()]
}

function sorted(choices: Choice[], prefer: Preference = alike, lastly: Preference = alike): Choice[] {
  return choices.sort(
    (a, b) =>
      b.hosts.size - a.hosts.size ||
      b.trust - a.trust ||
      prefer(b.value) - prefer(a.value) ||
      b.n - a.n ||
      lastly(b.value) - lastly(a.value) ||
      (a.value_key < b.value_key ? -1 : 1),
  )
}

/** Who says `2026` does not contradict 24 September 2026: such hosts count for the finer date too. */
function rankDates(facts: FactRow[]): Choice[] {
  const choices = choicesOf(facts)
  // Null where a person has taken the date away.
  const stated = choices.map(({ value, hosts }) => ({ value: value as When | null, hosts: [...hosts] }))
  for (const { value, hosts } of choices) {
    const vaguer = stated.filter((other) => isVaguer(other.value, value as When | null))
    for (const host of vaguer.flatMap((other) => other.hosts)) hosts.add(host)
  }
  return sorted(choices, detailOf)
}

function isVaguer(vague: When | null, fine: When | null): boolean {
  if (!vague || !fine) return false
  if (detailOf(vague) >= detailOf(fine) || [vague.start, vague.end, fine.start, fine.end].includes(null)) return false
  return (vague.start as string) <= (fine.start as string) && (fine.end as string) <= (vague.end as string)
}

/** Prefers the longer of two dates: it is more precise. */
const preferenceOf = (field: string) => (field.endsWith('_date') ? length : undefined)

/**
 * Returns the kind with the most votes. A vote weighs by the trust of its origin; a guess from plain text weighs least.
 */
function kindOf(members: Member[]): string | undefined {
  const votes = new Map<string, number>()
  const isPlain = members.some(({ facts }) => facts.some(({ field, origin }) => field === '' && origin !== 'person'))
  for (const { kind, facts } of members) {
    for (const { field, origin, n } of facts) {
      if ((isPlain ? field === '' : isExistence(field)) && origin !== 'person')
        votes.set(kind, (votes.get(kind) ?? 0) + trustOf(origin) ** 4 * Math.log2(1 + n))
    }
  }
  const sorted = [...votes].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return sorted[0]?.[0]
}

/** 1 for a name of a person without initials, else 0. */
const fullness = (value: unknown) =>
  Number(
    !String(value)
      .split(/\s+/)
      .some((word) => /^\p{L}\.?$/u.test(word)),
  )

function otherNames(name: string, choices: Choice[]): string[] {
  const seen = new Set([foldName(name)])
  const names: string[] = []
  for (const { value } of choices) {
    const folded = foldName(value as string)
    if (names.length < aliasesMax && !seen.has(folded)) names.push(value as string)
    seen.add(folded)
  }
  return names
}

const whenDetail: Partial<Record<string, number>> = {
  time: 5,
  day: 5,
  month: 4,
  season: 3,
  quarter: 3,
  year: 2,
  decade: 1,
}
const detailOf: Preference = (value) => whenDetail[(value as When | null)?.precision ?? ''] ?? 0
const whereDetail: Record<Where['precision'], number> = { point: 5, address: 4, city: 3, region: 2, country: 1 }
const placeDetail: Preference = (value) => whereDetail[(value as Where).precision]
