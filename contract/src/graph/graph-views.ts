import { z } from 'zod'
import { domainId } from '../domains.ts'
import { id, idOf, nextCursor, oneOf, queryIntegerOr, sentence, timestamp } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'
import {
  asOfQuery,
  changeActor,
  changeKinds,
  count,
  entity,
  entityFilters,
  graphListQuery,
  queryTime,
  state,
} from './graph-fields.ts'

// The graph as timeline, map, statistics and log of changes.

export const bucketSizes = ['day', 'week', 'month', 'year'] as const
export const shownBuckets = [...bucketSizes, 'decade', 'century'] as const

const bboxRule = sentence('must be west,south,east,north in degrees')
const bbox = z
  .string(bboxRule)
  .regex(/^-?\d{1,3}(?:\.\d{1,12})?(?:,-?\d{1,3}(?:\.\d{1,12})?){3}$/, bboxRule)
  .transform((value) => value.split(',').map(Number) as [west: number, south: number, east: number, north: number])
  .refine(
    ([west, south, east, north]) =>
      Math.abs(west) <= 180 && Math.abs(east) <= 180 && -90 <= south && south <= north && north <= 90,
    bboxRule,
  )
  .meta({ type: 'string' })

const sinceRule = sentence('must be a cursor of an earlier answer, or an ISO 8601 timestamp')
const since = z
  .union(
    [
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
      queryTime,
    ],
    sinceRule,
  )
  .meta({ type: 'string' })

/** No tuple: many generators of clients cannot read one. */
export const lonLat = z.array(z.number()).length(2).describe('Longitude and latitude.')

const ofViews = { method: 'GET', auth: 'any', status: 200, has_etag: true, tag: 'Views of the graph' } as const

export const graphViewRoutes = defineRoutes({
  getTimeline: {
    ...ofViews,
    path: '/v1/domains/{domainId}/timeline',
    summary: 'Get the timeline',
    description: 'Entities with a time, by their first day. Entities with only an end come last.',
    params: { domainId },
    query: graphListQuery.extend({
      ...entityFilters,
      entity: idOf('entity_not_found').optional().describe('Only this entity and its direct neighbours.'),
      bucket: oneOf(['auto', ...bucketSizes])
        .optional()
        .describe(
          `Size of the buckets; a larger size is used when there would be more than ${limits.timeline_buckets}.`,
        ),
    }),
    answer: z
      .strictObject({
        items: z.array(entity),
        bucket: z.enum(shownBuckets).describe('Size of the buckets.'),
        buckets: z.array(
          z
            .strictObject({ start: z.string().describe('First day of the bucket.'), count: z.int() })
            .meta({ id: 'Bucket' }),
        ),
        undated: z.int().describe('Number of entities without a time; `from` and `to` do not count.'),
        next_cursor: nextCursor,
      })
      .meta({ id: 'Timeline' }),
    errors: ['entity_not_found'],
  },
  getMap: {
    ...ofViews,
    path: '/v1/domains/{domainId}/map',
    summary: 'Get the map as GeoJSON',
    description: 'Entities with a place, best connected first.',
    params: { domainId },
    query: asOfQuery.extend({
      bbox: bbox
        .optional()
        .describe('`west,south,east,north` in degrees; west is greater than east across the antimeridian.'),
      ...entityFilters,
      limit: queryIntegerOr(limits.map_default, { min: 1, max: limits.map_max }).describe(
        'Maximum number of places to return.',
      ),
    }),
    answer: z
      .strictObject({
        type: z.literal('FeatureCollection'),
        features: z.array(
          z
            .strictObject({
              type: z.literal('Feature'),
              id,
              geometry: z.strictObject({ type: z.literal('Point'), coordinates: lonLat }).meta({ id: 'Point' }),
              properties: entity,
            })
            .meta({ id: 'Feature' }),
        ),
        truncated: z.boolean().describe('Whether there are more than `limit`.'),
        unlocated: z.int().describe('Number of entities without a place.'),
      })
      .meta({ id: 'Map' }),
  },
  getStats: {
    ...ofViews,
    path: '/v1/domains/{domainId}/stats',
    summary: 'Get statistics of the graph',
    params: { domainId },
    query: asOfQuery,
    answer: z
      .strictObject({
        entities: z.int(),
        relationships: z.int(),
        evidence: z.int().describe('Live claims on entities and on relationships.'),
        kinds: z.array(count).describe('Entities by kind.'),
        types: z.array(count).describe('Relationships by type.'),
        hosts: z.array(count).describe('Entities by host with evidence.'),
        modes: z.array(count).describe('Evidence by mode.'),
        growth: z.array(
          z
            .strictObject({
              day: z.string(),
              entities_added: z.int(),
              entities_removed: z.int(),
              relationships_added: z.int(),
              relationships_removed: z.int(),
            })
            .meta({ id: 'GrowthDay' }),
        ),
      })
      .meta({ id: 'GraphStats' }),
  },
  listChanges: {
    ...ofViews,
    path: '/v1/domains/{domainId}/changes',
    summary: 'List changes of the graph, in order',
    description:
      'Leaves out states that were superseded more than HISTORY_RETENTION_DAYS ago: read from `since=0` to build the graph of now. A cursor from before that, or from before a backup was restored, gets 410; start again from 0.',
    params: { domainId },
    query: asOfQuery.extend({
      since: since.optional().describe('`cursor` of the previous answer, 0 for all, or a timestamp.'),
      limit: queryIntegerOr(limits.list_default, { min: 1, max: limits.list_max }).describe(
        'Maximum number of items to return.',
      ),
    }),
    answer: z
      .strictObject({
        changes: z.array(
          z
            .strictObject({
              cursor: z.int(),
              at: timestamp,
              type: z.enum(['entity', 'relationship']),
              id,
              change: z.enum(changeKinds),
              actor: changeActor,
              reason: z.string().nullable(),
              before: state,
              after: state,
            })
            .meta({ id: 'GraphChange' }),
        ),
        cursor: z.int().describe('Pass it as `since` to get the next changes.'),
      })
      .meta({ id: 'GraphChangeList' }),
  },
  getUsage: {
    ...ofViews,
    path: '/v1/domains/{domainId}/usage',
    summary: 'Get model usage and spend by month',
    params: { domainId },
    query: z.strictObject({
      as_of: queryTime.optional().describe('Only months until then.'),
      months: queryIntegerOr(limits.usage_months_default, { min: 1, max: limits.usage_months_max }).describe(
        'Number of months with calls, latest first.',
      ),
    }),
    answer: z
      .strictObject({
        months: z.array(
          z
            .strictObject({
              month: z.string().describe('For example `2026-11`.'),
              ...usageNumbers(),
              by_purpose_and_model: z.array(
                z
                  .strictObject({ purpose: z.string(), model: z.string(), ...usageNumbers() })
                  .meta({ id: 'ModelUsage' }),
              ),
            })
            .meta({ id: 'UsageMonth' }),
        ),
      })
      .meta({ id: 'Usage' }),
  },
})

function usageNumbers() {
  return {
    calls: z.int(),
    tokens_input: z.int(),
    tokens_cached: z.int().describe('Part of the input.'),
    tokens_output: z.int(),
    spend_usd: z.number(),
  }
}
