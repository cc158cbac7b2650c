import { Turns } from '../../../platform/turns.ts'
import { type ComparedPair, clusterSteps } from '../../../resolution/cluster.ts'
import { compare, namesCounted } from '../../../resolution/compare.ts'
import { componentsOf } from '../../../resolution/components.ts'
import type { Judgement } from '../../../resolution/groups.ts'
import type { Comparison, Profile } from '../../../resolution/profile.ts'
import { namesakeKey } from '../facts/mentions.ts'
import { selectJudgedSame } from '../state/decision-queries.ts'
import type { GraphState } from '../state/graph-state.ts'
import { findApart } from './apart.ts'
import { type ComponentPair, selectComponent, selectComponentPairs, updateHeldBy } from './pair-queries.ts'

/**
 * A component with more subjects or names hangs together by chance, through a chain of subjects that have ever less to do
 * with each other: of it only what somebody has judged is the same.
 */
const componentMost = { subjects: 150, names: 300 }

/** Subjects that one transaction reads to cluster them. */
const membersMost = 1_500

/** The cluster that a subject belongs to, named by its head. `score` and `reasons` say why a subject was merged. */
export interface Membership {
  id: string
  head: string
  score: number
  reasons: string[]
  against: string[]
}

export interface ClusteredComponents {
  /** Of the subjects that belong to another cluster than before. */
  memberships: Membership[]
  /** Compared subjects whose components were too large for this transaction. */
  left: string[]
}

/** Clusters the components of the judged subjects, and of what the compared ones match or have matched. */
export async function clusterComponents(
  state: GraphState,
  judged: Set<string>,
  matchesOf: Map<string, Set<string>>,
): Promise<ClusteredComponents> {
  const { tx, domain_id } = state
  const subjects = [['', judged] as const, ...matchesOf].filter(([, ids]) => ids.size > 0)
  if (subjects.length === 0) return { memberships: [], left: [] }
  let count = subjects.length
  let members = await membersOf(state, subjects)
  while (members.length > membersMost && count > 1) {
    count = Math.ceil(count / 2)
    members = await membersOf(state, subjects.slice(0, count))
  }
  // A component that is cut off keeps all that judgements say of its subjects.
  if (members.length > membersMost) members = await selectJudgedSame(tx, domain_id, members)
  await state.loadClusters(members)
  const pairs = await selectComponentPairs(tx, domain_id, members)
  const memberships: Membership[] = []
  const conflicts: Conflicts = new Map()
  await state.loadFacts(members)
  const silent = findSilent(state, members, pairs)
  const links = [...silent].map(([a_id, b_id]) => ({ a_id, b_id }))
  for (const ids of componentsOf(members, [...pairs.filter(isSame), ...links])) {
    memberships.push(...(await clusterComponent(state, ids, { pairs, silent }, conflicts)))
  }
  await writeConflicts(state, pairs, memberships, conflicts)
  return {
    memberships: memberships.filter(({ id, head }) => head !== state.headOf(id)),
    left: subjects.slice(count).map(([id]) => id),
  }
}

/** What is known of a component before it is clustered. */
interface Known {
  pairs: ComponentPair[]
  silent: Map<string, string>
}

/**
 * Subjects of sites that name them no more, each with one of the same name and the same cluster that is named still: an
 * entity keeps its id when the site that gave it falls silent.
 */
function findSilent(state: GraphState, members: string[], pairs: ComponentPair[]): Map<string, string> {
  const silent = new Map<string, string>()
  const mateOf = new Map<string, string>()
  const clusterAndName = (id: string) => {
    const name = namesakeKey(state.entity(id).key)
    return name === undefined ? undefined : `${state.headOf(id)} ${name}`
  }
  for (const id of members.toSorted()) {
    const group = clusterAndName(id)
    if (group !== undefined && state.isLive(id) && !mateOf.has(group)) mateOf.set(group, id)
  }
  const isJudged = new Set(pairs.flatMap(({ a_id, b_id, judgement }) => (judgement === null ? [] : [a_id, b_id])))
  for (const id of members) {
    const mate = mateOf.get(clusterAndName(id) ?? '')
    if (mate !== undefined && !state.isLive(id) && !isJudged.has(id)) silent.set(id, mate)
  }
  return silent
}

/** By pair of ids: why two that are called the same are not merged. */
type Conflicts = Map<string, string>

const pairKey = (a: string, b: string) => (a < b ? `${a} ${b}` : `${b} ${a}`)

/** Notes for every pair that is called the same why the two are not merged; nothing where they are. */
async function writeConflicts(
  state: GraphState,
  pairs: ComponentPair[],
  memberships: Membership[],
  conflicts: Conflicts,
): Promise<void> {
  const headOf = new Map(memberships.map(({ id, head }) => [id, head]))
  const changed = pairs.flatMap(({ id, a_id, b_id, decision, judgement, held_by }) => {
    const [a, b] = [headOf.get(a_id), headOf.get(b_id)]
    if (a === undefined || b === undefined) return []
    const isApart = decision === 'same' && judgement === null && a !== b
    const reason = isApart ? (conflicts.get(pairKey(a_id, b_id)) ?? reasonToWait(state, a_id, b_id)) : null
    return reason === held_by ? [] : [{ id, held_by: reason }]
  })
  if (changed.length > 0) await updateHeldBy(state.tx, state.domain_id, changed)
}

