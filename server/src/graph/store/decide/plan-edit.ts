import { limits } from '@polegraph/contract/limits.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { fail } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { isValue } from '../facts/document-of.ts'
import { existence, type FactValue } from '../facts/fact-values.ts'
import { mentionKey, shortKey } from '../facts/mentions.ts'
import { insertMadeEntity, type PinnedValue, type PinRow, selectPins } from '../state/decision-queries.ts'
import { GraphState } from '../state/graph-state.ts'
import {
  insertRelationships,
  selectMergedRelationships,
  selectRelationshipsByKey,
  selectSameRelationships,
} from '../state/relationship-queries.ts'
import { selectAttributeTombstones } from '../state/tombstone-queries.ts'
import type { DecisionChange, PinChange } from './decide.ts'

// Finds the decisions that create or edit an entity or a relationship. The values that a person sets are pinned to the subject that stands for
// the entity; a person who sets anything vouches for the entity, which then stays without evidence.

/** Values to pin by field; an empty list unpins the field. */
export type Edits = Map<string, FactValue[]>

type Owner = 'entity' | 'relationship'

/** The change that pins a field to these values. */
export async function pinOf(
  tx: Transaction,
  domainId: string,
  of: Owner,
  owner: string,
  field: string,
  values: FactValue[],
): Promise<PinChange> {
  const known = (await selectPins(tx, domainId, [owner])).filter((pin) => pin.field === field)
  return change(tx, of, owner, field, known, values)
}

function change(
  tx: Transaction,
  of: Owner,
  owner: string,
  field: string,
  known: PinRow[],
  values: FactValue[],
): PinChange {
  const before = known.map(({ value_key, value, set_at }): PinnedValue => ({ value_key, value, set_at: isoOf(set_at) }))
  const after = values.map(({ value_key, value }) => ({ value_key, value, set_at: tx.now.toISOString() }))
  return { type: 'pin', of, owner, field, before, after }
}

const isoOf = (time: string) => new Date(time).toISOString()

/** Creates the row of an entity that only a person knows of. The pins of `planEdit` make it one. */
export async function makeEntity(tx: Transaction, domainId: string, kind: string, name: string): Promise<string> {
  const id = newId()
  const key = shortKey(`${mentionKey({ kind, name })}|by:${id}`)
  await insertMadeEntity(tx, domainId, { id, key, kind, split_from: null })
  return id
}

/** The row of a relationship that is said plainly, between two entities that are shown; it may exist already. With the tombstones that hide it. */
export async function makeRelationship(
  tx: Transaction,
  domainId: string,
  { from_id, to_id, type }: { from_id: string; to_id: string; type: string },
): Promise<{ id: string; tombstone_ids: string[] }> {
  const types = await new GraphState(tx, domainId).loadTypes()
  const shown = { type: types.typeOf(type), certainty: 'said' as const }
  const key = { from_id, to_id, word: type, certainty: shown.certainty }
  const ends = { from_entity: from_id, to_entity: to_id, ...shown }
  const same = await selectSameRelationships(tx, domainId, [ends])
  const tombstone_ids = [...new Set(same.flatMap(({ tombstone_id }) => tombstone_id ?? []))].sort()
  const [known] = await selectRelationshipsByKey(tx, domainId, [key])
  if (known) return { id: known.merged_into ?? known.id, tombstone_ids }
  const id = newId()
  await insertRelationships(tx, domainId, [{ ...key, ...shown, id }])
  return { id, tombstone_ids }
}

