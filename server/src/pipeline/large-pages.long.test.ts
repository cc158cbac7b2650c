import { expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'

// Large pages in memory are bounded: of one host a page is fetched when the large one before it is written.

const { open, makeDomain, finish, service, call, key } = await startCrawlTest()

const pages = 8
const bytes = 1_000_000

/** How many pages that were sent are not written, whenever the site is asked for another one. */
async function mostUnwritten(size: number): Promise<number> {
  const unwritten: number[] = []
  let sent = 0
  const host = open(({ path }, response) => {
    if (path === '/robots.txt') return undefined
    const text = `This is said on the page ${path} alone. `
    const body = `<main><p>${text.repeat(Math.ceil(size / text.length))}</p></main>`
    void writtenPages().then((written) => {
      unwritten.push(sent++ - written)
      response.writeHead(200, { 'content-type': 'text/html' }).end(body)
    })
    return 'by hand'
  })
  const domain = await makeDomain()
  const writtenPages = async () => {
    const rows = await service.db.query(`select from pages where domain_id = $1 and status = 'extracted'`, [domain])
    return rows.length
  }
  const urls = Array.from({ length: pages }, (_, at) => `http://${host}/${at}`)
  await call('POST', `/v1/domains/${domain}/sources/bulk`, { key, body: { urls } })
  expect((await finish(domain)).map(({ status }) => status)).toEqual(urls.map(() => 'extracted'))
  return Math.max(...unwritten)
}

it('a large page is written before the next one is fetched', async () => {
  expect(await mostUnwritten(bytes)).toBe(0)
})

it('small pages are written together', async () => {
  expect(await mostUnwritten(1_000)).toBe(pages - 1)
})
