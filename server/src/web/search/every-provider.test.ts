import { describe, expect, it } from 'vitest'
import {
  articleUrl,
  listen,
  playResults,
  type SearchApi,
  type SearchName,
  sendJson,
  startSearchApi,
} from '../../../test/support/web/search-api.ts'
import { SearchFailed } from './client/search-failed.ts'

// Behaviour that all providers share. Their own formats and errors have their own files.

const names: SearchName[] = ['wikipedia', 'searxng', 'brave', 'tavily']

const results = [
  { url: 'https://one.example/', title: 'One', text: 'The first.' },
  { url: 'https://two.example/', title: 'Two', text: 'The second.' },
]

const status =
  (code: number, headers: Record<string, string> = {}, body = ''): SearchApi =>
  (_asked, response) =>
    response.writeHead(code, headers).end(body)

/** Answers the first requests with these, and all others well. */
const firstly = (name: SearchName, ...answers: SearchApi[]): SearchApi => {
  const rest = playResults[name](results)
  return (asked, response) => (answers.shift() ?? rest)(asked, response)
}

describe.each(names)('%s', (name) => {
  const isWiki = name === 'wikipedia'
  /** The hits that are no article. */
  const sites = (hits: { url: string }[]) => hits.map(({ url }) => url).filter((url) => url !== articleUrl)

  it('finds', async () => {
    const { search } = await startSearchApi(name, playResults[name](results))
    const hits = await search()
    expect(sites(hits)).toEqual(['https://one.example/', 'https://two.example/'])
    expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, index) => index + 1))
    expect(hits[0]).toEqual({ url: 'https://one.example/', title: 'One', snippet: 'The first.', rank: 1 })
  })

  it('finds nothing', async () => {
    const { search } = await startSearchApi(name, playResults[name]([]))
    expect(await search()).toEqual([])
  })

  it('says who asks', async () => {
    const { search, asked } = await startSearchApi(name, playResults[name](results))
    await search()
    expect(asked[0]?.headers).toMatchObject({
      'user-agent': 'polegraph-test/1 (+mailto:a@example.org)',
      accept: 'application/json',
    })
  })

  it.each(['维基百科 阿达·洛芙莱斯', '🚀🤖', 'Ünïcödé & =?#+%00 "quoted"', 'مرحبا'])('asks for %s', async (words) => {
    const { search, asked } = await startSearchApi(name, playResults[name](results))
    await search({ words })
    const [first] = asked
    const sent =
      name === 'tavily' ? JSON.parse(first?.body ?? '').query : first?.parameters.get(isWiki ? 'srsearch' : 'q')
    expect(sent).toBe(words.normalize('NFC'))
  })

  it('does not ask without words', async () => {
    const { search, asked } = await startSearchApi(name, playResults[name](results))
    expect(await search({ words: ' \n\t\0 ' })).toEqual([])
    expect(asked).toEqual([])
  })

  it('cuts a query between words', async () => {
    const { search, asked } = await startSearchApi(name, playResults[name](results))
    await search({ words: 'wörter '.repeat(40) + 'x'.repeat(5000) })
    const [first] = asked
    const sent =
      name === 'tavily' ? JSON.parse(first?.body ?? '').query : first?.parameters.get(isWiki ? 'srsearch' : 'q')
    expect(sent).toBe('wörter '.repeat(40).trim())
  })

  it('gives http addresses only, each once, in canonical form', async () => {
    const { search } = await startSearchApi(
      name,
      playResults[name](
        [
          'https://one.example/?utm_source=x#top',
          'HTTPS://ONE.example:443/',
          'ftp://two.example/',
          'javascript:alert(1)',
          'mailto:a@three.example',
          'file:///etc/passwd',
          'https://me:secret@four.example/',
          'https://[dead',
          'http://',
          'not an address',
          'http://no-such-host.invalid/',
        ].map((url) => ({ url })),
      ),
    )
    expect(sites(await search())).toEqual(['https://one.example/', 'http://no-such-host.invalid/'])
  })

  it('gives no more than were asked for', async () => {
    const many = Array.from({ length: 80 }, (_, index) => ({ url: `https://site${index}.example/` }))
    const { search } = await startSearchApi(name, playResults[name](many))
    expect(await search({ limit: 3 })).toHaveLength(3)
    expect(await search({ limit: 1 })).toHaveLength(1)
    expect(await search({ limit: 1e9 })).toHaveLength(50)
  })

  it('is unreachable', async () => {
    const { failure, close } = await startSearchApi(name, playResults[name](results))
    close()
    expect(await failure()).toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('connection refused'),
    })
  })

  it('takes too long', async () => {
    const { failure, asked } = await startSearchApi(name, () => undefined, { within_ms: 100 })
    expect(await failure()).toMatchObject({ code: 'timed_out' })
    expect(asked).toHaveLength(1)
  })

  it('stops when the signal is aborted', async () => {
    const end = new AbortController()
    const reason = new Error('stopping')
    const { search } = await startSearchApi(name, () => end.abort(reason))
    await expect(search({}, end.signal)).rejects.toBe(reason)
    await expect(search({}, end.signal)).rejects.toBe(reason)
  })

  it('does not know the key', async () => {
    const { failure, asked } = await startSearchApi(name, status(401))
    expect(await failure()).toMatchObject({
      code: 'wrong_key',
      status: 401,
      message: expect.stringContaining('SEARCH_API_KEY'),
    })
    expect(asked).toHaveLength(1)
  })

  it('waits as long as Retry-After says', async () => {
    const { search, pauses } = await startSearchApi(name, firstly(name, status(429, { 'retry-after': '7' })))
    expect(sites(await search())).toHaveLength(2)
    expect(pauses[0]).toBe(7_000)
  })

  it('gives up when Retry-After is too long', async () => {
    const { failure, asked, pauses } = await startSearchApi(name, status(429, { 'retry-after': '3600' }))
    expect(await failure()).toMatchObject({ code: 'quota_used_up', status: 429, retry_after_ms: 3_600_000 })
    expect([asked.length, pauses]).toEqual([1, []])
  })

  it('backs off without Retry-After, and gives up', async () => {
    const { failure, asked, pauses } = await startSearchApi(name, status(429))
    expect(await failure()).toMatchObject({ code: 'quota_used_up', retry_after_ms: null })
    expect([asked.length, pauses]).toEqual([3, [1_000, 2_000]])
  })

  it('has a fault for a moment', async () => {
    const { search, asked } = await startSearchApi(name, firstly(name, status(500), status(503)))
    expect(sites(await search())).toHaveLength(2)
    expect(asked.length).toBeGreaterThanOrEqual(3)
  })

  it('has a fault', async () => {
    const { failure, asked } = await startSearchApi(name, status(502, {}, '<html>Bad Gateway</html>'))
    const failed = await failure()
    expect(failed).toMatchObject({ code: 'unreachable', status: 502, message: expect.stringContaining('HTTP 502') })
    expect(failed.message).not.toContain('<')
    expect(asked).toHaveLength(3)
  })

  it('cuts an answer off', async () => {
    const cut: SearchApi = (_asked, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('{')
      setImmediate(() => response.destroy())
    }
    const { search } = await startSearchApi(name, firstly(name, cut))
    expect(sites(await search())).toHaveLength(2)
  })

  it.each([
    ['no JSON', status(200, {}, 'ok')],
    ['nothing', status(200)],
    ['a web page', status(200, { 'content-type': 'text/html' }, '<!doctype html><title>Login</title>')],
    ['another shape', (_asked, response) => sendJson(response, { results: 'none', web: [], query: [] })],
    ['a list', (_asked, response) => sendJson(response, [])],
    ['null', (_asked, response) => sendJson(response, null)],
    ['10 MB', status(200, {}, `{"results":[${'"x",'.repeat(2_500_000)}"x"]}`)],
    ['no API', status(404, {}, '<html>')],
    ['a broken coding', status(200, { 'content-encoding': 'gzip' }, 'not gzip at all')],
  ] satisfies [string, SearchApi][])('answers with %s', async (_what, api) => {
    const { failure, asked } = await startSearchApi(name, api)
    expect(await failure()).toMatchObject({ code: 'bad_answer' })
    expect(asked).toHaveLength(1)
  })

  it('does not lead to a private address', async () => {
    const inside = await listen(playResults[name](results))
    const { failure } = await startSearchApi(name, status(302, { location: `${inside.origin}/search` }))
    const failed = await failure()
    expect(failed).toBeInstanceOf(SearchFailed)
    expect(['unreachable', 'bad_answer']).toContain(failed.code)
    expect(inside.asked).toEqual([])
  })

  it('survives results that are nonsense', async () => {
    const evil = [
      { url: 'https://one.example/', title: '\ud800 a\0b\u0007  c', text: '<'.repeat(100_000) },
      { url: `https://two.example/${'x'.repeat(100_000)}` },
    ]
    const { search } = await startSearchApi(name, playResults[name](evil))
    const [hit] = await search()
    expect(hit?.title).toBe('\ufffd a b c')
    expect(hit?.snippet.length).toBeLessThanOrEqual(500)
  })
})

it('keeps searches apart', async () => {
  const { search, pauses } = await startSearchApi('brave', playResults.brave(results))
  await search()
  await search()
  await search()
  expect(pauses).toEqual([1_000, 1_000])
})
