import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { plainPage, type SiteAnswer } from '../../test/support/web/local-site.ts'

// Pages that are not read because of the gate, the site or their content type.

const { open, makeDomain, crawl, sites, asked, call, key, service, clock } = await startCrawlTest()

const openSite = (pages: Record<string, SiteAnswer>) => open(({ path }) => pages[path])
const robots = (body: string, status = 200): SiteAnswer => ({ status, headers: { 'content-type': 'text/plain' }, body })

async function domainWithGate(rules: Record<string, unknown>): Promise<string> {
  const domain = await makeDomain()
  await call('POST', `/v1/domains/${domain}/gate/versions`, { key, body: { rules } })
  await call('POST', `/v1/domains/${domain}/gate/versions/2/publish`, { key, body: {} })
  return domain
}

describe('the gate', () => {
  it.each([
    ['allow_paths', { allow_paths: ['/people/**'] }, 'allow_paths'],
    ['block_paths', { block_paths: ['/'] }, 'block_paths /'],
    ['blocked_hosts', (host: string) => ({ blocked_hosts: [host] }), null],
    ['exclude_terms', { exclude_terms: ['home'] }, 'exclude_terms home'],
    ['min_words', { min_words: 50 }, null],
  ])(
    'fetches what a person named and follows its links, and keeps its text only by its rules: %s',
    async (name, rules, rule) => {
      const long = { body: `<p>${'Ada wrote many notes about the engine. '.repeat(20)}</p>` }
      const host = openSite({ '/': plainPage('home', ['/people/ada']), '/people/ada': long })
      const domain = await domainWithGate(typeof rules === 'function' ? rules(host.replace(/:.*/, '')) : rules)
      const pages = await crawl(domain, `http://${host}/`)
      const source = pages.find(({ url }) => url === `http://${host}/`)
      expect(source).toMatchObject({ status: 'irrelevant', error_code: 'gate' })
      if (rule !== null) expect(source?.error).toBe(`gate v2: ${rule}`)
      const isFollowed = name !== 'blocked_hosts'
      expect(sites.pathsOf(host)).toEqual(isFollowed ? ['/', '/people/ada'] : ['/'])
      // Once more, unchanged: new links in its menu are followed as well.
      expect((await crawl(domain, `http://${host}/`)).find(({ url }) => url === `http://${host}/`)?.status).toBe(
        'irrelevant',
      )
    },
  )

  it('drops links before they become pages', async () => {
    const host = openSite({ '/': plainPage('home', ['/tag/x', '/a']), '/a': plainPage('a') })
    const domain = await domainWithGate({ block_paths: ['/tag/**'] })
    expect(await crawl(domain, `http://${host}/`)).toHaveLength(2)
    const rejected = await service.db.query(
      "select url, reason from frontier where domain_id = $1 and status = 'rejected'",
      [domain],
    )
    expect(rejected).toEqual([{ url: `http://${host}/tag/x`, reason: 'gate v2: block_paths /tag/**' }])
    expect(sites.pathsOf(host)).toEqual(['/', '/a'])
  })

  it('drops what a link leads to by redirect', async () => {
    const host = openSite({
      '/': plainPage('home', ['/go']),
      '/go': { status: 302, headers: { location: '/tag/x' } },
      '/tag/x': plainPage('tag'),
    })
    const domain = await domainWithGate({ block_paths: ['/tag/**'] })
    expect(await crawl(domain, `http://${host}/`)).toMatchObject([
      { status: 'extracted' },
      { status: 'irrelevant', error: 'gate v2: block_paths /tag/**' },
    ])
    expect(sites.pathsOf(host)).toEqual(['/', '/go'])
  })

  it('drops pages by what they say, and does not follow their links', async () => {
    const links = ['/a']
    const host = open(
      ({ path }) => ({ '/': plainPage('home', ['/x']), '/x': plainPage('cricket', links), '/a': plainPage('a') })[path],
    )
    const domain = await domainWithGate({ exclude_terms: ['cricket'] })
    const dropped = { status: 'irrelevant', error: 'gate v2: exclude_terms cricket' }
    expect(await crawl(domain, `http://${host}/`)).toMatchObject([{ status: 'extracted' }, dropped])
    // Nor when only the menu has changed.
    links.push('/a?more')
    await call('POST', `/v1/domains/${domain}/recrawl`, { key, body: {} })
    expect(await crawl(domain, `http://${host}/`)).toMatchObject([{ status: 'extracted' }, dropped])
    expect(sites.pathsOf(host)).not.toContain('/a')
  })

  it('lets the crawl go to the hosts that it names', async () => {
    const there = openSite({ '/': plainPage('there') })
    const here = openSite({ '/': plainPage('home', [`http://${there}/`]) })
    const domain = await domainWithGate({ allowed_hosts: [here, there] })
    expect(await crawl(domain, `http://${here}/`)).toMatchObject([{ status: 'extracted' }, { status: 'extracted' }])
  })
})

