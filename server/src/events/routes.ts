import type { eventRoutes } from '@polegraph/contract/events/events.ts'
import { isGraphEventType } from '@polegraph/contract/events/graph-events.ts'
import { fail } from '../platform/http/errors.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { pollEvents } from './event-log.ts'
import type { Feeds, FollowGraph } from './feeds.ts'

export const eventHandlers = (feeds: Feeds, followGraph: FollowGraph): Handlers<typeof eventRoutes> => ({
  pollEvents: { read: ({ db, domain, query }) => pollEvents(db, domain.id, query.since) },
  streamEvents: {
    stream: ({ domain, query, last_event_id }) => {
      const { since, events: types, ...filter } = query
      const after = last_event_id ?? since
      const ofGraph = types?.filter(isGraphEventType).length ?? 0
      if (types && ofGraph > 0) {
        if (ofGraph < types.length) throw refuse('events', 'must be of the graph alone, or have none of the graph')
        return followGraph(domain.id, { after, types, filter })
      }
      const [field] = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]))
      if (field !== undefined) throw refuse(field, 'needs events of the graph')
      return (out) =>
        feeds.events.follow(domain.id, after, out, {
          accepts: types && (({ type }) => (types as string[]).includes(type)),
        })
    },
  },
  streamAgentEvents: {
    stream: ({ caller, query, last_event_id }) => {
      const after = last_event_id ?? query.since
      return (out) => feeds.activity.follow(caller.project.id, after, out)
    },
  },
})

function refuse(path: string, rule: string) {
  const message = `${path} ${rule}`
  return fail('invalid_request', { text: message, details: [{ path, message }] })
}
