import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { plainPage, type SiteAnswer } from '../../test/support/web/local-site.ts'

// Which address a page is stored under, and which links are followed.

const { open, makeDomain, crawl, recrawl, sites, asked, frontier, service } = await startCrawlTest()

/** A site that answers by path; 404 for all other paths. */
const openSite = (pages: Record<string, SiteAnswer>) => open(({ path }) => pages[path])
const movedTo = (location: string, status = 301): SiteAnswer => ({ status, headers: { location } })
const withHead = (page: SiteAnswer, head: string): SiteAnswer => ({
  body: page.body?.replace('<title>', `${head}<title>`) ?? '',
})

const byPath = (host: string, pages: { url: string; status: string; error: string | null }[]) =>
  Object.fromEntries(pages.map(({ url, status, error }) => [url.replace(`http://${host}`, ''), error ?? status]))

describe('redirects', () => {
  it('lead to a page that is known already: a duplicate', async () => {
    const host = openSite({
      '/': plainPage('home', ['/new', '/old']),
      '/new': plainPage('new'),
      '/old': movedTo('/new'),
    })
    const domain = await makeDomain()
    expect(byPath(host, await crawl(domain, `http://${host}/`))).toEqual({
      '/': 'extracted',
      '/new': 'extracted',
      '/old': `duplicate of http://${host}/new`,
    })
  })

  it('lead to a new address: the page lives there, and the old one makes no second page', async () => {
    const pages: Record<string, SiteAnswer> = {
      '/': plainPage('home', ['/old']),
      '/old': movedTo('/new', 302),
      '/new': plainPage('new', ['/old', '/']),
    }
    const host = openSite(pages)
    const domain = await makeDomain()
    expect(byPath(host, await crawl(domain, `http://${host}/`))).toEqual({ '/': 'extracted', '/new': 'extracted' })
    pages['/'] = plainPage('home, changed', ['/old', '/new'])
    expect(byPath(host, await recrawl(domain))).toEqual({ '/': 'extracted', '/new': 'extracted' })
    expect(sites.pathsOf(host).filter((path) => path === '/old')).toHaveLength(1)
  })

  // The links of the landing page are followed too: see `noteLandings`.
  it('of a source lead to another host: the crawl goes on there', async () => {
    const there = openSite({ '/': plainPage('there', ['/more']), '/more': plainPage('more') })
    const here = openSite({ '/': movedTo(`http://${there}/`) })
    const domain = await makeDomain()
    const pages = await crawl(domain, `http://${here}/`)
    expect(pages.map(({ url, status }) => [url, status])).toEqual([
      [`http://${there}/`, 'extracted'],
      [`http://${there}/more`, 'extracted'],
    ])
  })

  it('of a link lead out of the crawl: nothing is asked there, and the address is a candidate', async () => {
    const there = openSite({ '/x': plainPage('there') })
    const here = openSite({ '/': plainPage('home', ['/out']), '/out': movedTo(`http://${there}/x`) })
    const domain = await makeDomain()
    expect(byPath(here, await crawl(domain, `http://${here}/`))).toEqual({
      '/': 'extracted',
      '/out': `redirects out of the crawl, to http://${there}/x`,
    })
    expect(asked(there)).toEqual([])
    expect(await frontier(domain)).toContainEqual({
      url: `http://${there}/x`,
      status: 'candidate',
      is_followed: false,
      reason: null,
    })
  })

  it('in a circle, or to something that is no address, fail at once', async () => {
    const host = openSite({
      '/': plainPage('home', ['/a', '/ftp']),
      '/a': movedTo('/b'),
      '/b': movedTo('/a'),
      '/ftp': movedTo('ftp://x/'),
    })
    expect(byPath(host, await crawl(await makeDomain(), `http://${host}/`))).toMatchObject({
      '/a': 'redirect loop',
      '/ftp': 'redirects to an address that is not http(s)',
    })
    expect(sites.pathsOf(host).filter((path) => path === '/a')).toHaveLength(1)
  })
})

describe('rel=canonical', () => {
  const canonical = (path: string) => `<link rel="canonical" href="${path}">`

  it('folds a page into the one it names', async () => {
    const host = openSite({
      '/': plainPage('home', ['/a', '/print']),
      '/a': plainPage('article'),
      '/print': withHead(plainPage('article to print'), canonical('/a')),
    })
    expect(byPath(host, await crawl(await makeDomain(), `http://${host}/`))).toMatchObject({
      '/a': 'extracted',
      '/print': `duplicate of http://${host}/a`,
    })
  })

  it('does not fold into a page that could not be read, the start page, or another site', async () => {
    const host = openSite({
      '/': plainPage('home', ['/gone', '/b']),
      '/a': withHead(plainPage('one'), canonical('/gone')),
      '/b': withHead(plainPage('two', ['/a', '/c']), canonical('/')),
      '/c': withHead(plainPage('three'), canonical('https://elsewhere.example/c')),
    })
    expect(byPath(host, await crawl(await makeDomain(), `http://${host}/`))).toMatchObject({
      '/gone': 'HTTP 404',
      '/a': 'extracted',
      '/b': 'extracted',
      '/c': 'extracted',
    })
  })

  it('makes the name that nobody has asked for another name of the page', async () => {
    const host = openSite({
      '/': plainPage('home', ['/a?ref=1']),
      '/a?ref=1': withHead(plainPage('article', ['/a']), canonical('/a')),
    })
    await crawl(await makeDomain(), `http://${host}/`)
    expect(sites.pathsOf(host).filter((path) => path.startsWith('/a'))).toHaveLength(1)
  })
})

