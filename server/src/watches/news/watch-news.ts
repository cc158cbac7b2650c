import type { GraphEvent } from '../../graph/events/graph-event.ts'
import { type Narrow, readGraphEvents } from '../../graph/events/read-graph-events.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { type OpenWatch, ofShown } from './open-watch.ts'

/** Changes that are looked at in one statement. */
const changesAtOnce = 1_000
/** Changes that are looked at in one call, where few of them are news. */
const lookedAtMost = 20_000

export interface WatchNews {
  events: GraphEvent[]
  /** Everything up to this change was looked at. */
  cursor: number
  more: boolean
}

/** The next news after a change, oldest first. A cursor from before a backup was restored counts as the last change. */
export async function readWatchNews(
  db: Queryable,
  watch: OpenWatch,
  { since, limit, looked = lookedAtMost }: { since: number; limit: number; looked?: number },
): Promise<WatchNews> {
  const { domain_id, graph_seq } = watch
  // The first changes may be forgotten, and those that are left of that time say nothing new.
  const first = Math.min(Math.max(since, watch.history_seq), graph_seq)
  const events: GraphEvent[] = []
  for (let after = first; ; ) {
    const read = await readGraphEvents(db, domain_id, after, changesAtOnce, watch.isNews)
    events.push(...read.events.filter(({ id }) => id <= graph_seq))
    const isEnd = read.is_end || read.cursor >= graph_seq
    after = isEnd ? graph_seq : read.cursor
    if (events.length > limit) {
      const some = events.slice(0, limit)
      return { events: some, cursor: (some.at(-1) as GraphEvent).id, more: true }
    }
    const isFull = events.length === limit || after - first >= looked
    if (isEnd || isFull) return { events, cursor: after, more: !isEnd }
  }
}

/** The latest news since the watch began, newest first, of what is in the graph now. */
export async function readLatestNews(db: Queryable, watch: OpenWatch, limit: number): Promise<GraphEvent[]> {
  const isShown = ofShown(watch.domain_id)
  const narrow: Narrow = async (db, changes) => isShown(db, await watch.isNews(db, changes))
  const oldest = Math.max(watch.began_at_seq, watch.history_seq, watch.graph_seq - lookedAtMost)
  const latest: GraphEvent[] = []
  for (let until = watch.graph_seq; until > oldest && latest.length < limit; ) {
    const from = Math.max(oldest, until - changesAtOnce)
    const events: GraphEvent[] = []
    for (let after = from; after < until; ) {
      const read = await readGraphEvents(db, watch.domain_id, after, until - after, narrow)
      events.push(...read.events.filter(({ id }) => id <= until))
      after = read.is_end ? until : Math.max(read.cursor, after + 1)
    }
    latest.push(...events.reverse())
    until = from
  }
  return latest.slice(0, limit)
}
