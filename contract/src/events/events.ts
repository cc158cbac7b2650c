import { z } from 'zod'
import { pageModes, pageStatuses } from '../crawl/pages.ts'
import { crawlRun } from '../crawl/runs.ts'
import { domainId } from '../domains.ts'
import { id, idOf, queryInteger, queryIntegerOr, timestamp } from '../fields.ts'
import { queryIds, querySeveral, queryWords } from '../graph/graph-fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes } from '../route.ts'
import { graphEventData, graphEventTypes } from './graph-events.ts'

export const eventTypes = ['run.update', 'page.update', 'crawl.finished', 'budget.hit', 'webhook.disabled'] as const
export type EventType = (typeof eventTypes)[number]
export const agents = ['brief', 'discoverer', 'reader', 'planner', 'resolver'] as const

export const largestId = 999_999_999_999_999

const pageUpdate = z
  .strictObject({
    url: z.string(),
    page_id: id,
    status: z.enum(pageStatuses),
    mode: z.enum(pageModes).nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'PageUpdate', description: 'The status or mode of a page has changed.' })

/** The payload of each type: the data of a streamed message and of a webhook delivery. */
export const eventPayloads = {
  'run.update': crawlRun
    .omit({ id: true, trigger: true, started_at: true, finished_at: true, end_reason: true, paused_reason: true })
    .extend({ run_id: id })
    .meta({ id: 'RunUpdate', description: 'A run has started, gone on or ended.' }),
  'page.update': pageUpdate,
  'crawl.finished': z
    .strictObject({
      runId: id.describe('Id of the run, as `run_id`; kept for receivers that know this name.'),
      run_id: id,
      pages: z.int().describe('Pages that are done.'),
      unchanged: z.int(),
      deterministic: z.int(),
      agentic: z.int(),
      failed: z.int(),
      entities_added: z.int(),
    })
    .meta({ id: 'CrawlFinished', description: 'A run is complete.' }),
  'budget.hit': z
    .strictObject({
      spend: z.number().describe('Spend of the month in USD, with what is reserved.'),
      cap: z.number().describe('`max_spend_usd` of the domain.'),
    })
    .meta({ id: 'BudgetHit', description: 'The monthly spend cap was reached and the domain paused.' }),
  'webhook.disabled': z
    .strictObject({
      webhook_id: id,
      reason: z.string().describe('`disabled_reason` of the webhook.'),
      failing_since: timestamp,
    })
    .meta({ id: 'WebhookDisabled', description: 'A webhook was switched off after days of nothing but failures.' }),
} satisfies Record<EventType, z.ZodType>

const eventSchemaNames = {
  'run.update': 'RunUpdateEvent',
  'page.update': 'PageUpdateEvent',
  'crawl.finished': 'CrawlFinishedEvent',
  'budget.hit': 'BudgetHitEvent',
  'webhook.disabled': 'WebhookDisabledEvent',
} satisfies Record<EventType, string>

function polledEvent<const Type extends EventType, Payload extends z.ZodType>(type: Type, payload: Payload) {
  return z
    .strictObject({
      id: z.int().describe('Counts 1, 2, 3 … in the domain, without gaps.'),
      type: z.literal(type),
      payload,
      created_at: timestamp,
    })
    .meta({ id: eventSchemaNames[type] })
}

const polledPageUpdate = pageUpdate
  .pick({ url: true, status: true, mode: true })
  .meta({ id: 'PolledPageUpdate', description: 'A polled `page.update` has fewer fields than a streamed one.' })

export const event = z
  .discriminatedUnion('type', [
    polledEvent('run.update', eventPayloads['run.update']),
    polledEvent('page.update', polledPageUpdate),
    polledEvent('crawl.finished', eventPayloads['crawl.finished']),
    polledEvent('budget.hit', eventPayloads['budget.hit']),
    polledEvent('webhook.disabled', eventPayloads['webhook.disabled']),
  ])
  .meta({
    id: 'Event',
    description: 'An event of the domain.',
    discriminator: discriminatorOf(eventSchemaNames),
    examples: [
      {
        id: 7,
        type: 'page.update',
        payload: { url: 'https://example.org/', status: 'extracted', mode: 'deterministic' },
        created_at: '2026-11-14T09:30:00.000Z',
      },
    ],
  })

