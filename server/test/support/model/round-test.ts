import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect } from 'vitest'
import type { Discovery } from '../../../src/discovery/discovery.ts'
import { startCrawlTest } from '../crawl/crawl-sites.ts'
import { plainPage, type Site } from '../web/local-site.ts'
import { type ReceivedCall, startModelServer } from './model-server.ts'
import { answersRounds, isRound, type RoundScript } from './round-model.ts'

// A service whose discoveries a scripted model leads, with a SearXNG and sites on this machine.

interface Result {
  url: string
  title?: string
  content?: string
}

/** For the tests of a file: what was asked for is counted from the beginning of each. */
export async function startRoundTest() {
  const model = await startModelServer({ answer: () => 'hang' })
  const test = await startCrawlTest({
    network: { rounds_within_ms: 15_000 },
    environment: {
      ...{ SEARCH: 'searxng', SEARCH_BASE_URL: 'http://site-0.example' },
      ...{ MODEL: 'openai-compatible:scripted', MODEL_BASE_URL: model.url, MODEL_PRICE: '10,20' },
    },
  })
  const { call, key, service, open } = test
  const { db } = service

  /** What the search finds, by words; other words find nothing. */
  const found = new Map<string, Result[]>()
  const searchHost = open(({ path }) => {
    const words = new URL(path, 'http://x').searchParams.get('q') ?? ''
    const results = (found.get(words) ?? []).map((result) => ({
      ...{ title: 'A result', content: 'of the search', engine: 'mojeek' },
      ...result,
    }))
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: words, results, unresponsive_engines: [] }),
    }
  })

  const searched = () => test.asked(searchHost).map((path) => new URL(path, 'http://x').searchParams.get('q') ?? '')

  /** Every request to every site but the search, since the test began. */
  let requestsBefore = 0
  let callsBefore = 0
  let searchesBefore = 0
  beforeEach(() => {
    found.clear()
    requestsBefore = test.sites.requests.length
    callsBefore = model.calls.length
    searchesBefore = searched().length
  })
  const calls = (): ReceivedCall[] => model.calls.slice(callsBefore).filter(isRound)
  const searches = () => searched().slice(searchesBefore)
  const fetched = () => [
    ...new Set(
      test.sites.requests
        .slice(requestsBefore)
        .flatMap(({ host }) => (host === undefined || host === searchHost ? [] : [host])),
    ),
  ]

  const site = (text: string): string =>
    open(({ path }): ReturnType<Site> => (path === '/robots.txt' ? {} : plainPage(text)))
  const at = (host: string): Result => ({ url: `http://${host}/` })

  let domains = 0
  async function makeDomain(settings: object = {}) {
    const name = `Harbours ${++domains}`
    const id = await test.makeDomain({ name, ...settings })
    const path = `/v1/domains/${id}`
    const last = async (): Promise<Discovery | undefined> =>
      (await call('GET', `${path}/discoveries`, { key })).body.discoveries[0]
    const start = async () =>
      expect(await call('POST', `${path}/discover-sources`, { key })).toMatchObject({ status: 202 })
    const ended = async () => {
      for (;;) {
        const discovery = await last()
        if (discovery?.status === 'finished' || discovery?.status === 'failed') return discovery
        await sleep(50)
      }
    }
    const discover = async (script: RoundScript) => {
      model.answer = answersRounds(script)
      await start()
      return ended()
    }
    const publish = async (rules: object) => {
      const { version } = (await call('POST', `${path}/gate/versions`, { key, body: { rules } })).body
      expect((await call('POST', `${path}/gate/versions/${version}/publish`, { key })).status).toBe(200)
    }
    const usage = () =>
      db.query<{ purpose: string; calls: number; spend_usd: number }>(
        'select purpose, calls, spend_usd from model_usage where domain_id = $1',
        [id],
      )
    return { id, name, path, last, start, ended, discover, publish, usage }
  }
  return { ...{ model, test, call, key, db, open, found }, ...{ calls, searches, fetched, site, at, makeDomain } }
}

export const urlsOf = ({ sources }: Discovery) => sources.map(({ url }) => url)
