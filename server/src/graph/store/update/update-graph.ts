import { announceDomainChange } from '../../../domains/domain-change.ts'
import { advanceGraph } from '../../../domains/domains.ts'
import { leastConfidenceOf } from '../../../gate/gate.ts'
import type { EntityDoc } from '../facts/documents.ts'
import { resolve } from '../resolve/resolve.ts'
import { type Cause, showEntities } from '../show/show-entities.ts'
import { showRelationships } from '../show/show-relationships.ts'
import type { GraphState } from '../state/graph-state.ts'
import { type EntityChange, insertChanges, updateEntities, updateRelationshipCounts } from '../state/queries.ts'

export interface GraphWritten {
  entities_added: number
  /** Entities that were shown and have been merged into another. */
  merged: { name: string; into: string; reason: string }[]
}

const nameOf = (state: GraphState, id: string) => (state.entity(id).doc as Partial<EntityDoc>).name ?? ''

export type Changes = Record<'touched' | 'relationships' | 'changed' | 'judged', Set<string>>

const pipeline: Cause = { actor: 'pipeline' }

/** Clusters the changed subjects, updates the touched entities and relationships, and logs the changes. */
export async function updateGraph(
  state: GraphState,
  changes: Partial<Changes>,
  cause: Cause = pipeline,
): Promise<GraphWritten> {
  const { tx, domain_id } = state
  const { touched = new Set(), relationships = new Set(), changed = new Set(), judged = new Set() } = changes
  const leastConfidence = await leastConfidenceOf(tx, domain_id)
  const memberships = await resolve(state, { changed, judged })
  const entities = await showEntities(state, touched, memberships, leastConfidence, cause)
  const edges = await showRelationships(state, relationships, entities.moved, leastConfidence, cause.reason ?? null)
  await writeEntities(state, entities.rows, edges.counts)
  const log = [...entities.changes, ...edges.changes]
  const growth = entities.entered - entities.left
  // A new confidence is no change of the log, but indexes in memory look for it under a new number.
  if (log.length > 0 || entities.has_new_confidence || edges.has_new_confidence) {
    const last = await advanceGraph(tx, domain_id, { changes: Math.max(log.length, 1), entities: growth })
    if (log.length > 0) await insertChanges(tx, domain_id, last - log.length, cause.actor, log)
  }
  // Also where only evidence was added: counts of it are cached too.
  await announceDomainChange(tx, domain_id)
  const merged = entities.changes.flatMap(({ id, change, reason }) => {
    if (change !== 'merged') return []
    return [{ name: nameOf(state, id), into: nameOf(state, state.headOf(id)), reason: reason ?? '' }]
  })
  return { entities_added: entities.entered, merged }
}

/** Writes each entity once: every index on a row is written with it. */
async function writeEntities(state: GraphState, rows: EntityChange[], counts: Map<string, number>): Promise<void> {
  const { tx, domain_id } = state
  if (rows.length > 0) {
    const counted = rows.map((row) => ({ ...row, relationships_added: counts.get(row.id) ?? 0 }))
    await updateEntities(tx, domain_id, counted)
  }
  const written = new Set(rows.map(({ id }) => id))
  const others = new Map([...counts].filter(([id]) => !written.has(id)))
  if (others.size > 0) await updateRelationshipCounts(tx, domain_id, others)
}