function reasonToWait(state: GraphState, a: string, b: string): string {
  const isDeleted = state.entity(a).tombstone_id !== state.entity(b).tombstone_id
  return isDeleted ? 'one of the two was deleted' : 'not the same by all that is known now'
}

const isSame = ({ judgement }: ComponentPair) => judgement === null || judgement === 'same'

/** All subjects of the components of these, and those that are in a cluster with one of these now. */
async function membersOf(state: GraphState, subjects: (readonly [string, Set<string>])[]): Promise<string[]> {
  const wanted = new Set(subjects.flatMap(([, ids]) => [...ids]))
  await state.loadClusters(wanted)
  const heads = new Set([...wanted].map((id) => state.headOf(id)))
  const mates = [...state.entities.values()].filter(({ id, merged_into }) => heads.has(merged_into ?? id))
  const known = [...new Set([...wanted, ...mates.map(({ id }) => id)])]
  return selectComponent(state.tx, state.domain_id, known, Math.max(membersMost + 1, known.length))
}

async function clusterComponent(
  state: GraphState,
  members: string[],
  known: Known,
  conflicts: Conflicts,
): Promise<Membership[]> {
  // Subjects that a tombstone hides are not the same as those that are shown, however alike they are.
  const byTombstone = Map.groupBy(members, (id) => state.entity(id).tombstone_id)
  const called = componentsOf(members, known.pairs.filter(isCalledSame))
  const memberships: Membership[] = []
  for (const group of byTombstone.values()) {
    memberships.push(...(await clusterTogether(state, group, called, known, conflicts)))
  }
  return memberships
}

const isCalledSame = ({ judgement, is_of_model }: ComponentPair) => judgement === 'same' && !is_of_model

/** `called` are the groups that people called the same, also those of which a part is hidden. */
async function clusterTogether(
  state: GraphState,
  members: string[],
  called: string[][],
  { pairs, silent }: Known,
  conflicts: Conflicts,
): Promise<Membership[]> {
  const live = members.filter((id) => state.isLive(id))
  const judgedSame = componentsOf(members, pairs.filter(isCalledSame))
  const judgedGroupOf = new Map(judgedSame.flatMap((group) => group.map((id) => [id, group])))
  const clusters = await clusterLive(state, live, { called, judgedSame }, pairs, conflicts)
  const memberships = clusters.flatMap(({ ids, reasonOf }) => {
    const isIn = new Set(ids)
    // A subject without live claims stands for no other, unless a person chose it to.
    const chosen = [...new Set(ids.map((id) => judgedGroupOf.get(id) ?? []))].flatMap((group) =>
      group.filter((id) => !isIn.has(id) && state.entity(id).chosen_at !== null),
    )
    const silentHere = members.filter((id) => isIn.has(silent.get(id) ?? '') && !chosen.includes(id))
    const all = [...ids, ...chosen, ...silentHere]
    const head = headOf(state, all)
    return all.map((id): Membership => ({ id, head, ...(id === head ? unmerged : (reasonOf(id) ?? unmerged)) }))
  })
  const placed = new Set(memberships.map(({ id }) => id))
  const alone = members.filter((id) => !placed.has(id)).map((id) => ({ id, head: id, ...unmerged }))
  return [...memberships, ...alone]
}

const unmerged = { score: 0, reasons: [] as string[], against: [] as string[] }

/** The subject that a person chose last, else the oldest. */
function headOf(state: GraphState, ids: string[]): string {
  const chosenAt = (id: string) => state.entity(id).chosen_at ?? ''
  return ids.reduce((head, id) => {
    if (chosenAt(id) !== chosenAt(head)) return chosenAt(id) > chosenAt(head) ? id : head
    return id < head ? id : head
  })
}

interface LiveCluster {
  ids: string[]
  /** Why a subject is in it. */
  reasonOf(id: string): Pick<Membership, 'score' | 'reasons' | 'against'> | undefined
}