export type PolledEvent = z.output<typeof event>

/** OpenAPI's hint which schema of a union a value has. */
function discriminatorOf(names: Record<string, string>) {
  const mapping = Object.entries(names).map(([type, name]) => [type, `#/components/schemas/${name}`])
  return { propertyName: 'type', mapping: Object.fromEntries(mapping) as Record<string, string> }
}

const eventData = z.union([...Object.values(eventPayloads), graphEventData]).meta({
  id: 'EventData',
  description:
    'The `data` of one message. Its `id` and `event` are the id and the type of the event; the type says which of these the data is.',
})

export const agentActivity = z
  .strictObject({
    id: z.int().describe('Increases within the project.'),
    at: timestamp,
    domain_id: id,
    agent: z.enum(agents),
    action: z.string(),
    subject: z.string().nullable(),
    detail: z.string().nullable(),
    tokens: z.int(),
    spend_usd: z.number(),
  })
  .meta({ id: 'AgentActivity', description: 'The `data` of one message of type `agent.activity`.' })

const since = queryInteger({ min: 0, max: largestId }).describe(
  'Id of the event to start after. The header `Last-Event-ID` takes precedence. Without either, the stream starts with new events.',
)
const streamErrors = ['invalid_last_event_id'] as const

export const eventRoutes = defineRoutes({
  pollEvents: {
    method: 'GET',
    path: '/v1/domains/{domainId}/events/poll',
    auth: 'any',
    tag: 'Events',
    summary: 'Poll events',
    description: `At most ${limits.events_per_poll} per call. Start with \`since\` 0, then pass the returned \`cursor\` as \`since\`.`,
    params: { domainId },
    query: z.strictObject({
      since: queryIntegerOr(0, { min: 0, max: largestId }).describe('`cursor` of the previous answer.'),
    }),
    status: 200,
    answer: z.strictObject({ events: z.array(event), cursor: z.int() }).meta({ id: 'EventPage' }),
  },
  streamEvents: {
    method: 'GET',
    path: '/v1/domains/{domainId}/events',
    auth: 'any',
    tag: 'Events',
    summary: 'Stream events',
    description: `Server-sent events, with a comment every ${limits.event_comment_seconds} seconds. The server closes the stream after ${limits.event_stream_seconds} seconds; reconnect with \`Last-Event-ID\`.`,
    params: { domainId },
    query: z.strictObject({
      since,
      events: querySeveral([...eventTypes, ...graphEventTypes])
        .optional()
        .describe(
          'Only events of these types; without it, all but those of the graph. Events of the graph have a stream of their own, whose ids are cursors of `/changes`: they cannot be asked for together with others.',
        ),
      kinds: queryWords
        .optional()
        .describe('Events of the graph: only entities of these kinds, and relationships that have one at an end.'),
      types: queryWords.optional().describe('Events of the graph: of relationships only those of these types.'),
      entity_ids: queryIds
        .optional()
        .describe(
          'Events of the graph: only these entities, whatever they have been merged into, and their relationships.',
        ),
      watch_id: idOf('watch_not_found')
        .optional()
        .describe('Events of the graph: only what this watch has as news. The stream ends when the watch is deleted.'),
    }),
    status: 200,
    answer: eventData,
    streams: true,
    errors: [...streamErrors, 'watch_not_found'],
  },
  streamAgentEvents: {
    method: 'GET',
    path: '/v1/agents/events',
    auth: 'any',
    tag: 'Events',
    summary: 'Stream agent activity across the project',
    description:
      'Server-sent events of type `agent.activity`; heartbeat and reconnection work as in the event stream of a domain.',
    query: z.strictObject({ since }),
    status: 200,
    answer: agentActivity,
    streams: true,
    errors: streamErrors,
  },
})
