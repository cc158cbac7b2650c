import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decodeText } from '../../src/web/charset/charset.ts'
import { sniffContentType } from '../../src/web/charset/content-type.ts'
import { FetchFailed } from '../../src/web/fetch/fetch-failure.ts'
import { type FetchAnswer, Fetcher } from '../../src/web/fetch/fetcher.ts'
import { fetchRobots, robotsOf } from '../../src/web/robots/robots-files.ts'
import { readSitemapAt } from '../../src/web/sitemap/read-sitemaps.ts'
import { SitemapUnreadable } from '../../src/web/sitemap/sitemap-text.ts'
import type { BadWebCase } from './bad-web-case.ts'
import { closedWeb, loadCases } from './run-bad-web.ts'
import { startSites } from './site-process.ts'

// The cases against a fetch. All of them go through one fetcher, as they would in a worker.

const shortMs = 500
const ampleMs = 10_000
const cases = await loadCases()
const web = closedWeb()
const fetcher = new Fetcher({ guard: web.guard, connect: web.connect, user_agent: 'polegraph-test/1' })
const sites = startSites()
afterAll(async () => {
  await fetcher.close()
  await sites.close()
})

/** In MiB: what the system has given to the process, and what the process still refers to. */
async function collectGarbage() {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round++) {
    gc()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return { rss: rss / 1024 / 1024, held: (heapUsed + external) / 1024 / 1024 }
}

it('every case has a name of its own, and there are enough', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
  expect(cases.length).toBeGreaterThanOrEqual(331)
})

describe('the bad web', () => {
  let good = ''
  let before = { rss: 0, held: 0 }
  beforeAll(async () => {
    good = await sites.start()
    await fetcher.fetch({ url: `${good}/` })
    // A process keeps the room that it once needed to read as fast as this machine can send, whatever comes of the
    // bytes: it is there after the first flood and does not grow with the next. What counts is what comes on top.
    for (const name of ['chunk-extension-without-end', 'status-line-without-end', 'chunks-of-one-byte']) {
      const origin = await sites.start(name)
      await fetcher.fetch({ url: `${origin}/`, within_ms: 2_000 }).catch(asFailure)
      await sites.stop(origin)
    }
    before = await collectGarbage()
  })

  it.each(cases)('$subject/$name', async (badWebCase) => {
    const origin = await sites.start(badWebCase.name)
    try {
      await check(badWebCase, origin)
    } finally {
      await sites.stop(origin)
    }
    expect(web.dialled).toEqual([])
  })

  it('leaves the process as it was, and the neighbours alone', async () => {
    const { status } = await fetcher.fetch({ url: `${good}/again` })
    expect(status).toBe(200)
    const after = await collectGarbage()
    expect(after.held - before.held).toBeLessThan(16)
    // Depends on what the process had to do before these cases; what is kept of one of them would be gigabytes.
    expect(after.rss - before.rss).toBeLessThan(256)
  })
})

async function check(badWebCase: BadWebCase, origin: string): Promise<void> {
  const startedAt = performance.now()
  // Where the time is not what ends it, a busy machine must not end it either.
  const endsByTime = badWebCase.expect.failure === 'timeout' || badWebCase.read_as !== undefined
  const within_ms = badWebCase.within_ms ?? (endsByTime ? shortMs : ampleMs)
  if (badWebCase.read_as === 'robots') await checkRobots(badWebCase, origin, within_ms)
  else if (badWebCase.read_as === 'sitemap') await checkSitemap(badWebCase, origin, within_ms)
  else await checkPage(badWebCase, origin, within_ms)
  // However it ends, it ends in time.
  expect(performance.now() - startedAt).toBeLessThan(within_ms + 20_000)
}

async function checkPage({ expect: expected, path, etag }: BadWebCase, origin: string, within_ms: number) {
  const outcome = await fetcher.fetch({ url: origin + (path ?? '/'), within_ms, etag: etag ?? null }).catch(asFailure)
  if (outcome instanceof FetchFailed) {
    expect({ failure: outcome.kind, message: outcome.message }).toEqual({
      failure: expected.failure,
      message: expected.message === undefined ? outcome.message : matching(expected.message),
    })
    return
  }
  expect(describeAnswer(outcome, origin)).toMatchObject(expectedAnswer(expected))
  const { text } = describeAnswer(outcome, origin)
  if (expected.without !== undefined) expect(text).not.toContain(expected.without)
  expect(text).not.toContain('\0')
  expect(text.isWellFormed()).toBe(true)
  outcome.release()
}

function describeAnswer(answer: FetchAnswer, origin: string) {
  const { status, url, hops, retry_after_ms, body, content_type } = answer
  const { kind, type } = sniffContentType(content_type, body)
  const { text, charset } = decodeText(body, content_type, kind)
  const path = url.replace(origin, '')
  return { status, url: path, hops: hops.length, kind, type, charset, text, bytes: body.length, retry_after_ms }
}

function expectedAnswer(expected: BadWebCase['expect']) {
  const { page, robots, sitemap, failure, message, without, text, ...plain } = expected
  // An expected failure has no answer to compare with.
  return { ...plain, ...(text !== undefined && { text: expect.stringContaining(text) }), ...(failure && { failure }) }
}

async function checkRobots({ expect: expected }: BadWebCase, origin: string, within_ms: number) {
  const file = await fetchRobots(fetcher, origin, { within_ms })
  const robots = robotsOf(file, fetcher.user_agent)
  const allows = (path: string) => robots.isAllowed(origin + path)
  expect({ status: file.status, private: allows('/private'), open: allows('/open') }).toEqual(expected.robots)
}

async function checkSitemap({ expect: expected, path }: BadWebCase, origin: string, within_ms: number) {
  const outcome = await readSitemapAt(fetcher, origin + (path ?? '/sitemap.xml'), { take: 50, within_ms }).then(
    ({ discovered, truncated }) => ({ discovered, ...(truncated !== undefined && { truncated }) }),
    (error) => {
      if (error instanceof SitemapUnreadable) return { unreadable: error.message }
      throw error
    },
  )
  const wanted = Object.entries(expected.sitemap ?? {}).map(([key, value]) => [key, matching(value)])
  expect(outcome).toEqual(Object.fromEntries(wanted))
}

function matching(value: unknown): unknown {
  return value instanceof RegExp ? expect.stringMatching(value) : value
}

function asFailure(error: unknown): FetchFailed {
  if (error instanceof FetchFailed) return error
  throw error
}
