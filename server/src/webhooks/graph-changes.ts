import { isDeepStrictEqual } from 'node:util'
import { type graphDeliveryData, graphDeliveryType } from '@polegraph/contract/events/graph-events.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { z } from 'zod'
import { acceptsBy, type GraphEvent } from '../graph/events/graph-event.ts'
import { followingMerges, type GraphEvents, readGraphEvents } from '../graph/events/read-graph-events.ts'
import type { FindNames } from '../graph/read/entities/find-names.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { awayDomainsOf } from '../platform/db/nodes.ts'
import { newId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { allWaiting } from '../waiting/waiting-work.ts'
import { type OpenWatch, openWatch } from '../watches/news/open-watch.ts'
import { deliveryChannel, renderBody } from './deliveries.ts'
import { insertDeliveries } from './delivery-queries.ts'
import {
  type GraphFollower,
  lockDomainOf,
  selectGraphFollower,
  selectGraphFollowers,
  updateGraphCursor,
  type WebhookRow,
} from './queries.ts'

// Events of the graph for webhooks: many in one delivery, in order. A webhook has one such delivery at a time, so those of
// the next changes begin when it has arrived. What it was told last is a column of its row, moved in the transaction
// that writes the delivery.

type GraphChanges = z.output<typeof graphDeliveryData>

/** A delivery ends after the event with which it is larger than this. */
const bodyChars = 1_000_000
/** Changes that are looked at in one transaction, where few of them are wanted. */
const lookedAtMost = 20 * limits.events_per_delivery

/** Reads the events of the next changes that a watch has as news; of all changes without one. */
type ReadEvents = (after: number, watch: OpenWatch | null) => Promise<Omit<GraphEvents, 'changes'>>

const count = limits.events_per_delivery

/** For one webhook: what is no news is left out before its states are read. */
const readAlone =
  (db: Queryable, domainId: string): ReadEvents =>
  (after, watch) =>
    readGraphEvents(db, domainId, after, count, watch?.isNews)

/** For several, which mostly have come equally far: states are read once for all. */
function readTogether(db: Queryable, domainId: string): ReadEvents {
  const reads = new Map<number, Promise<GraphEvents>>()
  return async (after, watch) => {
    const read = reads.get(after) ?? readGraphEvents(db, domainId, after, count)
    reads.set(after, read)
    const all = await read
    if (!watch) return all
    const news = new Set((await watch.isNews(db, all.changes)).map(({ cursor }) => cursor))
    return { ...all, events: all.events.filter(({ id }) => news.has(id)) }
  }
}

/**
 * The events that a webhook gets of the changes after one up to another, as many as go into one delivery. The cursor says how
 * far they go: numbers have gaps, so that the last one need not be that of a change.
 */
export async function graphChanges(
  db: Queryable,
  domainId: string,
  { events: types, filter }: Pick<WebhookRow, 'events' | 'filter'>,
  { since, until, watch }: { since: number; until: number; watch: OpenWatch | null },
  read = readAlone(db, domainId),
): Promise<GraphChanges> {
  const accepts = acceptsBy(types, await followingMerges(db, domainId, filter ?? {}))
  const last = Math.min(until, since + lookedAtMost)
  for (let after = since; ; ) {
    const { events, cursor, is_end } = await read(after, watch)
    const wanted = events.filter((event) => event.id <= last && accepts(event))
    const fitting = firstOf(wanted)
    if (fitting.length < wanted.length) return { events: fitting, cursor: (fitting.at(-1) as GraphEvent).id }
    after = is_end || cursor > last ? last : cursor
    if (wanted.length > 0 || after === last) return { events: wanted, cursor: after }
  }
}

/** The first ones, as many as one body may have; at least one. */
function firstOf(events: GraphEvent[]): GraphEvent[] {
  let chars = 0
  for (const [at, event] of events.entries()) {
    chars += JSON.stringify(event).length
    if (chars >= bodyChars) return events.slice(0, at + 1)
  }
  return events
}

/** Writes a delivery for each webhook that changes wait for. */
export async function queueGraphChanges(db: Database, log: Log, findNames: FindNames): Promise<void> {
  const domains = await allWaiting(db, 'graph_events')
  const waiting = await awayDomainsOf(db).gather(domains, (domainIds) => selectGraphFollowers(db, domainIds))
  const byDomain = Map.groupBy(waiting, ({ domain_id }) => domain_id)
  for (const [domainId, followers] of byDomain) {
    const read = followers.length > 1 ? readTogether(db, domainId) : readAlone(db, domainId)
    for (const follower of followers) {
      try {
        await queueChangesFor(db, findNames, follower, read)
      } catch (error) {
        // The next round tries again; others do not wait for it.
        const about = { domain_id: domainId, webhook_id: follower.id }
        log.warn({ err: error, ...about }, 'changes of a graph were not queued for a webhook')
      }
    }
  }
}

/** The domain is not held while events are read: its crawl would wait. The log only grows, so they stay what they are. */
async function queueChangesFor(
  db: Database,
  findNames: FindNames,
  follower: GraphFollower,
  read: ReadEvents,
): Promise<void> {
  const { domain_id, filter, graph_cursor: since, graph_seq } = follower
  const watch = filter?.watch_id ? await openWatch(db, findNames, domain_id, filter.watch_id) : null
  if (watch === undefined) return
  // Who is in the watch is known up to there.
  const until = watch ? Math.min(watch.graph_seq, graph_seq) : graph_seq
  if (until <= since) return
  const data = await graphChanges(db, domain_id, follower, { since, until, watch }, read)
  await db.transaction((tx) => queueDelivery(tx, follower, data))
}

async function queueDelivery(tx: Transaction, follower: GraphFollower, data: GraphChanges): Promise<void> {
  const { domain_id, id: webhook_id, graph_cursor: since } = follower
  if (!(await lockDomainOf(tx, domain_id))) return
  // Another process may be at it, or have been, or the webhook was changed since: then the next round sees to it.
  const webhook = await selectGraphFollower(tx, domain_id, webhook_id)
  if (!webhook || webhook.graph_cursor !== since) return
  if (!isDeepStrictEqual([webhook.events, webhook.filter], [follower.events, follower.filter])) return
  if (data.cursor > since) await updateGraphCursor(tx, domain_id, webhook_id, data.cursor)
  if (data.events.length === 0) return
  const id = newId()
  const type = graphDeliveryType
  const body = renderBody({ id, type, domain_id, data }, { created_at: tx.now.toISOString() })
  const delivery = { id, webhook_id, event_type: type, event_id: data.cursor, graph_since: since, body }
  await insertDeliveries(tx, domain_id, [delivery])
  await tx.notify(deliveryChannel, '')
}
