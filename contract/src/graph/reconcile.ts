import { z } from 'zod'
import { domainId } from '../domains.ts'
import { sentence, text } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'
import { shareToken } from './shares.ts'

// The Reconciliation Service API 0.2 of the W3C community group, which OpenRefine speaks: with a key, and by a share link for
// programs that cannot send one. These are not among `routes`: bodies are forms, and the parameters are those of other
// programs, so OpenAPI and the client leave them out.

/** JSON in a form or a query, as the protocol wants it. */
const jsonText = z.string(sentence('must be JSON')).max(limits.body_bytes)

/** Unknown parameters are ignored: OpenRefine sends some that mean nothing to others. */
const requestFields = z.object({
  queries: jsonText.optional().describe('A batch of queries by id, as JSON.'),
  extend: jsonText.optional().describe('`ids` and `properties` whose values are wanted, as JSON.'),
})

const wordFields = { max: 500 }

const suggestQuery = z.object({
  prefix: text(wordFields).default('').describe('The beginning of a name, or an id.'),
  cursor: z
    .string()
    .regex(/^\d{1,6}$/, sentence('must be the number of suggestions to skip'))
    .transform(Number)
    .default(0),
  type: text(wordFields).optional().describe('For properties: a kind.'),
})

const proposeQuery = z.object({
  type: text(wordFields).default('').describe('A kind of the ontology.'),
  limit: z
    .string()
    .regex(/^\d{1,6}$/, sentence('must be an integer'))
    .transform(Number)
    .optional(),
})

const givenValue = z.union([
  z.string().max(limits.value_max),
  z.number(),
  z.boolean(),
  z.object({ id: z.string().max(100), name: z.string().max(limits.value_max).optional() }),
])

const property = z.object({
  pid: text({ min: 1, max: 150 }),
  v: z.union([givenValue, z.array(givenValue).max(20)], sentence('must be a value, or a list of at most 20')),
})

export const reconciliationQuery = z
  .object({
    query: text({ max: limits.question_max }).optional(),
    type: z
      .union([text({ max: 100 }), z.array(text({ max: 100 })).max(limits.ontology_max)], sentence('must be a kind'))
      .optional(),
    limit: z.number(sentence('must be a number')).min(1, sentence('must be at least 1')).optional(),
    properties: z
      .array(property, sentence('must be a list'))
      .max(20, sentence('must be a list of at most 20'))
      .optional(),
    type_strict: z.enum(['any', 'should', 'all']).optional(),
  })
  .refine(({ query, properties }) => query !== undefined || properties !== undefined, {
    error: '{field} must have a query or properties',
  })

const size = (items: object) => Object.keys(items).length

export const reconciliationBatch = z
  .record(z.string().max(200), reconciliationQuery, sentence('must be an object of queries'))
  .refine((queries) => size(queries) <= limits.reconcile_queries, {
    error: `{field} must have at most ${limits.reconcile_queries} queries`,
  })

export const extensionQuery = z.object({
  ids: z
    .array(z.string().max(100), sentence('must be a list of ids'))
    .max(limits.reconcile_ids, sentence(`must be a list of at most ${limits.reconcile_ids} ids`)),
  properties: z
    .array(z.object({ id: text({ min: 1, max: 150 }) }), sentence('must be a list of properties'))
    .max(limits.reconcile_properties, sentence(`must be a list of at most ${limits.reconcile_properties}`)),
})

export type ReconciliationQuery = z.output<typeof reconciliationQuery>
export type ExtensionQuery = z.output<typeof extensionQuery>
export type GivenValue = z.output<typeof givenValue>

// Answers.

const named = z.strictObject({ id: z.string(), name: z.string() })

const suggestMetadata = z.strictObject({ service_url: z.string(), service_path: z.string() })

