import type { curationRoutes } from '@polegraph/contract/graph/curation.ts'
import type { reviewRoutes } from '@polegraph/contract/graph/review.ts'
import type { Place } from '../support/graph/world.ts'
import type { Sample } from './samples.ts'

const domainPath = ({ domain }: Place) => `/v1/domains/${domain.id}`
const entityPath = (place: Place) => `${domainPath(place)}/entities/${place.entity.id}`
const relationshipPath = (place: Place) => `${domainPath(place)}/relationships/${place.relationship.id}`

const settable = {
  aliases: ['A. A. L.'],
  summary: 'A mathematician.',
  attributes: { role: 'mathematician' },
  when: '1815-12-10',
  where: { lat: 51.5, lon: -0.13, precision: 'city', country: 'GB', place_id: null },
  external_ids: { wikidata: 'Q7259' },
  urls: ['https://example.org/ada'],
  reason: 'as she signed',
}
const settableOfRelationship = { attributes: { by: 'letter' }, since: '1833', until: '1852-11', reason: 'letters' }

/** One valid request for every route of curation. */
export const curationSamples = {
  createEntity: (place) => ({
    method: 'POST',
    path: `${domainPath(place)}/entities`,
    body: { kind: 'person', name: 'Charles Babbage', ...settable },
  }),
  changeEntity: (place) => ({
    method: 'PATCH',
    path: entityPath(place),
    body: { kind: 'object', name: 'Ada King', ...settable, pinned: { 'attributes.code': null } },
  }),
  deleteEntity: (place) => ({ method: 'DELETE', path: `${entityPath(place)}?reason=wrong` }),
  deleteEntities: (place) => ({
    method: 'POST',
    path: `${domainPath(place)}/entities/delete`,
    body: { ids: [place.entity.id, place.other_entity.id], reason: 'wrong' },
  }),
  deleteAttribute: (place) => ({ method: 'DELETE', path: `${entityPath(place)}/attributes/role` }),
  mergeEntities: (place) => ({
    method: 'POST',
    path: `${domainPath(place)}/entities/merge`,
    body: { target: place.entity.id, sources: [place.other_entity.id], reason: 'one person' },
  }),
  splitEntity: (place) => ({
    method: 'POST',
    path: `${entityPath(place)}/split`,
    body: { groups: [{ name: 'Ada Byron', evidence_ids: [place.evidence.id] }], reason: 'two people' },
  }),
  createRelationship: (place) => ({
    method: 'POST',
    path: `${domainPath(place)}/relationships`,
    body: { from: place.other_entity.id, to: place.entity.id, type: 'taught', ...settableOfRelationship },
  }),
  changeRelationship: (place) => ({
    method: 'PATCH',
    path: relationshipPath(place),
    body: { ...settableOfRelationship, pinned: { 'attributes.at': null } },
  }),
  deleteRelationship: (place) => ({ method: 'DELETE', path: relationshipPath(place) }),
  deleteRelationships: (place) => ({
    method: 'POST',
    path: `${domainPath(place)}/relationships/delete`,
    body: { ids: [place.relationship.id], reason: 'wrong' },
  }),
  listTombstones: (place) => ({ method: 'GET', path: `${domainPath(place)}/tombstones?type=entity` }),
  liftTombstone: (place) => ({ method: 'DELETE', path: `${domainPath(place)}/tombstones/${place.tombstone.id}` }),
  listMerges: (place) => ({ method: 'GET', path: `${domainPath(place)}/merges?by=machine` }),
  revertMerge: (place) => ({
    method: 'POST',
    path: `${domainPath(place)}/merges/${place.merge.id}/revert`,
    body: { reason: 'two people' },
  }),
  listDuplicates: (place) => ({ method: 'GET', path: `${domainPath(place)}/duplicates?status=pending` }),
  judgeDuplicate: (place) => ({
    method: 'POST',
    path: `${domainPath(place)}/duplicates/${place.duplicate.id}`,
    body: { judgement: 'different', reason: 'two people' },
  }),
  judgeDuplicates: (place) => ({
    method: 'POST',
    path: `${domainPath(place)}/duplicates/judge`,
    body: { judgements: [{ id: place.duplicate.id, judgement: 'same' }], reason: 'one person' },
  }),
  listRelationTypes: (place) => ({ method: 'GET', path: `${domainPath(place)}/relation-types` }),
  mapRelationType: (place) => ({
    method: 'PUT',
    path: `${domainPath(place)}/relation-types/knows`,
    body: { same_as: 'works_for', reason: 'one relation' },
  }),
  unmapRelationType: (place) => ({ method: 'DELETE', path: `${domainPath(place)}/relation-types/met` }),
  listContradictions: (place) => ({ method: 'GET', path: `${domainPath(place)}/contradictions` }),
  listAudit: (place) => ({ method: 'GET', path: `${domainPath(place)}/audit?entity=${place.deleted_entity.id}` }),
  undoAudit: (place) => ({
    method: 'POST',
    path: `${domainPath(place)}/audit/${place.audit.id}/undo`,
    body: { reason: 'by mistake' },
  }),
  countReview: (place) => ({ method: 'GET', path: `${domainPath(place)}/review` }),
  listPairReasons: (place) => ({ method: 'GET', path: `${domainPath(place)}/duplicates/reasons` }),
  judgeByReason: (place) => ({
    method: 'POST',
    path: `${domainPath(place)}/duplicates/judge-by-reason`,
    body: { because: 'same birth date', kind: 'person', uncontested: false, judgement: 'same', reason: 'one person' },
  }),
  undoBatch: (place) => ({
    method: 'POST',
    path: `${domainPath(place)}/audit/batches/${place.audit.id}/undo`,
    body: { reason: 'by mistake' },
  }),
} satisfies Record<keyof (typeof curationRoutes & typeof reviewRoutes), (place: Place) => Sample>
