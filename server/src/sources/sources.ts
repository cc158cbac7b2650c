import { limits } from '@polegraph/contract/limits.ts'
import { changeCrawl } from '../crawl/change-crawl.ts'
import type { DomainCrawl } from '../crawl/domain-crawl.ts'
import { keepWithoutSource, queueCancelled } from '../crawl/pages.ts'
import { queueRoots } from '../crawl/queue-roots.ts'
import { loadDomain } from '../domains/domains.ts'
import { type DueRecrawl, nextRecrawl } from '../domains/recrawl-times.ts'
import type { EventLog } from '../events/event-log.ts'
import { followLinksTo, takeWaitingLinks } from '../frontier/links/frontier.ts'
import { sourceHosts } from '../frontier/links/source-hosts.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import { openWork } from '../waiting/waiting-work.ts'
import type { AddressGuard } from '../web/address/address-guard.ts'
import { canonicalUrl } from '../web/address/canonical-url.ts'
import { isRefused, refuseForbidden } from '../web/address/refused-addresses.ts'
import type { FetchHooks } from '../web/fetch/fetch-request.ts'
import type { Fetcher } from '../web/fetch/fetcher.ts'
import { readSitemapAt } from '../web/sitemap/read-sitemaps.ts'
import { SitemapUnreadable } from '../web/sitemap/sitemap-text.ts'
import {
  deleteSourceRow,
  insertSources,
  lockDueSource,
  selectNextRecrawl,
  selectSource,
  selectSources,
  selectSourcesByUrl,
  selectSourcesWithoutPage,
  updateSourceNext,
  updateSourceRecrawl,
} from './queries.ts'

export interface SourceParts {
  events: EventLog
  fetcher: Fetcher
  guard: AddressGuard
  sitemap_visits: { begin(ended: AbortSignal, withinMs: number): SitemapVisit }
}

/** Asks before every request of one call whether, and when, it may be sent. */
export interface SitemapVisit extends FetchHooks {
  end(): Promise<void>
}

/** For all files of a sitemap, with the pauses between them. Less than a caller waits for an answer. */
const sitemapWithinMs = 25_000

interface SourceChange {
  recrawl_every?: number | null | undefined
}

interface SourceScope {
  project_id: string
  domain_id: string
}

export async function addSource(
  { events, guard }: SourceParts,
  db: Database,
  scope: SourceScope,
  named: { url: string } & SourceChange,
) {
  const url = requireAddress(named.url)
  await refuseForbidden(guard, url)
  const queued = await registerLater(events, db, scope, [url], named)
  return { url, queued }
}

/** Skips what is no address, and addresses that nothing may be sent to. */
export async function addSources(
  { events, guard }: SourceParts,
  db: Database,
  scope: SourceScope,
  addresses: string[],
) {
  const urls = addresses.flatMap((address) => canonicalUrl(address.trim()) ?? [])
  const origins = [...new Set(urls.map((url) => new URL(url).origin))]
  const refused = new Set<string>()
  await Promise.all(origins.map(async (origin) => (await isRefused(guard, origin)) && refused.add(origin)))
  const allowed = urls.filter((url) => !refused.has(new URL(url).origin))
  return { queued: await registerLater(events, db, scope, allowed) }
}

export async function addSitemap(
  parts: SourceParts,
  db: Database,
  scope: SourceScope,
  address: string,
  ended: AbortSignal,
) {
  const sitemap = requireAddress(address)
  const { discovered, urls } = await readEntries(parts, sitemap, ended)
  return { sitemap, discovered, queued: await registerLater(parts.events, db, scope, urls) }
}

/** Looking at the addresses took a while: the domain may have changed. */
function registerLater(
  events: EventLog,
  db: Database,
  scope: SourceScope,
  urls: string[],
  { recrawl_every }: SourceChange = {},
): Promise<number> {
  return db.transaction(async (tx) => {
    const domain = await loadDomain(tx, scope.project_id, scope.domain_id, { lock: 'change' })
    if (!domain) throw fail('domain_not_found')
    if (domain.archived) throw fail('domain_archived')
    const queued = await registerSources(tx, events, scope.domain_id, urls)
    if (recrawl_every === undefined) return queued
    for (const { id } of await selectSourcesByUrl(tx, scope.domain_id, urls)) {
      await updateSourceRecrawl(tx, scope.domain_id, id, recrawl_every)
    }
    await openWork(tx, 'recrawl', scope.domain_id, tx.now)
    return queued
  })
}

