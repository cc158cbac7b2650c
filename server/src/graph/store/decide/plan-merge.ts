import type { Transaction } from '../../../platform/db/database.ts'
import { componentsOf } from '../../../resolution/components.ts'
import type { EntityDoc } from '../facts/documents.ts'
import { isByPerson } from '../resolve/judged-groups.ts'
import {
  type LoggedMerge,
  selectLaterMerges,
  selectMergedSince,
  selectMergedWith,
  selectMergeRows,
  selectMergesAt,
} from '../show/merge-queries.ts'
import { type JudgedPair, type PairJudgement, selectJudged, selectJudgedSame } from '../state/decision-queries.ts'
import { GraphState } from '../state/graph-state.ts'
import { type DecisionChange, decisionKey } from './decide.ts'

// Finds the decisions that merge entities, and those that take a merge back.

export interface MergePlan {
  changes: DecisionChange[]
  /** All subjects that are merged into the target. */
  sources: Set<string>
}

/** The target stands for the sources from now on. All are entities that are shown. */
export async function planMerge(
  tx: Transaction,
  domainId: string,
  target: string,
  sources: string[],
  by: string,
): Promise<MergePlan> {
  const state = new GraphState(tx, domainId)
  await state.loadClusters([target, ...sources])
  const members = [...state.entities.values()]
  const changes = await planSame(tx, domainId, [target, ...sources], by)
  changes.push({ type: 'head', id: target, before: state.entity(target).chosen_at, after: tx.now.toISOString() })
  const isSource = new Set(sources)
  const merged = members.filter(({ id, merged_into }) => isSource.has(merged_into ?? id))
  return { changes, sources: new Set(merged.map(({ id }) => id)) }
}

/**
 * Judges these entities to be the same, with all that they consist of: what the machine has put together must not fall
 * apart because a part contradicts the others.
 */
export async function planSame(
  tx: Transaction,
  domainId: string,
  entityIds: string[],
  by: string,
): Promise<DecisionChange[]> {
  const state = new GraphState(tx, domainId)
  await state.loadClusters(entityIds)
  const members = [...new Set([...entityIds, ...state.entities.keys()])]
  const known = await selectJudged(tx, domainId, members)
  return planJudgements(tx, domainId, joining(members, known), 'same', by)
}

/** The fewest pairs that make one of these subjects, beside those that people have called the same already. */
function joining(ids: string[], known: JudgedPair[]): [string, string][] {
  return starOf(componentsOf(ids, known.filter(isCalledSame)).map(([first = '']) => first))
}

export const isCalledSame = (pair: JudgedPair) => pair.judgement === 'same' && isByPerson(pair)

/** Pairs of the first with each of the others. */
export const starOf = ([first = '', ...others]: string[]): [string, string][] => others.map((id) => inOrder(first, id))

export type RevertPlan =
  | {
      changes: DecisionChange[]
      /** Keys of the decisions that stay as they are. */
      kept: string[]
      target: string
      name: string | null
      sources: string[]
      merged_by: string
    }
  | { later: string }
  | 'reverted'

/**
 * Undefined when there is no such merge. `later` is a merge that has built on this one: it would have to be reverted
 * first.
 */
export async function planRevert(
  tx: Transaction,
  domainId: string,
  mergeId: string,
  by: string,
): Promise<RevertPlan | undefined> {
  const rows = await selectMergeRows(tx, domainId, mergeId)
  const [first] = rows
  if (!first) return undefined
  const [active] = rows.filter(({ reverted_at }) => reverted_at === null)
  if (!active) return (await supersededBy(tx, domainId, rows)) ?? 'reverted'
  const [later] = await selectLaterMerges(tx, domainId, active.target_id, active.merged_at)
  if (later && later.merge_id !== mergeId) return { later: later.merge_id }
  const state = new GraphState(tx, domainId)
  await state.loadClusters([active.target_id, ...rows.map(({ source_id }) => source_id)])
  const sources = rows.map(({ source_id }) => source_id)
  const brought = await selectMergedWith(tx, domainId, active, sources)
  const leaving = new Set([...sources, ...brought.map(({ source_id }) => source_id)])
  const members = [...state.entities.values()].flatMap((row) =>
    (row.merged_into ?? row.id) === active.target_id ? [row.id] : [],
  )
  // Subjects without claims at present, which judgements hold to the target, stay with it.
  const judgedSame = await selectJudgedSame(tx, domainId, members)
  const staying = [...new Set([...members, ...judgedSame])].filter((id) => !leaving.has(id))
  const links = brought.map(({ source_id, head_id }) => ({ a_id: source_id, b_id: head_id }))
  const clusters = componentsOf(leaving, links)
  const { changes, kept } = await planApart(tx, domainId, active, { clusters, staying, members }, by)
  const { name = null } = state.entity(active.target_id).doc as Partial<EntityDoc>
  return { changes, kept, target: active.target_id, name, sources: [...leaving], merged_by: active.merged_by }
}

