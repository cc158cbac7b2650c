import type { eventRoutes } from '@polegraph/contract/events/events.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { pollEvents } from './event-log.ts'
import type { Feeds } from './feeds.ts'

export const eventHandlers = (feeds: Feeds): Handlers<typeof eventRoutes> => ({
  pollEvents: { read: ({ db, domain, query }) => pollEvents(db, domain.id, query.since) },
  streamEvents: {
    stream: ({ domain, query, last_event_id }) => {
      const after = last_event_id ?? query.since
      return (out) => feeds.events.follow(domain.id, after, out)
    },
  },
  streamAgentEvents: {
    stream: ({ caller, query, last_event_id }) => {
      const after = last_event_id ?? query.since
      return (out) => feeds.activity.follow(caller.project.id, after, out)
    },
  },
})
