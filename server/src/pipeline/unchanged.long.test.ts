import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { plainPage, type Site, type SiteAnswer } from '../../test/support/web/local-site.ts'

// Which pages are read again, and which are only fetched.

const { open, makeDomain, crawl, recrawl, sites, service, call, key } = await startCrawlTest()

/** A site of one page, which can be changed. */
function openPage(first: SiteAnswer) {
  const state = { answer: first }
  const site: Site = ({ path, headers }) => {
    if (path !== '/') return undefined
    const { etag, 'last-modified': modified } = state.answer.headers ?? {}
    const isKnown = etag !== undefined && headers['if-none-match'] === etag
    const isOld = modified !== undefined && headers['if-modified-since'] === modified
    return isKnown || isOld ? { status: 304 } : state.answer
  }
  const host = open(site)
  return { state, host, url: `http://${host}/` }
}

const withMenu = (links: string[]): SiteAnswer => {
  const menu = `<nav>${links.map((path) => `<a href="${path}">${path}</a>`).join('')}</nav>`
  return { body: plainPage('menu').body?.replace('<body>', `<body>${menu}`) ?? '' }
}

const lastRequest = (host: string) =>
  sites.requests.findLast((request) => request.host === host && request.path !== '/robots.txt')

describe('a page that is crawled again', () => {
  it('is unchanged when the site says so by its ETag', async () => {
    const { host, url } = openPage({ ...plainPage('etag'), headers: { etag: '"v1"' } })
    const domain = await makeDomain()
    expect(await crawl(domain, url)).toMatchObject([{ status: 'extracted', last_mode: 'deterministic' }])
    expect(lastRequest(host)?.headers).not.toHaveProperty('if-none-match')
    expect(await recrawl(domain)).toMatchObject([{ status: 'extracted', last_mode: 'unchanged', error: null }])
    expect(lastRequest(host)?.headers).toMatchObject({ 'if-none-match': '"v1"' })
    // A 304 without an ETag does not delete the stored one.
    expect(await recrawl(domain)).toMatchObject([{ last_mode: 'unchanged' }])
    expect(lastRequest(host)?.headers).toMatchObject({ 'if-none-match': '"v1"' })
  })

  it('is unchanged when the site says so by the time of its last change', async () => {
    const modified = 'Mon, 01 Jan 2024 00:00:00 GMT'
    const { host, url } = openPage({ ...plainPage('modified'), headers: { 'last-modified': modified } })
    const domain = await makeDomain()
    await crawl(domain, url)
    expect(await recrawl(domain)).toMatchObject([{ status: 'extracted', last_mode: 'unchanged' }])
    expect(lastRequest(host)?.headers).toMatchObject({ 'if-modified-since': modified })
  })

  it('is unchanged when its bytes are the same', async () => {
    const { url } = openPage(plainPage('bytes'))
    const domain = await makeDomain()
    await crawl(domain, url)
    expect(await recrawl(domain)).toMatchObject([{ status: 'extracted', last_mode: 'unchanged' }])
  })

  it('is unchanged when only its menu is not, and leads to what is new there', async () => {
    const links: string[] = ['/one']
    const host = open(({ path }) =>
      path === '/' ? withMenu(links) : links.includes(path) ? plainPage(`page ${path}`) : undefined,
    )
    const domain = await makeDomain()
    expect(await crawl(domain, `http://${host}/`)).toHaveLength(2)
    links.push('/two')
    const modes = (await recrawl(domain)).map(({ url, last_mode }) => `${new URL(url).pathname} ${last_mode}`)
    expect(modes.toSorted()).toEqual(['/ unchanged', '/one unchanged', '/two deterministic'])
  })

  it('is unchanged when it says the same in other HTML', async () => {
    const { state, url } = openPage(plainPage('blocks'))
    const domain = await makeDomain()
    await crawl(domain, url)
    state.answer = { body: state.answer.body?.replace('<main>', '<!-- 12:30 --><main class="new">') ?? '' }
    expect(await recrawl(domain)).toMatchObject([{ status: 'extracted', last_mode: 'unchanged' }])
  })

  it('is read when it says something else', async () => {
    const { state, url } = openPage({ ...plainPage('before'), headers: { etag: '"v1"' } })
    const domain = await makeDomain()
    await crawl(domain, url)
    state.answer = { ...plainPage('afterwards'), headers: { etag: '"v2"' } }
    expect(await recrawl(domain)).toMatchObject([{ status: 'extracted', last_mode: 'deterministic' }])
    const [stored] = await service.db.query<{ text: string }>('select text from page_texts where domain_id = $1', [
      domain,
    ])
    expect(stored?.text).toContain('afterwards')
    expect(stored?.text).not.toContain('before')
  })

  it('keeps what was read of it when it cannot be fetched', async () => {
    const { state, url } = openPage(plainPage('kept'))
    const domain = await makeDomain()
    await crawl(domain, url)
    state.answer = { status: 404 }
    expect(await recrawl(domain)).toMatchObject([{ status: 'failed', error: 'HTTP 404', last_mode: 'deterministic' }])
    const [stored] = await service.db.query<{ text: string }>('select text from page_texts where domain_id = $1', [
      domain,
    ])
    expect(stored?.text).toContain('kept')
  })

  it('is read in full when what the gate is about has changed', async () => {
    const { host, url } = openPage({ ...plainPage('gate'), headers: { etag: '"v1"' } })
    const domain = await makeDomain()
    await crawl(domain, url)
    const gate = `/v1/domains/${domain}/gate/versions`
    await call('POST', gate, { key, body: { rules: { about: 'harbours' } } })
    await call('POST', `${gate}/2/publish`, { key, body: {} })
    expect(await recrawl(domain)).toMatchObject([{ status: 'extracted', last_mode: 'deterministic' }])
    expect(lastRequest(host)?.headers).not.toHaveProperty('if-none-match')
    expect(await recrawl(domain)).toMatchObject([{ last_mode: 'unchanged' }])
  })

  it('is read in full when an attribute was added, and not when one was removed', async () => {
    const { host, url } = openPage({ ...plainPage('attributes'), headers: { etag: '"v1"' } })
    const domain = await makeDomain()
    await crawl(domain, url)
    const change = (attributes: { key: string }[]) =>
      call('PATCH', `/v1/domains/${domain}`, { key, body: { attributes } })
    await change([{ key: 'height' }])
    expect(await recrawl(domain)).toMatchObject([{ last_mode: 'deterministic' }])
    expect(lastRequest(host)?.headers).not.toHaveProperty('if-none-match')
    await change([])
    expect(await recrawl(domain)).toMatchObject([{ last_mode: 'unchanged' }])
  })
})