/**
 * Judges the clusters that leave to be different from what stays. Where both have many subjects, their pairs would be a
 * product: each cluster is judged to be one instead, as it was before the merge, and one pair tells two clusters apart.
 */
async function planApart(
  tx: Transaction,
  domainId: string,
  { target_id, merged_at }: LoggedMerge,
  { clusters, staying, members }: { clusters: string[][]; staying: string[]; members: string[] },
  by: string,
): Promise<{ changes: DecisionChange[]; kept: string[] }> {
  const leaving = clusters.flat()
  if (leaving.length === 1 || staying.length <= 1) {
    const pairs = leaving.flatMap((a) => staying.map((b) => inOrder(a, b)))
    return { changes: await planJudgements(tx, domainId, pairs, 'different', by), kept: [] }
  }
  const known = await selectJudged(tx, domainId, [...leaving, ...staying])
  // What the machine has added since may belong to either.
  const added = new Set(await selectMergedSince(tx, domainId, target_id, merged_at))
  const isMember = new Set(members)
  const stayed = [target_id, ...staying.filter((id) => id !== target_id && isMember.has(id) && !added.has(id))]
  const clusterOf = new Map([stayed, ...clusters].flatMap((ids, at) => ids.map((id) => [id, at])))
  const within = known.filter((pair) => {
    const at = clusterOf.get(pair.a_id)
    return isCalledSame(pair) && at !== undefined && at === clusterOf.get(pair.b_id)
  })
  const same = [stayed, ...clusters].flatMap((ids) => joining(ids, within))
  const isLeaving = new Set(leaving)
  const across = known.filter(({ a_id, b_id }) => isLeaving.has(a_id) !== isLeaving.has(b_id))
  const different = uniquePairs([
    ...clusters.map(([first = '']) => inOrder(first, target_id)),
    ...across.map(({ a_id, b_id }) => inOrder(a_id, b_id)),
  ])
  const changes = [
    ...(await planJudgements(tx, domainId, same, 'same', by)),
    ...(await planJudgements(tx, domainId, different, 'different', by)),
  ]
  const kept = within.map(({ a_id: a, b_id: b }) => decisionKey({ type: 'pair', a, b, before: null, after: null }))
  return { changes, kept }
}

async function supersededBy(
  tx: Transaction,
  domainId: string,
  rows: LoggedMerge[],
): Promise<{ later: string } | undefined> {
  const [later] = await selectMergesAt(tx, domainId, rows)
  return later && { later: later.merge_id }
}

export const uniquePairs = (pairs: [string, string][]) => [
  ...new Map(pairs.map((pair) => [pair.join(' '), pair])).values(),
]

export const inOrder = (a: string, b: string): [string, string] => (a < b ? [a, b] : [b, a])

/** Changes that give these pairs a judgement; pairs that have it already are left out. */
export async function planJudgements(
  tx: Transaction,
  domainId: string,
  pairs: [string, string][],
  judgement: PairJudgement['judgement'],
  by: string,
): Promise<DecisionChange[]> {
  const known = await selectJudged(tx, domainId, [...new Set(pairs.flat())])
  const byPair = new Map(known.map((pair) => [`${pair.a_id} ${pair.b_id}`, pair]))
  const after = { judgement, by, at: tx.now.toISOString() }
  return pairs.flatMap(([a, b]): DecisionChange[] => {
    const pair = byPair.get(`${a} ${b}`)
    if (pair?.judgement === judgement) return []
    const before = pair?.judgement
      ? {
          judgement: pair.judgement,
          by: pair.judged_by as string,
          at: new Date(pair.judged_at as string).toISOString(),
        }
      : null
    return [{ type: 'pair', a, b, before, after }]
  })
}
