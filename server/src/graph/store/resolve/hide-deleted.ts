import { baseOfKind } from '../../../facts/kinds.ts'
import { Turns } from '../../../platform/turns.ts'
import { compare } from '../../../resolution/compare.ts'
import { nameKey } from '../../../resolution/names/name-key.ts'
import type { Profile } from '../../../resolution/profile.ts'
import type { GraphState } from '../state/graph-state.ts'
import { hasTombstones, selectShownAt, selectTombstonesOf, updateHidden } from '../state/tombstone-queries.ts'
import { blockingKeysOf, type WrittenKeys } from './candidates.ts'
import { findCalledDifferent } from './judged-groups.ts'
import type { EntityKey } from './key-queries.ts'

// Deleted entities stay deleted. This is the one place where a subject may turn out to be a deleted one: when it is
// compared with others, and before it is clustered.

/** A likeness that is not sure hides too, from this score on: an entity that comes back hurts more than one that waits. */
const leastScore = 0.5

/**
 * Hides subjects that are the same as a deleted entity. What was shown when the person deleted the entity stays, and so does
 * what a person has made, edited or merged.
 */
export async function hideDeleted(
  state: GraphState,
  changed: Set<string>,
  { keysOf, groups }: WrittenKeys,
  matchesOf: Map<string, Set<string>>,
): Promise<void> {
  const ids = [...new Set([...changed, ...keysOf.keys(), ...matchesOf.keys()])]
  await state.loadEntities(ids.map((id) => state.headOf(id)))
  const open = ids.filter((id) => mayBeHidden(state, id))
  if (open.length === 0 || !(await hasTombstones(state.tx, state.domain_id, 'entity'))) return
  await state.loadFacts(open.map((id) => state.headOf(id)))
  const keysWhole = new Map([...keysOf].filter(([id]) => !groups.isBehind(id)))
  let hidden = await findByTombstone(state, open, await allKeysOf(state, open, keysWhole))
  // Whatever is the same as one that was just hidden is hidden with it, and not when it happens to be compared again.
  do {
    await hideEach(state, hidden)
    hidden = await findByMatches(state, open, matchesOf)
  } while (hidden.size > 0)
}

async function hideEach(state: GraphState, hidden: Map<string, string>): Promise<void> {
  for (const [tombstoneId, found] of Map.groupBy(hidden, ([, tombstoneId]) => tombstoneId)) {
    await hide(
      state,
      found.map(([id]) => id),
      tombstoneId,
    )
  }
}

/** The keys of all these subjects: those that wait to be compared with others must not be shown meanwhile. */
async function allKeysOf(
  state: GraphState,
  ids: string[],
  keysOf: Map<string, EntityKey[]>,
): Promise<Map<string, Set<string>>> {
  const turns = new Turns(Number.POSITIVE_INFINITY)
  const all = new Map<string, Set<string>>()
  for (const id of ids) {
    const known = keysOf.get(id)?.map(({ key }) => key)
    all.set(id, new Set(known ?? blockingKeysOf(state.profile(id))))
    const pause = turns.next()
    if (pause) await pause
  }
  return all
}

/** Subjects that are the same as one that is hidden, unless a person has called the two different. */
async function findByMatches(
  state: GraphState,
  open: string[],
  matchesOf: Map<string, Set<string>>,
): Promise<Map<string, string>> {
  const found = open.flatMap((id) =>
    [...(state.entity(id).tombstone_id === null ? (matchesOf.get(id) ?? []) : [])].flatMap((other) => {
      const tombstoneId = state.entities.get(other)?.tombstone_id
      return tombstoneId && !isSpared(state, id, tombstoneId) ? [{ id, other, tombstoneId }] : []
    }),
  )
  if (found.length === 0) return new Map()
  const isDifferent = await findCalledDifferent(state.tx, state.domain_id, [
    ...new Set(found.flatMap(({ id, other }) => [id, other])),
  ])
  const hidden = new Map<string, string>()
  for (const { id, other, tombstoneId } of found)
    if (!hidden.has(id) && !isDifferent(id, other)) hidden.set(id, tombstoneId)
  return hidden
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
  return row.tombstone_id === null && !row.is_made && state.isLive(id) && !state.isVouched(id)
}

/** Whether the subject is shown, and was when the tombstone was made, or stands on the word of a person. */
function isSpared(state: GraphState, id: string, tombstoneId: string): boolean {
  const head = state.entity(state.headOf(id))
  if (!head.is_shown) return false
  return head.id < tombstoneId || head.is_made || head.chosen_at !== null || state.isVouched(head.id)
}

async function findByTombstone(
  state: GraphState,
  open: string[],
  keysOf: Map<string, Set<string>>,
): Promise<Map<string, string>> {
  const hidden = new Map<string, string>()
  const keys = new Set([...keysOf.values()].flatMap((own) => [...own]))
  if (keys.size === 0) return hidden
  const tombstones = await selectTombstonesOf(state.tx, state.domain_id, [...keys])
  for (const { id: tombstoneId, profile, keys: shared, created_at } of tombstones) {
    const same = open.filter((id) => {
      if (hidden.has(id) || isSpared(state, id, tombstoneId)) return false
      return shared.some((key) => keysOf.get(id)?.has(key)) && isDeleted(state.profile(id), profile)
    })
    // One that is older, and was shown then, was not deleted with the others.
    const older = same.filter((id) => id < tombstoneId)
    const stays = new Set(older.length > 0 ? await selectShownAt(state.tx, state.domain_id, older, created_at) : [])
    for (const id of same) if (!stays.has(id)) hidden.set(id, tombstoneId)
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
