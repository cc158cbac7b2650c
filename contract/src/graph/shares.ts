import { z } from 'zod'
import { domainId } from '../domains.ts'
import { id, list, listQuery, nextCursor, ok, oneOf, timestamp, uuid } from '../fields.ts'
import { defineRoutes, type Param } from '../route.ts'
import { queryQuestion } from './graph-fields.ts'
import { graphSearchRoutes } from './graph-search.ts'
import { graphViewRoutes, lonLat, shownBuckets } from './graph-views.ts'

export const views = ['graph', 'timeline', 'map', 'search'] as const
export type View = (typeof views)[number]

const share = z
  .strictObject({
    id,
    token: z.string().startsWith('shr_').describe('Gives access to the views.'),
    views: z.array(z.enum(views)),
    public_base: z.string().describe('Path of the public views: `/v1/public/<token>`.'),
  })
  .meta({ id: 'ShareCreated', description: 'A link that publishes read-only views of the domain.' })

const unreadable = 'Null when the service has another SECRETS_KEY than when the link was made.'

const listedShare = share
  .extend({
    token: share.shape.token.nullable().describe(`Gives access to the views. ${unreadable}`),
    public_base: share.shape.public_base
      .nullable()
      .describe(`Path of the public views: \`/v1/public/<token>\`. ${unreadable}`),
    created_at: timestamp,
  })
  .meta({ id: 'Share', description: 'A link that publishes read-only views of the domain.' })

const shareId: Param = { schema: uuid, not_found: 'share_not_found', description: 'Id of the share link.' }
export const shareToken: Param = {
  schema: z.string().regex(/^shr_[0-9A-Za-z]{49}$/),
  not_found: 'not_found',
  description: 'Token of the share link.',
}

export const shareRoutes = defineRoutes({
  createShare: {
    method: 'POST',
    path: '/v1/domains/{domainId}/share',
    auth: 'full',
    tag: 'Share links',
    summary: 'Create a share link',
    params: { domainId },
    body: z
      .strictObject({ views: list(oneOf(views), { min: 1, max: views.length }) })
      .meta({ id: 'CreateShare', examples: [{ views: ['graph', 'timeline'] }] }),
    status: 201,
    answer: share,
    errors: ['too_many_shares'],
  },
  listShares: {
    method: 'GET',
    path: '/v1/domains/{domainId}/share',
    auth: 'any',
    tag: 'Share links',
    summary: 'List the share links, newest first',
    params: { domainId },
    query: listQuery,
    status: 200,
    answer: z.strictObject({ shares: z.array(listedShare), next_cursor: nextCursor }).meta({ id: 'ShareList' }),
  },
  revokeShare: {
    method: 'DELETE',
    path: '/v1/domains/{domainId}/share/{shareId}',
    auth: 'full',
    tag: 'Share links',
    summary: 'Revoke a share link',
    description: 'It stops working immediately.',
    params: { domainId, shareId },
    status: 200,
    answer: ok,
  },
})

// What the public sees. Every object is closed and lists its fields: nothing about relationships, evidence, pages or
// hosts may appear here, at any depth (contract/test/public-views.test.ts), and the server passes every answer through
// these schemas before sending it.

const when = z
  .strictObject({ start: z.string().nullable(), end: z.string().nullable(), edtf: z.string(), precision: z.string() })
  .meta({ id: 'PublicWhen' })

const where = z
  .strictObject({
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    precision: z.string(),
    country: z.string().nullable(),
  })
  .meta({ id: 'PublicWhere' })

const plainValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

const publicEntity = z
  .strictObject({
    id,
    kind: z.string(),
    name: z.string(),
    aliases: z.array(z.string()),
    summary: z.string().nullable(),
    attributes: z.record(z.string(), plainValue),
    when: when.nullable(),
    where: where.nullable(),
  })
  .meta({ id: 'PublicEntity', description: 'An entity without its relationships and sources.' })

export const publicViews = {
  graph: z
    .strictObject({ nodes: z.array(publicEntity), truncated: z.boolean(), omitted: z.int() })
    .meta({ id: 'PublicGraph' }),
  timeline: z
    .strictObject({
      items: z.array(publicEntity),
      bucket: z.enum(shownBuckets),
      buckets: z.array(z.strictObject({ start: z.string(), count: z.int() }).meta({ id: 'PublicBucket' })),
      undated: z.int(),
      next_cursor: nextCursor,
    })
    .meta({ id: 'PublicTimeline' }),
  map: z
    .strictObject({
      type: z.literal('FeatureCollection'),
      features: z.array(
        z
          .strictObject({
            type: z.literal('Feature'),
            id,
            geometry: z.strictObject({ type: z.literal('Point'), coordinates: lonLat }).meta({ id: 'PublicPoint' }),
            properties: publicEntity,
          })
          .meta({ id: 'PublicFeature' }),
      ),
      truncated: z.boolean(),
      unlocated: z.int(),
    })
    .meta({ id: 'PublicMap', description: 'GeoJSON.' }),
  search: z.strictObject({ entities: z.array(publicEntity) }).meta({ id: 'PublicSearch' }),
} satisfies Record<View, z.ZodType>

export const publicDomain = z
  .strictObject({ name: z.string(), description: z.string(), views: z.array(z.enum(views)) })
  .meta({ id: 'PublicDomain' })

// The filters of the private views, except those that go by relationships or sources: `type`, `certainty`, `seed`, `depth` and `entity` would
// tell who is related to whom, `host` and `min_confidence` which sites, and how many, say something.
const notPublic = { type: true, host: true, min_confidence: true } as const
const { getGraph, search } = graphSearchRoutes
const { getTimeline, getMap } = graphViewRoutes

export const publicQueries = {
  graph: getGraph.query
    .omit({ ...notPublic, certainty: true, seed: true, depth: true })
    .extend({ q: queryQuestion.optional().describe('Only entities with a similar name.') }),
  timeline: getTimeline.query.omit({ ...notPublic, entity: true }),
  map: getMap.query.omit(notPublic),
  search: search.query.omit({ certainty: true }),
} satisfies Record<View, z.ZodObject>

export type PublicQuery<Name extends View> = z.output<(typeof publicQueries)[Name]>

function viewRoute<const Name extends View>(view: Name) {
  return {
    method: 'GET',
    path: `/v1/public/{shareToken}/${view}`,
    auth: 'none',
    tag: 'Public views',
    summary: `Read the ${view} of a shared domain`,
    description: 'Entities alone: no answer depends on relationships or sources.',
    params: { shareToken },
    query: publicQueries[view],
    status: 200,
    answer: publicViews[view],
    is_public: true,
  } as const
}

export const publicRoutes = defineRoutes({
  getPublicDomain: {
    method: 'GET',
    path: '/v1/public/{shareToken}',
    auth: 'none',
    tag: 'Public views',
    summary: 'Get the domain and views of a share link',
    params: { shareToken },
    status: 200,
    answer: publicDomain,
    is_public: true,
  },
  getPublicGraph: viewRoute('graph'),
  getPublicTimeline: viewRoute('timeline'),
  getPublicMap: viewRoute('map'),
  getPublicSearch: viewRoute('search'),
})
