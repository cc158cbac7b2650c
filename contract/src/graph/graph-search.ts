import { z } from 'zod'
import { domainId } from '../domains.ts'
import { id, idOf, oneOf, queryIntegerOr } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'
import {
  asOfQuery,
  certainty,
  entity,
  entityFilters,
  entityId,
  queryCertainty,
  queryQuestion,
  queryStated,
  queryWords,
} from './graph-fields.ts'

// Questions about the graph as a whole: neighbors, paths, subgraphs, search.

/** Which part of a graph is drawn when there is no room for all of it. */
export const graphSamples = ['connected', 'neighborhoods'] as const

export const graphNode = z
  .strictObject({
    id,
    kind: z.string(),
    name: z.string(),
    confidence: z.number(),
    relationship_count: z.int(),
    attributes: z
      .record(z.string(), z.string())
      .optional()
      .describe('The values of the attributes that `attributes` asks for, as far as the entity has them.'),
  })
  .meta({ id: 'GraphNode' })

const shownAttributes = queryWords.optional().describe('Return the values of these attributes with each entity.')

export const graphEdge = z
  .strictObject({ id, from: id, to: id, source: id, target: id, type: z.string(), certainty, confidence: z.number() })
  .meta({
    id: 'GraphEdge',
    description:
      '`from` and `to` are ids of nodes. `source` and `target` are the same, by the names that graph libraries use.',
  })

const passage = z
  .strictObject({
    page_id: id,
    url: z.string(),
    quote: z.string(),
    start: z.int().describe('Offset in the text of the page, in UTF-16 code units.'),
    end: z.int(),
    entity_ids: z.array(id),
  })
  .meta({ id: 'Passage' })

const ofGraph = { method: 'GET', auth: 'any', status: 200, has_etag: true, tag: 'Graph' } as const
const ofViews = { ...ofGraph, tag: 'Views of the graph' } as const

export const graphSearchRoutes = defineRoutes({
  listNeighbors: {
    ...ofGraph,
    path: '/v1/domains/{domainId}/entities/{entityId}/neighbors',
    summary: 'Get the neighbors of an entity',
    description: 'The entity first, then its neighbors by distance, the best connected first.',
    params: { domainId, entityId },
    query: asOfQuery.extend({
      depth: queryIntegerOr(1, { min: 1, max: limits.neighbors_depth }).describe('Maximum distance in relationships.'),
      kind: queryWords.optional().describe('Only entities of these kinds, and those reached through them.'),
      type: queryWords.optional().describe('Only relationships of these types.'),
      certainty: queryCertainty,
      attributes: shownAttributes,
      limit: queryIntegerOr(limits.list_default, { min: 1, max: limits.list_max }).describe(
        'Maximum number of entities to return.',
      ),
    }),
    answer: z
      .strictObject({ nodes: z.array(graphNode), edges: z.array(graphEdge), truncated: z.boolean() })
      .meta({ id: 'Neighbors' }),
    redirects: true,
  },
  findPaths: {
    ...ofViews,
    path: '/v1/domains/{domainId}/paths',
    summary: 'Find paths between two entities, shortest first',
    description:
      'Relationships are followed in both directions. The id of a merged entity counts as that of its survivor.',
    params: { domainId },
    query: asOfQuery.extend({
      from: idOf('entity_not_found').describe('Id of an entity.'),
      to: idOf('entity_not_found').describe('Id of an entity.'),
      certainty: queryCertainty,
      max_depth: queryIntegerOr(4, { min: 1, max: limits.paths_depth }).describe(
        'Maximum number of relationships in a path.',
      ),
      limit: queryIntegerOr(limits.paths_default, { min: 1, max: limits.paths_max }).describe(
        'Maximum number of paths to return.',
      ),
    }),
    answer: z
      .strictObject({
        paths: z.array(
          z.strictObject({ nodes: z.array(graphNode), edges: z.array(graphEdge) }).meta({ id: 'GraphPath' }),
        ),
        truncated: z
          .boolean()
          .describe(
            'Whether there may be more paths: `limit` was reached, or not all relationships of hubs were searched.',
          ),
      })
      .meta({ id: 'GraphPaths' }),
    errors: ['entity_not_found'],
  },
  getGraph: {
    ...ofViews,
    path: '/v1/domains/{domainId}/graph',
    summary: 'Get a subgraph for drawing, best connected first',
    description:
      'With `type`, only relationships of these types are shown. `seed` itself is shown whatever the filters are.',
    params: { domainId },
    query: asOfQuery.extend({
      ...entityFilters,
      certainty: queryCertainty,
      q: queryQuestion.optional().describe('Start at entities with a similar name.'),
      seed: idOf('entity_not_found').optional().describe('Start at this entity.'),
      depth: queryIntegerOr(1, { min: 1, max: limits.graph_depth }).describe(
        'Maximum distance from `seed`, or from the matches of `q`.',
      ),
      sample: oneOf(graphSamples)
        .optional()
        .describe(
          'Which entities are shown, without `seed` and `q`: the best `connected` (the default), or `neighborhoods`: the best connected, each with its best connected neighbours, and none without a relationship.',
        ),
      attributes: shownAttributes,
      limit: queryIntegerOr(limits.graph_default, { min: 1, max: limits.graph_max }).describe(
        'Maximum number of entities to return.',
      ),
    }),
    answer: z
      .strictObject({
        nodes: z.array(graphNode),
        edges: z.array(graphEdge),
        truncated: z.boolean(),
        omitted: z.int().describe('Number of entities left out, as far as they were counted.'),
        unconnected: z
          .int()
          .optional()
          .describe(
            'How many of those left out have no relationship with another that passes; of `neighborhoods` only.',
          ),
      })
      .meta({ id: 'Graph' }),
    errors: ['entity_not_found'],
  },
  search: {
    ...ofViews,
    path: '/v1/domains/{domainId}/search',
    summary: 'Search entities and passages, typo-tolerant',
    description:
      'Names that are the question come first, then names that have all its words: people before what is named after them, and the best connected before others. Passages of one page, three at most, stand together, in the order of the page. With `as_of`, passages are the quotes about the entities at that time.',
    params: { domainId },
    query: asOfQuery.extend({
      q: queryQuestion.describe('A name, a part of one, or words of a passage; typos are fine.'),
      kind: queryWords.optional().describe('Only entities of these kinds, and passages about them.'),
      certainty: queryStated.describe(
        'Only entities of which something is stated so, by themselves or by a relationship, and passages about them.',
      ),
      limit: queryIntegerOr(limits.search_default, { min: 1, max: limits.search_max }).describe(
        'Maximum number of entities, and of passages, to return.',
      ),
    }),
    answer: z.strictObject({ entities: z.array(entity), passages: z.array(passage) }).meta({ id: 'SearchResult' }),
  },
})
