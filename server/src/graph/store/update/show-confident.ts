import { leastConfidenceOf } from '../../../gate/gate.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { GraphState } from '../state/graph-state.ts'
import { selectMisshown } from '../state/related-queries.ts'
import { updateGraph } from './update-graph.ts'

/**
 * Shows or hides at most `most` entities and relationships after the gate's `min_confidence` has changed. False when
 * nothing is left to do. The caller holds the domain.
 */
export async function showConfident(tx: Transaction, domainId: string, most: number): Promise<boolean> {
  const { entities, relationships } = await selectMisshown(tx, domainId, await leastConfidenceOf(tx, domainId), most)
  if (entities.length === 0 && relationships.length === 0) return false
  const state = new GraphState(tx, domainId)
  await updateGraph(state, { touched: new Set(entities), relationships: new Set(relationships) })
  return true
}
