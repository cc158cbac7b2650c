import { z } from 'zod'
import { domainId } from '../domains.ts'
import {
  id,
  list,
  listQuery,
  nextCursor,
  ok,
  oneOf,
  queryInteger,
  sentence,
  timestamp,
  uuid,
  uuidShape,
} from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'
import { certainty, queryQuestion, querySeveral } from './graph-fields.ts'
import { graphSearchRoutes } from './graph-search.ts'
import { graphViewRoutes, lonLat, shownBuckets } from './graph-views.ts'

export const views = ['graph', 'timeline', 'map', 'search'] as const
export type View = (typeof views)[number]

/** What a link may show beside entities alone, if its owner says so. */
export const sharedParts = ['relationships', 'facts', 'sources'] as const
export type SharedPart = (typeof sharedParts)[number]

const shownParts = z
  .array(z.enum(sharedParts))
  .describe(
    'What the views show beside entities: `relationships` between them and filters by these, `facts` such as ids in registers and home pages, `sources`: quotes with the addresses of their pages.',
  )

const share = z
  .strictObject({
    id,
    token: z.string().startsWith('shr_').describe('Gives access to the views.'),
    views: z.array(z.enum(views)),
    show: shownParts,
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
      .strictObject({
        views: list(oneOf(views), { min: 1, max: views.length }),
        show: list(oneOf(sharedParts), { max: sharedParts.length })
          .default([])
          .describe('What the views show beside entities. Nothing, unless it is named.'),
      })
      .meta({ id: 'CreateShare', examples: [{ views: ['graph', 'timeline'], show: ['relationships'] }] }),
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

// What the public sees. Every object is closed and lists its fields. Beside entities alone there are the parts that the
// owner of a link may show by it, each in fields of its own, and nothing else about relationships, evidence, pages or
// hosts, at any depth (contract/test/public-views.test.ts). The server passes every answer through the schemas of what
// its link shows before sending it.

const when = z
  .strictObject({ start: z.string().nullable(), end: z.string().nullable(), edtf: z.string(), precision: z.string() })
  .meta({ id: 'PublicWhen' })

const where = z.strictObject({
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  precision: z.string(),
  country: z.string().nullable(),
})

const plainValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])

const entityAlone = {
  id,
  kind: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  summary: z.string().nullable(),
  attributes: z.record(z.string(), plainValue),
  when: when.nullable(),
}

const placeId = z.string().nullable().describe('For example `geonames:2950159`. Only with `facts`.')
const facts = {
  external_ids: z.record(z.string(), z.string()).describe('Ids by register. Only with `facts`.'),
  urls: z.array(z.string()).describe('Home pages. Only with `facts`.'),
}
const quotes = z
  .array(
    z
      .strictObject({
        quote: z.string(),
        url: z.string().describe('Address of the page.'),
        observed_at: timestamp,
      })
      .meta({ id: 'PublicQuote', description: 'What a page says, word for word.' }),
  )
  .describe(`The latest ${limits.shared_quotes}, fewer where the answer would grow too long. Only with \`sources\`.`)

const edgeAlone = { id, from: id, to: id, source: id, target: id, type: z.string(), certainty }

const bucket = z.strictObject({ start: z.string(), count: z.int() }).meta({ id: 'PublicBucket' })
const point = z.strictObject({ type: z.literal('Point'), coordinates: lonLat }).meta({ id: 'PublicPoint' })

const featureOf = <Entity extends z.ZodType>(entity: Entity) =>
  z.strictObject({ type: z.literal('Feature'), id, geometry: point, properties: entity })

/** The four views, of entities and edges of these forms. */
function viewsOf<Entity extends z.ZodType, Feature extends z.ZodType, GraphParts extends z.ZodRawShape>(
  entity: Entity,
  feature: Feature,
  graphParts: GraphParts,
) {
  return {
    graph: z.strictObject({ nodes: z.array(entity), ...graphParts, truncated: z.boolean(), omitted: z.int() }),
    timeline: z.strictObject({
      items: z.array(entity),
      bucket: z.enum(shownBuckets),
      buckets: z.array(bucket),
      undated: z.int(),
      next_cursor: nextCursor,
    }),
    map: z.strictObject({
      type: z.literal('FeatureCollection'),
      features: z.array(feature),
      truncated: z.boolean(),
      unlocated: z.int(),
    }),
    search: z.strictObject({ entities: z.array(entity) }),
  } satisfies Record<View, z.ZodType>
}

const entityOfAnyLink = z
  .strictObject({
    ...entityAlone,
    where: where.extend({ place_id: placeId.optional() }).meta({ id: 'PublicWhere' }).nullable(),
    external_ids: facts.external_ids.optional(),
    urls: facts.urls.optional(),
    quotes: quotes.optional(),
  })
  .meta({ id: 'PublicEntity', description: 'An entity, with what its link shows of it.' })