/** Turns canonical addresses into sources, each once, and queues their pages. */
export function registerSources(tx: Transaction, events: EventLog, domainId: string, urls: string[]): Promise<number> {
  return changeCrawl(tx, events, domainId, (crawl) => register(crawl, urls))
}

async function readEntries({ fetcher, sitemap_visits }: SourceParts, sitemap: string, ended: AbortSignal) {
  const { end, ...hooks } = sitemap_visits.begin(ended, sitemapWithinMs)
  try {
    const bounds = { take: limits.sitemap_entries, within_ms: sitemapWithinMs }
    return await readSitemapAt(fetcher, sitemap, { ...hooks, ...bounds })
  } catch (error) {
    if (!(error instanceof SitemapUnreadable)) throw error
    throw fail('sitemap_unreadable', { text: `sitemap could not be read: ${error.message}` })
  } finally {
    await end()
  }
}

function requireAddress(address: string): string {
  const url = canonicalUrl(address)
  if (url !== undefined) return url
  const error = fail('invalid_url')
  throw fail('invalid_url', { details: [{ path: 'url', message: error.message }] })
}

async function register(crawl: DomainCrawl, addresses: string[]): Promise<number> {
  const { tx, domain_id } = crawl
  const urls = [...new Set(addresses)]
  if (urls.length === 0) return 0
  const fresh = urls.map((url) => ({ id: newId(), url, host: new URL(url).host }))
  const hosts = [...new Set(fresh.map(({ host }) => host))]
  const known = await sourceHosts(tx, domain_id, hosts)
  await insertSources(tx, domain_id, fresh)
  const newHosts = hosts.filter((host) => !known.has(host))
  await followLinksTo(crawl, newHosts)
  return queueRoots(crawl, await selectSourcesByUrl(tx, domain_id, urls))
}

export async function listSources(db: Queryable, domainId: string, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectSources(db, domainId, { before, limit: query.limit + 1 })
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  return { sources: page, next_cursor }
}

export async function changeSource(
  tx: Transaction,
  domainId: string,
  sourceId: string,
  { recrawl_every }: SourceChange,
) {
  if (recrawl_every === undefined) throw fail('nothing_to_update')
  if (!(await updateSourceRecrawl(tx, domainId, sourceId, recrawl_every))) throw fail('source_not_found')
  await openWork(tx, 'recrawl', domainId, tx.now)
  return { ok: true as const }
}

/** A source whose own schedule is due; see `takeDueDomain`. */
export async function takeDueSource(
  tx: Transaction,
  domainId: string,
): Promise<(DueRecrawl & { source_id: string }) | undefined> {
  const due = await lockDueSource(tx, domainId)
  if (!due) return undefined
  const next = nextRecrawl(new Date(due.due_at), due.every, tx.now)
  await updateSourceNext(tx, due.domain_id, due.source_id, next)
  return due
}

/** When a schedule of the domain is due next, its own or that of a source. */
export const nextRecrawlOf = (tx: Transaction, domainId: string) => selectNextRecrawl(tx, domainId)

export async function deleteSource(tx: Transaction, domainId: string, sourceId: string) {
  if (!(await deleteSourceRow(tx, domainId, sourceId))) throw fail('source_not_found')
  await keepWithoutSource(tx, domainId, sourceId)
  return { ok: true as const }
}

export async function crawlSource(tx: Transaction, events: EventLog, domainId: string, sourceId: string) {
  const queued = await changeCrawl(tx, events, domainId, async (crawl) => {
    const source = await selectSource(tx, domainId, sourceId)
    if (!source) throw fail('source_not_found')
    return queueRoots(crawl, [source])
  })
  return { queued }
}

/** Queues sources that never had a page, pages of a cancelled run, and links that have room. */
export async function crawlSources(tx: Transaction, events: EventLog, domainId: string) {
  const queued = await changeCrawl(tx, events, domainId, async (crawl) => {
    const sources = await selectSourcesWithoutPage(tx, domainId, crawl.room)
    const queued = (await queueRoots(crawl, sources)) + (await queueCancelled(crawl))
    return queued + (await takeWaitingLinks(crawl))
  })
  return { queued }
}