export const reconciliationManifest = z.strictObject({
  versions: z.array(z.string()),
  name: z.string(),
  identifierSpace: z.string(),
  schemaSpace: z.string(),
  documentation: z.string(),
  serviceVersion: z.string(),
  defaultTypes: z.array(named),
  view: z.strictObject({ url: z.string() }),
  preview: z.strictObject({ url: z.string(), width: z.int(), height: z.int() }).optional(),
  suggest: z.strictObject({ entity: suggestMetadata, type: suggestMetadata, property: suggestMetadata }),
  extend: z.strictObject({ propose_properties: suggestMetadata, property_settings: z.array(z.never()) }),
  batchSize: z.int(),
  authentication: z.strictObject({ type: z.literal('apiKey'), in: z.literal('header'), name: z.string() }).optional(),
})

export const reconciliationCandidate = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  type: z.array(named),
  score: z.number().min(0).max(100),
  features: z.array(z.strictObject({ id: z.string(), value: z.union([z.number(), z.boolean()]) })),
  match: z.boolean(),
})

const results = z.record(z.string(), z.strictObject({ result: z.array(reconciliationCandidate) }))

export const extendedValue = z.union([
  z.strictObject({ id: z.string(), name: z.string() }),
  z.strictObject({ str: z.string() }),
  z.strictObject({ float: z.number() }),
  z.strictObject({ int: z.int() }),
  z.strictObject({ date: z.string() }),
])

const extension = z.strictObject({
  meta: z.array(named),
  rows: z.record(z.string(), z.record(z.string(), z.array(extendedValue))),
})

const suggestions = z.strictObject({
  result: z.array(named.extend({ description: z.string().optional(), notable: z.array(named).optional() })),
})

const proposal = z.strictObject({
  type: z.string(),
  limit: z.int().optional(),
  properties: z.array(named),
})

const suggested: Param = {
  schema: z.enum(['entity', 'type', 'property']),
  not_found: 'not_found',
  description: 'What is suggested.',
}

const answer = z.union([reconciliationManifest, extension, results])

/** The calls below an address: with a key, or by a link. */
function routesBelow<const Base extends string, const Common extends object>(base: Base, common: Common) {
  return {
    read: {
      ...common,
      method: 'GET',
      path: `${base}/reconcile` as const,
      summary: 'Get the manifest of the reconciliation service, or ask it',
      query: requestFields,
      status: 200,
      answer,
    },
    ask: {
      ...common,
      method: 'POST',
      path: `${base}/reconcile` as const,
      summary: 'Reconcile a batch of names, or get values of entities',
      body: requestFields,
      takes_form: true,
      status: 200,
      answer,
    },
    propose: {
      ...common,
      method: 'GET',
      path: `${base}/reconcile/properties` as const,
      summary: 'Propose properties of a kind',
      query: proposeQuery,
      status: 200,
      answer: proposal,
    },
  } as const
}

const withKey = routesBelow('/v1/domains/{domainId}', { tag: 'Reconciliation', params: { domainId } })
const byLink = routesBelow('/v1/public/{shareToken}', {
  tag: 'Reconciliation',
  params: { shareToken },
  auth: 'none',
  is_public: true,
})

export const reconcileRoutes = defineRoutes({
  readReconciliation: { ...withKey.read, auth: 'any' },
  // A call that is no GET is for a full key, whatever it does.
  askReconciliation: { ...withKey.ask, auth: 'full' },
  proposeProperties: { ...withKey.propose, auth: 'any' },
  suggestForReconciliation: {
    method: 'GET',
    path: '/v1/domains/{domainId}/reconcile/suggest/{suggested}',
    auth: 'any',
    tag: 'Reconciliation',
    summary: 'Suggest entities, kinds or properties by the beginning of their names',
    params: { domainId, suggested },
    query: suggestQuery,
    status: 200,
    answer: suggestions,
  },
})

export const publicReconcileRoutes = defineRoutes({
  readPublicReconciliation: byLink.read,
  askPublicReconciliation: byLink.ask,
  proposePublicProperties: byLink.propose,
  suggestForPublicReconciliation: {
    method: 'GET',
    path: '/v1/public/{shareToken}/reconcile/suggest/{suggested}',
    auth: 'none',
    tag: 'Reconciliation',
    summary: 'Suggest entities, kinds or properties by the beginning of their names, by a share link',
    params: { shareToken, suggested },
    query: suggestQuery,
    status: 200,
    answer: suggestions,
    is_public: true,
  },
})
