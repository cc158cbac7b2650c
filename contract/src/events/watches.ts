import { z } from 'zod'
import { domainId } from '../domains.ts'
import {
  decimal,
  id,
  idOf,
  integer,
  label,
  list,
  listQuery,
  nextCursor,
  nothing,
  object,
  ok,
  oneOf,
  queryInteger,
  queryIntegerOr,
  sentence,
  text,
  timestamp,
  uuid,
  word,
} from '../fields.ts'
import { certainty, typeOfPages } from '../graph/graph-fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'
import { largestId } from './events.ts'
import { graphEvent, watchedKinds } from './graph-events.ts'

// A watch is a saved search, or a set of entities, with a name. What is new in it is read from the log of changes when it is asked
// for: nothing is stored for a watch while a crawl runs.

const watchId: Param = { schema: uuid, not_found: 'watch_not_found', description: 'Id of the watch.' }

const feedToken: Param = {
  schema: z.string().regex(/^fed_[0-9A-Za-z]{49}$/),
  not_found: 'not_found',
  description: 'Token of the feed.',
}

export const mailTimes = ['hour', 'day'] as const
export type MailTime = (typeof mailTimes)[number]

const typeRule = sentence('must be a word of lower-case letters, digits and underscores')
const types = list(text({ min: 1, max: 100 }).regex(typeOfPages, typeRule), { min: 1, max: limits.watched_max })
const queryRule = '{field} needs at least one filter'

/** The filters of the list of entities that a search which people save has. */
const watchQuery = object({
  q: text({ min: 1, max: limits.query_max }).optional().describe('Search in names and aliases, typo-tolerant.'),
  kinds: watchedKinds.optional().describe('Only entities of these kinds.'),
  types: types.optional().describe('Only entities with a relationship of one of these types.'),
  certainty: list(oneOf(['said', 'reported', 'denied']), { min: 1, max: 3 })
    .optional()
    .describe('Only entities of which something is stated so, as in the list of entities.'),
  host: text({ min: 1, max: limits.host_max })
    .toLowerCase()
    .optional()
    .describe('Only entities with evidence from it.'),
  min_confidence: decimal({ min: 0, max: 1 }).optional().describe('Only entities with at least this confidence.'),
  attributes: z
    .record(word, text({ min: 1, max: limits.query_max }).normalize('NFC'), {
      error: '{field} must be values by words',
    })
    .refine((values) => Object.keys(values).length <= limits.attributes_max, {
      error: `{field} must be at most ${limits.attributes_max} values`,
    })
    .optional()
    .describe('Only entities whose attributes have these values, in upper or lower case.'),
})
  .refine(
    ({ attributes, ...others }) => Object.values({ ...others, ...attributes }).some((value) => value !== undefined),
    {
      error: queryRule,
    },
  )
  .meta({ id: 'WatchQuery', description: 'A saved search: the entities that are in it now. Each field must hold.' })

export type WatchQuery = z.output<typeof watchQuery>

const watchEntities = list(idOf('entity_not_found'), { min: 1, max: limits.watch_entities_max }).describe(
  'These entities, whatever they are merged into.',
)

const fields = {
  name: label().describe('For people.'),
  query: watchQuery.optional(),
  entity_ids: watchEntities.optional(),
}

const count = z
  .strictObject({
    count: z.int().describe(`At most ${limits.watch_unseen}.`),
    more: z
      .boolean()
      .describe('There are more, or there may be: counting ends after some thousand changes of the graph.'),
  })
  .meta({ id: 'UnseenNews' })

const mail = z
  .strictObject({
    every: z.enum(mailTimes),
    next_at: timestamp.describe('When it is sent next, if there is news.'),
    error: z.string().nullable().describe('Why the last one was not sent; it is tried again.'),
  })
  .meta({ id: 'WatchMail', description: 'News of a watch by mail, to the address with which a person signs in.' })

