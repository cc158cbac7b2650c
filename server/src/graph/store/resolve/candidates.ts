import { Turns } from '../../../platform/turns.ts'
import { blockingKeys } from '../../../resolution/blocking-keys.ts'
import type { Profile } from '../../../resolution/profile.ts'
import type { GraphState } from '../state/graph-state.ts'
import { deleteKeys, type EntityKey, insertKeys, selectBlockingKeys, selectSharers, updateKeys } from './key-queries.ts'
import { NameGroups } from './name-groups.ts'
import { shortHash } from './short-hash.ts'

// Finds the subjects that changed ones are compared with: those that share a key, which are the block of that key. Strangers
// write the names, so every number is bounded: subjects beyond the bounds of a transaction are left for the next one.

/**
 * How large a block may be. A key that more subjects share tells nothing: a name of hundreds, or an account that a site
 * links from all its pages. Whoever has such a key is compared only with those that share another one.
 */
export const sharersMost = { strong: 100, weak: 60 }

/** The most work of one transaction; the rest waits for the next. */
const most = { subjects: 700, keys: 16_000, comparisons: 10_000, compared_subjects: 2_000 }

/** Subjects to compare one with; those that share most keys come first. */
const candidatesMost = 500
/** Keys that one statement looks up: each may have as many rows as `sharersMost` says. */
const keysAtOnce = 3_000

export interface WrittenKeys {
  /** The subjects whose keys are written, with those by which others are found. */
  keysOf: Map<string, EntityKey[]>
  groups: NameGroups
  /** By strong key: the subjects that did not have it before. */
  added: Map<string, Set<string>>
  /** Subjects of blocks that were oversized and are not any more, and those that begin or end to stand for others. */
  turned: Set<string>
}

export async function writeKeys(state: GraphState, changed: Set<string>): Promise<WrittenKeys> {
  const { tx, domain_id } = state
  const turns = new Turns(Number.POSITIVE_INFINITY)
  const first = [...changed].slice(0, most.subjects)
  const known = Map.groupBy(await selectBlockingKeys(tx, domain_id, first), ({ entity_id }) => entity_id)
  const groups = await NameGroups.of(state, first)
  const keysOf = new Map<string, EntityKey[]>()
  const added: EntityKey[] = []
  /** Keys that are strong now and were weak, or the other way round. */
  const turned: EntityKey[] = []
  const gone: EntityKey[] = []
  for (const entity_id of first) {
    if (added.length + turned.length + gone.length >= most.keys) break
    const now = keysNow(state, entity_id, groups.isBehind(entity_id))
    keysOf.set(entity_id, [...now.values()])
    const group = groups.keyOf(entity_id)
    if (group !== undefined) now.set(group, { key: group, entity_id, is_strong: false })
    for (const key of known.get(entity_id) ?? []) {
      const next = now.get(key.key)
      now.delete(key.key)
      if (!next) gone.push(key)
      else if (next.is_strong !== key.is_strong) turned.push(next)
    }
    added.push(...now.values())
    const pause = turns.next()
    if (pause) await pause
  }
  if (gone.length > 0) await deleteKeys(tx, domain_id, gone)
  if (turned.length > 0) await updateKeys(tx, domain_id, turned)
  if (added.length > 0) await insertKeys(tx, domain_id, added)
  const shrunk = await findShrunkBlocks(state, byStrongKey(gone))
  return {
    keysOf,
    groups,
    added: byStrongKey([...turned, ...added]),
    turned: new Set([...shrunk, ...groups.turned]),
  }
}

/** `isBehind`: others of the same name are found by it. */
function keysNow(state: GraphState, entity_id: string, isBehind: boolean): Map<string, EntityKey> {
  const keys = new Map<string, EntityKey>()
  if (!state.isLive(entity_id)) return keys
  const profile = state.profile(entity_id)
  const { strong, weak } = blockingKeys(isBehind ? { ...profile, names: [] } : profile)
  for (const key of weak) keys.set(shortHash(key), { key: shortHash(key), entity_id, is_strong: false })
  for (const key of strong) keys.set(shortHash(key), { key: shortHash(key), entity_id, is_strong: true })
  return keys
}

/** The keys by which a profile is found. */
export function blockingKeysOf(profile: Profile): string[] {
  const { strong, weak } = blockingKeys(profile)
  return [...new Set([...strong, ...weak].map(shortHash))]
}

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

