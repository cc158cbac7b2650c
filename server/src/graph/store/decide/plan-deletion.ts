import type { Certainty } from '../../../facts/claim.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { EntityDoc } from '../facts/documents.ts'
import { profileOf } from '../facts/profile-of.ts'
import { nameForms } from '../resolve/hide-deleted.ts'
import { relationshipKeysOf } from '../resolve/hide-deleted-relationships.ts'
import { GraphState } from '../state/graph-state.ts'
import { selectMergedRelationships } from '../state/relationship-queries.ts'
import { insertTombstone, selectTombstone, selectUnseen } from '../state/tombstone-queries.ts'
import type { DecisionChange } from './decide.ts'
import { pinOf, planEdit, planPinsBack } from './plan-edit.ts'

// Finds the decisions that delete an entity, a relationship or an attribute: a tombstone that holds. It is written here, lifted, and
// begins to hold when the decision is applied.

export interface DeletionPlan {
  tombstone_id: string
  changes: DecisionChange[]
}

interface By {
  actor: string
  reason: string | null
}

/** The entity is one that is shown. */
export async function planEntityDeletion(
  tx: Transaction,
  domainId: string,
  entityId: string,
  label: { kind: string; name: string },
  { actor, reason }: By,
): Promise<DeletionPlan> {
  const state = new GraphState(tx, domainId)
  await state.loadClusters([entityId])
  const members = [...state.entities.keys()]
  await state.loadFacts(members)
  const kind = state.kindOf(entityId)
  const profile = profileOf(
    kind,
    members.flatMap((id) => state.factsOf(id)),
  )
  if (!profile.names.includes(label.name)) profile.names.unshift(label.name)
  const id = newId()
  const row_ids = [...new Set([...members, ...(await findUnseen(state, profile.names))])]
  const rest = { attribute: null, label, profile, row_ids, reason }
  await insertTombstone(tx, domainId, { id, type: 'entity', target_id: entityId, ...rest }, actor)
  return { tombstone_id: id, changes: [holds(id)] }
}

/** Rows of the same kind and name that have no evidence now would come back with it. */
function findUnseen(state: GraphState, names: string[]): Promise<string[]> {
  const kinds = new Set([...state.entities.values()].map(({ key }) => key.slice(0, key.indexOf('|'))))
  const keys = [...kinds].flatMap((kind) => nameForms(kind, names).map((name) => `${kind}|${name}|`))
  return selectUnseen(state.tx, state.domain_id, keys)
}

export async function planRelationshipDeletion(
  tx: Transaction,
  domainId: string,
  relationshipId: string,
  shown: { from: { id: string }; to: { id: string }; relation: string; certainty: Certainty },
  { actor, reason }: By,
): Promise<DeletionPlan> {
  const id = newId()
  const row_ids = [relationshipId, ...(await selectMergedRelationships(tx, domainId, relationshipId))]
  const state = new GraphState(tx, domainId)
  const ends = [shown.from.id, shown.to.id] as const
  await state.loadEntities(ends)
  const [from, to] = ends.map((end) => state.entity(end).doc) as [EntityDoc, EntityDoc]
  const label = { ...shown, keys: relationshipKeysOf({ type: shown.relation, certainty: shown.certainty }, from, to) }
  const rest = { attribute: null, label, profile: null, row_ids, reason }
  await insertTombstone(tx, domainId, { id, type: 'relationship', target_id: relationshipId, ...rest }, actor)
  return { tombstone_id: id, changes: [holds(id)] }
}

export async function planAttributeDeletion(
  tx: Transaction,
  domainId: string,
  entityId: string,
  attribute: string,
  label: { kind: string; name: string },
  { actor, reason }: By,
): Promise<DeletionPlan> {
  const id = newId()
  const none = { field: `attr:${attribute}`, value_key: '', value: null }
  const { before } = await pinOf(tx, domainId, 'entity', entityId, none.field, [none])
  const rest = { attribute, label: { ...label, pins: before }, profile: null, row_ids: [], reason }
  await insertTombstone(tx, domainId, { id, type: 'attribute', target_id: entityId, ...rest }, actor)
  const pins = await planEdit(tx, domainId, 'entity', entityId, new Map([[none.field, [none]]]), label)
  return { tombstone_id: id, changes: [holds(id), ...pins] }
}

/** Undefined when there is no such tombstone, or it is lifted. */
export async function requireTombstone(tx: Transaction, domainId: string, id: string) {
  const tombstone = await selectTombstone(tx, domainId, id)
  if (!tombstone || tombstone.lifted_at !== null) return undefined
  const { type, target_id, attribute, label } = tombstone
  const changes: DecisionChange[] = [{ type: 'tombstone', id, before: true, after: false }]
  if (attribute !== null) {
    changes.push(...(await planPinsBack(tx, domainId, target_id, `attr:${attribute}`, label.pins ?? [])))
  }
  return { type, target_id, name: label.name ?? null, changes }
}

const holds = (id: string): DecisionChange => ({ type: 'tombstone', id, before: false, after: true })