describe('robots.txt', () => {
  it('keeps pages from being read, and links from being followed', async () => {
    const host = openSite({
      '/robots.txt': robots('User-agent: *\nDisallow: /private\n'),
      '/': plainPage('home', ['/private/a', '/open']),
      '/open': plainPage('open'),
    })
    const domain = await makeDomain()
    expect(await crawl(domain, `http://${host}/`)).toHaveLength(2)
    const pages = await crawl(domain, `http://${host}/private/b`)
    expect(pages.at(-1)).toMatchObject({ status: 'skipped', error: 'robots.txt disallows it' })
    expect(sites.pathsOf(host)).toEqual(['/', '/open'])
  })

  it('is asked for once, whatever the number of pages and domains', async () => {
    const paths = Array.from({ length: 19 }, (_, n) => `/about-${'abcdefghijklmnopqrs'[n]}`)
    const host = open(({ path }) => {
      if (path === '/robots.txt') return robots('User-agent: *\nAllow: /\n')
      return plainPage(path, path === '/' ? paths : [])
    })
    await crawl(await makeDomain(), `http://${host}/`)
    await crawl(await makeDomain(), `http://${host}/about-a`)
    expect(asked(host).filter((path) => path === '/robots.txt')).toHaveLength(1)
    clock.advance(24 * 3_600_000)
    await crawl(await makeDomain(), `http://${host}/about-b`)
    expect(asked(host).filter((path) => path === '/robots.txt')).toHaveLength(2)
  })

  it('allows everything when it is missing or forbidden', async () => {
    for (const status of [404, 410, 401, 403]) {
      const host = openSite({ '/robots.txt': robots('User-agent: *\nDisallow: /\n', status), '/': plainPage('home') })
      expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([{ status: 'extracted' }])
    }
  })

  it('allows nothing when the server fails to give it, and is asked for again soon', async () => {
    const pages: Record<string, SiteAnswer> = { '/robots.txt': robots('', 503), '/': plainPage('home') }
    const host = openSite(pages)
    const domain = await makeDomain()
    expect(await crawl(domain, `http://${host}/`)).toMatchObject([
      { status: 'skipped', error: 'robots.txt answers HTTP 503: nothing may be read' },
    ])
    expect(sites.pathsOf(host)).toEqual([])
    pages['/robots.txt'] = robots('')
    clock.advance(10 * 60_000)
    expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([{ status: 'extracted' }])
  })

  it('is tried again when the connection breaks, and then nothing is read', async () => {
    const host = open(({ path }, response) => {
      if (path !== '/robots.txt') return plainPage('home')
      response.destroy()
      return 'by hand'
    })
    expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([
      { status: 'failed', error: 'robots.txt could not be read: connection closed' },
    ])
    expect(asked(host)).toEqual(['/robots.txt', '/robots.txt', '/robots.txt'])
  })

  it('is found behind redirects', async () => {
    const host = openSite({
      '/robots.txt': { status: 301, headers: { location: '/real-robots.txt' } },
      '/real-robots.txt': robots('User-agent: *\nDisallow: /\n'),
      '/': plainPage('home'),
    })
    expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([
      { status: 'skipped', error: 'robots.txt disallows it' },
    ])
  })

  it('says how long to wait between requests, itself included', async () => {
    const host = openSite({
      '/robots.txt': robots('User-agent: *\nCrawl-delay: 1\n'),
      '/': plainPage('home', ['/a']),
      '/a': plainPage('a'),
    })
    // The clock of this service is moved only where the queue has to wait.
    const startedAt = clock.now().getTime()
    expect(await crawl(await makeDomain(), `http://${host}/`)).toHaveLength(2)
    expect(asked(host)).toEqual(['/robots.txt', '/', '/a'])
    expect(clock.now().getTime() - startedAt).toBeGreaterThanOrEqual(2_000)
  })
})

describe('what is no page', () => {
  it.each([
    ['application/msword', '\xd0\xcf', 'an office document (application/msword)'],
    ['image/png', '\x89PNG', 'a picture (image/png)'],
    ['text/html', '{"a": 1}', 'data that calls itself a page (application/json)'],
    ['application/rss+xml', '<rss/>', 'a feed (application/rss+xml)'],
    ['application/x-something', 'abc', 'a file (application/x-something)'],
  ])('%s is skipped by its type', async (type, body, error) => {
    const host = openSite({ '/': { headers: { 'content-type': type }, body } })
    expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([
      { status: 'skipped', error_code: 'not_a_page', error },
    ])
  })

  it.each([
    [
      'text/csv',
      'Name;Role;Organization\nAstrid Lindholm;Director;Kveldlys Museum\nOle Bakken;Curator;Kveldlys Museum\n',
    ],
    ['application/json', JSON.stringify({ members: members() })],
    [
      'text/markdown',
      `# Members of the museum\n\n| Name | Role | Organization |\n|---|---|---|\n${members()
        .map((one) => `| ${Object.values(one).join(' | ')} |`)
        .join('\n')}\n`,
    ],
  ])('a table in %s gives what a table of a page gives', async (type, body) => {
    const host = openSite({ '/': { headers: { 'content-type': type }, body } })
    const domain = await makeDomain()
    expect(await crawl(domain, `http://${host}/`)).toMatchObject([{ status: 'extracted' }])
    const { entities } = (await call('GET', `/v1/domains/${domain}/entities?kind=person`, { key })).body
    const people = entities.map(({ name, attributes }: { name: string; attributes: { job_title?: string } }) => [
      name,
      attributes.job_title,
    ])
    expect(people.toSorted()).toEqual([
      ['Astrid Lindholm', 'Director'],
      ['Ole Bakken', 'Curator'],
    ])
  })

  it('plain text is read', async () => {
    const body =
      'The lighthouse was built in 1871.\n\nIts keeper was Ann Reed of Port Ellen, who kept it for thirty years.'
    const host = openSite({ '/': { headers: { 'content-type': 'text/plain' }, body } })
    expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([{ status: 'extracted' }])
  })
})

function members() {
  return [
    { name: 'Astrid Lindholm', role: 'Director', organization: 'Kveldlys Museum' },
    { name: 'Ole Bakken', role: 'Curator', organization: 'Kveldlys Museum' },
  ]
}