async function clusterLive(
  state: GraphState,
  live: string[],
  { called, judgedSame }: Record<'called' | 'judgedSame', string[][]>,
  pairs: ComponentPair[],
  conflicts: Conflicts,
): Promise<LiveCluster[]> {
  const isLive = new Set(live)
  // Two that a person called the same through a third stay so when the third has no claims any more.
  const together = judgedSame.map((group) => group.filter((id) => isLive.has(id)))
  const reasonOf = () => undefined
  const count = countOf(state, live)
  if (count.subjects > componentMost.subjects || count.names > componentMost.names) {
    const reason = `${live.length} hang together, each like the next: nobody can tell which are the same`
    for (const { a_id, b_id } of pairs)
      if (isLive.has(a_id) && isLive.has(b_id)) conflicts.set(pairKey(a_id, b_id), reason)
    return together.filter((ids) => ids.length > 0).map((ids) => ({ ids, reasonOf }))
  }
  await state.loadNeighbours(live)
  const keyOf = (id: string) => state.entity(id).key
  const judged: Judgement[] = together.flatMap(([first = '', ...others]) =>
    others.map((id) => ({ a: keyOf(first), b: keyOf(id), same: true })),
  )
  // What was said of one holds for all that people called the same as it, also when that one has no claims any more.
  const standIns = new Map(
    called.flatMap((group) => {
      const found = group.find((id) => isLive.has(id))
      return found === undefined ? [] : group.map((id) => [id, isLive.has(id) ? id : found])
    }),
  )
  for (const { a_id, b_id, judgement, is_of_model } of pairs) {
    const [a, b] = [standIns.get(a_id), standIns.get(b_id)]
    const isJudged = judgement === 'different' || (judgement === 'same' && is_of_model)
    if (!isJudged || a === undefined || b === undefined) continue
    judged.push({ a: keyOf(a), b: keyOf(b), same: judgement === 'same', is_of_model })
  }
  for (const { a, b, reason } of await findApart(state, combinationsOf(state, live))) {
    if (compare(state.profile(a), state.profile(b)).is_certain) continue
    judged.push({ a: keyOf(a), b: keyOf(b), same: false, reason })
  }
  const isTold = new Set(judged.flatMap(({ a, b }) => [a, b]))
  const alike = groupAlike(state, live, isTold)
  const idsOf = new Map(alike.map((ids) => [keyOf(ids[0] as string), ids]))
  const items = alike.map((ids) => {
    const key = keyOf(ids[0] as string)
    return { key, profile: profileOfAll(state, ids), namesake: namesakeKey(key) }
  })
  const clustered = await inTurns(clusterSteps(items, judged))
  for (const { a, b, reason } of clustered.conflicts) {
    for (const idA of idsOf.get(a) ?? []) for (const idB of idsOf.get(b) ?? []) conflicts.set(pairKey(idA, idB), reason)
  }
  const best = bestPairs(clustered)
  const firstOf = new Map(alike.flatMap((ids) => ids.map((id) => [id, ids[0] as string])))
  return clustered.clusters.map((keys) => ({
    ids: keys.flatMap((key) => idsOf.get(key) as string[]),
    reasonOf: (id) => {
      const first = firstOf.get(id) ?? id
      return first === id ? best.get(keyOf(id)) : compare(state.profile(first), state.profile(id))
    },
  }))
}

/** How many subjects and names there are, but for those of one name on several sites: they count once. */
function countOf(state: GraphState, live: string[]): Record<'subjects' | 'names', number> {
  const counted = new Map(live.map((id) => [namesakeKey(state.entity(id).key) ?? id, id]))
  const names = [...counted.values()].reduce((sum, id) => sum + namesCounted(state.profile(id)), 0)
  return { subjects: counted.size, names }
}

/** All pairs, but for those of one name on two sites: no page names both. */
function combinationsOf(state: GraphState, live: string[]): [string, string][] {
  const groupOf = new Map(live.map((id) => [id, namesakeKey(state.entity(id).key) ?? id]))
  return live.flatMap((a, n) =>
    live.slice(n + 1).flatMap((b): [string, string][] => (groupOf.get(a) === groupOf.get(b) ? [] : [[a, b]])),
  )
}

/** Subjects of one name of which their sites say the very same: what is decided for one holds for all of them. */
function groupAlike(state: GraphState, live: string[], isTold: ReadonlySet<string>): string[][] {
  const groups = Map.groupBy(live, (id) => {
    const { key } = state.entity(id)
    const name = isTold.has(key) ? undefined : namesakeKey(key)
    return name === undefined ? id : `${name} ${JSON.stringify({ ...state.profile(id), hosts: [] })}`
  })
  return [...groups.values()].map((ids) => ids.toSorted((a, b) => (state.entity(a).key < state.entity(b).key ? -1 : 1)))
}

function profileOfAll(state: GraphState, ids: string[]): Profile {
  const profile = state.profile(ids[0] as string)
  return { ...profile, hosts: [...new Set(ids.flatMap((id) => state.profile(id).hosts))].sort() }
}

async function inTurns<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  const turns = new Turns(Number.POSITIVE_INFINITY)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    const pause = turns.next()
    if (pause) await pause
  }
}

/** For each key the best comparison with the decision `same` inside its cluster: others did not make it join. */
function bestPairs({ clusters, pairs }: { clusters: string[][]; pairs: ComparedPair[] }): Map<string, Comparison> {
  const best = new Map<string, Comparison>()
  const clusterOf = new Map(clusters.flatMap((keys, at) => keys.map((key) => [key, at])))
  for (const { a, b, comparison } of pairs) {
    if (comparison.decision !== 'same' || clusterOf.get(a) !== clusterOf.get(b)) continue
    for (const key of [a, b]) {
      const known = best.get(key)
      if (!known || comparison.score > known.score) best.set(key, comparison)
    }
  }
  return best
}
