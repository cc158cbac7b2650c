import { expect, it } from 'vitest'
import { startCrawlTest } from '../../support/crawl/crawl-sites.ts'
import { randomOf, Writer } from '../../support/random-text.ts'

// A small site that leads to pages without an end which say nothing: the site is read, and they cost next to nothing.

const { open, makeDomain, crawl, sites } = await startCrawlTest()

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const links = (hrefs: string[]) => hrefs.map((href) => `<a href="${href}">${href}</a>`).join(' ')
const page = (title: string, text: string, hrefs: string[] = []) => ({
  body: `<title>${title}</title><main><h1>${title}</h1><p>${text}</p>${links(hrefs)}</main>`,
})

interface Nothing {
  entry: string
  answer(path: string): { body: string } | undefined
}

const monthAt = (year: number, month: number) => new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 7)

/** Months that lead to the ones beside them, and each to its days. */
const calendar: Nothing = {
  entry: '/calendar/2026/05',
  answer: (path) => {
    const [, year, month, day] = /^\/calendar\/(\d+)\/(\d+)(?:\/(\d+))?$/.exec(path) ?? []
    if (!year || !month) return undefined
    if (day) return page(`${day}/${month}/${year}`, `No events on ${day}/${month}/${year}.`, [path.slice(0, -3)])
    const beside = [-1, 1].map((n) => `/calendar/${monthAt(Number(year), Number(month) + n).replace('-', '/')}`)
    const days = range(28).map((n) => `${path}/${String(n + 1).padStart(2, '0')}`)
    return page(`${month}/${year}`, `No events in ${month}/${year}.`, [...beside, ...days])
  },
}

/** Every page leads to three new ones. */
const entries: Nothing = {
  entry: '/entry/1',
  answer: (path) => {
    const number = Number(/^\/entry\/(\d+)$/.exec(path)?.[1])
    if (!number) return undefined
    const next = [1, 2, 3].map((n) => `/entry/${3 * number + n}`)
    return page(`Entry ${number}`, 'There is nothing to see here yet. Please look at another entry.', next)
  },
}

const folders: Nothing = {
  entry: '/folder/a/',
  answer: (path) => {
    const below = ['x/', 'y/', 'z/'].map((part) => `${path}${part}`)
    return path.startsWith('/folder/') ? page('Folder', 'This folder is empty. Choose another.', below) : undefined
  },
}

const budget = 1_000
const articles = range(40).map((n) => `/articles/story-${n}`)

it.each<[string, Nothing[]]>([
  ['a calendar', [calendar]],
  ['entries', [entries]],
  ['folders', [folders]],
  ['all of them', [calendar, entries, folders]],
])('%s without an end', { timeout: 120_000 }, async (_name, traps) => {
  const writer = new Writer(randomOf(1))
  const stories = new Map(articles.map((path) => [path, page(writer.title(), writer.paragraph())]))
  const home = page('Home', writer.paragraph(), [...articles, ...traps.map(({ entry }) => entry)])
  const host = open(({ path }) => {
    if (path === '/') return home
    return stories.get(path) ?? traps.map(({ answer }) => answer(path)).find((found) => found !== undefined)
  })
  await crawl(await makeDomain({ max_pages: budget, max_depth: 8 }), `http://${host}/`)
  const asked = new Set(sites.pathsOf(host))
  expect(articles.filter((path) => !asked.has(path))).toEqual([])
  const most = traps.length > 1 ? 0.08 : 0.06
  expect(asked.size - articles.length - 1).toBeLessThanOrEqual(most * budget)
})
