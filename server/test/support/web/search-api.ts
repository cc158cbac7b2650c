import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { createAddressGuard } from '../../../src/web/address/address-guard.ts'
import type { SearchFailed } from '../../../src/web/search/client/search-failed.ts'
import { createSearch, type SearchConfig } from '../../../src/web/search/create-search.ts'
import type { SearchHit, WebQuery } from '../../../src/web/search/search-provider.ts'

// Search APIs on loopback that answer in the documented formats of the four providers.

export type SearchName = SearchConfig['SEARCH']

export interface Asked {
  method: string
  path: string
  parameters: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
}

export type SearchApi = (asked: Asked, response: ServerResponse) => void

export interface PlayedResult {
  url: string
  title?: string
  text?: string
}

export const sendJson = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))

/** A provider whose API is a local server behind a guard that allows nothing private. Its pauses take no time. */
export async function startSearchApi(
  SEARCH: SearchName,
  api: SearchApi,
  options: { within_ms?: number; folder?: string } = {},
) {
  const { origin, asked, close } = await listen(api)
  const pauses: number[] = []
  let now = 0
  const pausing = {
    now: () => now,
    async sleep(ms: number, signal: AbortSignal) {
      signal.throwIfAborted()
      pauses.push(ms)
      now += ms
    },
  }
  const config = {
    SEARCH,
    SEARCH_BASE_URL: origin + (options.folder ?? ''),
    SEARCH_API_KEY: 'tvly-secret-key',
    CRAWL_USER_AGENT: 'polegraph-test/1 (+mailto:a@example.org)',
  }
  const provider = createSearch(config, { guard: createAddressGuard({ allow: [] }), pausing, ...options })
  onTestFinished(() => provider.close())
  const search = (query: Partial<WebQuery> = {}, signal = new AbortController().signal): Promise<SearchHit[]> =>
    provider.search({ words: 'ada lovelace', limit: 10, ...query }, signal)
  const failure = async (query: Partial<WebQuery> = {}): Promise<SearchFailed> =>
    search(query).then(
      (hits) => Promise.reject(new Error(`no failure but ${hits.length} hits`)),
      (error: SearchFailed) => error,
    )
  return { search, failure, asked, pauses, origin, close }
}

export async function listen(api: SearchApi) {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const { method = '', headers } = request
    const one = { method, path: url.pathname, parameters: url.searchParams, headers, body: await text(request) }
    asked.push(one)
    api(one, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, close }
}

/** Answers with these results, in the format of each provider. For Wikipedia they are the links of one article. */
export const playResults: Record<SearchName, (results: PlayedResult[]) => SearchApi> = {
  brave: (results) => (_asked, response) =>
    sendJson(response, {
      type: 'search',
      query: { original: 'ada lovelace', more_results_available: false, country: 'us' },
      mixed: { type: 'mixed', main: [], top: [], side: [] },
      // Brave leaves `web` out when it has found nothing.
      ...(results.length > 0 && {
        web: {
          type: 'search',
          results: results.map(({ url, title = '', text = '' }) => ({
            ...{ title, url, description: text, is_source_local: false, is_source_both: false },
            ...{ language: 'en', family_friendly: true, type: 'search_result', subtype: 'generic' },
          })),
        },
      }),
    }),
  tavily: (results) => (_asked, response) =>
    sendJson(response, {
      query: 'ada lovelace',
      follow_up_questions: null,
      answer: null,
      images: [],
      results: results.map(({ url, title = '', text = '' }) => ({ ...{ url, title, content: text }, score: 0.8 })),
      response_time: 1.09,
      request_id: '123e4567-e89b-12d3-a456-426614174111',
    }),
  searxng: (results) => (_asked, response) =>
    sendJson(response, {
      query: 'ada lovelace',
      number_of_results: 0,
      results: results.map(({ url, title = '', text = '' }) => ({
        ...{ url, title, content: text, thumbnail: '', engine: 'mojeek', template: 'default.html', positions: [1] },
        ...{
          parsed_url: ['https', 'example.org', '/', '', '', ''],
          engines: ['mojeek'],
          score: 1,
          category: 'general',
        },
      })),
      ...{ answers: [], corrections: [], infoboxes: [], suggestions: [], unresponsive_engines: [] },
    }),
  wikipedia:
    (results) =>
    ({ parameters }, response) => {
      const [first] = results
      if (parameters.get('list') === 'search') {
        const found = { ns: 0, title: first?.title ?? 'Ada', pageid: 974, snippet: first?.text ?? '' }
        return sendJson(response, {
          batchcomplete: true,
          query: { searchinfo: { totalhits: first ? 1 : 0 }, search: first ? [found] : [] },
        })
      }
      const links = results.map(({ url }) => ({ url }))
      return sendJson(response, {
        batchcomplete: true,
        query: { pages: [{ pageid: 974, ns: 0, title: 'Ada', fullurl: articleUrl, extlinks: links }] },
      })
    },
}

/** The article that the played Wikipedia finds. */
export const articleUrl = 'https://en.wikipedia.org/wiki/Ada_Lovelace'
