import { z } from 'zod'
import { domainId } from '../domains.ts'
import { id, nextCursor, oneOf, sentence, timestamp } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'
import { auditEntry } from './curation-fields.ts'
import {
  asOfQuery,
  certainty,
  changeActor,
  changeKinds,
  count,
  entity,
  entityId,
  entityRef,
  entitySearch,
  evidence,
  graphListQuery,
  mergeDecision,
  mode,
  queryCertainty,
  queryEntityFields,
  queryRelationshipFields,
  queryStated,
  queryWords,
  relationship,
  relationshipId,
  sharedChangeKinds,
  state,
} from './graph-fields.ts'

// Reading the graph, now or as it was at an earlier time.

export const entitySorts = ['name', 'relevance', 'updated', 'connections'] as const
export const historyOrders = ['oldest', 'newest'] as const
export const directions = ['out', 'in', 'both'] as const

const facetRule = sentence('must be 1, or at most 10 of kind, host, type and attr.<key>, separated by commas')
const facet = /^(?:kind|host|type|attr\.[a-z][a-z0-9_]{0,39})$/

const facets = z
  .string(facetRule)
  .max(limits.query_max, facetRule)
  .refine(
    (value) => value === '1' || (value.split(',').every((one) => facet.test(one)) && value.split(',').length <= 10),
    facetRule,
  )
  .transform((value) => (value === '1' ? ['kind', 'host', 'type'] : [...new Set(value.split(','))]))
  .meta({ type: 'string', maxLength: limits.query_max })

const entityQueryShape = {
  ...graphListQuery.shape,
  ...entitySearch,
  certainty: queryStated,
  sort: oneOf(entitySorts)
    .optional()
    .describe('Default is `relevance` with `q`, else `name`. `updated` and `connections` are in descending order.'),
  facets: facets
    .optional()
    .describe('Counts of values for filters: `1` for all, or some of `kind`, `host`, `type` and `attr.<key>`.'),
}

const evidenceList = z
  .strictObject({ evidence: z.array(evidence), next_cursor: nextCursor })
  .meta({ id: 'EvidenceList' })
const relationshipList = z
  .strictObject({ relationships: z.array(relationship), next_cursor: nextCursor })
  .meta({ id: 'RelationshipList' })
const entityRelationshipList = z
  .strictObject({
    relationships: z.array(relationship),
    types: z
      .array(
        z
          .strictObject({
            type: z.string(),
            direction: z.enum(['out', 'in']).describe('`out`: the entity is `from`; `in`: it is `to`.'),
            count: z.int(),
          })
          .meta({ id: 'RelationshipTypeCount' }),
      )
      .describe(
        'All relationships of the entity by type and direction, the most frequent first; of the filters only `certainty` counts.',
      ),
    next_cursor: nextCursor,
  })
  .meta({ id: 'EntityRelationshipList' })

const historyEntry = z
  .strictObject({
    cursor: z.int(),
    at: timestamp,
    change: z
      .enum([...changeKinds, ...sharedChangeKinds])
      .describe(
        '`merged_in`: `other` was merged into the entity; `parted`: `other` is no longer merged into it; `split`: `other` was split off from it. What the entity shows since then is in an entry of its own.',
      ),
    actor: changeActor,
    reason: z.string().nullable(),
    other: entityRef.nullable().describe('The other entity of a merge or a split.'),
    before: state,
    after: state,
  })
  .meta({ id: 'HistoryEntry' })

const explainedPage = z
  .strictObject({
    page_id: id,
    url: z.string(),
    host: z.string(),
    mode_reason: z.string().nullable().describe('Why the last read used this mode.'),
    gate_rule: z.string().nullable().describe('The gate rule that kept the page; null when no rule matched.'),
    quotes: z.array(
      z
        .strictObject({
          evidence_id: id,
          quote: z.string(),
          start: z.int(),
          end: z.int(),
          certainty,
          mode,
          model: z.string().nullable(),
          gate_version: z.int(),
          observed_at: timestamp,
        })
        .meta({ id: 'ExplainedQuote' }),
    ),
  })
  .meta({ id: 'ExplainedPage' })

export const contradiction = z
  .strictObject({
    field: z
      .string()
      .describe(
        '`when`, `where`, `attributes.<key>`, `external_ids.<register>`; `certainty` where pages deny a relationship that others state.',
      ),
    relationship: z
      .strictObject({ from: entityRef, type: z.string(), to: entityRef })
      .nullable()
      .meta({ id: 'ContradictedRelationship', description: 'What is stated and denied, of `certainty`; else null.' }),
    values: z.array(
      z
        .strictObject({
          value: z.string(),
          certainty,
          hosts: z.array(z.string()),
          evidence_ids: z.array(id),
          relationship_id: id.nullable().describe('The relationship of this certainty, of `certainty`; else null.'),
        })
        .meta({ id: 'ContradictingValue', description: 'One of the values; JSON when it is not plain text.' }),
    ),
  })
  .meta({
    id: 'Contradiction',
    description:
      'A field on which pages disagree, or that some state and others deny. All values are kept; the entity shows one.',
  })

