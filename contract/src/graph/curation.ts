import { z } from 'zod'
import { domainId } from '../domains.ts'
import {
  id,
  idOf,
  label,
  list,
  listQuery,
  nextCursor,
  object,
  ok,
  oneOf,
  queryFlag,
  queryText,
  text,
  word,
} from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'
import {
  attributeKey,
  auditActions,
  auditEntry,
  auditId,
  duplicate,
  duplicateId,
  entityIdField,
  judgements,
  mappedType,
  mergeId,
  reason,
  relationType,
  relationTypeName,
  sameAs,
  settable,
  settableOfRelationship,
  targetList,
  tombstone,
  tombstoneId,
  unpinned,
} from './curation-fields.ts'
import { contradiction } from './graph.ts'
import { entity, entityId, entityRef, mergeDecision, relationship, relationshipId } from './graph-fields.ts'

// Decisions of people about the graph: each is shown at once, survives every crawl, and can be undone.

const ofCuration = { auth: 'full', tag: 'Curation', status: 200, adds: ['curations', 'curated_mb'] } as const
const listed = { method: 'GET', auth: 'any', tag: 'Curation', status: 200 } as const
const someId = '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'
const otherId = '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f71'
const withReason = z.strictObject({ reason }).meta({ id: 'Reason', examples: [{ reason: 'They are two people.' }] })
const reasonQuery = z.strictObject({ reason: text({ max: limits.note_max }).optional().describe('Kept in the audit.') })
const audited = { audit_id: id.describe('The entry of the audit, by which it is undone.') }
const corrected = ok.extend(audited).meta({ id: 'Corrected' })
const tombstoneAnswer = z.strictObject({ tombstone_id: id, ...audited }).meta({ id: 'Deletion' })
const tombstoneAnswers = z
  .strictObject({ tombstone_ids: z.array(id).describe('In the order of `ids`.'), ...audited })
  .meta({ id: 'Deletions' })
const correctedEntity = entity.extend(audited).meta({ id: 'CorrectedEntity' })
const correctedRelationship = relationship.extend(audited).meta({ id: 'CorrectedRelationship' })

