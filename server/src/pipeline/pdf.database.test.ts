import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { column, type WrittenPage, writePdf } from '../../test/support/pdf/write-pdf.ts'
import { plainPage } from '../../test/support/web/local-site.ts'

// A crawl that comes upon PDFs.

const { open, makeDomain, crawl, recrawl, call, key } = await startCrawlTest()

const rows = [
  ['Name', 'Role', 'Organization'],
  ['Astrid Lindholm', 'Director', 'Kveldlys Museum'],
  ['Ole Bakken', 'Curator', 'Kveldlys Museum'],
]
const staff = rows.flatMap((row, at) => row.map((text, cell) => ({ text, x: 60 + 150 * cell, y: 140 + 14 * at })))
const cover: WrittenPage = {
  texts: [
    { text: 'Annual report', x: 60, y: 80, size: 20 },
    ...column(60, 120, ['The museum looks back at a year in which more people came than ever before.']),
  ],
}
const members = (host: string): WrittenPage => ({
  texts: [{ text: 'Staff', x: 60, y: 110, size: 14 }, ...staff, { text: 'More about the house', x: 60, y: 240 }],
  links: [{ url: `http://${host}/house`, x: 60, y: 230, width: 120, height: 14 }],
})

function sendPdf(response: ServerResponse, pages: WrittenPage[]): 'by hand' {
  response.writeHead(200, { 'content-type': 'application/pdf' }).end(writePdf({ pages, is_packed: true }))
  return 'by hand'
}

const get = async (path: string) => (await call('GET', path, { key })).body

it('reads them, follows their links, and leads from a quote to its page', async () => {
  let isChanged = false
  const host = open(({ path, host }, response) => {
    if (path === '/') return plainPage('home', ['/report.pdf', '/scan.pdf'])
    if (path === '/report.pdf') return sendPdf(response, isChanged ? [members(host)] : [cover, members(host)])
    if (path === '/scan.pdf') return sendPdf(response, [{ has_picture: true }])
    return path === '/house' ? plainPage('house') : undefined
  })
  const domain = await makeDomain()
  const pages = await crawl(domain, `http://${host}/`)
  const of = (path: string): object | undefined => pages.find(({ url }) => url === `http://${host}${path}`)
  expect(of('/report.pdf')).toMatchObject({ status: 'extracted', error: null })
  expect(of('/house')).toMatchObject({ status: 'extracted', depth: 2 })
  expect(of('/scan.pdf')).toMatchObject({
    ...{ status: 'skipped', error_code: 'scanned' },
    error: 'a scanned PDF document: its page is a picture, without text that could be read',
  })

  const graph = `/v1/domains/${domain}`
  const { entities } = await get(`${graph}/entities?kind=person`)
  const director = entities.find(({ name }: { name: string }) => name === 'Astrid Lindholm')
  expect(director).toMatchObject({ attributes: { job_title: 'Director' } })
  const addresses = async () => {
    const { evidence } = await get(`${graph}/entities/${director.id}/evidence`)
    return new Set(evidence.map(({ url, quote }: { url: string; quote: string }) => `${url} ${quote}`))
  }
  const quote = rows[1]?.join(' | ')
  expect(await addresses()).toEqual(new Set([`http://${host}/report.pdf#page=2 ${quote}`]))
  const { id } = of('/report.pdf') as { id: string }
  const { text, blocks, quotes } = await get(`${graph}/pages/${id}/text`)
  expect(text.split('\n')).toEqual([
    'Annual report',
    cover.texts?.[1]?.text,
    'Staff',
    ...rows.map((row) => row.join(' | ')),
    'More about the house',
  ])
  const kinds = blocks.map(({ kind, page }: { kind: string; page: number }) => `${page} ${kind}`)
  expect(kinds).toEqual(['1 heading', '1 paragraph', '2 heading', ...rows.map(() => '2 table_row'), '2 paragraph'])
  expect(quotes).toContainEqual(expect.objectContaining({ entity_id: director.id, field: 'attributes.job_title' }))
  const { passages } = await get(`${graph}/search?q=curator`)
  expect(passages).toMatchObject([{ url: `http://${host}/report.pdf#page=2` }])

  const again = await recrawl(domain)
  expect(again.find(({ url }) => url.endsWith('/report.pdf'))).toMatchObject({ last_mode: 'unchanged' })

  isChanged = true
  await recrawl(domain)
  expect(await addresses()).toEqual(new Set([`http://${host}/report.pdf#page=1 ${quote}`]))
})
