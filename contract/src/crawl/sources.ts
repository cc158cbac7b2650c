import { z } from 'zod'
import { domainId, nextRecrawlAt } from '../domains.ts'
import { anyText, httpUrl, id, list, listQuery, nextCursor, nothing, ok, sentence, timestamp, uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'

const sourceId: Param = { schema: uuid, not_found: 'source_not_found', description: 'Id of the source.' }

const recrawlRule = sentence(`must be 0, an integer from ${limits.recrawl_min} to ${limits.recrawl_max}, or null`)
const recrawlEvery = z
  .int(recrawlRule)
  .min(0, recrawlRule)
  .max(limits.recrawl_max, recrawlRule)
  .refine((seconds) => seconds === 0 || seconds >= limits.recrawl_min, recrawlRule)
  .nullable()
  .describe(
    'Seconds in which the pages of this source are asked for again: a schedule of its own beside that of the domain. 0 for never, null for that of the domain.',
  )

export const source = z
  .strictObject({
    id,
    url: z.string().describe('Canonical address.'),
    created_at: timestamp,
    host: z.string().describe('Host, with the port unless it is the default one.'),
    pages_seen: z.int().describe('Pages that the crawl found from this source.'),
    pages_extracted: z.int().describe('Pages of these that were extracted.'),
    recrawl_every: z
      .int()
      .nullable()
      .describe('Seconds in which its pages are asked for again; 0 for never, null for the schedule of the domain.'),
    next_recrawl_at: nextRecrawlAt,
  })
  .meta({ id: 'Source', description: 'Entry URL of a crawl.' })

const queued = z.int().describe('Number of pages that this call queued; pages that were queued already do not count.')

const queuedAnswer = z.strictObject({ queued }).meta({ id: 'Queued' })

export const sourceRoutes = defineRoutes({
  addSource: {
    method: 'POST',
    adds: ['pages'],
    path: '/v1/domains/{domainId}/sources',
    auth: 'full',
    tag: 'Sources',
    summary: 'Add a source and queue it',
    description:
      'An existing source is not added twice; its page is queued again if it is done. ' +
      'Beyond the page budget of the domain the source is registered, and `queued` is 0.',
    params: { domainId },
    body: z
      .strictObject({ url: httpUrl.describe('Entry URL, http or https.'), recrawl_every: recrawlEvery.optional() })
      .meta({ id: 'AddSource', examples: [{ url: 'https://example.org/' }] }),
    status: 201,
    answer: z
      .strictObject({
        url: z.string().describe('Canonical address.'),
        queued: z.int().describe('1, or 0 when the page is queued already or the page budget is used up.'),
      })
      .meta({ id: 'SourceAdded' }),
    queues_work: true,
    errors: ['invalid_url', 'url_refused'],
  },
  listSources: {
    method: 'GET',
    path: '/v1/domains/{domainId}/sources',
    auth: 'any',
    tag: 'Sources',
    summary: 'List the sources, newest first',
    params: { domainId },
    query: listQuery,
    status: 200,
    answer: z.strictObject({ sources: z.array(source), next_cursor: nextCursor }).meta({ id: 'SourceList' }),
  },
  addSources: {
    method: 'POST',
    adds: ['pages'],
    path: '/v1/domains/{domainId}/sources/bulk',
    auth: 'full',
    tag: 'Sources',
    summary: `Add up to ${limits.bulk_sources} sources and queue them`,
    description: 'Invalid URLs, and those of private addresses, are skipped.',
    params: { domainId },
    body: z
      .strictObject({ urls: list(anyText, { max: limits.bulk_sources, repeats: true }) })
      .meta({ id: 'AddSources', examples: [{ urls: ['https://example.org/', 'https://example.com/about'] }] }),
    status: 201,
    answer: queuedAnswer,
    queues_work: true,
  },
  addSitemap: {
    method: 'POST',
    waits: true,
    adds: ['pages'],
    path: '/v1/domains/{domainId}/sources/sitemap',
    auth: 'full',
    tag: 'Sources',
    summary: `Add the first ${limits.sitemap_entries} entries of a sitemap as sources and queue them`,
    description:
      'Reads XML sitemaps, sitemap indexes, text lists, RSS and Atom, also gzipped: after robots.txt, with the pauses of the crawl, and at most ten of the sitemaps that an index lists.',
    params: { domainId },
    body: z
      .strictObject({ url: httpUrl.describe('Address of the sitemap.') })
      .meta({ id: 'AddSitemap', examples: [{ url: 'https://example.org/sitemap.xml' }] }),
    status: 201,
    answer: z
      .strictObject({
        sitemap: z.string().describe('Canonical address.'),
        discovered: z
          .int()
          .describe('Number of entries in the sitemap, or in those that were read of the sitemaps that it lists.'),
        queued,
      })
      .meta({ id: 'SitemapAdded' }),
    queues_work: true,
    errors: ['invalid_url', 'sitemap_unreadable'],
  },
  changeSource: {
    method: 'PATCH',
    path: '/v1/domains/{domainId}/sources/{sourceId}',
    auth: 'full',
    tag: 'Sources',
    summary: 'Change the schedule of a source',
    params: { domainId, sourceId },
    body: z
      .strictObject({ recrawl_every: recrawlEvery.optional() })
      .meta({ id: 'ChangeSource', examples: [{ recrawl_every: 3600 }] }),
    status: 200,
    answer: ok,
    errors: ['nothing_to_update'],
  },
  deleteSource: {
    method: 'DELETE',
    path: '/v1/domains/{domainId}/sources/{sourceId}',
    auth: 'full',
    tag: 'Sources',
    summary: 'Delete a source',
    description: 'Its pages and entities stay.',
    params: { domainId, sourceId },
    status: 200,
    answer: ok,
  },
  crawlSource: {
    method: 'POST',
    adds: ['pages'],
    path: '/v1/domains/{domainId}/sources/{sourceId}/crawl',
    auth: 'full',
    tag: 'Sources',
    summary: 'Queue the page of a source',
    params: { domainId, sourceId },
    body: nothing,
    status: 200,
    answer: queuedAnswer,
    queues_work: true,
  },
  crawlSources: {
    method: 'POST',
    adds: ['pages'],
    path: '/v1/domains/{domainId}/crawl',
    auth: 'full',
    tag: 'Sources',
    summary: 'Queue all sources that were not crawled yet',
    description:
      'Also queues pages that a cancelled run did not read, and links that fit since `max_pages` or `max_depth` was raised.',
    params: { domainId },
    body: nothing,
    status: 200,
    answer: queuedAnswer,
    queues_work: true,
  },
  recrawlPages: {
    method: 'POST',
    adds: ['pages'],
    path: '/v1/domains/{domainId}/recrawl',
    auth: 'full',
    tag: 'Sources',
    summary: 'Requeue all extracted pages',
    params: { domainId },
    body: nothing,
    status: 200,
    answer: queuedAnswer,
    queues_work: true,
  },
})
