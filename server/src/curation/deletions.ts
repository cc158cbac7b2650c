import { getEntity } from '../graph/read/entities/entities.ts'
import { getRelationship } from '../graph/read/entities/relationships.ts'
import type { DecisionChange } from '../graph/store/decide/decide.ts'
import {
  planAttributeDeletion,
  planEntityDeletion,
  planRelationshipDeletion,
  requireTombstone,
} from '../graph/store/decide/plan-deletion.ts'
import { fail } from '../platform/http/errors.ts'
import { requireMatch } from '../platform/http/etags.ts'
import { type Audited, type Curator, commit, MergedInto } from './curator.ts'
import { inField, type NamedTarget, requireEntities } from './targets.ts'

// Deletions by people, and the lifting of tombstones.

type Deletion = { tombstone_id: string } & Audited
type Deletions = { tombstone_ids: string[] } & Audited

export async function deleteEntity(curator: Curator, id: string): Promise<Deletion | MergedInto> {
  const shown = await getEntity(curator.tx, curator.moment, id)
  if (shown.id !== id) return new MergedInto(shown.id)
  requireMatch(curator, shown)
  const {
    tombstone_ids: [tombstone_id = ''],
    audit_id,
  } = await deleteAll(curator, [shown])
  return { tombstone_id, audit_id }
}

export async function deleteEntities(curator: Curator, ids: string[]): Promise<Deletions> {
  const targets = await requireEntities(
    curator,
    ids,
    ids.map((_, at) => `ids.${at}`),
  )
  return deleteAll(curator, targets)
}

async function deleteAll(curator: Curator, targets: NamedTarget[]): Promise<Deletions> {
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
  const audited = await commit(curator, changes, {
    ...{ action: 'entity.delete', target: { type: 'entity', id: first.id, name: first.name } },
    ...{ entity_ids: targets.map(({ id }) => id), before: { entities: deleted }, after: { tombstone_ids: tombstones } },
  })
  return { tombstone_ids: tombstones, ...audited }
}

export async function deleteAttribute(curator: Curator, id: string, key: string): Promise<Deletion | MergedInto> {
  const { tx, moment } = curator
  const shown = await getEntity(tx, moment, id)
  if (shown.id !== id) return new MergedInto(shown.id)
  requireMatch(curator, shown)
  if (!Object.hasOwn(shown.attributes, key)) throw fail('attribute_not_found')
  const { kind, name } = shown
  const { tombstone_id, changes } = await planAttributeDeletion(tx, moment.domain_id, id, key, { kind, name }, curator)
  const audited = await commit(curator, changes, {
    ...{ action: 'attribute.delete', target: { type: 'entity', id, name }, entity_ids: [id] },
    ...{ before: { [`attributes.${key}`]: shown.attributes[key] }, after: { tombstone_ids: [tombstone_id] } },
  })
  return { tombstone_id, ...audited }
}

type ShownRelationship = Awaited<ReturnType<typeof getRelationship>>

export async function deleteRelationship(curator: Curator, id: string): Promise<Deletion | MergedInto> {
  const shown = await getRelationship(curator.tx, curator.moment, id)
  if (shown.id !== id) return new MergedInto(shown.id)
  requireMatch(curator, shown)
  const {
    tombstone_ids: [tombstone_id = ''],
    audit_id,
  } = await deleteAllRelationships(curator, [shown])
  return { tombstone_id, audit_id }
}

export async function deleteRelationships(curator: Curator, ids: string[]): Promise<Deletions> {
  const shown: ShownRelationship[] = []
  for (const [at, id] of ids.entries()) {
    shown.push(await inField(`ids.${at}`, getRelationship(curator.tx, curator.moment, id)))
  }
  // Two ids may stand for one relationship.
  const distinct = [...new Map(shown.map((one) => [one.id, one])).values()]
  const { tombstone_ids, audit_id } = await deleteAllRelationships(curator, distinct)
  return {
    tombstone_ids: shown.map(({ id }) => tombstone_ids[distinct.findIndex((one) => one.id === id)] as string),
    audit_id,
  }
}

async function deleteAllRelationships(curator: Curator, targets: ShownRelationship[]): Promise<Deletions> {
  const { tx, moment } = curator
  const tombstones: string[] = []
  const changes: DecisionChange[] = []
  for (const { id, from, to, type, certainty } of targets) {
    const plan = await planRelationshipDeletion(
      tx,
      moment.domain_id,
      id,
      { from, to, relation: type, certainty },
      curator,
    )
    tombstones.push(plan.tombstone_id)
    changes.push(...plan.changes)
  }
  const [first] = targets as [ShownRelationship]
  const deleted = targets.map(({ id, from, to, type, certainty }) => ({ id, from, to, type, certainty }))
  const audited = await commit(curator, changes, {
    ...{ action: 'relationship.delete', target: { type: 'relationship', id: first.id, name: null } },
    entity_ids: [...new Set(targets.flatMap(({ from, to }) => [from.id, to.id]))],
    ...{ before: { relationships: deleted }, after: { tombstone_ids: tombstones } },
  })
  return { tombstone_ids: tombstones, ...audited }
}

export async function liftTombstone(curator: Curator, id: string): Promise<{ ok: true } & Audited> {
  const { tx, moment } = curator
  const plan = await requireTombstone(tx, moment.domain_id, id)
  if (!plan) throw fail('tombstone_not_found')
  const { target_id, type, name, changes } = plan
  const audited = await commit(curator, changes, {
    ...{ action: 'tombstone.lift', target: { type: 'tombstone', id, name } },
    entity_ids: type === 'relationship' ? [] : [target_id],
    ...{ before: { tombstone_id: id }, after: null },
  })
  return { ok: true, ...audited }
}
