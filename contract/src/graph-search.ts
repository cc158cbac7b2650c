import { z } from 'zod'
import { domainId } from './domains.ts'
import { id, queryIntegerOr, uuid } from './fields.ts'
import { asOfQuery, entity, entityId, queryQuestion, queryWords } from './graph-fields.ts'
import { limits } from './limits.ts'
import { defineRoutes } from './route.ts'

// What is asked of the graph as a whole: who is near, what leads from one to another, what answers a question.

/** To be numbers of limits.ts as soon as the routes are in routes.ts: each needs its row in the test of the limits. */
const bounds = {
  neighbors_depth: 3,
  neighbors: 500,
  paths_depth: 6,
  paths_default: 5,
  paths: 50,
  graph_depth: 3,
  graph_default: 500,
  graph: 5000,
  search_default: 20,
  search: 100,
} as const

export const graphNode = z
  .strictObject({
    id,
    kind: z.string(),
    name: z.string(),
    confidence: z.number(),
    relationship_count: z.int(),
  })
  .meta({ id: 'GraphNode' })

export const graphEdge = z
  .strictObject({ id, from: id, to: id, type: z.string(), confidence: z.number() })
  .meta({ id: 'GraphEdge', description: '`from` and `to` are ids of nodes.' })

const passage = z
  .strictObject({ page_id: id, url: z.string(), quote: z.string(), entity_ids: z.array(id) })
  .meta({ id: 'Passage' })

const ofGraph = { method: 'GET', auth: 'any', status: 200, has_etag: true, tag: 'Graph' } as const
const ofViews = { ...ofGraph, tag: 'Views of the graph' } as const

export const graphSearchRoutes = defineRoutes({
  listNeighbors: {
    ...ofGraph,
    path: '/v1/domains/{domainId}/entities/{entityId}/neighbors',
    summary: 'Read what is near an entity',
    description: 'The nearest first, and of those the best connected.',
    params: { domainId, entityId },
    query: asOfQuery.extend({
      depth: queryIntegerOr(1, { min: 1, max: bounds.neighbors_depth }).describe('How many relationships away.'),
      kind: queryWords.optional(),
      type: queryWords.optional(),
      limit: queryIntegerOr(limits.list_default, { min: 1, max: bounds.neighbors }),
    }),
    answer: z
      .strictObject({ nodes: z.array(graphNode), edges: z.array(graphEdge), truncated: z.boolean() })
      .meta({ id: 'Neighbors' }),
    redirects: true,
  },
  findPaths: {
    ...ofViews,
    path: '/v1/domains/{domainId}/paths',
    summary: 'Find what leads from one entity to another, the shortest first',
    params: { domainId },
    query: asOfQuery.extend({
      from: uuid.describe('Id of an entity.'),
      to: uuid.describe('Id of an entity.'),
      max_depth: queryIntegerOr(4, { min: 1, max: bounds.paths_depth }),
      limit: queryIntegerOr(bounds.paths_default, { min: 1, max: bounds.paths }),
    }),
    answer: z
      .strictObject({
        paths: z.array(
          z.strictObject({ nodes: z.array(graphNode), edges: z.array(graphEdge) }).meta({ id: 'GraphPath' }),
        ),
      })
      .meta({ id: 'GraphPaths' }),
    errors: ['entity_not_found'],
  },
  getGraph: {
    ...ofViews,
    path: '/v1/domains/{domainId}/graph',
    summary: 'Read the graph for drawing, the best connected first',
    params: { domainId },
    query: asOfQuery.extend({
      kind: queryWords.optional(),
      type: queryWords.optional(),
      q: queryQuestion.optional(),
      seed: uuid.optional().describe('Begin at this entity.'),
      depth: queryIntegerOr(1, { min: 1, max: bounds.graph_depth }).describe(
        'How far from `seed`, or from what `q` finds.',
      ),
      limit: queryIntegerOr(bounds.graph_default, { min: 1, max: bounds.graph }),
    }),
    answer: z
      .strictObject({
        nodes: z.array(graphNode),
        edges: z.array(graphEdge),
        truncated: z.boolean(),
        omitted: z.int().describe('How many entities are left out.'),
      })
      .meta({ id: 'Graph' }),
    errors: ['entity_not_found'],
  },
  search: {
    ...ofViews,
    path: '/v1/domains/{domainId}/search',
    summary: 'Search entities and passages, however they are misspelt',
    params: { domainId },
    query: asOfQuery.extend({
      q: queryQuestion,
      kind: queryWords.optional(),
      limit: queryIntegerOr(bounds.search_default, { min: 1, max: bounds.search }),
    }),
    answer: z.strictObject({ entities: z.array(entity), passages: z.array(passage) }).meta({ id: 'SearchResult' }),
  },
  ask: {
    ...ofViews,
    path: '/v1/domains/{domainId}/ask',
    summary: 'Ask a question',
    description: 'No sentence of the answer is without a citation; without a model, the best passages answer.',
    params: { domainId },
    query: asOfQuery.extend({ q: queryQuestion }),
    answer: z
      .strictObject({
        answer: z.string(),
        citations: z.array(
          z.strictObject({ quote: z.string(), url: z.string(), entity_ids: z.array(id) }).meta({ id: 'Citation' }),
        ),
      })
      .meta({ id: 'Answer' }),
  },
})