/** `shown` are the kind and name by which the person knows the entity. */
export async function planEdit(
  tx: Transaction,
  domainId: string,
  of: Owner,
  owner: string,
  edits: Edits,
  shown: { kind: string; name: string } | null,
): Promise<DecisionChange[]> {
  const members =
    of === 'entity' ? await membersOf(tx, domainId, owner) : await membersOfRelationship(tx, domainId, owner)
  const memberIds = members.map(({ id }) => id)
  const pins = await selectPins(tx, domainId, memberIds)
  const changes: DecisionChange[] = []
  for (const [field, values] of edits) {
    const owners = values.length > 0 ? [owner] : members.map(({ id }) => id)
    for (const id of owners) {
      const known = pins.filter((pin) => pin.owner_id === id && pin.field === field)
      if (known.length > 0 || values.length > 0) changes.push(change(tx, of, id, field, known, values))
    }
    if (!field.startsWith('attr:')) continue
    for (const id of await selectAttributeTombstones(tx, domainId, memberIds, field.slice(5))) {
      changes.push({ type: 'tombstone', id, before: true, after: false })
    }
  }
  const isSet = [...edits.values()].some((values) => values.length > 0)
  if (isSet) {
    const vouched = pins.filter((pin) => pin.owner_id === owner && pin.field === '')
    if (vouched.length === 0) changes.push(change(tx, of, owner, '', [], [{ ...existence, value: shown }]))
  } else {
    changes.push(...disown(tx, of, pins, edits, members))
  }
  return changes
}

/**
 * Refuses to let people set more than an entity or a relationship holds. What pages say is never refused: the best of it is
 * shown.
 */
export async function requireSpace(
  tx: Transaction,
  domainId: string,
  of: Owner,
  owner: string,
  edits: Edits,
): Promise<void> {
  const set = [...edits.values()].flat()
  if (set.length === 0) return
  const members =
    of === 'entity' ? await membersOf(tx, domainId, owner) : await membersOfRelationship(tx, domainId, owner)
  const pins = await selectPins(
    tx,
    domainId,
    members.map(({ id }) => id),
  )
  const all = [...pins.filter(({ owner_id, field }) => owner_id !== owner || !edits.has(field)), ...set]
  const [before, after] = [sizeOf(pins), sizeOf(all)]
  // What is full already, by a merge, can still be changed and made smaller.
  const isMore = { values: after.values > before.values, bytes: after.bytes > before.bytes }
  const isOver = { values: after.values > limits.entity_values, bytes: after.bytes > limits.entity_bytes }
  if ((isMore.values && isOver.values) || (isMore.bytes && isOver.bytes)) throw fail('entity_full')
}

/** A value that a person has deleted is pinned to null, and takes no room. */
function sizeOf(pins: { field: string; value: unknown }[]): { values: number; bytes: number } {
  const values = new Set(pins.flatMap(({ field, value }) => (isValue(field) && value !== null ? [field] : [])))
  return { values: values.size, bytes: pins.reduce((sum, { field, value }) => sum + bytesOf(field, value), 0) }
}

/** A field is named twice: with its value, and among the pinned ones. */
const bytesOf = (field: string, value: unknown) => 2 * field.length + Buffer.byteLength(JSON.stringify(value))

/** Gives a field of one subject the values back that a person had set, or none. */
export async function planPinsBack(
  tx: Transaction,
  domainId: string,
  id: string,
  field: string,
  after: PinnedValue[],
): Promise<DecisionChange[]> {
  const pin = { ...(await pinOf(tx, domainId, 'entity', id, field, [])), after }
  if (after.length > 0) return [pin]
  const state = new GraphState(tx, domainId)
  await state.loadEntities([id])
  const pins = await selectPins(tx, domainId, [id])
  return [pin, ...disown(tx, 'entity', pins, new Map([[field, []]]), [state.entity(id)])]
}

/** A person who has taken back all that was set no longer vouches for the entity, unless a person made it. */
function disown(
  tx: Transaction,
  of: Owner,
  pins: PinRow[],
  edits: Edits,
  members: { id: string; is_made: boolean }[],
): DecisionChange[] {
  return members.flatMap(({ id, is_made }) => {
    const own = pins.filter(({ owner_id }) => owner_id === id)
    const isLeft = own.some(({ field }) => field !== '' && !edits.has(field))
    const vouched = own.filter(({ field }) => field === '')
    return isLeft || is_made || vouched.length === 0 ? [] : [change(tx, of, id, '', vouched, [])]
  })
}

async function membersOfRelationship(tx: Transaction, domainId: string, id: string) {
  const ids = [id, ...(await selectMergedRelationships(tx, domainId, id))]
  return ids.map((id) => ({ id, is_made: false }))
}

async function membersOf(tx: Transaction, domainId: string, id: string) {
  const state = new GraphState(tx, domainId)
  await state.loadClusters([id])
  return [...state.entities.values()]
}