/** The subjects that still have a key whose block was oversized until others lost it. */
async function findShrunkBlocks({ tx, domain_id }: GraphState, gone: Map<string, Set<string>>): Promise<Set<string>> {
  const found = new Set<string>()
  const keys = [...gone.keys()].map((key) => ({ key, most: sharersMost.strong + 1 }))
  if (keys.length === 0) return found
  for (const { key, ids: text } of await selectSharers(tx, domain_id, keys)) {
    const ids = text.split(' ')
    const before = ids.length + (gone.get(key)?.size ?? 0)
    if (ids.length <= sharersMost.strong && before > sharersMost.strong) for (const id of ids) found.add(id)
  }
  return found
}

export interface Candidates {
  /** By subject: those to compare it with. Subjects beyond the bounds are missing. */
  bySubject: Map<string, string[]>
  /** Other subjects of blocks that have just become oversized. */
  inOversizedBlocks: Set<string>
}

export async function findCandidates(state: GraphState, { keysOf, groups, added }: WrittenKeys): Promise<Candidates> {
  const sharers = new Sharers(state, added)
  const bySubject = new Map<string, string[]>()
  const involved = new Set<string>()
  let comparisons = 0
  for (const portion of portionsOf(keysOf)) {
    await sharers.load(portion.flatMap(([, keys]) => keys))
    for (const [id, keys] of portion) {
      const others = [...new Set([...nearest(id, keys, sharers), ...groups.matesOf(id)])]
      comparisons += others.length
      for (const other of others) involved.add(other)
      const isTooMuch = comparisons > most.comparisons || involved.size > most.compared_subjects
      // The first is compared in any case, so that every transaction gets on.
      if (isTooMuch && bySubject.size > 0) {
        const rest = [...keysOf.values()].flat().filter(({ key }) => added.has(key))
        await sharers.load(rest)
        return { bySubject, inOversizedBlocks: sharers.inOversizedBlocks }
      }
      bySubject.set(id, others)
    }
  }
  return { bySubject, inOversizedBlocks: sharers.inOversizedBlocks }
}

function nearest(id: string, keys: EntityKey[], sharers: Sharers): string[] {
  const counts = new Map<string, number>()
  for (const { key } of keys) {
    for (const other of sharers.of(key)) if (other !== id) counts.set(other, (counts.get(other) ?? 0) + 1)
  }
  if (counts.size <= candidatesMost) return [...counts.keys()]
  const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  return sorted.slice(0, candidatesMost).map(([other]) => other)
}

/** Portions of subjects with `keysAtOnce` keys or a little more. */
function* portionsOf(keysOf: Map<string, EntityKey[]>): Generator<[string, EntityKey[]][]> {
  let portion: [string, EntityKey[]][] = []
  let count = 0
  for (const one of keysOf) {
    portion.push(one)
    count += one[1].length
    if (count < keysAtOnce) continue
    yield portion
    portion = []
    count = 0
  }
  if (portion.length > 0) yield portion
}

/** The subjects that have a key, unless it is too common. */
class Sharers {
  /** Other subjects of blocks that those who have the key now have made oversized. */
  readonly inOversizedBlocks = new Set<string>()
  readonly #state: GraphState
  readonly #added: Map<string, Set<string>>
  readonly #byKey = new Map<string, string[]>()

  constructor(state: GraphState, added: Map<string, Set<string>>) {
    this.#state = state
    this.#added = added
  }

  of(key: string): string[] {
    return this.#byKey.get(key) ?? []
  }

  async load(keys: EntityKey[]): Promise<void> {
    const wanted = new Map<string, { key: string; most: number }>()
    for (const { key, is_strong } of keys) {
      if (this.#byKey.has(key)) continue
      this.#byKey.set(key, [])
      // Enough to see how many there were before.
      const most = is_strong ? sharersMost.strong + (this.#added.get(key)?.size ?? 0) : sharersMost.weak
      wanted.set(key, { key, most: most + 1 })
    }
    if (wanted.size === 0) return
    const rows = await selectSharers(this.#state.tx, this.#state.domain_id, [...wanted.values()])
    const isStrong = new Map(keys.map(({ key, is_strong }) => [key, is_strong]))
    for (const { key, ids } of rows) this.#note(key, ids.split(' '), isStrong.get(key) === true)
  }

  #note(key: string, ids: string[], isStrong: boolean): void {
    if (ids.length <= (isStrong ? sharersMost.strong : sharersMost.weak)) {
      this.#byKey.set(key, ids)
      return
    }
    const added = this.#added.get(key)
    if (!isStrong || !added) return
    const before = ids.filter((id) => !added.has(id))
    if (before.length <= sharersMost.strong) for (const id of before) this.inOversizedBlocks.add(id)
  }
}
