import { z } from 'zod'
import { domainId } from './domains.ts'
import { anyText, httpUrl, id, list, listQuery, nextCursor, nothing, ok, timestamp, uuid } from './fields.ts'
import { limits } from './limits.ts'
import { defineRoutes, type Param } from './route.ts'

const sourceId: Param = { schema: uuid, not_found: 'source_not_found', description: 'Id of the source.' }

export const source = z
  .strictObject({
    id,
    url: z.string().describe('In canonical form.'),
    created_at: timestamp,
    host: z.string().describe('With its port where it is not the usual one.'),
    pages_seen: z.int().describe('Pages that the crawl came to from here.'),
    pages_extracted: z.int().describe('Those of them that were read and found relevant.'),
  })
  .meta({ id: 'Source', description: 'An address that the crawl begins from.' })

const queued = z.int().describe('How many pages this call put into the queue; those that were in it do not count.')

const queuedAnswer = z.strictObject({ queued }).meta({ id: 'Queued' })

export const sourceRoutes = defineRoutes({
  addSource: {
    method: 'POST',
    path: '/v1/domains/{domainId}/sources',
    auth: 'full',
    tag: 'Sources',
    summary: 'Add a source and queue it',
    description:
      'An address that is a source already stays the same source; its page is queued again if it is done. ' +
      'Beyond the page budget of the domain it is registered, and `queued` is 0.',
    params: { domainId },
    body: z
      .strictObject({ url: httpUrl.describe('Where the crawl begins, http or https.') })
      .meta({ id: 'AddSource', examples: [{ url: 'https://example.org/' }] }),
    status: 201,
    answer: z
      .strictObject({
        url: z.string().describe('The address in canonical form.'),
        queued: z.int().describe('1, or 0 when its page is in the queue already or there is no room for it.'),
      })
      .meta({ id: 'SourceAdded' }),
    queues_work: true,
    errors: ['invalid_url'],
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
    path: '/v1/domains/{domainId}/sources/bulk',
    auth: 'full',
    tag: 'Sources',
    summary: `Add up to ${limits.bulk_sources} sources and queue them`,
    description: 'Addresses that are not valid are skipped.',
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
    path: '/v1/domains/{domainId}/sources/sitemap',
    auth: 'full',
    tag: 'Sources',
    summary: `Add the first ${limits.sitemap_entries} entries of a sitemap as sources and queue them`,
    description: 'Reads sitemaps, indexes of them, lists of addresses, RSS and Atom, also compressed.',
    params: { domainId },
    body: z
      .strictObject({ url: httpUrl.describe('Address of the sitemap.') })
      .meta({ id: 'AddSitemap', examples: [{ url: 'https://example.org/sitemap.xml' }] }),
    status: 201,
    answer: z
      .strictObject({
        sitemap: z.string().describe('The address in canonical form.'),
        discovered: z.int().describe('Entries of the sitemap and of those that it names.'),
        queued,
      })
      .meta({ id: 'SitemapAdded' }),
    queues_work: true,
    errors: ['invalid_url', 'sitemap_unreadable'],
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
    path: '/v1/domains/{domainId}/crawl',
    auth: 'full',
    tag: 'Sources',
    summary: 'Queue every source that was not crawled yet',
    description: 'And the links that there is room for since the bounds of the domain were raised.',
    params: { domainId },
    body: nothing,
    status: 200,
    answer: queuedAnswer,
    queues_work: true,
  },
  recrawlPages: {
    method: 'POST',
    path: '/v1/domains/{domainId}/recrawl',
    auth: 'full',
    tag: 'Sources',
    summary: 'Queue every extracted page again',
    params: { domainId },
    body: nothing,
    status: 200,
    answer: queuedAnswer,
    queues_work: true,
  },
})
