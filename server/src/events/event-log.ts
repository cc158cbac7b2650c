import type { PolledEvent } from '@polegraph/contract/events/events.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { inBites } from '../platform/db/bites.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import type { ActivityEntry, EventEntry, LoggedEvent } from './logged-event.ts'
import {
  deleteActivityBefore,
  deleteActivityOf,
  deleteEventsBefore,
  insertActivity,
  insertEvents,
  selectEvents,
  selectLastEventId,
  selectPayload,
} from './queries.ts'

// One event log for each domain. An event is written in the transaction that makes it true. Its id is the next number
// of the log, and the log stays locked until that transaction ends: ids have no gaps, become visible in order, and a
// reader's cursor never passes an event that commits later. So append as the last step of a transaction, and to several
// logs always in the same order.

/** Gets every event in the transaction that writes it, and writes what must commit with it. */
export type Follower = (tx: Transaction, domainId: string, events: LoggedEvent[]) => Promise<void>

/** Notices carry the id of the domain, or project, whose log grew or ended. */
export const eventChannel = 'events'
export const activityChannel = 'agent_activity'

export class EventLog {
  readonly #followers: Follower[]

  constructor(followers: Follower[]) {
    this.#followers = followers
  }

  async append(tx: Transaction, domainId: string, entries: EventEntry[]): Promise<void> {
    if (entries.length === 0) return
    const events = await insertEvents(tx, domainId, entries)
    for (const follow of this.#followers) await follow(tx, domainId, events)
    await tx.notify(eventChannel, domainId)
  }
}

export async function appendActivity(
  tx: Transaction,
  projectId: string,
  domainId: string,
  entry: ActivityEntry,
): Promise<void> {
  await insertActivity(tx, projectId, domainId, entry)
  await tx.notify(activityChannel, projectId)
}

/** Ends the streams of a domain that is being deleted. */
export async function announceLogEnded(tx: Transaction, domainId: string): Promise<void> {
  await tx.notify(eventChannel, domainId)
}

/** A cursor ahead of the log is from before a backup was restored, and counts as the newest: waiting for it would miss events. */
export async function pollEvents(db: Queryable, domainId: string, since: number) {
  const events = await selectEvents(db, domainId, since, limits.events_per_poll)
  const cursor = events.at(-1)?.id ?? Math.min(since, (await selectLastEventId(db, domainId)) ?? since)
  return { events: events.map(trimPayload) as PolledEvent[], cursor }
}

/** The payload of an event; undefined when it has been forgotten. */
export function findPayload(db: Queryable, domainId: string, id: number): Promise<LoggedEvent['payload'] | undefined> {
  return selectPayload(db, domainId, id)
}

/** A polled page event has fewer fields than a streamed one. */
function trimPayload(event: LoggedEvent): LoggedEvent {
  if (event.type !== 'page.update') return event
  const { url, status, mode } = event.payload
  return { ...event, payload: { url, status, mode } }
}

/** What agents did in a deleted domain, so much at a time; says how much went. It is in the log of the project. */
export function forgetActivityOf(
  tx: Transaction,
  { project_id, domain_id }: { project_id: string; domain_id: string },
  limit: number,
): Promise<number> {
  return deleteActivityOf(tx, project_id, domain_id, limit)
}

export async function forgetOldEvents(db: Database, now: Date, days: number): Promise<void> {
  const before = new Date(now.getTime() - days * 86_400_000)
  for (const forget of [deleteEventsBefore, deleteActivityBefore]) {
    await inBites(db, (tx, limit) => forget(tx, before, limit))
  }
}
