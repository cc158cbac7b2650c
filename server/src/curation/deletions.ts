import { getEntity } from '../graph/read/entities.ts'
import { getRelationship } from '../graph/read/relationships.ts'
import type { DecisionChange } from '../graph/store/decide/decide.ts'
import {
  planAttributeDeletion,
  planEntityDeletion,
  planRelationshipDeletion,
  requireTombstone,
} from '../graph/store/decide/plan-deletion.ts'
import { fail } from '../platform/http/errors.ts'
import { requireMatch } from '../platform/http/etags.ts'
import { type Curator, commit, MergedInto } from './curator.ts'
import { inField, type NamedTarget, requireEntities } from './targets.ts'

// Deletions by people, and the lifting of tombstones.

export async function deleteEntity(curator: Curator, id: string): Promise<{ tombstone_id: string } | MergedInto> {
  const shown = await getEntity(curator.tx, curator.moment, id)
  if (shown.id !== id) return new MergedInto(shown.id)
  requireMatch(curator, shown)
  const [tombstone_id = ''] = await deleteAll(curator, [shown])
  return { tombstone_id }
}

export async function deleteEntities(curator: Curator, ids: string[]): Promise<{ tombstone_ids: string[] }> {
  const targets = await requireEntities(
    curator,
    ids,
    ids.map((_, at) => `ids.${at}`),
  )
  return { tombstone_ids: await deleteAll(curator, targets) }
}

async function deleteAll(curator: Curator, targets: NamedTarget[]): Promise<string[]> {
  const { tx, moment } = curator
  const tombstones: string[] = []
  const changes: DecisionChange[] = []
  for (const { id, kind, name } of targets) {
    const plan = await planEntityDeletion(tx, moment.domain_id, id, { kind, name }, curator)
    tombstones.push(plan.tombstone_id)
    changes.push(...plan.changes)
  }
  const [first] = targets as [NamedTarget]
  const deleted = targets.map(({ id, kind, name }) => ({ id, kind, name }))
  await commit(curator, changes, {
    ...{ action: 'entity.delete', target: { type: 'entity', id: first.id, name: first.name } },
    ...{ entity_ids: targets.map(({ id }) => id), before: { entities: deleted }, after: { tombstone_ids: tombstones } },
  })
  return tombstones
}

export async function deleteAttribute(
  curator: Curator,
  id: string,
  key: string,
): Promise<{ tombstone_id: string } | MergedInto> {
  const { tx, moment } = curator
  const shown = await getEntity(tx, moment, id)
  if (shown.id !== id) return new MergedInto(shown.id)
  requireMatch(curator, shown)
  if (!Object.hasOwn(shown.attributes, key)) throw fail('attribute_not_found')
  const { kind, name } = shown
  const { tombstone_id, changes } = await planAttributeDeletion(tx, moment.domain_id, id, key, { kind, name }, curator)
  await commit(curator, changes, {
    ...{ action: 'attribute.delete', target: { type: 'entity', id, name }, entity_ids: [id] },
    ...{ before: { [`attributes.${key}`]: shown.attributes[key] }, after: { tombstone_ids: [tombstone_id] } },
  })
  return { tombstone_id }
}

type ShownRelationship = Awaited<ReturnType<typeof getRelationship>>

export async function deleteRelationship(curator: Curator, id: string): Promise<{ tombstone_id: string } | MergedInto> {
  const shown = await getRelationship(curator.tx, curator.moment, id)
  if (shown.id !== id) return new MergedInto(shown.id)
  requireMatch(curator, shown)
  const [tombstone_id = ''] = await deleteAllRelationships(curator, [shown])
  return { tombstone_id }
}

export async function deleteRelationships(curator: Curator, ids: string[]): Promise<{ tombstone_ids: string[] }> {
  const shown: ShownRelationship[] = []
  for (const [at, id] of ids.entries()) {
    shown.push(await inField(`ids.${at}`, getRelationship(curator.tx, curator.moment, id)))
  }
  // Two ids may stand for one relationship.
  const distinct = [...new Map(shown.map((one) => [one.id, one])).values()]
  const tombstones = await deleteAllRelationships(curator, distinct)
  return { tombstone_ids: shown.map(({ id }) => tombstones[distinct.findIndex((one) => one.id === id)] as string) }
}

async function deleteAllRelationships(curator: Curator, targets: ShownRelationship[]): Promise<string[]> {
  const { tx, moment } = curator
  const tombstones: string[] = []
  const changes: DecisionChange[] = []
  for (const { id, from, to, type } of targets) {
    const plan = await planRelationshipDeletion(tx, moment.domain_id, id, { from, to, relation: type }, curator)
    tombstones.push(plan.tombstone_id)
    changes.push(...plan.changes)
  }
  const [first] = targets as [ShownRelationship]
  const deleted = targets.map(({ id, from, to, type }) => ({ id, from, to, type }))
  await commit(curator, changes, {
    ...{ action: 'relationship.delete', target: { type: 'relationship', id: first.id, name: null } },
    entity_ids: [...new Set(targets.flatMap(({ from, to }) => [from.id, to.id]))],
    ...{ before: { relationships: deleted }, after: { tombstone_ids: tombstones } },
  })
  return tombstones
}

export async function liftTombstone(curator: Curator, id: string): Promise<{ ok: true }> {
  const { tx, moment } = curator
  const plan = await requireTombstone(tx, moment.domain_id, id)
  if (!plan) throw fail('tombstone_not_found')
  const { target_id, type, name, changes } = plan
  await commit(curator, changes, {
    ...{ action: 'tombstone.lift', target: { type: 'tombstone', id, name } },
    entity_ids: type === 'relationship' ? [] : [target_id],
    ...{ before: { tombstone_id: id }, after: null },
  })
  return { ok: true }
}
