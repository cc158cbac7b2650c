import type { MailTime } from '@polegraph/contract/events/watches.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { loadDomain } from '../domains/domains.ts'
import type { FindNames } from '../graph/read/entities/find-names.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { actorOf, type ProjectCaller } from '../platform/http/caller.ts'
import { fail } from '../platform/http/errors.ts'
import type { DomainLock } from '../platform/http/handlers.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import { openWork } from '../waiting/waiting-work.ts'
import { deleteMail, mailMs, upsertMail } from './mails/queries.ts'
import { type OpenWatch, openWatch } from './news/open-watch.ts'
import { readWatchNews } from './news/watch-news.ts'
import {
  countShown,
  deleteOfOthers,
  deleteWatchRow,
  insertWatch,
  lockWatch,
  selectReaders,
  selectWatch,
  selectWatchCount,
  selectWatches,
  updateWatch,
  upsertSeen,
  type WatchChange,
  type WatchRow,
} from './queries.ts'

export interface WatchParts {
  find_names: FindNames
  has_mail: boolean
  /** Switches off the webhooks that send the news of a watch. */
  endWebhooksOf: (tx: Transaction, domainId: string, watchId: string) => Promise<void>
}

/** Who asks, and in which domain: a person is one reader in all their sessions. */
export interface WatchReader {
  domain_id: string
  project_id: string
  reader: string
}

export const watchReaderOf = (call: { caller: ProjectCaller; domain: { id: string } }): WatchReader => ({
  domain_id: call.domain.id,
  project_id: call.caller.project.id,
  reader: actorOf(call.caller),
})

/** Changes that are looked at to count news: of one watch at most, of all watches of an answer together, and of each at least. */
const counted = { most: 5_000, of_all: 50_000, least: 500 }

interface NewWatch extends WatchChange {
  name: string
}

export async function createWatch(parts: WatchParts, db: Database, watcher: WatchReader, body: NewWatch) {
  const { domain_id, reader: created_by } = watcher
  if ((body.query === undefined) === (body.entity_ids === undefined)) throw fail('watch_of_one')
  const id = newId()
  const { name, query = null, entity_ids = null } = body
  await db.transaction(async (tx) => {
    // Creations in one domain run one after another, so that the limit holds.
    await requireDomain(tx, watcher, 'change')
    await requireEntities(tx, domain_id, entity_ids)
    if ((await selectWatchCount(tx, domain_id)) >= limits.watches_max) throw fail('too_many_watches')
    await insertWatch(tx, domain_id, { id, name, query, entity_ids, created_by })
  })
  return getWatch(parts.find_names, db, watcher, id)
}

export async function changeWatch(
  parts: WatchParts,
  db: Database,
  watcher: WatchReader,
  watchId: string,
  change: WatchChange,
) {
  const { domain_id } = watcher
  if (!(await selectWatch(db, domain_id, watcher.reader, watchId))) throw fail('watch_not_found')
  if (Object.values(change).every((value) => value === undefined)) throw fail('nothing_to_update')
  if (change.query && change.entity_ids) throw fail('watch_of_one')
  await db.transaction(async (tx) => {
    await requireDomain(tx, watcher, 'keep')
    await requireEntities(tx, domain_id, change.entity_ids ?? null)
    if (!(await updateWatch(tx, domain_id, watchId, change))) throw fail('watch_not_found')
  })
  return getWatch(parts.find_names, db, watcher, watchId)
}

export async function deleteWatch(parts: WatchParts, tx: Transaction, domainId: string, watchId: string) {
  if (!(await deleteWatchRow(tx, domainId, watchId))) throw fail('watch_not_found')
  await parts.endWebhooksOf(tx, domainId, watchId)
  return { ok: true as const }
}

