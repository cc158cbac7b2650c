import type { EntityDoc } from '../facts/documents.ts'
import type { GraphState } from '../state/graph-state.ts'
import type { StoredRelationshipRow } from '../state/relationship-queries.ts'
import { hasTombstones, selectRelationshipTombstones, updateHidden } from '../state/tombstone-queries.ts'
import { nameForms } from './hide-deleted.ts'
import { shortHash } from './short-hash.ts'

// A deleted relationship stays deleted when its ends are known by other subjects: pages that tell more of an end make a new
// one of it. Then the kinds and names of the ends say that it is the same.

const namesMost = 8

/** The keys by which a relationship between two entities is found, from how the entities look. */
export function relationshipKeysOf(
  { type, certainty }: Pick<StoredRelationshipRow, 'type' | 'certainty'>,
  from: Partial<EntityDoc>,
  to: Partial<EntityDoc>,
): string[] {
  const relation = `relation|${type}|${certainty}`
  return formsOf(from).flatMap((one) => formsOf(to).map((other) => shortHash(`${relation}|${one}|${other}`)))
}

function formsOf({ kind, name, aliases = [] }: Partial<EntityDoc>): string[] {
  if (kind === undefined || name === undefined) return []
  return nameForms(kind, [name, ...aliases].slice(0, namesMost)).map((form) => `${kind}|${form}`)
}

export interface EnteringRelationship {
  row: StoredRelationshipRow
  from: string
  to: string
  type: string
}

/** Hides those of these relationships, which would enter the graph, that a person deleted between ends of the same names. */
export async function hideDeletedRelationships(state: GraphState, entering: EnteringRelationship[]): Promise<void> {
  const { tx, domain_id } = state
  if (entering.length === 0 || !(await hasTombstones(tx, domain_id, 'relationship'))) return
  const docOf = (id: string) => state.entity(id).doc as Partial<EntityDoc>
  const keysOf = new Map(
    entering.map((one) => [one, relationshipKeysOf({ ...one.row, type: one.type }, docOf(one.from), docOf(one.to))]),
  )
  const tombstones = await selectRelationshipTombstones(tx, domain_id, [...new Set([...keysOf.values()].flat())])
  await state.loadEntities(tombstones.flatMap(({ from_entity, to_entity }) => [from_entity, to_entity]))
  const isGone = (id: string) => !state.entity(id).is_shown
  for (const [{ row, from, to }, keys] of keysOf) {
    // An end that is still shown is somebody else of the same name.
    const tombstone = tombstones.find(
      ({ key, from_entity, to_entity }) =>
        keys.includes(key) && (from_entity === from || isGone(from_entity)) && (to_entity === to || isGone(to_entity)),
    )
    if (!tombstone) continue
    await updateHidden(tx, domain_id, 'relationships', [row.id], tombstone.id)
    row.tombstone_id = tombstone.id
  }
}
