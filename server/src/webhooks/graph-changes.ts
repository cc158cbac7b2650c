import { type graphDeliveryData, graphDeliveryType } from '@polegraph/contract/events/graph-events.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { z } from 'zod'
import { acceptsBy, type GraphEvent } from '../graph/events/graph-event.ts'
import { followingMerges, readGraphEvents } from '../graph/events/read-graph-events.ts'
import type { FindNames } from '../graph/read/entities/find-names.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import type { Log } from '../platform/log.ts'
import { type OpenWatch, openWatch } from '../watches/news/open-watch.ts'
import { deliveryChannel, renderBody } from './deliveries.ts'
import { insertDeliveries } from './delivery-queries.ts'
import {
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

/**
 * The events that a webhook gets of the changes after one up to another, as many as go into one delivery. The cursor says how
 * far they go: numbers have gaps, so that the last one need not be that of a change.
 */
export async function graphChanges(
  db: Queryable,
  domainId: string,
  { events: types, filter }: Pick<WebhookRow, 'events' | 'filter'>,
  { since, until, watch }: { since: number; until: number; watch: OpenWatch | null },
): Promise<GraphChanges> {
  const accepts = acceptsBy(types, await followingMerges(db, domainId, filter ?? {}))
  const last = Math.min(until, since + lookedAtMost)
  for (let after = since; ; ) {
    const count = Math.min(limits.events_per_delivery, last - after)
    const { events, cursor, is_end } = await readGraphEvents(db, domainId, after, count, watch?.isNews)
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
  for (const { domain_id, id, watch_id } of await selectGraphFollowers(db)) {
    try {
      // Names are looked for before the domain is held: that may load its graph.
      const watch = watch_id ? await openWatch(db, findNames, domain_id, watch_id) : null
      if (watch !== undefined) await db.transaction((tx) => queueChangesFor(tx, domain_id, id, watch))
    } catch (error) {
      // The next round tries again; others do not wait for it.
      log.warn({ err: error, domain_id, webhook_id: id }, 'changes of a graph were not queued for a webhook')
    }
  }
}

async function queueChangesFor(
  tx: Transaction,
  domainId: string,
  webhookId: string,
  watch: OpenWatch | null,
): Promise<void> {
  if (!(await lockDomainOf(tx, domainId))) return
  // Another process may be at it.
  const webhook = await selectGraphFollower(tx, domainId, webhookId)
  // Its filter may have been changed since: the next round has the new one.
  if (!webhook || (webhook.filter?.watch_id ?? null) !== (watch?.id ?? null)) return
  const { graph_cursor: since, graph_seq } = webhook
  // Who is in the watch is known up to there.
  const until = watch ? Math.min(watch.graph_seq, graph_seq) : graph_seq
  if (until <= since) return
  const data = await graphChanges(tx, domainId, webhook, { since, until, watch })
  if (data.cursor > since) await updateGraphCursor(tx, domainId, webhookId, data.cursor)
  if (data.events.length === 0) return
  const id = newId()
  const type = graphDeliveryType
  const body = renderBody({ id, type, domain_id: domainId, data }, { created_at: tx.now.toISOString() })
  const delivery = { id, webhook_id: webhookId, event_type: type, event_id: data.cursor, graph_since: since, body }
  await insertDeliveries(tx, domainId, [delivery])
  await tx.notify(deliveryChannel, '')
}
