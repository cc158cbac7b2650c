import { hash } from 'node:crypto'
import { newId } from '../../platform/ids.ts'
import { blockingKeys } from '../../resolution/blocking-keys.ts'
import { cluster } from '../../resolution/cluster.ts'
import { compare, mayReach } from '../../resolution/compare.ts'
import type { Comparison, Profile } from '../../resolution/profile.ts'
import type { GraphState } from './graph-state.ts'
import {
  deleteKeys,
  deletePairs,
  type EntityKey,
  insertKeys,
  type PairRow,
  selectBlockingKeys,
  selectComponent,
  selectPairs,
  selectSharedKeys,
  upsertPairs,
} from './resolution-queries.ts'

// Decides which subjects are the same thing. All subjects that share a key are compared by their profiles; pairs that
// are the same, or may be, are stored. Then every connected component of pairs is clustered anew, from nothing but
// profiles and judgements: so the result does not depend on the order of pages.

/** How many subjects are read for a key. A weak key that more subjects share is ignored. */
const most = { strong: 500, weak: 60 }

/** Pairs with a lower score are not stored for review: nearly all of them are different. */
const leastPairScore = 0.6

/** The cluster that a subject belongs to, named by its head. `score` and `reasons` say why a subject was merged. */
export interface Membership {
  id: string
  head: string
  score: number
  reasons: string[]
}

/** `changed` are subjects with a change that may affect which subjects are the same. */
export async function resolve(state: GraphState, changed: Set<string>): Promise<Membership[]> {
  if (changed.size === 0) return []
  await writeKeys(state, changed)
  const seeds = await writePairs(state, changed)
  if (seeds.size === 0) return []
  return clusterComponents(state, seeds)
}

async function writeKeys(state: GraphState, changed: Set<string>): Promise<void> {
  const { tx, domain_id } = state
  const known = Map.groupBy(await selectBlockingKeys(tx, domain_id, [...changed]), ({ entity_id }) => entity_id)
  const added: EntityKey[] = []
  const gone: EntityKey[] = []
  for (const entity_id of changed) {
    const now = new Map<string, EntityKey>()
    if (state.isLive(entity_id)) {
      const { strong, weak } = blockingKeys(state.profile(entity_id))
      for (const key of weak) now.set(shorten(key), { key: shorten(key), entity_id, is_strong: false })
      for (const key of strong) now.set(shorten(key), { key: shorten(key), entity_id, is_strong: true })
    }
    for (const key of known.get(entity_id) ?? []) {
      if (now.get(key.key)?.is_strong === key.is_strong) now.delete(key.key)
      else if (!now.has(key.key)) gone.push(key)
    }
    added.push(...now.values())
  }
  if (gone.length > 0) await deleteKeys(tx, domain_id, gone)
  if (added.length > 0) await insertKeys(tx, domain_id, added)
}

const shorten = (key: string) => hash('sha256', key, 'base64url').slice(0, 12)

/** Returns the subjects whose cluster may have changed. */
async function writePairs(state: GraphState, changed: Set<string>): Promise<Set<string>> {
  const { tx, domain_id } = state
  const candidates = await findCandidates(state, changed)
  const known = new Map(
    (await selectPairs(tx, domain_id, [...changed])).map((pair) => [`${pair.a_id} ${pair.b_id}`, pair]),
  )
  const involved = new Set([...changed, ...candidates.flat()])
  await state.loadEntities(involved)
  await state.loadFacts(involved)
  const isJudged = (key: string) => (known.get(key)?.judgement ?? null) !== null
  const now = new Map<string, PairRow>()
  for (const { a_id, b_id, comparison } of await compareAll(state, candidates, isJudged)) {
    const { decision, score, reasons } = comparison
    const pair = known.get(`${a_id} ${b_id}`)
    if ((decision === 'different' || score < leastPairScore) && !pair?.judgement) continue
    const id = pair?.id ?? newId()
    now.set(`${a_id} ${b_id}`, { id, a_id, b_id, decision, score, reasons, judgement: pair?.judgement ?? null })
  }
  const seeds = new Set<string>()
  const gone = [...known].flatMap(([key, pair]) => (now.has(key) || pair.judgement ? [] : [pair]))
  const written = [...now].flatMap(([key, pair]) => (isEqual(known.get(key), pair) ? [] : [pair]))
  // Subjects that are, or were, the same as another. Any other subject stays a cluster of its own.
  for (const { a_id, b_id, decision, judgement } of [...known.values(), ...now.values()]) {
    if (decision === 'same' || judgement === 'same') seeds.add(a_id).add(b_id)
  }
  if (gone.length > 0) {
    await deletePairs(
      tx,
      domain_id,
      gone.map(({ id }) => id),
    )
  }
  if (written.length > 0) await upsertPairs(tx, domain_id, written)
  return seeds
}

