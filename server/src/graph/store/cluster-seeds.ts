import { Turns } from '../../platform/turns.ts'
import { type ComparedPair, clusterSteps } from '../../resolution/cluster.ts'
import { namesCounted } from '../../resolution/compare.ts'
import { componentsOf } from '../../resolution/components.ts'
import type { Comparison } from '../../resolution/profile.ts'
import type { GraphState } from './graph-state.ts'
import { type PairRow, selectComponent, selectTies } from './resolution-queries.ts'

/**
 * A component with more subjects or names hangs together by chance, through a chain of subjects that have ever less to do
 * with each other: of it only what somebody has judged is the same.
 */
const componentMost = { subjects: 150, names: 300 }

/** Subjects that one transaction reads to cluster them. */
const membersMost = 400

/** The cluster that a subject belongs to, named by its head. `score` and `reasons` say why a subject was merged. */
export interface Membership {
  id: string
  head: string
  score: number
  reasons: string[]
}

export interface ClusteredSeeds {
  /** Of the subjects that belong to another cluster than before. */
  memberships: Membership[]
  /** Subjects whose seeds were too many for this transaction. */
  left: string[]
}

/** Clusters the components of the judged subjects, and of the seeds of the compared ones. */
export async function clusterSeeds(
  state: GraphState,
  judged: Set<string>,
  seedsOf: Map<string, Set<string>>,
): Promise<ClusteredSeeds> {
  const { tx, domain_id } = state
  const subjects = [['', judged] as const, ...seedsOf].filter(([, seeds]) => seeds.size > 0)
  if (subjects.length === 0) return { memberships: [], left: [] }
  let count = subjects.length
  let members = await membersOf(state, subjects)
  while (members.length > membersMost && count > 1) {
    count = Math.ceil(count / 2)
    members = await membersOf(state, subjects.slice(0, count))
  }
  await state.loadClusters(members)
  const links = await selectTies(tx, domain_id, members)
  const memberships: Membership[] = []
  for (const ids of componentsOf(members, links.filter(isSame))) {
    memberships.push(...(await clusterComponent(state, ids, links)))
  }
  return {
    memberships: memberships.filter(({ id, head }) => head !== state.headOf(id)),
    left: subjects.slice(count).map(([id]) => id),
  }
}

type Link = Pick<PairRow, 'a_id' | 'b_id' | 'judgement'>

const isSame = ({ judgement }: Link) => judgement === null || judgement === 'same'

/** All subjects of the components of these seeds, and those that are in a cluster with a seed now. */
async function membersOf(state: GraphState, subjects: (readonly [string, Set<string>])[]): Promise<string[]> {
  const seeds = new Set(subjects.flatMap(([, ids]) => [...ids]))
  await state.loadClusters(seeds)
  const heads = new Set([...seeds].map((id) => state.headOf(id)))
  const mates = [...state.entities.values()].filter(({ id, merged_into }) => heads.has(merged_into ?? id))
  const known = [...new Set([...seeds, ...mates.map(({ id }) => id)])]
  return selectComponent(state.tx, state.domain_id, known, Math.max(membersMost + 1, known.length))
}

async function clusterComponent(state: GraphState, members: string[], links: Link[]): Promise<Membership[]> {
  if (members.length > componentMost.subjects) return onlyJudged(members, links)
  await state.loadFacts(members)
  const live = members.filter((id) => state.isLive(id))
  // A subject without live claims stands for no other.
  const dead = members.filter((id) => !state.isLive(id)).map((id) => ({ id, head: id, score: 0, reasons: [] }))
  const names = live.reduce((sum, id) => sum + namesCounted(state.profile(id)), 0)
  if (names > componentMost.names) return [...onlyJudged(live, links), ...dead]
  await state.loadNeighbours(members)
  const own = new Set(members)
  const keyOf = (id: string) => state.entity(id).key
  const judged = links.flatMap(({ a_id, b_id, judgement }) => {
    if (judgement === null || judgement === 'unsure' || !own.has(a_id) || !own.has(b_id)) return []
    return [{ a: keyOf(a_id), b: keyOf(b_id), same: judgement === 'same' }]
  })
  const ids = new Map(live.map((id) => [keyOf(id), id]))
  const items = live.map((id) => ({ key: keyOf(id), profile: state.profile(id) }))
  const { clusters, pairs } = await inTurns(clusterSteps(items, judged))
  const reasons = bestPairs(pairs)
  const alive = clusters.flatMap((keys) => {
    const group = keys.map((key) => ids.get(key) as string)
    const head = least(group)
    return keys.map((key): Membership => {
      const id = ids.get(key) as string
      const { score = 0, reasons: why = [] } = id === head ? {} : (reasons.get(key) ?? {})
      return { id, head, score, reasons: why }
    })
  })
  return [...alive, ...dead]
}

const least = (ids: string[]) => ids.reduce((least, id) => (id < least ? id : least))

async function inTurns<Result>(steps: Generator<void, Result, void>): Promise<Result> {
  const turns = new Turns(Number.POSITIVE_INFINITY)
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    const pause = turns.next()
    if (pause) await pause
  }
}

function onlyJudged(members: string[], links: Link[]): Membership[] {
  const judged = links.filter(({ judgement }) => judgement === 'same')
  return componentsOf(members, judged).flatMap((group) => {
    const head = least(group)
    return group.map((id) => ({ id, head, score: 0, reasons: [] }))
  })
}

/** For each key the best comparison with the decision `same`. */
function bestPairs(pairs: ComparedPair[]): Map<string, Comparison> {
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
