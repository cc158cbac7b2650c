import { domainChannel } from '../../domains/domain-change.ts'
import { Feed, renderMessage, type StreamMessage } from '../../events/feed.ts'
import type { FollowGraph } from '../../events/feeds.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/errors.ts'
import type { Log } from '../../platform/log.ts'
import { acceptsBy, type GraphEvent } from './graph-event.ts'
import { followingMerges, readGraphEvents, selectLastCursor } from './read-graph-events.ts'

/** The live end of the log of changes of each domain, as events. */
export const createGraphFeed = ({ db, log }: { db: Database; log: Log }): Feed<GraphEvent> =>
  new Feed({
    db,
    log,
    source: {
      channel: domainChannel,
      lastId: (domainId) => selectLastCursor(db, domainId),
      read: async (domainId, after, limit) => {
        const messages: StreamMessage<GraphEvent>[] = []
        for (let since = after; messages.length < limit; ) {
          const { events, cursor, is_end } = await readGraphEvents(db, domainId, since, limit)
          since = cursor
          for (const event of events)
            messages.push({ id: event.id, text: renderMessage(event.id, event.type, event.payload), event })
          // Where the last changes say nothing, their number is what the next read goes on from.
          if (is_end && cursor > (messages.at(-1)?.id ?? after)) messages.push({ id: cursor, text: '' })
          if (is_end) break
        }
        return messages
      },
    },
  })

/** Chooses the news of a watch for a stream; undefined when the domain has no such watch (any more). */
export type ChooseNews = (domainId: string, watchId: string, events: GraphEvent[]) => Promise<GraphEvent[] | undefined>

export const followGraphBy =
  (db: Queryable, feed: Feed<GraphEvent>, chooseNews: ChooseNews): FollowGraph =>
  async (domainId, { after, types, filter }) => {
    const { watch_id } = filter
    if (watch_id !== undefined && !(await chooseNews(domainId, watch_id, []))) throw fail('watch_not_found')
    const choose = watch_id === undefined ? undefined : (events: GraphEvent[]) => chooseNews(domainId, watch_id, events)
    return async (out) => {
      const accepts = acceptsBy(types, await followingMerges(db, domainId, filter))
      await feed.follow(domainId, after, out, { accepts, choose })
    }
  }