export const curationRoutes = defineRoutes({
  createEntity: {
    ...ofCuration,
    method: 'POST',
    path: '/v1/domains/{domainId}/entities',
    summary: 'Create an entity',
    description: 'It stays without evidence. Pages that speak of the same thing add theirs.',
    params: { domainId },
    body: z.strictObject({ kind: word, name: label(), ...settable, reason }).meta({
      id: 'NewEntity',
      examples: [{ kind: 'person', name: 'Ada Lovelace', when: '1815/1852', external_ids: { wikidata: 'Q7259' } }],
    }),
    status: 201,
    answer: correctedEntity,
    errors: ['entity_full'],
  },
  changeEntity: {
    ...ofCuration,
    method: 'PATCH',
    path: '/v1/domains/{domainId}/entities/{entityId}',
    summary: 'Edit an entity',
    description:
      'Fields that are set here are `pinned`: crawls no longer change them. Their evidence is still gathered, and shown by `explain`.',
    params: { domainId, entityId },
    body: z
      .strictObject({ kind: word.optional(), name: label().optional(), ...settable, pinned: unpinned, reason })
      .meta({
        id: 'EntityEdit',
        examples: [{ name: 'Ada King', attributes: { role: 'mathematician' }, pinned: { summary: null } }],
      }),
    answer: correctedEntity,
    redirects: true,
    takes_etag: true,
    errors: ['nothing_to_update', 'entity_full'],
  },
  deleteEntity: {
    ...ofCuration,
    method: 'DELETE',
    path: '/v1/domains/{domainId}/entities/{entityId}',
    summary: 'Delete an entity for good',
    description: 'No crawl, page or other spelling brings it back until the tombstone is lifted.',
    params: { domainId, entityId },
    query: reasonQuery,
    answer: tombstoneAnswer,
    redirects: true,
    takes_etag: true,
  },
  deleteEntities: {
    ...ofCuration,
    method: 'POST',
    path: '/v1/domains/{domainId}/entities/delete',
    summary: 'Delete up to 100 entities for good',
    description: 'All or none.',
    params: { domainId },
    body: z
      .strictObject({ ids: targetList('entity_not_found'), reason })
      .meta({ id: 'DeleteEntities', examples: [{ ids: [someId, otherId], reason: 'Not in scope.' }] }),
    answer: tombstoneAnswers,
    errors: ['entity_not_found', 'entity_merged'],
  },
  deleteAttribute: {
    ...ofCuration,
    method: 'DELETE',
    path: '/v1/domains/{domainId}/entities/{entityId}/attributes/{key}',
    summary: 'Delete an attribute of an entity for good',
    params: { domainId, entityId, key: attributeKey },
    query: reasonQuery,
    answer: tombstoneAnswer,
    redirects: true,
    takes_etag: true,
  },
  mergeEntities: {
    ...ofCuration,
    method: 'POST',
    path: '/v1/domains/{domainId}/entities/merge',
    summary: 'Merge entities into one',
    description: 'The target keeps its id; the ids of the sources redirect to it.',
    params: { domainId },
    body: z
      .strictObject({ target: entityIdField, sources: targetList('entity_not_found'), reason })
      .meta({ id: 'MergeEntities', examples: [{ target: someId, sources: [otherId] }] }),
    answer: z.strictObject({ merge_id: id, ...audited }).meta({ id: 'Merged' }),
    takes_etag: true,
    errors: ['entity_not_found', 'entity_merged'],
  },
  splitEntity: {
    ...ofCuration,
    method: 'POST',
    path: '/v1/domains/{domainId}/entities/{entityId}/split',
    summary: 'Split an entity by its evidence',
    description:
      'Facts follow their evidence, and so do later mentions of the same name on the same pages. What no group names stays with the entity; when nothing would stay, the first group does. The parts are never merged again by the machine.',
    params: { domainId, entityId },
    body: z
      .strictObject({
        groups: list(
          object({
            name: label(),
            evidence_ids: list(idOf('evidence_not_found'), { min: 1, max: limits.split_evidence }),
          }),
          { min: 1, max: limits.split_groups },
        ),
        reason,
      })
      .meta({ id: 'SplitEntity', examples: [{ groups: [{ name: 'John Smith (Globex)', evidence_ids: [someId] }] }] }),
    answer: z
      .strictObject({ entities: z.array(id).describe('In the order of `groups`.'), ...audited })
      .meta({ id: 'SplitParts' }),
    redirects: true,
    takes_etag: true,
    errors: ['evidence_not_found'],
  },
  createRelationship: {
    ...ofCuration,
    method: 'POST',
    path: '/v1/domains/{domainId}/relationships',
    summary: 'Create a relationship',
    params: { domainId },
    body: z
      .strictObject({
        from: entityIdField,
        to: entityIdField,
        type: relationType,
        ...settableOfRelationship,
        reason,
      })
      .meta({
        id: 'NewRelationship',
        examples: [{ from: someId, to: otherId, type: 'works_for', since: '1833' }],
      }),
    status: 201,
    answer: correctedRelationship,
    errors: ['entity_not_found', 'entity_merged', 'entity_full'],
  },
  changeRelationship: {
    ...ofCuration,
    method: 'PATCH',
    path: '/v1/domains/{domainId}/relationships/{relationshipId}',
    summary: 'Edit a relationship',
    params: { domainId, relationshipId },
    body: z.strictObject({ ...settableOfRelationship, pinned: unpinned, reason }).meta({
      id: 'RelationshipEdit',
      examples: [{ until: '1852', attributes: { by: 'letter' } }],
    }),
    answer: correctedRelationship,
    redirects: true,
    takes_etag: true,
    errors: ['nothing_to_update', 'entity_full'],
  },
  deleteRelationship: {
    ...ofCuration,
    method: 'DELETE',
    path: '/v1/domains/{domainId}/relationships/{relationshipId}',
    summary: 'Delete a relationship for good',
    params: { domainId, relationshipId },
    query: reasonQuery,
    answer: tombstoneAnswer,
    redirects: true,
    takes_etag: true,
  },
  deleteRelationships: {
    ...ofCuration,
    method: 'POST',
    path: '/v1/domains/{domainId}/relationships/delete',
    summary: 'Delete up to 100 relationships for good',
    description: 'All or none.',
    params: { domainId },
    body: z
      .strictObject({ ids: targetList('relationship_not_found'), reason })
      .meta({ id: 'DeleteRelationships', examples: [{ ids: [someId, otherId] }] }),
    answer: tombstoneAnswers,
    errors: ['relationship_not_found'],
  },
  listTombstones: {
    ...listed,
    path: '/v1/domains/{domainId}/tombstones',
    summary: 'List what was deleted, newest first',
    params: { domainId },
    query: listQuery.extend({ type: oneOf(['entity', 'relationship', 'attribute']).optional() }),
    answer: z.strictObject({ tombstones: z.array(tombstone), next_cursor: nextCursor }).meta({ id: 'TombstoneList' }),
  },
  liftTombstone: {
    ...ofCuration,
    method: 'DELETE',
    path: '/v1/domains/{domainId}/tombstones/{tombstoneId}',
    summary: 'Lift a tombstone',
    description: 'Restores what it hid, with the evidence gathered meanwhile.',
    params: { domainId, tombstoneId },
    query: reasonQuery,
    answer: corrected,
  },
  listMerges: {
    ...listed,
    path: '/v1/domains/{domainId}/merges',
    summary: 'List the merges, newest first',
    params: { domainId },
    query: listQuery.extend({
      by: oneOf(['machine', 'person']).optional().describe('Only merges of the machine, or of people.'),
    }),
    answer: z.strictObject({ merges: z.array(mergeDecision), next_cursor: nextCursor }).meta({ id: 'MergeList' }),
  },
  revertMerge: {
    ...ofCuration,
    method: 'POST',
    path: '/v1/domains/{domainId}/merges/{mergeId}/revert',
    summary: 'Revert a merge, of a person or of the machine',
    description:
      'Gives back exactly what was there: edits made to the merged entity since are taken back too. The machine does not merge the two again.',
    params: { domainId, mergeId },
    body: withReason,
    answer: corrected,
    errors: ['merge_reverted', 'later_merge'],
  },
  listDuplicates: {
    ...listed,
    path: '/v1/domains/{domainId}/duplicates',
    summary: 'List pairs of entities that may be the same, likeliest first',
    params: { domainId },
    query: listQuery.extend({
      status: oneOf(['pending', ...judgements])
        .optional()
        .describe('Default is `pending`.'),
      because: queryText({ max: limits.query_max })
        .optional()
        .describe('Only pairs with this reason, without its values: `same email`.'),
      kind: word.optional().describe('Only pairs of entities of this kind.'),
      uncontested: queryFlag.optional().describe('Only pairs against which nothing speaks.'),
    }),
    answer: z.strictObject({ duplicates: z.array(duplicate), next_cursor: nextCursor }).meta({ id: 'DuplicateList' }),
  },
  judgeDuplicate: {
    ...ofCuration,
    method: 'POST',
    path: '/v1/domains/{domainId}/duplicates/{duplicateId}',
    summary: 'Judge a pair',
    description:
      '`same` merges the two, `different` keeps them apart for good, `unsure` only takes the pair off the list.',
    params: { domainId, duplicateId },
    body: z
      .strictObject({ judgement: oneOf(judgements), reason })
      .meta({ id: 'Judgement', examples: [{ judgement: 'different', reason: 'Father and son.' }] }),
    answer: corrected,
  },
  judgeDuplicates: {
    ...ofCuration,
    method: 'POST',
    path: '/v1/domains/{domainId}/duplicates/judge',
    summary: 'Judge up to 100 pairs',
    description: 'All or none.',
    params: { domainId },
    body: z
      .strictObject({
        judgements: list(object({ id: idOf('duplicate_not_found'), judgement: oneOf(judgements) }), {
          min: 1,
          max: limits.bulk_targets,
        }),
        reason,
      })
      .meta({ id: 'Judgements', examples: [{ judgements: [{ id: someId, judgement: 'same' }] }] }),
    answer: corrected,
    errors: ['duplicate_not_found'],
  },
  listRelationTypes: {
    ...listed,
    path: '/v1/domains/{domainId}/relation-types',
    summary: 'List the types of relationships',
    params: { domainId },
    query: listQuery,
    answer: z
      .strictObject({ relation_types: z.array(mappedType), next_cursor: nextCursor })
      .meta({ id: 'RelationTypeList' }),
  },
  mapRelationType: {
    ...ofCuration,
    method: 'PUT',
    path: '/v1/domains/{domainId}/relation-types/{type}',
    summary: 'Make a type of relationships the same as another',
    description:
      'Relationships of the type are shown by the other, now and whenever pages say more; `said_as` keeps the word. Those beyond the first 500 follow within minutes.',
    params: { domainId, type: relationTypeName },
    body: z
      .strictObject({ same_as: sameAs, reason })
      .meta({ id: 'RelationTypeMapping', examples: [{ same_as: 'located_in' }] }),
    answer: mappedType.extend(audited).meta({ id: 'CorrectedRelationType' }),
    errors: ['relation_type_circle'],
  },
  unmapRelationType: {
    ...ofCuration,
    method: 'DELETE',
    path: '/v1/domains/{domainId}/relation-types/{type}',
    summary: 'Let a type of relationships be one of its own again',
    params: { domainId, type: relationTypeName },
    query: reasonQuery,
    answer: corrected,
  },
  listContradictions: {
    ...listed,
    path: '/v1/domains/{domainId}/contradictions',
    summary: 'List entities about which pages disagree',
    params: { domainId },
    query: listQuery,
    answer: z
      .strictObject({
        contradictions: z.array(
          z
            .strictObject({ entity: entityRef, contradictions: z.array(contradiction) })
            .meta({ id: 'ContradictedEntity' }),
        ),
        next_cursor: nextCursor,
      })
      .meta({ id: 'ContradictionList' }),
  },
  listAudit: {
    ...listed,
    path: '/v1/domains/{domainId}/audit',
    summary: 'List the changes that people made, newest first',
    params: { domainId },
    query: listQuery.extend({
      entity: idOf('entity_not_found').optional().describe('Only changes of this entity.'),
      actor: queryText({ max: 100 }).optional().describe('`key:<id>` or `user:<id>`.'),
      action: oneOf(auditActions).optional(),
    }),
    answer: z.strictObject({ audit: z.array(auditEntry), next_cursor: nextCursor }).meta({ id: 'AuditList' }),
  },
  undoAudit: {
    ...ofCuration,
    method: 'POST',
    path: '/v1/domains/{domainId}/audit/{auditId}/undo',
    summary: 'Undo a change',
    description: 'An undo is a change too, and can be undone. 409 names the later change that builds on it.',
    params: { domainId, auditId },
    body: withReason,
    answer: z.strictObject({ id: id.describe('The same as `audit_id`.'), ...audited }).meta({ id: 'Undone' }),
    errors: ['already_undone', 'overtaken', 'relation_type_circle'],
  },
})
