import type { ChangedClaim, ClaimOrigin } from '../../../claims/stored-claim.ts'
import type { Where } from '../../../facts/claim.ts'
import { type EntityFact, type RelationshipFact, shortKey } from './mentions.ts'

// Facts: the values that claims state for an entity or a relationship, with the number of claims for each value. A value
// that a person set is a fact too, of the origin `person`.

export type FactOrigin = ClaimOrigin | 'person'

export interface FactRow {
  owner_id: string
  field: string
  value_key: string
  host: string
  origin: FactOrigin
  value: unknown
  n: number
  first_at: string
  last_at: string
}

export type FactValue = Pick<FactRow, 'field' | 'value_key' | 'value'>

export const plain = (field: string, text: string): FactValue => ({ field, value_key: shortKey(text), value: text })
export const existence: FactValue = { field: '', value_key: '', value: null }

/** The existence of what a claim is about, by how likely the claim is right. */
const existenceBy = ({ confidence }: { confidence?: number }): FactValue =>
  confidence === undefined ? existence : { ...existence, value_key: String(confidence) }

/** Fields that count claims about an entity that only report or deny: they support nothing of it. */
export const uncertainFields: ReadonlySet<string> = new Set(['reported', 'denied'])
/** Field of the names in such claims. */
export const named = 'named'
/** Whether the facts of this field say that there are claims about their owner. */
export const isExistence = (field: string): boolean => field === '' || uncertainFields.has(field)

/** Parts of an address. They distinguish two entities of the same name. */
export const placeParts = ['street', 'locality', 'region', 'postal_code'] as const
/** Field that holds the id of the town or country that the entity itself is. */
export const itself = 'place:itself'
/** Field of a location that was found by its name alone. */
export const guessedWhere = 'place:guess'

export const placeKey = ({ lat, lon, precision, country, place_id }: Where): string =>
  `${precision} ${place_id ?? ''} ${lat ?? ''} ${lon ?? ''} ${country ?? ''}`

/** The values that a claim counts for with an entity: what it only reports or denies is none of them. */
function countedValues(fact: EntityFact): FactValue[] {
  if (fact.certainty === undefined) return entityValues(fact)
  return [{ ...existenceBy(fact), field: fact.certainty }, plain(named, fact.name)]
}

/** The values that a claim states for an entity, plainly or not. */
export function entityValues(fact: EntityFact): FactValue[] {
  const { name, aliases, summary, attributes, when, where, external_ids, urls } = fact
  const values = [existenceBy(fact), plain('name', name)]
  for (const alias of aliases) values.push(plain('alias', alias))
  if (summary !== null) values.push(plain('summary', summary))
  for (const [key, value] of Object.entries(attributes)) values.push(plain(`attr:${key}`, value))
  if (when) values.push({ field: 'when', value_key: shortKey(when.edtf), value: when })
  for (const part of placeParts) {
    const value = where?.[part]
    if (value) values.push(plain(`place:${part}`, value))
  }
  if (where && 'itself' in where && where.itself && !where.is_unsure) values.push(plain(itself, where.itself))
  if (where && 'precision' in where) {
    const { lat, lon, precision, country, place_id, is_guess, others, is_unsure } = where
    const value = { lat, lon, precision, country, place_id }
    const open = { ...(others && { others }), ...(is_unsure && { is_unsure }) }
    const marks = `${others ? ' *' : ''}${is_unsure ? ' ?' : ''}`
    if (is_guess) values.push({ field: guessedWhere, value_key: placeKey(value) + marks, value: { ...value, ...open } })
    else values.push({ field: 'where', value_key: placeKey(value), value })
  }
  for (const [register, id] of Object.entries(external_ids)) values.push(plain(`id:${register}`, id))
  for (const url of urls) values.push(plain('url', url))
  return values
}

function relationshipValues({ since, until, said_as, role, ...fact }: RelationshipFact): FactValue[] {
  const values = [existenceBy(fact)]
  if (since !== null) values.push(plain('since', since))
  if (until !== null) values.push(plain('until', until))
  if (said_as !== undefined) values.push(plain('said_as', said_as))
  if (role !== undefined) values.push(plain('attr:role', role))
  return values
}

export interface FactDelta extends FactRow {
  /** `n` of a delta may be negative. */
  key: string
}

export const factKeyOf = ({ field, value_key, host, origin }: Omit<FactRow, 'n' | 'value'>) =>
  `${field}\u0000${value_key}\u0000${host}\u0000${origin}`

/** Claims added minus claims removed, by owner. */
export class FactDeltas {
  readonly byOwner = new Map<string, Map<string, FactDelta>>()

  add(claim: ChangedClaim, sign: 1 | -1): void {
    const owner_id = (claim.entity_id ?? claim.relationship_id) as string
    const values = 'relation' in claim.fact ? relationshipValues(claim.fact) : countedValues(claim.fact)
    const at = new Date(claim.observed_at).toISOString()
    const rows = this.byOwner.get(owner_id) ?? new Map<string, FactDelta>()
    this.byOwner.set(owner_id, rows)
    const { host, origin } = claim
    const seen = new Set<string>()
    for (const value of values) {
      const row = { ...value, owner_id, host, origin, n: sign, first_at: at, last_at: at }
      const key = factKeyOf(row)
      // A claim counts once for each value.
      if (seen.has(key)) continue
      seen.add(key)
      const known = rows.get(key)
      if (known) {
        known.n += sign
        if (at < known.first_at) known.first_at = at
        if (at > known.last_at) known.last_at = at
      } else rows.set(key, { ...row, key })
    }
  }
}
