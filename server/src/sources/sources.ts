import { limits } from '@polegraph/contract/limits.ts'
import { changeCrawl } from '../crawl/change-crawl.ts'
import type { DomainCrawl } from '../crawl/domain-crawl.ts'
import { queueCancelled } from '../crawl/pages.ts'
import { queueRoots } from '../crawl/queue-roots.ts'
import { loadDomain } from '../domains/domains.ts'
import type { EventLog } from '../events/event-log.ts'
import { followLinksTo, takeWaitingLinks } from '../frontier/frontier.ts'
import { sourceHosts } from '../frontier/source-hosts.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import { canonicalUrl } from '../web/address/canonical-url.ts'
import type { Fetcher } from '../web/fetch/fetcher.ts'
import { readSitemapAt } from '../web/sitemap/read-sitemaps.ts'
import { SitemapUnreadable } from '../web/sitemap/sitemap-text.ts'
import {
  deleteSourceRow,
  insertSources,
  selectSource,
  selectSources,
  selectSourcesByUrl,
  selectSourcesWithoutPage,
} from './queries.ts'

export interface SourceParts {
  events: EventLog
  fetcher: Fetcher
}

export async function addSource(tx: Transaction, events: EventLog, domainId: string, address: string) {
  const url = requireAddress(address)
  const queued = await changeCrawl(tx, events, domainId, (crawl) => register(crawl, [url]))
  return { url, queued }
}

export async function addSources(tx: Transaction, events: EventLog, domainId: string, addresses: string[]) {
  const urls = addresses.flatMap((address) => canonicalUrl(address.trim()) ?? [])
  const queued = await changeCrawl(tx, events, domainId, (crawl) => register(crawl, urls))
  return { queued }
}

export async function addSitemap(
  { events, fetcher }: SourceParts,
  db: Database,
  scope: { project_id: string; domain_id: string },
  address: string,
) {
  const sitemap = requireAddress(address)
  const { discovered, urls } = await readEntries(fetcher, sitemap)
  const queued = await db.transaction(async (tx) => {
    // Reading the sitemap took a while: the domain may have changed.
    const domain = await loadDomain(tx, scope.project_id, scope.domain_id, { lock: 'change' })
    if (!domain) throw fail('domain_not_found')
    if (domain.archived) throw fail('domain_archived')
    return changeCrawl(tx, events, scope.domain_id, (crawl) => register(crawl, urls))
  })
  return { sitemap, discovered, queued }
}

async function readEntries(fetcher: Fetcher, sitemap: string) {
  try {
    return await readSitemapAt(fetcher, sitemap, { take: limits.sitemap_entries })
  } catch (error) {
    if (!(error instanceof SitemapUnreadable)) throw error
    throw fail('sitemap_unreadable', { text: `sitemap could not be read: ${error.message}` })
  }
}

function requireAddress(address: string): string {
  const url = canonicalUrl(address)
  if (url !== undefined) return url
  const error = fail('invalid_url')
  throw fail('invalid_url', { details: [{ path: 'url', message: error.message }] })
}

/** Turns addresses into sources, each once, and queues their pages. */
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

export async function deleteSource(tx: Transaction, domainId: string, sourceId: string) {
  if (!(await deleteSourceRow(tx, domainId, sourceId))) throw fail('source_not_found')
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
