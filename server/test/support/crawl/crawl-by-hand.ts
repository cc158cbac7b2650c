import { createHash } from 'node:crypto'
import type { PageEnding } from '../../../src/crawl/page-ending.ts'
import { settlePages } from '../../../src/crawl/settle-pages.ts'
import type { EventLog } from '../../../src/events/event-log.ts'
import { type FoundLink, noLinks } from '../../../src/frontier/links/found-link.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import type { ClaimedPage } from '../../../src/queue/claimed-page.ts'

// A worker without a network: takes pages and writes their endings, exactly as workers do. In a paused domain it is the
// only worker.

export interface CrawlByHand {
  /** All queued pages of the domain, or those with these addresses. */
  take(domainId: string, ...urls: string[]): Promise<ClaimedPage[]>
  /** Returns the links that need not be noted again. */
  settle(domainId: string, ...endings: PageEnding[]): Promise<string[]>
  /** Takes all queued pages and gives each the same ending, until nothing is queued. */
  finish(domainId: string, end?: (page: ClaimedPage) => PageEnding): Promise<void>
}

export function crawlByHand({ db, events }: { db: Database; events: EventLog }): CrawlByHand {
  const take = (domainId: string, ...urls: string[]) =>
    db.transaction((tx) =>
      tx.query<ClaimedPage>(
        `update pages p set due_at = $2::timestamptz + interval '1 hour', fence = p.fence + 1
         from domains d join gates g on g.domain_id = d.id
         where d.id = p.domain_id and p.domain_id = $1 and p.status = 'queued' and ($3::text[] = '{}' or p.url = any($3))
         returning p.domain_id, p.id, p.url, p.host, p.depth, p.fence, p.source_id, p.source_host, p.group_key, p.found_in,
           p.fetch_failures, p.before_status, p.etag, p.last_modified, p.bytes_hash, p.content_hash, p.read_at,
           p.gate_version, g.published_version, d.attributes_added_at`,
        [domainId, tx.now, urls],
      ),
    )
  const settle = (domainId: string, ...endings: PageEnding[]) =>
    db.transaction((tx) => settlePages(tx, events, domainId, endings))
  return {
    take,
    settle,
    finish: async (domainId, end = read) => {
      for (let pages = await take(domainId); pages.length > 0; pages = await take(domainId)) {
        await settle(domainId, ...pages.map((page) => end(page)))
      }
    },
  }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

export const link = (url: string, more: Partial<FoundLink> = {}): FoundLink => ({
  ...{ url, text: 'a link', is_widened: false, is_nofollow: false },
  ...more,
})

/** The ending of a page that was read; its text is its address unless given. */
export function read(
  page: ClaimedPage,
  options: { text?: string; links?: FoundLink[]; address?: string } = {},
): PageEnding {
  const { text = page.url, links = [], address = null } = options
  const hash = hashOf(text)
  return {
    page,
    fetched_at: new Date(),
    type: 'read',
    status: 'extracted',
    error: null,
    address,
    canonical: null,
    gate_rule: null,
    links: { found: links, seen: 0 },
    validators: { etag: `"${hash}"`, last_modified: null, bytes_hash: hash },
    content: {
      ...{ title: null, language: null, published_at: null, text, data: '', content_hash: hash },
      page_starts: null,
      blocks: [{ start: 0, end: text.length, hash, is_main: true, is_own: true, link_share: 0, list: null }],
      stored_blocks: JSON.stringify({
        ...{ paths: [[]], selectors: ['body'] },
        blocks: [['paragraph', 0, 0, 0, text.length, hash, 3, 0]],
      }),
      structured: JSON.stringify({ meta: {} }),
    },
    facts: {
      mode: 'deterministic',
      read_mode: 'deterministic',
      asked_at: new Date(),
      reason: 'no model is configured',
      claims: [],
      dropped: 0,
    },
  }
}

export const failed = (page: ClaimedPage, error = 'HTTP 500'): PageEnding => ({
  page,
  fetched_at: new Date(),
  type: 'refused',
  status: 'failed',
  error: { code: 'http_status', text: error },
  links: noLinks,
  is_gone: false,
})

export const unreadable = (page: ClaimedPage, error = 'no text'): PageEnding => ({
  page,
  fetched_at: new Date(),
  type: 'unreadable',
  error: { code: 'unreadable', text: error },
})

/** The ending of a page that has not changed. */
export const unchanged = (page: ClaimedPage): PageEnding => ({
  page,
  fetched_at: new Date(),
  type: 'unchanged',
  links: noLinks,
  validators: { etag: page.etag, last_modified: page.last_modified, bytes_hash: page.bytes_hash },
})