export const watch = z
  .strictObject({
    id,
    name: z.string(),
    query: z
      .strictObject({
        q: z.string().optional(),
        kinds: z.array(z.string()).optional(),
        types: z.array(z.string()).optional(),
        certainty: z.array(certainty).optional(),
        host: z.string().optional(),
        min_confidence: z.number().optional(),
        attributes: z.record(z.string(), z.string()).optional(),
      })
      .nullable()
      .meta({ id: 'WatchedQuery', description: 'Null for a watch of entities.' }),
    entity_ids: z.array(id).nullable().describe('Null for a saved search.'),
    mail: mail.nullable().describe('The mail that the caller gets of it: each person their own, a key none.'),
    has_feed: z.boolean().describe('Whether it has a feed that works.'),
    unseen: count.describe('News that the caller has not looked at: a person in all their sessions, or a key.'),
    seen_at: timestamp.nullable().describe('When the caller looked last; null for never.'),
    created_by: z.string().describe('`key:<id>` or `user:<id>`.'),
    created_at: timestamp,
  })
  .meta({ id: 'Watch', description: 'A saved search, or a set of entities, with a name.' })

const feed = z
  .strictObject({
    token: z.string().startsWith('fed_').describe('Gives access to the feed; shown only once.'),
    atom_url: z.string(),
    json_url: z.string(),
  })
  .meta({ id: 'WatchFeed', description: 'The private address of a feed.' })

const ofWatch = { tag: 'Watches', params: { domainId, watchId }, status: 200 } as const