const pairDecision = z
  .strictObject({
    id,
    other: entityRef,
    decision: z.enum(['same', 'unsure', 'different']),
    score: z.number(),
    reasons: z.array(z.string()),
    against: z.array(z.string()).describe('Those of the reasons that speak against it.'),
    held_by: z.string().nullable().describe('What keeps two apart that are called `same`; they wait to be judged.'),
    judgement: z.enum(['same', 'different', 'unsure']).nullable(),
    judged_by: z.string().nullable(),
    judged_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'PairDecision', description: 'Another entity that may be the same, or that pages or people tell apart.' })

const nameJoin = z
  .strictObject({
    by: z.literal('name'),
    name: z.string(),
    sites: z.array(z.string()).describe('The sites that are there by the name alone.'),
    others: z.array(z.string()).describe('The sites of the one that they were joined with.'),
    duplicate_id: id.describe('The pair to judge, as one of `/duplicates`: `different` parts the two for good.'),
    reasons: z.array(z.string()),
  })
  .meta({ id: 'NameJoin', description: 'What sites say of somebody of the same name, without a sign for or against.' })

const ofGraph = { method: 'GET', auth: 'any', status: 200, has_etag: true, tag: 'Graph' } as const
const ofEntity = { ...ofGraph, params: { domainId, entityId }, redirects: true } as const
const ofRelationship = { ...ofGraph, params: { domainId, relationshipId }, redirects: true } as const

export const graphRoutes = defineRoutes({
  listEntities: {
    ...ofGraph,
    path: '/v1/domains/{domainId}/entities',
    summary: 'List or search entities',
    params: { domainId },
    query: z.strictObject(entityQueryShape),
    answer: z
      .strictObject({
        entities: z.array(entity),
        facets: z
          .record(z.string(), z.array(count))
          .nullable()
          .describe('Counts by facet, the most frequent values first.'),
        total: z.int().describe('Number of matches.'),
        next_cursor: nextCursor,
      })
      .meta({ id: 'EntityList' }),
  },
  getEntity: {
    ...ofEntity,
    path: '/v1/domains/{domainId}/entities/{entityId}',
    summary: 'Get an entity',
    query: asOfQuery,
    answer: entity,
  },
  listEntityRelationships: {
    ...ofEntity,
    path: '/v1/domains/{domainId}/entities/{entityId}/relationships',
    summary: 'List the relationships of an entity',
    query: graphListQuery.extend({
      type: queryWords.optional().describe('Only relationships of these types.'),
      kind: queryWords.optional().describe('Only relationships whose other end is of these kinds.'),
      direction: oneOf(directions)
        .optional()
        .describe('`out`: the entity is `from`; `in`: it is `to`. Default is `both`.'),
      certainty: queryCertainty,
    }),
    answer: entityRelationshipList,
  },
  listEntityEvidence: {
    ...ofEntity,
    path: '/v1/domains/{domainId}/entities/{entityId}/evidence',
    summary: 'List the evidence of an entity, newest first',
    query: graphListQuery.extend({ field: queryEntityFields }),
    answer: evidenceList,
  },
  getEntityHistory: {
    ...ofEntity,
    path: '/v1/domains/{domainId}/entities/{entityId}/history',
    summary: 'List the changes of an entity',
    description:
      'Changes by the pipeline and by people, merges and splits. Also works for an entity that has left the graph. Leaves out states that were superseded more than HISTORY_RETENTION_DAYS ago, and entities that left the graph before that.',
    query: graphListQuery.extend({
      order: oneOf(historyOrders).default('oldest').describe('Which changes come first. Default is `oldest`.'),
    }),
    answer: z
      .strictObject({
        history: z.array(historyEntry),
        merges: z.array(mergeDecision).describe('The latest merges of the entity.'),
        next_cursor: nextCursor,
      })
      .meta({ id: 'EntityHistory' }),
  },
  explainEntity: {
    ...ofEntity,
    path: '/v1/domains/{domainId}/entities/{entityId}/explain',
    summary: 'Explain why an entity is in the graph',
    description: `Pages, modes, gate rules, merges, what rests on a name alone, and the latest ${limits.explain_quotes} quotes.`,
    query: asOfQuery,
    answer: z
      .strictObject({
        entity: entityRef,
        pages: z.array(explainedPage),
        contradictions: z.array(contradiction),
        merges: z.array(mergeDecision),
        rests_on: z.array(nameJoin).describe('People of one name whom nothing but the name makes one.'),
        pairs: z.array(pairDecision),
        edits: z.array(auditEntry).describe('The latest changes made by people.'),
      })
      .meta({ id: 'EntityExplanation' }),
  },
  listRelationships: {
    ...ofGraph,
    path: '/v1/domains/{domainId}/relationships',
    summary: 'List the relationships',
    params: { domainId },
    query: graphListQuery.extend({
      type: queryWords.optional().describe('Only relationships of these types.'),
      kind: queryWords.optional().describe('Only relationships with an end of these kinds.'),
      certainty: queryCertainty,
    }),
    answer: relationshipList,
  },
  getRelationship: {
    ...ofRelationship,
    path: '/v1/domains/{domainId}/relationships/{relationshipId}',
    summary: 'Get a relationship',
    query: asOfQuery,
    answer: relationship,
  },
  listRelationshipEvidence: {
    ...ofRelationship,
    path: '/v1/domains/{domainId}/relationships/{relationshipId}/evidence',
    summary: 'List the evidence of a relationship, newest first',
    query: graphListQuery.extend({ field: queryRelationshipFields }),
    answer: evidenceList,
  },
})
