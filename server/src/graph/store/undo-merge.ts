import type { Transaction } from '../../platform/db/database.ts'
import { GraphState } from './graph-state.ts'
import { selectMerge, selectMergedWith, upsertJudgements } from './resolution-queries.ts'
import { type GraphWritten, updateGraph } from './update-graph.ts'

// Undoing a merge is a lasting judgement that the two are different. Clustering then gives each of them the facts,
// relationships and members that it had before. The caller holds the domain.

/** Undefined when there is no such merge, or it was undone already. */
export async function undoMerge(
  tx: Transaction,
  domainId: string,
  mergeId: string,
  by: string,
): Promise<GraphWritten | undefined> {
  const merge = await selectMerge(tx, domainId, mergeId)
  if (!merge) return undefined
  const state = new GraphState(tx, domainId)
  await state.loadClusters([merge.target_id, merge.source_id])
  const members = [...state.entities.values()]
    .filter((row) => (row.merged_into ?? row.id) === merge.target_id)
    .map(({ id }) => id)
  // Subjects that were merged into the source before leave the target with it.
  const group = new Set([merge.source_id, ...(await selectMergedWith(tx, domainId, merge))])
  const others = members.filter((id) => !group.has(id))
  const pairs = [...group].flatMap((a) => others.map((b): [string, string] => (a < b ? [a, b] : [b, a])))
  await upsertJudgements(tx, domainId, pairs, 'different', by)
  await state.loadFacts(members)
  return updateGraph(state, { touched: new Set(members), judged: new Set(members) }, by)
}
