import type { Transaction } from '../../platform/db/database.ts'
import type { DecisionChange } from './decide.ts'
import {
  type LoggedMerge,
  type PairJudgement,
  selectJudged,
  selectJudgedSame,
  selectLaterMerges,
  selectMergeRows,
  selectMergesAt,
} from './decision-queries.ts'
import type { EntityDoc } from './documents.ts'
import { GraphState } from './graph-state.ts'
import { selectMergedWith } from './resolution-queries.ts'

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
  const first = entityIds[0] as string
  const pairs = [...state.entities.keys()].flatMap((id) => (id === first ? [] : [inOrder(first, id)]))
  return planJudgements(tx, domainId, pairs, 'same', by)
}

export type RevertPlan =
  | { changes: DecisionChange[]; target: string; name: string | null; sources: string[]; merged_by: string }
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
  const [held] = rows.filter(({ reverted_at }) => reverted_at === null)
  if (!held) return (await supersededBy(tx, domainId, rows)) ?? 'reverted'
  const [later] = await selectLaterMerges(tx, domainId, held.target_id, held.merged_at)
  if (later && later.merge_id !== mergeId) return { later: later.merge_id }
  const state = new GraphState(tx, domainId)
  await state.loadClusters([held.target_id, ...rows.map(({ source_id }) => source_id)])
  const leaving = new Set(rows.map(({ source_id }) => source_id))
  for (const row of rows) {
    for (const id of await selectMergedWith(tx, domainId, { ...row, id: mergeId })) leaving.add(id)
  }
  const members = [...state.entities.values()].flatMap((row) =>
    (row.merged_into ?? row.id) === held.target_id ? [row.id] : [],
  )
  // Subjects without claims at present, which judgements hold to the target, stay with it.
  const staying = (await selectJudgedSame(tx, domainId, members)).filter((id) => !leaving.has(id))
  const pairs = [...leaving].flatMap((a) =>
    [...new Set([...members, ...staying])].flatMap((b) => (leaving.has(b) ? [] : [inOrder(a, b)])),
  )
  const changes = await planJudgements(tx, domainId, pairs, 'different', by)
  const { name = null } = state.entity(held.target_id).doc as Partial<EntityDoc>
  return { changes, target: held.target_id, name, sources: [...leaving], merged_by: held.merged_by }
}

async function supersededBy(
  tx: Transaction,
  domainId: string,
  rows: LoggedMerge[],
): Promise<{ later: string } | undefined> {
  for (const { source_id, reverted_at } of rows) {
    const [later] = await selectMergesAt(tx, domainId, [source_id], reverted_at as string)
    if (later) return { later: later.merge_id }
  }
  return undefined
}

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
