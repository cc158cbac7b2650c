import { expect, it } from 'vitest'
import { startCrawlTest } from '../../../test/support/crawl/crawl-sites.ts'

// Stored pages are judged by a version of the gate without being fetched; after publishing they follow it.

const { open, makeDomain, crawl, service, call, key } = await startCrawlTest()

const person = (name: string) => JSON.stringify({ '@context': 'https://schema.org', '@type': 'Person', name })
const html = (title: string, text: string, names: string[], links = '') =>
  `<html lang="en"><head><title>${title}</title>${names
    .map((name) => `<script type="application/ld+json">${person(name)}</script>`)
    .join('')}</head><body><main><h1>${title}</h1><p>${text}</p>${links}</main></body></html>`

function openSite() {
  const fetched: string[] = []
  const host = open(({ path }) => {
    fetched.push(path)
    if (path === '/')
      return { body: html('Start', 'All about the harbour.', [], '<a href="/ships">a</a> <a href="/trains">b</a>') }
    if (path === '/ships') return { body: html('Ships', 'Ships of the harbour.', ['Ada Lovelace']) }
    if (path === '/trains') return { body: html('Trains', 'Trains and rails.', ['Grace Hopper', 'Ada Lovelace']) }
    return undefined
  })
  return { url: `http://${host}/`, fetched, paths: () => fetched.filter((path) => path !== '/robots.txt') }
}

async function publish(domain: string, rules: object) {
  const base = `/v1/domains/${domain}/gate/versions`
  const { version } = (await call('POST', base, { key, body: { rules, note: '' } })).body
  const preview = (await call('POST', `${base}/${version}/preview`, { key, body: {} })).body
  expect((await call('POST', `${base}/${version}/publish`, { key, body: {} })).status).toBe(200)
  return { version, preview }
}

const namesIn = async (domain: string) => {
  const rows = await service.db.query<{ name: string }>(
    `select doc ->> 'name' as name from entities where domain_id = $1 and is_shown order by 1`,
    [domain],
  )
  return rows.map(({ name }) => name)
}

const pagesOf = async (domain: string) => {
  const { pages } = (await call('GET', `/v1/domains/${domain}/pages`, { key })).body as {
    pages: { url: string; status: string; error: string | null }[]
  }
  return Object.fromEntries(
    pages.map(({ url, status, error }) => [new URL(url).pathname, error?.startsWith('gate') ? error : status]),
  )
}

it('follows the gate, there and back', async () => {
  const site = openSite()
  const domain = await makeDomain()
  await crawl(domain, site.url)
  expect(await namesIn(domain)).toEqual(['Ada Lovelace', 'Grace Hopper'])
  const before = site.paths().length

  const strict = await publish(domain, { block_paths: ['/trains'] })
  expect(strict.preview).toMatchObject({ checked: 3, kept: 2, dropped: 1, newly_kept: [] })
  expect(strict.preview.newly_dropped).toMatchObject([{ url: `${site.url}trains`, rule: 'block_paths /trains' }])
  await expect.poll(() => namesIn(domain), { timeout: 20_000 }).toEqual(['Ada Lovelace'])
  expect(await pagesOf(domain)).toEqual({
    '/': 'extracted',
    '/ships': 'extracted',
    '/trains': 'gate v2: block_paths /trains',
  })
  expect(site.paths()).toHaveLength(before)

  const loose = await publish(domain, { exclude_terms: ['ships'] })
  expect(loose.preview).toMatchObject({ checked: 3, kept: 2, dropped: 1 })
  expect(loose.preview.newly_kept).toMatchObject([{ url: `${site.url}trains`, rule: null }])
  expect(loose.preview.newly_dropped).toMatchObject([{ url: `${site.url}ships`, rule: 'exclude_terms ships' }])
  await expect
    .poll(() => pagesOf(domain), { timeout: 20_000 })
    .toMatchObject({ '/trains': 'extracted', '/ships': 'gate v3: exclude_terms ships' })
  expect(await namesIn(domain)).toEqual(['Ada Lovelace', 'Grace Hopper'])
  // Only pages that are relevant now were fetched.
  expect(site.paths().slice(before)).toEqual(['/trains'])
})

it('shows what is confident enough for it', async () => {
  const site = openSite()
  const domain = await makeDomain()
  await crawl(domain, site.url)
  await publish(domain, { min_confidence: 0.91 })
  await expect.poll(() => namesIn(domain), { timeout: 20_000 }).toEqual(['Ada Lovelace'])
  await publish(domain, {})
  await expect.poll(() => namesIn(domain), { timeout: 20_000 }).toEqual(['Ada Lovelace', 'Grace Hopper'])
  const log = (await call('GET', `/v1/domains/${domain}/events/poll?since=0`, { key })).body
  expect(log.cursor).toBeGreaterThan(0)
})
