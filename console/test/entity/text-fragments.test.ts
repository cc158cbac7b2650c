import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { placeAddress } from '../../src/shared/format/text-fragment.ts'
import { openBrowser } from '../support/browser.ts'
import { startConsoleTest } from '../support/console.ts'

// The way from a quote to its place on the live page: Chromium has to find the words, on pages of many kinds.

const test = await startConsoleTest()
const { url, key, call } = test

const cases = resolve(import.meta.dirname, '../../../server/test/pages')
const pages = new Map(
  readdirSync(cases, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('hostile-'))
    .map(({ name }) => [`/${name}`, readFileSync(join(cases, name, 'source.html'), 'utf8')]),
)
const links = [...pages.keys()].map((path) => `<li><a href="${path}">${path.slice(1)}</a></li>`)
const host = test.open(({ path }) => {
  const body =
    path === '/' ? `<html lang="en"><body><main><ul>${links.join('')}</ul></main></body></html>` : pages.get(path)
  return body === undefined ? undefined : { body }
})

interface Quoted {
  start: number
  end: number
}

const perPage = 2
/** Links without a space between them: a browser takes the last word of one and the first of the next for one word. */
const glued = ['/es-noticia', '/product-kettle']

it('leads to the words of a quote on the page', async () => {
  const domainId = await test.makeDomain({ name: 'Pages of many kinds', max_depth: 2 })
  const crawled = await test.crawl(domainId, `http://${host}/`)
  const { page, context } = await openBrowser(url)
  // A page begins with an empty screen: whoever sees the words was led there.
  await context.route('**', (route) => {
    const asked = new URL(route.request().url())
    // What a page loads from elsewhere is not there, and to look for it takes most of the time.
    if (asked.host !== host) return route.abort()
    const body = pages.get(asked.pathname)
    const spaced = body?.replace(/<body[^>]*>/i, '$&<div style="height:4000px"></div>')
    return route.fulfill(spaced ? { contentType: 'text/html; charset=utf-8', body: spaced } : { status: 404 })
  })
  const missed: { path: string; words: string }[] = []
  let tried = 0
  const ids = (await call('GET', `/v1/domains/${domainId}/pages?limit=500`, { key })).body.pages
  expect(ids).toHaveLength(crawled.length)
  for (const { id, url: address } of ids as { id: string; url: string }[]) {
    const { status, body } = await call('GET', `/v1/domains/${domainId}/pages/${id}/text`, { key })
    if (status !== 200 || !pages.has(new URL(address).pathname)) continue
    const { text, blocks } = body
    const places = new Map((body.quotes as Quoted[]).map((one) => [`${one.start} ${one.end}`, one]))
    const step = Math.max(1, Math.floor(places.size / perPage))
    for (const [at, { start, end }] of [...places.values()].entries()) {
      if (at % step !== 0) continue
      tried++
      const way = placeAddress(address, { text, blocks, start, end })
      await page.goto('about:blank')
      await page.goto(way)
      const words = text.slice(start, end)
      if (!(await isSeen(page, words))) missed.push({ path: new URL(address).pathname, words })
    }
  }
  expect(missed.filter(({ path }) => !glued.includes(path))).toEqual([])
  expect(missed.length).toBeLessThan(3)
  expect(tried).toBeGreaterThan(100)
})

type Page = Awaited<ReturnType<typeof openBrowser>>['page']

/** Whether the first and the last words of a quote are on the screen. */
function isSeen(page: Page, quote: string): Promise<boolean> {
  return page.evaluate(
    (parts) => {
      const plain = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      const shown: string[] = []
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const range = document.createRange()
        range.selectNodeContents(node)
        const { top, bottom, height } = range.getBoundingClientRect()
        if (height > 0 && bottom > 0 && top < innerHeight) shown.push(node.textContent ?? '')
      }
      const seen = plain(shown.join(' '))
      return scrollY > 0 && parts.every((part) => seen.includes(plain(part).trim()))
    },
    [quote.split(/\s+/, 2).join(' '), ...quote.trim().split(/\s+/).slice(-1)],
  )
}