/** Compares the pairs; leaves out those that cannot reach `leastPairScore`, unless they were judged. */
async function compareAll(state: GraphState, pairs: [string, string][], isJudged: (key: string) => boolean) {
  const live = pairs.filter((ids) => ids.every((id) => state.isLive(id)))
  const withoutNeighbours = profilesOf(state, live)
  const hopeful = live.filter(
    ([a, b]) =>
      isJudged(`${a} ${b}`) ||
      mayReach(leastPairScore, withoutNeighbours.get(a) as Profile, withoutNeighbours.get(b) as Profile),
  )
  await state.loadNeighbours(hopeful.flat())
  const profiles = profilesOf(state, hopeful)
  return hopeful.map(([a_id, b_id]) => {
    return { a_id, b_id, comparison: compare(profiles.get(a_id) as Profile, profiles.get(b_id) as Profile) }
  })
}

const profilesOf = (state: GraphState, pairs: [string, string][]): Map<string, Profile> =>
  new Map([...new Set(pairs.flat())].map((id) => [id, state.profile(id)]))

const isEqual = (a: PairRow | undefined, b: PairRow) =>
  a !== undefined && a.decision === b.decision && a.score === b.score && a.reasons.join() === b.reasons.join()

/** Pairs of subjects that share a key, the smaller id first. */
async function findCandidates(state: GraphState, changed: Set<string>): Promise<[string, string][]> {
  const pairs = new Map<string, [string, string]>()
  for (const { id, others } of await selectSharedKeys(state.tx, state.domain_id, [...changed], most)) {
    for (const other of others.split(' ')) {
      const pair: [string, string] = id < other ? [id, other] : [other, id]
      pairs.set(pair.join(' '), pair)
    }
  }
  return [...pairs.values()]
}

async function clusterComponents(state: GraphState, seeds: Set<string>): Promise<Membership[]> {
  const { tx, domain_id } = state
  await state.loadClusters(seeds)
  const heads = new Set([...seeds].map((id) => state.headOf(id)))
  const mates = [...state.entities.values()].filter(({ id, merged_into }) => heads.has(merged_into ?? id))
  const members = await selectComponent(tx, domain_id, [...new Set([...seeds, ...mates.map(({ id }) => id)])])
  await state.loadClusters(members)
  await state.loadFacts(members)
  await state.loadNeighbours(members)
  const live = members.filter((id) => state.isLive(id))
  const judged = (await selectPairs(tx, domain_id, live)).flatMap(({ a_id, b_id, judgement }) => {
    if (judgement === null || judgement === 'unsure') return []
    return [
      { a: state.entities.get(a_id)?.key ?? '', b: state.entities.get(b_id)?.key ?? '', same: judgement === 'same' },
    ]
  })
  const ids = new Map(live.map((id) => [state.entity(id).key, id]))
  const { clusters, pairs } = cluster(
    live.map((id) => ({ key: state.entity(id).key, profile: state.profile(id) })),
    judged,
  )
  const reasons = bestPairs(pairs)
  const alive = clusters.flatMap((keys) => {
    const group = keys.map((key) => ids.get(key) as string)
    const head = group.reduce((least, id) => (id < least ? id : least))
    return keys.map((key): Membership => {
      const id = ids.get(key) as string
      const { score = 0, reasons: why = [] } = id === head ? {} : (reasons.get(key) ?? {})
      return { id, head, score, reasons: why }
    })
  })
  // A subject without live claims stands for no other.
  const dead = members.filter((id) => !state.isLive(id)).map((id) => ({ id, head: id, score: 0, reasons: [] }))
  return [...alive, ...dead]
}

/** For each key the best comparison with the decision `same`. */
function bestPairs(pairs: { a: string; b: string; comparison: Comparison }[]): Map<string, Comparison> {
  const best = new Map<string, Comparison>()
  for (const { a, b, comparison } of pairs) {
    if (comparison.decision !== 'same') continue
    for (const key of [a, b]) {
      const known = best.get(key)
      if (!known || comparison.score > known.score) best.set(key, comparison)
    }
  }
  return best
}
