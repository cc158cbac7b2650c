import type { GraphEvent } from '../../graph/events/graph-event.ts'
import type { ChooseNews } from '../../graph/events/graph-feed.ts'
import type { ChangedThing } from '../../graph/events/read-graph-events.ts'
import type { FindNames } from '../../graph/read/entities/find-names.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { openWatch } from './open-watch.ts'
import { selectWatched } from './queries.ts'

/** The watch is looked up each time: it may have been changed, or deleted, since the stream began. */
export function watchStreamsBy(db: Queryable, findNames: FindNames): ChooseNews {
  return async (domainId, watchId, events) => {
    // To ask whether it is there takes no search.
    if (events.length === 0) return (await selectWatched(db, domainId, watchId)) && []
    const watch = await openWatch(db, findNames, domainId, watchId)
    if (!watch) return undefined
    const news = await watch.isNews(db, events.map(thingOf))
    return news.map(({ event }) => event)
  }
}

const thingOf = (event: GraphEvent): ChangedThing & { event: GraphEvent } => ({
  event,
  id: event.payload.id,
  type: 'from' in event.payload ? 'relationship' : 'entity',
  change: 'changed',
})
