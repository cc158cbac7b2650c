import type { EventType } from '@polegraph/contract/events/events.ts'
import type { GraphFilter } from '@polegraph/contract/events/graph-events.ts'
import type { Database } from '../platform/db/database.ts'
import type { EventStream } from '../platform/http/event-streams.ts'
import type { Log } from '../platform/log.ts'
import { activityChannel, eventChannel } from './event-log.ts'
import { Feed, renderMessage } from './feed.ts'
import { selectActivity, selectEvents, selectLastActivityId, selectLastEventId } from './queries.ts'

/** The live ends of both kinds of log. */
export interface Feeds {
  events: Feed<{ type: EventType }>
  activity: Feed
}

/** Streams of the graph, which is above the log of events. Refuses what it cannot follow before the stream begins. */
export type FollowGraph = (
  domainId: string,
  reader: { after: number | undefined; types: readonly string[]; filter: GraphFilter },
) => Promise<(out: EventStream) => Promise<void>>

export function createFeeds({ db, log }: { db: Database; log: Log }): Feeds {
  return {
    events: new Feed({
      db,
      log,
      source: {
        channel: eventChannel,
        lastId: (domainId) => selectLastEventId(db, domainId),
        read: async (domainId, after, limit) => {
          const events = await selectEvents(db, domainId, after, limit)
          return events.map(({ id, type, payload }) => ({
            id,
            text: renderMessage(id, type, payload),
            event: { type },
          }))
        },
      },
    }),
    activity: new Feed({
      db,
      log,
      source: {
        channel: activityChannel,
        lastId: (projectId) => selectLastActivityId(db, projectId),
        read: async (projectId, after, limit) => {
          const entries = await selectActivity(db, projectId, after, limit)
          return entries.map((entry) => ({ id: entry.id, text: renderMessage(entry.id, 'agent.activity', entry) }))
        },
      },
    }),
  }
}
