import { z } from 'zod'
import {
  confirmation,
  decimal,
  flag,
  id,
  integer,
  label,
  list,
  listQuery,
  nextCursor,
  nothing,
  object,
  ok,
  queryText,
  text,
  timestamp,
  uuid,
  word,
} from './fields.ts'
import { limits } from './limits.ts'
import { defineRoutes, type Param } from './route.ts'

export const defaultOntology = ['person', 'object', 'location', 'event']

export const domainId: Param = {
  schema: uuid,
  not_found: 'domain_not_found',
  description: 'Id of the domain.',
  loads: 'domain',
}

export const ontology = list(word, { min: 1, max: limits.ontology_max })

const attribute = object({
  key: word.describe('Name of the attribute in JSON.'),
  label: label().optional().describe('Display name; default is the key.'),
  kinds: list(word, { max: limits.ontology_max })
    .optional()
    .describe('Kinds that have this attribute; empty or missing means all kinds.'),
  description: text({ max: limits.note_max })
    .optional()
    .describe('What the attribute means; the extraction agent reads it.'),
}).meta({ id: 'AttributeInput' })

export const attributes = list(attribute, { max: limits.attributes_max })
  .refine((items) => new Set(items.map((item) => item.key)).size === items.length, {
    error: '{field} must have unique keys',
  })
  .describe('At most 6. A new key makes the next re-scrape read pages in full.')

const maxDepth = integer({ min: 0, max: limits.depth_max }).describe('How many links to follow from a source.')
const maxPages = integer({ min: 1, max: limits.pages_max }).describe('Page budget: how many pages the domain may have.')
const maxSpend = decimal({ min: 0, max: limits.spend_usd_max, or: 'null' })
  .nullable()
  .describe('Monthly model spend cap in USD; null for no cap.')
const recrawlEvery = integer({ min: limits.recrawl_min, max: limits.recrawl_max, or: 'null' })
  .nullable()
  .describe(
    'Seconds in which the pages are asked for again, by themselves, from an hour to 90 days; null for never. A run begins twice in that time, each time for the half of the pages of which most is expected.',
  )
const description = text({ max: limits.description_max }).describe(
  'What the graph covers; the extraction agent reads it.',
)

export const pausedReason = z
  .string()
  .nullable()
  .describe(
    'Why the crawl is paused: who paused it, or what the model or its cap would have needed; null unless it is.',
  )

const readersMaySpend = flag.describe(
  'Whether questions of read keys and viewers may use the model, and so cost money.',
)

export const nextRecrawlAt = timestamp
  .nullable()
  .describe('When the next scheduled run begins; null without a schedule, and while the domain is paused or archived.')

const domainFields = {
  id,
  name: z.string(),
  description: z.string(),
  ontology: z.array(z.string()),
  max_depth: z.int(),
  max_pages: z.int(),
  max_spend_usd: z.number().nullable(),
  readers_may_spend: z.boolean(),
  recrawl_every: z.int().nullable().describe('Seconds in which the pages are asked for again; null for never.'),
  next_recrawl_at: nextRecrawlAt,
  archived: z.boolean(),
  crawl_state: z.enum(['idle', 'running', 'paused']),
  paused_reason: pausedReason,
  created_at: timestamp,
}

export const domain = z
  .strictObject({
    ...domainFields,
    attributes: z.array(
      z.strictObject({ key: z.string(), label: z.string(), kinds: z.array(z.string()), description: z.string() }),
    ),
    active_run: id.nullable(),
    published_spec_version: z.int().describe('The published version of the gate.'),
  })
  .meta({ id: 'Domain', description: 'One knowledge graph.' })

const listedDomain = z
  .strictObject({
    ...domainFields,
    entity_count: z.int(),
    page_count: z.int(),
    spend_usd: z.number().describe('What models cost this month (UTC), as `max_spend_usd` counts it.'),
  })
  .meta({ id: 'ListedDomain', description: 'A domain in the list, with counts.' })

