import { baseOfKind } from '../../facts/kinds.ts'
import { compare } from '../../resolution/compare.ts'
import { nameKey } from '../../resolution/name-key.ts'
import type { Profile } from '../../resolution/profile.ts'
import type { GraphState } from './graph-state.ts'
import type { EntityKey } from './resolution-queries.ts'
import { selectTombstonesOf, updateHidden } from './tombstone-queries.ts'

// What a person deleted stays deleted. This is the one place where a subject may turn out to be a deleted one: when it is
// compared with others, and before it is clustered.

/** A likeness that is not sure hides too, from this score on: an entity that comes back hurts more than one that waits. */
const leastScore = 0.5

/**
 * Hides subjects that are the same as a deleted entity. A subject that is shown stays: it was there when the person
 * deleted the other one.
 */
export async function hideDeleted(
  state: GraphState,
  keysOf: Map<string, EntityKey[]>,
  seedsOf: Map<string, Set<string>>,
): Promise<void> {
  const ids = [...new Set([...keysOf.keys(), ...seedsOf.keys()])]
  await state.loadEntities(ids.map((id) => state.headOf(id)))
  const open = ids.filter((id) => mayBeHidden(state, id))
  if (open.length === 0) return
  const hidden = await findByTombstone(state, open, keysOf)
  for (const id of open) {
    if (hidden.has(id)) continue
    for (const other of seedsOf.get(id) ?? []) {
      const tombstoneId = state.entities.get(other)?.tombstone_id
      if (tombstoneId) hidden.set(id, tombstoneId)
    }
  }
  for (const [tombstoneId, found] of Map.groupBy(hidden, ([, tombstoneId]) => tombstoneId)) {
    await hide(
      state,
      found.map(([id]) => id),
      tombstoneId,
    )
  }
}

export async function hide(state: GraphState, ids: string[], tombstoneId: string | null): Promise<void> {
  await updateHidden(state.tx, state.domain_id, 'entities', ids, tombstoneId)
  for (const id of ids) {
    const row = state.entities.get(id)
    if (row) row.tombstone_id = tombstoneId
  }
}

function mayBeHidden(state: GraphState, id: string): boolean {
  const row = state.entity(id)
  if (row.tombstone_id !== null || row.is_made || !state.isLive(id) || state.isVouched(id)) return false
  return !state.entity(state.headOf(id)).is_shown
}

async function findByTombstone(
  state: GraphState,
  open: string[],
  keysOf: Map<string, EntityKey[]>,
): Promise<Map<string, string>> {
  const hidden = new Map<string, string>()
  const keys = new Set(open.flatMap((id) => (keysOf.get(id) ?? []).map(({ key }) => key)))
  if (keys.size === 0) return hidden
  const tombstones = await selectTombstonesOf(state.tx, state.domain_id, [...keys])
  for (const { id: tombstoneId, profile, keys: shared } of tombstones) {
    for (const id of open) {
      // A subject that is older was not deleted with the others.
      if (hidden.has(id) || id < tombstoneId) continue
      if (!(keysOf.get(id) ?? []).some(({ key }) => shared.includes(key))) continue
      if (isDeleted(state.profile(id), profile)) hidden.set(id, tombstoneId)
    }
  }
  return hidden
}

/** Whether a profile is that of a deleted entity. Another number of a register, or another birth date, makes it another. */
function isDeleted(profile: Profile, deleted: Profile): boolean {
  const { decision, score, is_veto, is_contrary } = compare(profile, deleted)
  if (is_veto) return false
  if (decision === 'same' || (decision === 'unsure' && !is_contrary && score >= leastScore)) return true
  const names = new Set(nameForms(deleted.kind, deleted.names))
  return profile.kind === deleted.kind && nameForms(profile.kind, profile.names).some((name) => names.has(name))
}

export const nameForms = (kind: string, names: string[]): string[] => [
  ...new Set(names.map((name) => nameKey(baseOfKind(kind) ?? kind, name))),
]
