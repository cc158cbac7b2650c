import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { activityChannel, eventChannel } from './event-log.ts'
import { Feed, renderMessage } from './feed.ts'
import { selectActivity, selectEvents, selectLastActivityId, selectLastEventId } from './queries.ts'

/** The live ends of both kinds of log. */
export interface Feeds {
  events: Feed
  activity: Feed
}

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
          return events.map(({ id, type, payload }) => ({ id, text: renderMessage(id, type, payload) }))
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
