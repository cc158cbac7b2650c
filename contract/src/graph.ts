import { z } from 'zod'
import { domainId } from './domains.ts'
import { id, nextCursor, oneOf, sentence, text, timestamp, word } from './fields.ts'
import {
  asOfQuery,
  changeKinds,
  count,
  entity,
  entityId,
  entityRef,
  evidence,
  graphListQuery,
  mergeDecision,
  mode,
  queryFraction,
  queryQuestion,
  querySeveral,
  queryWords,
  relationship,
  relationshipId,
  state,
} from './graph-fields.ts'
import { limits } from './limits.ts'
import { defineRoutes } from './route.ts'

// Reading the graph. All of it can be read as it was at an earlier time.

export const entitySorts = ['name', 'relevance', 'updated', 'connections'] as const
export const directions = ['out', 'in', 'both'] as const
const attributePrefix = 'attr.'
const attributeValue = text({ max: limits.query_max })

/** `attr.role=captain`: parameters of any number, whose names the domain chooses. */
function checkAttributes(query: Record<string, unknown>, context: z.RefinementCtx): void {
  for (const [name, value] of Object.entries(query)) {
    if (Object.hasOwn(entityQueryShape, name)) continue
    const isAttribute = name.startsWith(attributePrefix) && word.safeParse(name.slice(attributePrefix.length)).success
    const message = isAttribute
      ? attributeValue.safeParse(value).error?.issues[0]?.message
      : '{field} is not a known field'
    if (message) context.addIssue({ code: 'custom', path: [name], message })
  }
}

/** The attributes that a query names, with the values that they must have. */
export function attributesOf(query: Record<string, unknown>): [key: string, value: string][] {
  return Object.entries(query)
    .filter(([name]) => name.startsWith(attributePrefix))
    .map(([name, value]) => [name.slice(attributePrefix.length), value as string])
}

const facetRule = sentence('must be 1, or kind, host, type and attr.<key> with commas between them')
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
  q: queryQuestion.optional().describe('Names and aliases like this.'),
  kind: queryWords.optional().describe('Only entities of these kinds.'),
  host: text({ min: 1, max: limits.host_max }).toLowerCase().optional().describe('Only what this host speaks of.'),
  min_confidence: queryFraction.optional(),
  has: querySeveral(['when', 'where']).optional().describe('Only what has a time, or a place.'),
  sort: oneOf(entitySorts)
    .optional()
    .describe(
      '`name` (without `q`), `relevance` (with it), `updated` or `connections`, the latest and the most first.',
    ),
  facets: facets
    .optional()
    .describe('`1`, or some of `kind`, `host`, `type` and `attr.<key>`: what there is to choose from.'),
}

const evidenceList = z
  .strictObject({ evidence: z.array(evidence), next_cursor: nextCursor })
  .meta({ id: 'EvidenceList' })
const relationshipList = z
  .strictObject({ relationships: z.array(relationship), next_cursor: nextCursor })
  .meta({ id: 'RelationshipList' })

const historyEntry = z
  .strictObject({
    cursor: z.int(),
    at: timestamp,
    change: z.enum(changeKinds),
    actor: z.string().describe('`pipeline`, or the person who did it.'),
    reason: z.string().nullable(),
    before: state,
    after: state,
  })
  .meta({ id: 'HistoryEntry' })

const explainedPage = z
  .strictObject({
    page_id: id,
    url: z.string(),
    host: z.string(),
    mode_reason: z.string().nullable().describe('Why the page was read so the last time.'),
    gate_rule: z.string().nullable().describe('The rule of the gate that kept the page; null if none had a say.'),
    quotes: z.array(
      z
        .strictObject({
          evidence_id: id,
          quote: z.string(),
          start: z.int(),
          end: z.int(),
          mode,
          model: z.string().nullable(),
          gate_version: z.int(),
          observed_at: timestamp,
        })
        .meta({ id: 'ExplainedQuote' }),
    ),
  })
  .meta({ id: 'ExplainedPage' })

const contradiction = z
  .strictObject({
    field: z.string().describe('`when`, `where`, `attributes.<key>`, `external_ids.<register>`.'),
    values: z.array(
      z
        .strictObject({ value: z.string(), hosts: z.array(z.string()), evidence_ids: z.array(id) })
        .meta({ id: 'SaidValue', description: 'What some pages say; what is not plain text is JSON.' }),
    ),
  })
  .meta({ id: 'Contradiction', description: 'Where pages disagree. All of it is kept; one value is shown.' })

