import { newId } from '../../../platform/ids.ts'
import { Turns } from '../../../platform/turns.ts'
import { compare, leastPairScore, mayReach, namesCompared } from '../../../resolution/compare.ts'
import type { Comparison, Profile } from '../../../resolution/profile.ts'
import { compareLater } from '../state/due-entities.ts'
import type { GraphState } from '../state/graph-state.ts'
import { findApart, keptApart } from './apart.ts'
import { type Candidates, findCandidates, writeKeys } from './candidates.ts'
import { clusterComponents, type Membership } from './cluster-components.ts'
import { hideDeleted } from './hide-deleted.ts'
import { deletePairs, type PairRow, selectPairs, upsertPairs } from './pair-queries.ts'

// Decides which subjects are the same thing. Subjects that share a key are compared by their profiles; pairs that are
// the same, or may be, are stored. Then every connected component of pairs is clustered anew, from nothing but profiles
// and judgements: so the result does not depend on the order of pages. What is too much for one transaction waits in
// `entities_due` for the job of resolve-due.ts.

/** Pairs of names that one transaction compares. */
const namesMost = 40_000

/**
 * `changed` are subjects with a change that may affect which subjects are the same; `judged` are subjects whose pairs
 * somebody has judged.
 */
export async function resolve(
  state: GraphState,
  { changed, judged }: Record<'changed' | 'judged', Set<string>>,
): Promise<Membership[]> {
  if (changed.size === 0 && judged.size === 0) return []
  const keys = await writeKeys(state, changed)
  const candidates = await findCandidates(state, keys)
  const matchesOf = await writePairs(state, candidates)
  await hideDeleted(state, changed, keys, matchesOf)
  // Subjects of one name may be in one cluster without a pair, while some of them are not named any more.
  for (const [id, matches] of matchesOf) {
    const mates = keys.groups.matesOf(id)
    if (mates.length > 0) for (const mate of [id, ...mates]) matches.add(mate)
  }
  const due = new Set([...keys.turned, ...candidates.inOversizedBlocks].filter((id) => !matchesOf.has(id)))
  for (const id of changed) if (!matchesOf.has(id)) due.add(id)
  const { memberships, left } = await clusterComponents(state, judged, matchesOf)
  for (const id of left) due.add(id)
  if (due.size > 0) await compareLater(state.tx, state.domain_id, [...due])
  return memberships
}

/** Returns the subjects that were compared, each with those whose cluster may have changed by it. */
async function writePairs(state: GraphState, { bySubject }: Candidates): Promise<Map<string, Set<string>>> {
  const { tx, domain_id } = state
  const involved = new Set([...bySubject.keys(), ...[...bySubject.values()].flat()])
  await state.loadEntities(involved)
  await state.loadFacts(involved)
  const pairs = pairsWithin(state, bySubject)
  const subjects = [...pairs.keys()]
  const known = new Map((await selectPairs(tx, domain_id, subjects)).map((pair) => [keyOf(pair.a_id, pair.b_id), pair]))
  const isJudged = (key: string) => (known.get(key)?.judgement ?? null) !== null
  const now = new Map<string, PairRow>()
  const compared = await compareAll(state, [...pairs.values()].flat(), isJudged)
  const hopeful = compared.filter(({ comparison }) => isHopeful(comparison))
  const apart = new Map(
    (
      await findApart(
        state,
        hopeful.map(({ a_id, b_id }) => [a_id, b_id]),
      )
    ).map((one) => [keyOf(one.a, one.b), one]),
  )
  for (const { a_id, b_id, comparison } of compared) {
    const pair = known.get(keyOf(a_id, b_id))
    if (!isHopeful(comparison) && !pair?.judgement) continue
    // A pair that pages tell apart is kept: it explains why two of nearly one name are two.
    const told = apart.get(keyOf(a_id, b_id))
    const { decision, score, reasons, against, is_by_name } =
      told && !comparison.is_certain ? keptApart(told, comparison) : comparison
    const id = pair?.id ?? newId()
    const judgement = pair?.judgement ?? null
    now.set(keyOf(a_id, b_id), { id, a_id, b_id, decision, score, reasons, against, is_by_name, judgement })
  }
  const gone = [...known].flatMap(([key, pair]) => (now.has(key) || pair.judgement ? [] : [pair]))
  const written = [...now].flatMap(([key, pair]) => (isEqual(known.get(key), pair) ? [] : [pair]))
  if (gone.length > 0) {
    await deletePairs(
      tx,
      domain_id,
      gone.map(({ id }) => id),
    )
  }
  if (written.length > 0) await upsertPairs(tx, domain_id, written)
  return matchesBySubject(subjects, [...known.values(), ...now.values()])
}

const isHopeful = ({ decision, score }: Comparison) => decision !== 'different' && score >= leastPairScore

const keyOf = (a: string, b: string) => `${a} ${b}`

/** For each subject those that are, or were, the same. A subject without any stays a cluster of its own. */
function matchesBySubject(subjects: string[], pairs: PairRow[]): Map<string, Set<string>> {
  const matchesOf = new Map(subjects.map((id) => [id, new Set<string>()]))
  for (const { a_id, b_id, decision, judgement } of pairs) {
    if (decision !== 'same' && judgement !== 'same') continue
    for (const id of [a_id, b_id]) matchesOf.get(id)?.add(a_id).add(b_id)
  }
  return matchesOf
}

/**
 * The pairs to compare, the smaller id first, each at the first subject that has it. Ends before the subject with which
 * more names would be compared than a transaction may.
 */
function pairsWithin(state: GraphState, bySubject: Map<string, string[]>): Map<string, [string, string][]> {
  const found = new Map<string, [string, string][]>()
  const seen = new Set<string>()
  let names = 0
  for (const [id, others] of bySubject) {
    const pairs: [string, string][] = []
    for (const other of others) {
      if (!state.isLive(id) || !state.isLive(other)) continue
      const pair: [string, string] = id < other ? [id, other] : [other, id]
      if (seen.has(keyOf(...pair))) continue
      seen.add(keyOf(...pair))
      pairs.push(pair)
      names += namesCompared(state.profile(id), state.profile(other))
    }
    if (names > namesMost && found.size > 0) break
    found.set(id, pairs)
  }
  return found
}

/** Compares the pairs; leaves out those that cannot reach `leastPairScore`, unless they were judged. */
async function compareAll(state: GraphState, pairs: [string, string][], isJudged: (key: string) => boolean) {
  const turns = new Turns(Number.POSITIVE_INFINITY)
  const hopeful: [string, string][] = []
  for (const [a, b] of pairs) {
    if (isJudged(keyOf(a, b)) || mayReach(leastPairScore, state.profile(a), state.profile(b))) hopeful.push([a, b])
    const pause = turns.next()
    if (pause) await pause
  }
  await state.loadNeighbours(hopeful.flat())
  const profiles = new Map<string, Profile>()
  for (const id of hopeful.flat()) if (!profiles.has(id)) profiles.set(id, state.profile(id))
  const compared = []
  for (const [a_id, b_id] of hopeful) {
    compared.push({ a_id, b_id, comparison: compare(profiles.get(a_id) as Profile, profiles.get(b_id) as Profile) })
    const pause = turns.next()
    if (pause) await pause
  }
  return compared
}

const isEqual = (a: PairRow | undefined, b: PairRow) =>
  a !== undefined &&
  a.decision === b.decision &&
  a.score === b.score &&
  a.is_by_name === b.is_by_name &&
  a.reasons.join() === b.reasons.join() &&
  a.against.join() === b.against.join()