describe('links', () => {
  it('are followed as far as the domain goes', async () => {
    const host = openSite({
      '/': plainPage('0', ['/1']),
      '/1': plainPage('1', ['/2']),
      '/2': plainPage('2', ['/3']),
      '/3': plainPage('3'),
    })
    const domain = await makeDomain({ max_depth: 2 })
    const pages = await crawl(domain, `http://${host}/`)
    expect(pages.map(({ depth }) => depth)).toEqual([0, 1, 2])
    expect(await frontier(domain)).toContainEqual(
      expect.objectContaining({ url: `http://${host}/3`, status: 'candidate' }),
    )
  })

  it('are followed while there is room', async () => {
    const paths = Array.from({ length: 10 }, (_, n) => `/page-about-${'abcdefghij'[n]}`)
    const host = open(({ path }) => (path === '/robots.txt' ? undefined : plainPage(path, path === '/' ? paths : [])))
    const domain = await makeDomain({ max_pages: 4 })
    expect(await crawl(domain, `http://${host}/`)).toHaveLength(4)
    expect(sites.pathsOf(host)).toHaveLength(4)
  })

  it('are not followed when the site says so, when nobody sees them, or when they lead to files', async () => {
    const body = `${plainPage('home', ['/plain']).body}<a href="/no" rel="nofollow">no</a>
      <div style="display:none"><a href="/trap">trap</a></div><a href="/doc.docx">text</a><a href="/boat.jpg">boat</a><a href="mailto:a@b.c">mail</a>`
    const host = openSite({
      '/': { body },
      '/plain': withHead(plainPage('plain', ['/further']), '<meta name="robots" content="nofollow">'),
      '/further': plainPage('further'),
    })
    const domain = await makeDomain()
    expect(byPath(host, await crawl(domain, `http://${host}/`))).toEqual({ '/': 'extracted', '/plain': 'extracted' })
    expect(await frontier(domain)).toMatchObject([
      { url: `http://${host}/doc.docx`, status: 'rejected', reason: 'not a page: docx' },
      { url: `http://${host}/no`, status: 'candidate', is_followed: false, reason: 'nofollow' },
      { url: `http://${host}/plain`, status: 'crawled' },
    ])
  })

  it('are not followed when a header says so', async () => {
    const host = openSite({
      '/': { ...plainPage('home', ['/a']), headers: { 'x-robots-tag': 'nofollow' } },
      '/a': plainPage('a'),
    })
    expect(await crawl(await makeDomain(), `http://${host}/`)).toHaveLength(1)
  })

  it('to other hosts become candidates, and nobody asks there', async () => {
    const there = openSite({ '/': plainPage('there') })
    const here = openSite({ '/': plainPage('home', [`http://${there}/`]) })
    const domain = await makeDomain()
    await crawl(domain, `http://${here}/`)
    expect(asked(there)).toEqual([])
    expect(await frontier(domain)).toMatchObject([{ url: `http://${there}/`, status: 'candidate', is_followed: false }])
    // The other host is followed only once a source names it.
    const pages = await crawl(domain, `http://${there}/`)
    expect(pages.map(({ url }) => url)).toContain(`http://${there}/`)
  })

  it('of a meta refresh are followed', async () => {
    const refresh = '<meta http-equiv="refresh" content="5; url=\'/next\'">'
    const host = openSite({ '/': withHead(plainPage('home'), refresh), '/next': plainPage('next') })
    expect(byPath(host, await crawl(await makeDomain(), `http://${host}/`))).toEqual({
      '/': 'extracted',
      '/next': 'extracted',
    })
  })

  it('to https where nobody speaks it lead to the plain page', async () => {
    const pages: Record<string, SiteAnswer> = { '/a': plainPage('a') }
    const host = openSite(pages)
    pages['/'] = plainPage('home', [`https://${host}/a`])
    const crawled = await crawl(await makeDomain(), `http://${host}/`)
    expect(crawled.map(({ url, status }) => [url, status])).toEqual([
      [`http://${host}/`, 'extracted'],
      [`http://${host}/a`, 'extracted'],
    ])
  })

  it('are kept with their words', async () => {
    const host = openSite({
      '/': { body: `${plainPage('home').body}<a href="https://x.example/a">Read <b>on</b></a>` },
    })
    const domain = await makeDomain()
    await crawl(domain, `http://${host}/`)
    const rows = await service.db.query('select url, text from frontier where domain_id = $1', [domain])
    expect(rows).toEqual([{ url: 'https://x.example/a', text: 'Read on' }])
  })
})
