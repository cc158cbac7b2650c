import { advanceGraph } from '../../domains/domains.ts'
import { leastConfidenceOf } from '../../gate/gate.ts'
import type { EntityDoc } from './documents.ts'
import type { GraphState } from './graph-state.ts'
import { insertChanges } from './queries.ts'
import { resolve } from './resolve.ts'
import { showEntities } from './show-entities.ts'
import { showRelationships } from './show-relationships.ts'

export interface GraphWritten {
  entities_added: number
  /** What was shown, and was found to be the same as another. */
  merged: { name: string; into: string; reason: string }[]
}

const nameOf = (state: GraphState, id: string) => (state.entity(id).doc as Partial<EntityDoc>).name ?? ''

/** Puts in its updateGraph what was touched, and what is changed by that. */
export async function updateGraph(
  state: GraphState,
  { touched, relationships, changed }: Record<'touched' | 'relationships' | 'changed', Set<string>>,
  actor = 'pipeline',
): Promise<GraphWritten> {
  const { tx, domain_id } = state
  const leastConfidence = await leastConfidenceOf(tx, domain_id)
  const memberships = await resolve(state, changed)
  const entities = await showEntities(state, touched, memberships, leastConfidence, actor)
  const edges = await showRelationships(state, relationships, entities.moved, leastConfidence)
  const changes = [...entities.changes, ...edges.changes]
  const growth = entities.entered - entities.left
  // A new weight is no state of its own, but those who keep a copy of the graph look for it at a new number.
  if (changes.length > 0 || entities.has_new_confidence || edges.has_new_confidence) {
    const last = await advanceGraph(tx, domain_id, { changes: Math.max(changes.length, 1), entities: growth })
    if (changes.length > 0) await insertChanges(tx, domain_id, last - changes.length, actor, changes)
  }
  const merged = entities.changes.flatMap(({ id, change, reason }) => {
    if (change !== 'merged') return []
    return [{ name: nameOf(state, id), into: nameOf(state, state.headOf(id)), reason: reason ?? '' }]
  })
  return { entities_added: entities.entered, merged }
}