export async function listWatches(findNames: FindNames, db: Queryable, watcher: WatchReader, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectWatches(db, watcher.domain_id, watcher.reader, before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  const watches = []
  const looked = Math.max(counted.least, Math.floor(counted.of_all / page.length))
  for (const row of page) watches.push(await show(findNames, db, watcher.domain_id, row, looked))
  return { watches, next_cursor }
}

export async function getWatch(findNames: FindNames, db: Queryable, watcher: WatchReader, watchId: string) {
  const row = await selectWatch(db, watcher.domain_id, watcher.reader, watchId)
  if (!row) throw fail('watch_not_found')
  return show(findNames, db, watcher.domain_id, row)
}

export async function readNews(
  findNames: FindNames,
  db: Queryable,
  watcher: WatchReader,
  watchId: string,
  query: { since?: number | undefined; limit: number },
) {
  const row = await selectWatch(db, watcher.domain_id, watcher.reader, watchId)
  const watch = await requireWatch(findNames, db, watcher.domain_id, watchId)
  const seen = row?.seen_seq ?? watch.began_at_seq
  return readWatchNews(db, watch, { since: query.since ?? seen, limit: query.limit })
}

export async function markSeen(
  findNames: FindNames,
  db: Database,
  watcher: WatchReader,
  watchId: string,
  { cursor }: { cursor: number },
) {
  const { domain_id, reader } = watcher
  await db.transaction(async (tx) => {
    await requireDomain(tx, watcher, 'keep')
    await holdWatch(tx, domain_id, watchId)
    await upsertSeen(tx, domain_id, watchId, { reader, cursor })
  })
  return getWatch(findNames, db, watcher, watchId)
}

export async function startMail(
  { has_mail, find_names }: WatchParts,
  db: Database,
  watcher: WatchReader,
  watchId: string,
  every: MailTime,
) {
  requirePerson(watcher)
  const { domain_id, reader } = watcher
  await db.transaction(async (tx) => {
    await requireDomain(tx, watcher, 'keep')
    await holdWatch(tx, domain_id, watchId)
    if (!has_mail) throw fail('mail_not_configured')
    const due_at = new Date(tx.now.getTime() + mailMs[every])
    await upsertMail(tx, { domain_id, watch_id: watchId, reader, every, due_at })
    await openWork(tx, 'mails', domain_id, due_at)
  })
  return getWatch(find_names, db, watcher, watchId)
}

export async function stopMail({ find_names }: WatchParts, db: Database, watcher: WatchReader, watchId: string) {
  requirePerson(watcher)
  const { domain_id, reader } = watcher
  await db.transaction((tx) => deleteMail(tx, { domain_id, watch_id: watchId, reader }))
  return getWatch(find_names, db, watcher, watchId)
}

/** A key has no address. */
function requirePerson({ reader }: WatchReader): void {
  if (!reader.startsWith('user:')) throw fail('session_required')
}

/** What people who have left the project, and keys that were revoked, have seen, and mails to them. */
export async function forgetReaders(db: Queryable, domainId: string): Promise<void> {
  await deleteOfOthers(db, domainId, await selectReaders(db, domainId))
}

/** Keeps it from being deleted until the transaction ends. */
export async function holdWatch(tx: Transaction, domainId: string, watchId: string): Promise<void> {
  if (!(await lockWatch(tx, domainId, watchId))) throw fail('watch_not_found')
}

async function requireWatch(
  findNames: FindNames,
  db: Queryable,
  domainId: string,
  watchId: string,
): Promise<OpenWatch> {
  const watch = await openWatch(db, findNames, domainId, watchId)
  if (!watch) throw fail('watch_not_found')
  return watch
}

async function show(findNames: FindNames, db: Queryable, domainId: string, row: WatchRow, looked = counted.most) {
  const { began_at_seq, seen_seq, mail_every: every, mail_next_at, mail_error: error, ...shown } = row
  const mail = every && mail_next_at ? { every, next_at: mail_next_at, error } : null
  const watch = await openWatch(db, findNames, domainId, row.id)
  const since = seen_seq ?? began_at_seq
  const isNew = watch !== undefined && watch.graph_seq > since
  const limit = limits.watch_unseen
  const { events, more } = isNew
    ? await readWatchNews(db, watch, { since, limit, looked: Math.min(looked, counted.most) })
    : { events: [], more: false }
  return { ...shown, mail, unseen: { count: events.length, more } }
}

async function requireEntities(tx: Transaction, domainId: string, ids: string[] | null): Promise<void> {
  if (ids && (await countShown(tx, domainId, ids)) < ids.length) throw fail('entity_not_found')
}

/** The domain may have been deleted since the call began. */
async function requireDomain(tx: Transaction, { project_id, domain_id }: WatchReader, lock: DomainLock): Promise<void> {
  if (!(await loadDomain(tx, project_id, domain_id, { lock }))) throw fail('domain_not_found')
}