const ofAnyLink = viewsOf(entityOfAnyLink, featureOf(entityOfAnyLink).meta({ id: 'PublicFeature' }), {
  edges: z
    .array(z.strictObject({ ...edgeAlone, quotes: quotes.optional() }).meta({ id: 'PublicEdge' }))
    .optional()
    .describe('Relationships between the nodes. Only with `relationships`.'),
})

/** The answers of links that show more and less, for the reference. */
export const publicViews = {
  graph: ofAnyLink.graph.meta({ id: 'PublicGraph' }),
  timeline: ofAnyLink.timeline.meta({ id: 'PublicTimeline' }),
  map: ofAnyLink.map.meta({ id: 'PublicMap', description: 'GeoJSON.' }),
  search: ofAnyLink.search.meta({ id: 'PublicSearch' }),
} satisfies Record<View, z.ZodType>

export type PublicAnswer<Name extends View> = z.output<(typeof publicViews)[Name]>

function closedViews(show: readonly SharedPart[]): Record<View, z.ZodType> {
  const ofSources = show.includes('sources') ? { quotes } : {}
  const ofFacts = show.includes('facts') ? facts : {}
  const place = show.includes('facts') ? where.extend({ place_id: placeId }) : where
  const entity = z.strictObject({ ...entityAlone, where: place.nullable(), ...ofFacts, ...ofSources })
  const edges = z.array(z.strictObject({ ...edgeAlone, ...ofSources }))
  return viewsOf(entity, featureOf(entity), show.includes('relationships') ? { edges } : {})
}

const inOrder = (show: readonly SharedPart[]) => sharedParts.filter((part) => show.includes(part))

/** Every choice of parts that an owner has. */
export const shownChoices: SharedPart[][] = Array.from({ length: 2 ** sharedParts.length }, (_, bits) =>
  sharedParts.filter((_part, place) => bits & (1 << place)),
)
const closed = new Map(shownChoices.map((show) => [show.join(), closedViews(show)]))

/** The answers of a link that shows these parts: no field of them may be missing, and there is none of another part. */
export const viewsThatShow = (show: readonly SharedPart[]) =>
  closed.get(inOrder(show).join()) as Record<View, z.ZodType>

export const publicDomain = z
  .strictObject({ name: z.string(), description: z.string(), views: z.array(z.enum(views)), show: shownParts })
  .meta({ id: 'PublicDomain' })

// The filters of the private views. Those that go by sources are not public: `host` and `min_confidence` would tell which
// sites, and how many, say something. Those that go by relationships are for links that show them, but for `sample`. Attributes are public with their entities.
const notPublic = { host: true, min_confidence: true } as const
const { getGraph, search } = graphSearchRoutes
const { getTimeline, getMap } = graphViewRoutes

const onlyShown = 'Only by a link that shows `relationships`.'
const idRule = sentence('must be a UUID')
/** A malformed one says nothing about what there is, so it is no 404. */
const entityOf = z.string(idRule).regex(uuidShape, idRule).toLowerCase().meta({ format: 'uuid' }).optional()
const said = querySeveral(['said', 'reported'])
  .optional()
  .describe(`What is said plainly, or reported as what others say. What is denied is never shown. ${onlyShown}`)
const type = getMap.query.shape.type.describe(`Only entities with a relationship of one of these types. ${onlyShown}`)

/** By relationships: unknown to a link that does not show them. */
export const relationshipFilters = ['type', 'certainty', 'seed', 'depth', 'entity'] as const

export const publicQueries = {
  graph: getGraph.query.omit({ ...notPublic, depth: true, sample: true, attributes: true }).extend({
    type,
    certainty: said,
    q: queryQuestion.optional().describe('Only entities with a similar name; with `relationships`, start at them.'),
    seed: entityOf.describe(`Start at this entity. ${onlyShown}`),
    depth: queryInteger({ min: 1, max: limits.graph_depth }).describe(
      `Maximum distance from \`seed\`, or from the matches of \`q\`; 1 by default. ${onlyShown}`,
    ),
  }),
  timeline: getTimeline.query
    .omit(notPublic)
    .extend({ type, entity: entityOf.describe(`Only this entity and its direct neighbours. ${onlyShown}`) }),
  map: getMap.query.omit(notPublic).extend({ type }),
  search: search.query.extend({ certainty: said }),
} satisfies Record<View, z.ZodObject>

export type PublicQuery<Name extends View> = z.output<(typeof publicQueries)[Name]>

function viewRoute<const Name extends View>(view: Name) {
  return {
    method: 'GET',
    path: `/v1/public/{shareToken}/${view}`,
    auth: 'none',
    tag: 'Public views',
    summary: `Read the ${view} of a shared domain`,
    description:
      'Entities alone, and the parts that the link shows beside them. Without `relationships` no answer depends on these, and without `sources` none on sources.',
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
  getPublicGraph: { ...viewRoute('graph'), errors: ['entity_not_found'] },
  getPublicTimeline: { ...viewRoute('timeline'), errors: ['entity_not_found'] },
  getPublicMap: viewRoute('map'),
  getPublicSearch: viewRoute('search'),
})
