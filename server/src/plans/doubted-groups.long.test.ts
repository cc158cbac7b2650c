import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import type { Site } from '../../test/support/web/local-site.ts'
import type { Plan } from './plan.ts'

// Plans where addresses of one group are of different worth, or have no end.

const test = await startCrawlTest({ environment: { SEARCH: 'searxng', SEARCH_BASE_URL: 'http://site-0.example' } })
const { call, key, open, asked } = test
open(() => ({ status: 500 }))

const firstNames = ['Ada', 'Grace', 'Alan', 'Edith', 'Karl', 'Maria', 'Peter', 'Rosa', 'Hugo', 'Clara']
const lastNames = ['Lovelace', 'Hopper', 'Turing', 'Clarke', 'Berg', 'Lind', 'Holm', 'Falk', 'Dahl', 'Nyberg']
const person = (at: number) => `${firstNames[at % 10]} ${lastNames[Math.floor(at / 10) % 10]}`
const some = <Item>(n: number, make: (at: number) => Item) => Array.from({ length: n }, (_, at) => make(at))
const links = (paths: string[]) => paths.map((path) => `<p><a href="${path}">See ${path}</a></p>`).join('')
const page = (title: string, body: string) => ({
  body: `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`,
})
const speaks = (at: number) =>
  `<p>${person(at)} speaks about tide number ${at} and about the weather of day ${at}.</p>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Person","name":"${person(at)}","jobTitle":"Pilot ${at}"}</script>`

async function planned(site: Site, max_pages: number): Promise<string[]> {
  const host = open(site)
  const id = await test.makeDomain({ name: 'Harbour pilots', max_pages: 1 })
  const path = `/v1/domains/${id}`
  await test.crawl(id, `http://${host}/`)
  await call('PATCH', path, { key, body: { max_pages } })
  await call('POST', `${path}/plan-frontier`, { key })
  for (;;) {
    const { plans } = (await call('GET', `${path}/plans`, { key })).body as { plans: Plan[] }
    if (plans[0]?.status === 'finished') return asked(host)
    expect(plans[0]?.status).not.toBe('failed')
    await sleep(50)
  }
}

it('a plan takes the rich pages of a group that keeps growing', { timeout: 60_000 }, async () => {
  const read = await planned(({ path }) => {
    const [, year, area, leaf] = path.split('/')
    if (path === '/robots.txt') return {}
    if (path === '/') {
      const years = some(8, (n) => `/${2001 + n}/speakers/index.html`)
      return page('Meetings', links([...years, ...some(40, (n) => `/notes/${n}`)]))
    }
    if (year === 'notes') return page(`Note ${area}`, `<p>nothing of note happened on day ${area}.</p>`)
    const at = 5 * (Number(year) - 2001)
    if (area === 'speakers') {
      const talks = links(some(10, (n) => `/${year}/talks/${'abcdefghij'[n]}.html`))
      return page(`Speakers of ${year}`, some(5, (n) => speaks(at + n)).join('') + talks)
    }
    return page(`Talk ${leaf} of ${year}`, `<p>nothing of note was said in talk ${leaf} of the year ${year}.</p>`)
  }, 30)
  // The first two make the group doubted. How many follow in a batch depends on how many of them are read by then.
  expect(read.filter((path) => path.includes('/speakers/')).length).toBeGreaterThanOrEqual(6)
})

it('a plan does not get lost in pages without an end', { timeout: 60_000 }, async () => {
  const read = await planned(({ path }) => {
    const [, area, ...rest] = path.split('/')
    if (path === '/robots.txt') return {}
    if (path === '/') return page('Harbour', links(['/calendar/2026/1', ...some(30, (n) => `/crew/${n}`)]))
    if (area === 'crew') return page(person(Number(rest[0])), speaks(Number(rest[0])))
    const [year, month] = rest.map(Number) as [number, number]
    const months = some(6, (n) => `/calendar/${year + Math.floor((month + n) / 12)}/${((month + n) % 12) + 1}`)
    return page(`Calendar of ${month} ${year}`, `<p>There are no entries.</p>${links(months)}`)
  }, 30)
  expect(read.filter((path) => path.startsWith('/crew/')).length).toBeGreaterThanOrEqual(20)
})
