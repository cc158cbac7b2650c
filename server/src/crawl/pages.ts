import { limits } from '@polegraph/contract/limits.ts'
import { loadDomain } from '../domains/domains.ts'
import type { EventLog } from '../events/event-log.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { unpackBlocks } from '../reader/blocks/stored-blocks.ts'
import { changeCrawl } from './change-crawl.ts'
import type { DomainCrawl } from './domain-crawl.ts'
import {
  type PageFilter,
  selectAgenticTexts,
  selectBlocks,
  selectExtractedIds,
  selectFailedIds,
  selectFailedOf,
  selectFailedPages,
  selectPage,
  selectPages,
} from './page-list-queries.ts'
import { selectCancelledIds, selectPagesByAddress, updatePagesWithoutSource } from './page-queries.ts'

export async function listPages(
  db: Queryable,
  domainId: string,
  query: PageFilter & { limit: number; offset: number },
) {
  const { limit, offset } = query
  const rows = await selectPages(db, domainId, { ...query, limit: limit + 1 })
  return { pages: rows.slice(0, limit), next_offset: rows.length > limit ? offset + limit : null }
}

export async function getPage(db: Queryable, domainId: string, id: string) {
  const page = await selectPage(db, domainId, id)
  if (!page) throw fail('page_not_found')
  return page
}

/** Whether one of these addresses belongs to another page that was read or will be. */
export async function isOtherPage(db: Queryable, page: { domain_id: string; id: string }, urls: string[]) {
  const owners = await selectPagesByAddress(db, page.domain_id, urls)
  return owners.some(({ id, status }) => id !== page.id && status !== 'failed')
}

/** The blocks of a page's stored text; undefined when nothing is stored. */
export async function storedBlocksOf(db: Queryable, domainId: string, pageId: string) {
  const blocks = await selectBlocks(db, domainId, pageId)
  return blocks && unpackBlocks(blocks)
}

/** Pages of one template that a model has read, the latest first. */
export function recentlyRead(db: Queryable, domainId: string, query: { template: string; but: string; limit: number }) {
  return selectAgenticTexts(db, domainId, query)
}

export async function listFailedPages(db: Queryable, domainId: string) {
  return { failed: await selectFailedPages(db, domainId, limits.failed_pages) }
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

export async function requeueFailedPages(
  tx: Transaction,
  events: EventLog,
  domainId: string,
  named: { page_ids?: string[] | undefined; all?: boolean | undefined },
) {
  const { page_ids, all } = named
  if (!all && !page_ids) throw fail('no_pages_named')
  const requeued = await changeCrawl(tx, events, domainId, async (crawl) => {
    const ids = all
      ? await selectFailedIds(tx, domainId, limits.requeue_all)
      : await selectFailedOf(tx, domainId, (page_ids ?? []).filter(isId))
    return crawl.requeue(ids)
  })
  return { requeued }
}

/** Queues pages that no run has read because theirs was cancelled. A repeated call takes those that are left. */
export async function queueCancelled(crawl: DomainCrawl): Promise<number> {
  return crawl.requeue(await selectCancelledIds(crawl.tx, crawl.domain_id, recrawlBatch))
}

/** Pages for each transaction: neither the event log nor the domain is held for long. */
const recrawlBatch = 5_000

export async function recrawlPages(
  db: Database,
  events: EventLog,
  scope: { project_id: string; domain_id: string },
  batch = recrawlBatch,
) {
  let queued = 0
  let after: string | undefined
  do {
    const done = await db.transaction(async (tx) => {
      const domain = await loadDomain(tx, scope.project_id, scope.domain_id, { lock: 'change' })
      if (!domain) throw fail('domain_not_found')
      if (domain.archived) throw fail('domain_archived')
      return changeCrawl(tx, events, scope.domain_id, async (crawl) => {
        const ids = await selectExtractedIds(tx, scope.domain_id, { after, limit: batch })
        return { queued: await crawl.requeue(ids), next: ids.length === batch ? ids.at(-1) : undefined }
      })
    })
    queued += done.queued
    after = done.next
  } while (after !== undefined)
  return { queued }
}

/** For a source that is deleted: its pages stay. */
export function keepWithoutSource(tx: Transaction, domainId: string, sourceId: string): Promise<void> {
  return updatePagesWithoutSource(tx, domainId, sourceId)
}