export const watchRoutes = defineRoutes({
  createWatch: {
    method: 'POST',
    path: '/v1/domains/{domainId}/watches',
    auth: 'full',
    tag: 'Watches',
    summary: 'Create a watch',
    description: 'With either `query` or `entity_ids`. Its news begin with the next change of the graph.',
    params: { domainId },
    body: z.strictObject(fields).meta({
      id: 'CreateWatch',
      examples: [{ name: 'Captains', query: { kinds: ['person'], attributes: { role: 'captain' } } }],
    }),
    status: 201,
    answer: watch,
    errors: ['watch_of_one', 'entity_not_found', 'too_many_watches'],
  },
  listWatches: {
    method: 'GET',
    path: '/v1/domains/{domainId}/watches',
    auth: 'any',
    tag: 'Watches',
    summary: 'List the watches, newest first',
    params: { domainId },
    query: listQuery,
    status: 200,
    answer: z.strictObject({ watches: z.array(watch), next_cursor: nextCursor }).meta({ id: 'WatchList' }),
  },
  getWatch: {
    ...ofWatch,
    method: 'GET',
    path: '/v1/domains/{domainId}/watches/{watchId}',
    auth: 'any',
    summary: 'Get a watch',
    answer: watch,
  },
  changeWatch: {
    ...ofWatch,
    method: 'PATCH',
    path: '/v1/domains/{domainId}/watches/{watchId}',
    auth: 'full',
    summary: 'Change a watch',
    description: 'A `query` takes the place of `entity_ids`, and the other way round.',
    body: z
      .strictObject({ ...fields, name: fields.name.optional() })
      .meta({ id: 'ChangeWatch', examples: [{ name: 'Captains of the coast' }] }),
    answer: watch,
    errors: ['watch_of_one', 'entity_not_found', 'nothing_to_update'],
  },
  deleteWatch: {
    ...ofWatch,
    method: 'DELETE',
    path: '/v1/domains/{domainId}/watches/{watchId}',
    auth: 'full',
    summary: 'Delete a watch',
    description: 'Its feed ends, and webhooks that send its news are switched off.',
    answer: ok,
  },
  readWatchNews: {
    ...ofWatch,
    method: 'GET',
    path: '/v1/domains/{domainId}/watches/{watchId}/news',
    auth: 'any',
    summary: 'Read what is new in a watch',
    description:
      'Events of the graph, oldest first. An entity is in a saved search when it is found by it now; one that has left the graph, when it was found last. What is older than HISTORY_RETENTION_DAYS is left out.',
    query: z.strictObject({
      since: queryInteger({ min: 0, max: largestId }).describe(
        '`cursor` of an earlier answer, or of `/changes`; 0 for all that is kept. Default is where the caller has looked last, else where the watch began.',
      ),
      limit: queryIntegerOr(limits.list_default, { min: 1, max: limits.list_max }).describe(
        'Maximum number of events to return.',
      ),
    }),
    answer: z
      .strictObject({
        events: z.array(graphEvent),
        cursor: z.int().describe('Everything up to this change was looked at: pass it as `since`, or to `seen`.'),
        more: z.boolean().describe('There may be more behind the cursor, also where `events` is empty.'),
      })
      .meta({ id: 'WatchNews' }),
  },
  markWatchSeen: {
    ...ofWatch,
    method: 'POST',
    path: '/v1/domains/{domainId}/watches/{watchId}/seen',
    // Whoever may read may say what they have read.
    auth: 'any',
    summary: 'Say up to where the caller has looked',
    description: 'Kept for each person, and for each key. A smaller cursor makes news unseen again.',
    body: z
      .strictObject({ cursor: integer({ min: 0, max: largestId }).describe('`cursor` of the news.') })
      .meta({ id: 'MarkWatchSeen', examples: [{ cursor: 1207 }] }),
    answer: watch,
  },
  startWatchMail: {
    ...ofWatch,
    method: 'PUT',
    path: '/v1/domains/{domainId}/watches/{watchId}/mail',
    // Whoever may read may have it sent, to the address with which they sign in.
    auth: 'any',
    summary: 'Get the news of a watch by mail',
    description: 'What is new from now on, in one mail; none where nothing is new. A key has no address.',
    body: z
      .strictObject({ every: oneOf(mailTimes).describe('How often at most.') })
      .meta({ id: 'StartWatchMail', examples: [{ every: 'day' }] }),
    answer: watch,
    errors: ['session_required', 'mail_not_configured'],
  },
  stopWatchMail: {
    ...ofWatch,
    method: 'DELETE',
    path: '/v1/domains/{domainId}/watches/{watchId}/mail',
    auth: 'any',
    summary: 'Get no more mail about a watch',
    answer: watch,
    errors: ['session_required'],
  },
  createWatchFeed: {
    ...ofWatch,
    method: 'POST',
    path: '/v1/domains/{domainId}/watches/{watchId}/feed',
    auth: 'full',
    summary: 'Create the feed of a watch',
    description: 'Whoever has its address may read it. A watch has one: making another ends the one before.',
    body: nothing,
    status: 201,
    answer: feed,
  },
  revokeWatchFeed: {
    ...ofWatch,
    method: 'DELETE',
    path: '/v1/domains/{domainId}/watches/{watchId}/feed',
    auth: 'full',
    summary: 'Revoke the feed of a watch',
    description: 'It stops working immediately.',
    answer: ok,
  },
})

const ofFeed = {
  method: 'GET',
  auth: 'none',
  tag: 'Feeds',
  description: `The latest ${limits.feed_entries} news, newest first: of entities that are in the graph now.`,
  params: { feedToken },
  status: 200,
  answer: z.string(),
  is_public: true,
  is_unlisted: true,
} as const

export const feedRoutes = defineRoutes({
  readAtomFeed: {
    ...ofFeed,
    path: '/v1/feeds/{feedToken}.atom',
    summary: 'Read the feed of a watch as Atom',
    content_type: 'application/atom+xml',
  },
  readJsonFeed: {
    ...ofFeed,
    path: '/v1/feeds/{feedToken}.json',
    summary: 'Read the feed of a watch as JSON Feed 1.1',
    content_type: 'application/feed+json',
  },
})