const includesAll = queryText({ max: 20 }).transform((value) => ['1', 'true'].includes(value.toLowerCase()))

const example = { name: 'Baltic ports', description: 'Ports of the Baltic Sea, who runs them and what happens there.' }

export const domainRoutes = defineRoutes({
  createDomain: {
    method: 'POST',
    adds: ['domains'],
    path: '/v1/domains',
    auth: 'full',
    tag: 'Domains',
    summary: 'Create an empty domain',
    body: z
      .strictObject({
        name: label({ required: 'name is required' }),
        description: description.default(''),
        ontology: ontology.default(defaultOntology),
        max_depth: maxDepth.default(2),
        max_pages: maxPages.default(100),
        max_spend_usd: maxSpend.default(null),
        readers_may_spend: readersMaySpend.default(false),
        recrawl_every: recrawlEvery.default(null),
      })
      .meta({ id: 'CreateDomain', examples: [example] }),
    status: 201,
    answer: z.strictObject({ id, name: z.string(), ontology: z.array(z.string()) }).meta({ id: 'DomainCreated' }),
    errors: ['domain_name_required'],
  },
  listDomains: {
    method: 'GET',
    path: '/v1/domains',
    auth: 'any',
    tag: 'Domains',
    summary: 'List the domains, newest first',
    query: listQuery.extend({ all: includesAll.optional().describe('`1` or `true` includes archived domains.') }),
    status: 200,
    answer: z.strictObject({ domains: z.array(listedDomain), next_cursor: nextCursor }).meta({ id: 'DomainList' }),
  },
  getDomain: {
    method: 'GET',
    path: '/v1/domains/{domainId}',
    auth: 'any',
    tag: 'Domains',
    summary: 'Get a domain',
    params: { domainId },
    status: 200,
    answer: domain,
  },
  changeDomain: {
    method: 'PATCH',
    path: '/v1/domains/{domainId}',
    auth: 'full',
    tag: 'Domains',
    summary: 'Change a domain',
    description: 'Fields that are not given stay as they are.',
    params: { domainId },
    body: z
      .strictObject({
        name: label({ required: 'name is required' }).optional(),
        description: description.optional(),
        ontology: ontology.optional(),
        attributes: attributes.optional(),
        max_depth: maxDepth.optional(),
        max_pages: maxPages.optional(),
        max_spend_usd: maxSpend.optional(),
        readers_may_spend: readersMaySpend.optional(),
        recrawl_every: recrawlEvery.optional(),
      })
      .meta({ id: 'ChangeDomain', examples: [{ max_pages: 500, max_spend_usd: null }] }),
    status: 200,
    answer: ok,
    errors: ['domain_name_required', 'nothing_to_update', 'kind_has_entities'],
  },
  deleteDomain: {
    method: 'DELETE',
    path: '/v1/domains/{domainId}',
    auth: 'owner',
    tag: 'Domains',
    summary: 'Delete a domain and its graph permanently',
    description: 'Every call finds the domain gone at once. A job deletes its rows in the background.',
    params: { domainId },
    query: z.strictObject({
      confirm: confirmation.optional().describe('Must equal the domain name exactly.'),
    }),
    status: 200,
    answer: z.strictObject({ deleted: id.describe('Id of the deleted domain.') }).meta({ id: 'DomainDeleted' }),
    errors: ['domain_confirm'],
  },
  archiveDomain: {
    method: 'POST',
    path: '/v1/domains/{domainId}/archive',
    auth: 'full',
    tag: 'Domains',
    summary: 'Archive a domain',
    description: 'Crawling, re-scrapes and spend stop; the data stays.',
    params: { domainId },
    body: nothing,
    status: 200,
    answer: ok,
  },
  unarchiveDomain: {
    method: 'POST',
    path: '/v1/domains/{domainId}/unarchive',
    auth: 'full',
    tag: 'Domains',
    summary: 'Unarchive a domain',
    params: { domainId },
    body: nothing,
    status: 200,
    answer: ok,
  },
})
