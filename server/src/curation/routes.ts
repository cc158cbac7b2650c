import type { curationRoutes } from '@polegraph/contract/graph/curation.ts'
import { redirect } from '../graph/read/entities/redirect.ts'
import type { Handlers, Redirect } from '../platform/http/handlers.ts'
import { listAudit, undoAudit } from './audit.ts'
import { curatorOf, MergedInto } from './curator.ts'
import {
  deleteAttribute,
  deleteEntities,
  deleteEntity,
  deleteRelationship,
  deleteRelationships,
  liftTombstone,
} from './deletions.ts'
import {
  changeEntity,
  changeRelationship,
  createEntity,
  createRelationship,
  mapRelationType,
  unmapRelationType,
} from './edits.ts'
import { listContradictions, listDuplicates, listMerges, listRelationTypes, listTombstones } from './lists.ts'
import { judgeDuplicates, mergeEntities, revertMerge, splitEntity } from './merges.ts'

const lock = 'change'

export const curationHandlers: Handlers<typeof curationRoutes> = {
  createEntity: { lock, write: (call) => createEntity(curatorOf(call, call.body.reason), call.body) },
  changeEntity: {
    lock,
    write: async (call) =>
      orRedirect(call, await changeEntity(curatorOf(call, call.body.reason), call.params.entityId, call.body)),
  },
  deleteEntity: {
    lock,
    write: async (call) =>
      orRedirect(call, await deleteEntity(curatorOf(call, call.query.reason), call.params.entityId)),
  },
  deleteEntities: { lock, write: (call) => deleteEntities(curatorOf(call, call.body.reason), call.body.ids) },
  deleteAttribute: {
    lock,
    write: async (call) => {
      const { entityId, key } = call.params
      return orRedirect(call, await deleteAttribute(curatorOf(call, call.query.reason), entityId, key))
    },
  },
  mergeEntities: { lock, write: (call) => mergeEntities(curatorOf(call, call.body.reason), call.body) },
  splitEntity: {
    lock,
    write: async (call) =>
      orRedirect(call, await splitEntity(curatorOf(call, call.body.reason), call.params.entityId, call.body)),
  },
  createRelationship: { lock, write: (call) => createRelationship(curatorOf(call, call.body.reason), call.body) },
  changeRelationship: {
    lock,
    write: async (call) => {
      const { relationshipId } = call.params
      return orRedirect(call, await changeRelationship(curatorOf(call, call.body.reason), relationshipId, call.body))
    },
  },
  deleteRelationship: {
    lock,
    write: async (call) =>
      orRedirect(call, await deleteRelationship(curatorOf(call, call.query.reason), call.params.relationshipId)),
  },
  deleteRelationships: { lock, write: (call) => deleteRelationships(curatorOf(call, call.body.reason), call.body.ids) },
  listTombstones: { read: ({ db, domain, query }) => listTombstones(db, domain.id, query) },
  liftTombstone: {
    lock,
    write: (call) => liftTombstone(curatorOf(call, call.query.reason), call.params.tombstoneId),
  },
  listMerges: { read: ({ db, domain, query }) => listMerges(db, domain.id, query) },
  revertMerge: { lock, write: (call) => revertMerge(curatorOf(call, call.body.reason), call.params.mergeId) },
  listDuplicates: { read: ({ db, domain, query }) => listDuplicates(db, domain.id, query) },
  judgeDuplicate: {
    lock,
    write: (call) => {
      const { reason, judgement } = call.body
      return judgeDuplicates(curatorOf(call, reason), [{ id: call.params.duplicateId, judgement }])
    },
  },
  judgeDuplicates: {
    lock,
    write: (call) => judgeDuplicates(curatorOf(call, call.body.reason), call.body.judgements),
  },
  listRelationTypes: { read: ({ db, domain, query }) => listRelationTypes(db, domain.id, query) },
  mapRelationType: {
    lock,
    write: (call) => mapRelationType(curatorOf(call, call.body.reason), call.params.type, call.body.same_as),
  },
  unmapRelationType: {
    lock,
    write: (call) => unmapRelationType(curatorOf(call, call.query.reason), call.params.type),
  },
  listContradictions: { read: ({ db, domain, query }) => listContradictions(db, domain, query) },
  listAudit: { read: ({ db, domain, query }) => listAudit(db, domain.id, query) },
  undoAudit: { lock, write: (call) => undoAudit(curatorOf(call, call.body.reason), call.params.auditId) },
}

function orRedirect<Body extends object>(call: { url: string }, answer: Body | MergedInto): Body | Redirect {
  return answer instanceof MergedInto ? redirect(call, answer.merged_into) : answer
}