const pairDecision = z
  .strictObject({
    id,
    other: entityRef,
    decision: z.enum(['same', 'unsure', 'different']),
    score: z.number(),
    reasons: z.array(z.string()),
    judgement: z.enum(['same', 'different', 'unsure']).nullable(),
    judged_by: z.string().nullable(),
    judged_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'PairDecision', description: 'One that may be the same, or was held to be another.' })

const ofGraph = { method: 'GET', auth: 'any', status: 200, has_etag: true, tag: 'Graph' } as const
const ofEntity = { ...ofGraph, params: { domainId, entityId }, redirects: true } as const
const ofRelationship = { ...ofGraph, params: { domainId, relationshipId }, redirects: true } as const

export const graphRoutes = defineRoutes({
  listEntities: {
    ...ofGraph,
    path: '/v1/domains/{domainId}/entities',
    summary: 'List or find entities',
    description: '`attr.<key>=<value>` may be given any number of times: only entities with these attributes.',
    params: { domainId },
    query: z.object(entityQueryShape).catchall(z.unknown()).superRefine(checkAttributes),
    answer: z
      .strictObject({
        entities: z.array(entity),
        facets: z
          .record(z.string(), z.array(count))
          .nullable()
          .describe('By their names, the most frequent values first.'),
        total: z.int().describe('How many match.'),
        next_cursor: nextCursor,
      })
      .meta({ id: 'EntityList' }),
  },
  getEntity: {
    ...ofEntity,
    path: '/v1/domains/{domainId}/entities/{entityId}',
    summary: 'Read an entity',
    query: asOfQuery,
    answer: entity,
  },
  listEntityRelationships: {
    ...ofEntity,
    path: '/v1/domains/{domainId}/entities/{entityId}/relationships',
    summary: 'List the relationships of an entity',
    query: graphListQuery.extend({
      type: queryWords.optional().describe('Only relationships of these types.'),
      kind: queryWords.optional().describe('Only those whose other end is of these kinds.'),
      direction: oneOf(directions)
        .optional()
        .describe('`out` where it is `from`, `in` where it is `to`; both otherwise.'),
    }),
    answer: relationshipList,
  },
  listEntityEvidence: {
    ...ofEntity,
    path: '/v1/domains/{domainId}/entities/{entityId}/evidence',
    summary: 'List what an entity stands on, newest first',
    query: graphListQuery,
    answer: evidenceList,
  },
  getEntityHistory: {
    ...ofGraph,
    params: { domainId, entityId },
    path: '/v1/domains/{domainId}/entities/{entityId}/history',
    summary: 'List the changes of an entity, oldest first',
    description:
      'Also of one that has left the graph, or was merged. States that were superseded more than HISTORY_RETENTION_DAYS ago are left out, and so is an entity that left the graph before that.',
    query: graphListQuery,
    answer: z
      .strictObject({
        history: z.array(historyEntry),
        merges: z.array(mergeDecision).describe('The decisions that it took part in, the latest ones.'),
        next_cursor: nextCursor,
      })
      .meta({ id: 'EntityHistory' }),
  },
  explainEntity: {
    ...ofEntity,
    path: '/v1/domains/{domainId}/entities/{entityId}/explain',
    summary: 'Say why an entity is here',
    description: `With its latest ${limits.explain_quotes} quotes.`,
    query: asOfQuery,
    answer: z
      .strictObject({
        entity: entityRef,
        pages: z.array(explainedPage),
        contradictions: z.array(contradiction),
        merges: z.array(mergeDecision),
        pairs: z.array(pairDecision),
        edits: z.array(z.never()).describe('What people changed of it.'),
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
      kind: queryWords.optional().describe('Only those with an end of these kinds.'),
    }),
    answer: relationshipList,
  },
  getRelationship: {
    ...ofRelationship,
    path: '/v1/domains/{domainId}/relationships/{relationshipId}',
    summary: 'Read a relationship',
    query: asOfQuery,
    answer: relationship,
  },
  listRelationshipEvidence: {
    ...ofRelationship,
    path: '/v1/domains/{domainId}/relationships/{relationshipId}/evidence',
    summary: 'List what a relationship stands on, newest first',
    query: graphListQuery,
    answer: evidenceList,
  },
})
