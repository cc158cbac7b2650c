import { hash } from 'node:crypto'
import { Turns } from '../../platform/turns.ts'
import { blockingKeys } from '../../resolution/blocking-keys.ts'
import type { GraphState } from './graph-state.ts'
import {
  deleteKeys,
  type EntityKey,
  insertKeys,
  selectBlockingKeys,
  selectSharedKeys,
  selectSharers,
} from './resolution-queries.ts'

// Finds the subjects that changed ones are compared with: those that share a key. Strangers write the names, so every
// number is bounded: subjects beyond the bounds of a transaction are left for the next one.

/**
 * How many subjects may share a key. A key that more share tells nothing: a name of hundreds, or an account that a site
 * links from all its pages. Whoever has such a key is compared only with those that share another one.
 */
export const sharersMost = { strong: 100, weak: 60 }

/** For one transaction. Crawls of real sites stay below half of each. */
const most = { subjects: 500, keys: 10_000, comparisons: 10_000, compared_subjects: 2_000 }

/** Those that share most keys come first. */
const candidatesMost = 500
/** Keys that one statement looks up: each may have as many rows as `sharersMost` says. */
const keysAtOnce = 3_000

export interface WrittenKeys {
  /** The subjects whose keys are written, with the number of their keys. */
  subjects: Map<string, number>
  /** By strong key: the subjects that did not have it before. */
  added: Map<string, Set<string>>
  /** Subjects with a key that was too common and is not any more. */
  freed: Set<string>
}

export async function writeKeys(state: GraphState, changed: Set<string>): Promise<WrittenKeys> {
  const { tx, domain_id } = state
  const turns = new Turns(Number.POSITIVE_INFINITY)
  const first = [...changed].slice(0, most.subjects)
  const known = Map.groupBy(await selectBlockingKeys(tx, domain_id, first), ({ entity_id }) => entity_id)
  const subjects = new Map<string, number>()
  const added: EntityKey[] = []
  const gone: EntityKey[] = []
  for (const entity_id of first) {
    if (added.length + gone.length >= most.keys) break
    const now = keysOf(state, entity_id)
    subjects.set(entity_id, now.size)
    for (const key of known.get(entity_id) ?? []) {
      if (now.get(key.key)?.is_strong === key.is_strong) now.delete(key.key)
      else if (!now.has(key.key)) gone.push(key)
    }
    added.push(...now.values())
    const pause = turns.next()
    if (pause) await pause
  }
  if (gone.length > 0) await deleteKeys(tx, domain_id, gone)
  if (added.length > 0) await insertKeys(tx, domain_id, added)
  return { subjects, added: byStrongKey(added), freed: await findFreed(state, byStrongKey(gone)) }
}

function keysOf(state: GraphState, entity_id: string): Map<string, EntityKey> {
  const keys = new Map<string, EntityKey>()
  if (!state.isLive(entity_id)) return keys
  const { strong, weak } = blockingKeys(state.profile(entity_id))
  for (const key of weak) keys.set(shorten(key), { key: shorten(key), entity_id, is_strong: false })
  for (const key of strong) keys.set(shorten(key), { key: shorten(key), entity_id, is_strong: true })
  return keys
}

const shorten = (key: string) => hash('sha256', key, 'base64url').slice(0, 12)

function byStrongKey(keys: EntityKey[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { key, entity_id, is_strong } of keys) {
    if (!is_strong) continue
    const ids = found.get(key)
    if (ids) ids.add(entity_id)
    else found.set(key, new Set([entity_id]))
  }
  return found
}

/** Subjects that still have a key that others have lost, and that was too common until then. */
async function findFreed(state: GraphState, gone: Map<string, Set<string>>): Promise<Set<string>> {
  const keys = [...gone.keys()].map((key) => ({ key, most: sharersMost.strong + 1 }))
  if (keys.length === 0) return new Set()
  const freed = new Set<string>()
  for (const { key, ids } of await selectSharers(state.tx, state.domain_id, keys)) {
    const before = ids.length + (gone.get(key)?.size ?? 0)
    if (ids.length <= sharersMost.strong && before > sharersMost.strong) for (const id of ids) freed.add(id)
  }
  return freed
}

export interface Candidates {
  /** By subject: those to compare it with, whatever came before. Subjects beyond the bounds are missing. */
  bySubject: Map<string, string[]>
  /** Other subjects with a key that has just become too common. */
  crowded: Set<string>
}

export async function findCandidates(state: GraphState, { subjects, added }: WrittenKeys): Promise<Candidates> {
  const bySubject = new Map<string, string[]>()
  const involved = new Set<string>()
  const common = new Set<string>()
  let comparisons = 0
  for (const portion of portionsOf(subjects)) {
    const shared = new Map(portion.map((id) => [id, new Map<string, number>()]))
    for (const { id, key, others } of await selectSharedKeys(state.tx, state.domain_id, portion, sharersMost)) {
      const counts = shared.get(id) as Map<string, number>
      if (others === null) common.add(key)
      else for (const other of others.split(' ')) counts.set(other, (counts.get(other) ?? 0) + 1)
    }
    for (const [id, counts] of shared) {
      const others = nearest(counts)
      comparisons += others.length
      for (const other of others) involved.add(other)
      const isTooMuch = comparisons > most.comparisons || involved.size > most.compared_subjects
      // The first is compared in any case, so that every transaction gets on.
      if (isTooMuch && bySubject.size > 0) {
        return { bySubject, crowded: await findCrowded(state, new Set(added.keys()), added) }
      }
      bySubject.set(id, others)
    }
  }
  return { bySubject, crowded: await findCrowded(state, common, added) }
}

function nearest(counts: Map<string, number>): string[] {
  if (counts.size <= candidatesMost) return [...counts.keys()]
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return sorted.slice(0, candidatesMost).map(([id]) => id)
}

/** Portions of subjects with `keysAtOnce` keys or a little more. */
function* portionsOf(subjects: Map<string, number>): Generator<string[]> {
  let portion: string[] = []
  let keys = 0
  for (const [id, count] of subjects) {
    portion.push(id)
    keys += count
    if (keys < keysAtOnce) continue
    yield portion
    portion = []
    keys = 0
  }
  if (portion.length > 0) yield portion
}

/** The subjects that were compared by one of these keys before those that have it now made it too common. */
async function findCrowded(
  state: GraphState,
  suspects: Set<string>,
  added: Map<string, Set<string>>,
): Promise<Set<string>> {
  const keys = [...suspects].flatMap((key) => {
    const own = added.get(key)
    return own ? [{ key, most: sharersMost.strong + own.size + 1 }] : []
  })
  if (keys.length === 0) return new Set()
  const crowded = new Set<string>()
  for (const { key, ids } of await selectSharers(state.tx, state.domain_id, keys)) {
    const own = added.get(key) as Set<string>
    const before = ids.filter((id) => !own.has(id))
    if (ids.length > sharersMost.strong && before.length <= sharersMost.strong) for (const id of before) crowded.add(id)
  }
  return crowded
}
