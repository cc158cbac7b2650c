import { z } from 'zod'
import { domainId } from './domains.ts'
import { id, queryInteger, queryIntegerOr, timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoutes } from './route.ts'

export const eventTypes = ['run.update', 'page.update', 'crawl.finished', 'budget.hit'] as const
export const agents = ['brief', 'discoverer', 'reader', 'planner', 'resolver'] as const

const largestId = 999_999_999_999_999

export const event = z
  .strictObject({
    id: z.int().describe('Counts 1, 2, 3 … in the domain, without gaps.'),
    type: z.enum(eventTypes),
    payload: z.record(z.string(), z.unknown()),
    created_at: timestamp,
  })
  .meta({
    id: 'Event',
    description: 'An event of the domain.',
    examples: [
      {
        id: 7,
        type: 'page.update',
        payload: { url: 'https://example.org/', status: 'extracted', mode: 'deterministic' },
        created_at: '2026-11-14T09:30:00.000Z',
      },
    ],
  })

const eventData = z.record(z.string(), z.unknown()).meta({
  id: 'EventData',
  description: 'The `data` of one message. Its `id` and `event` are the id and the type of the event.',
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
    query: z.strictObject({ since }),
    status: 200,
    answer: eventData,
    streams: true,
    errors: streamErrors,
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
