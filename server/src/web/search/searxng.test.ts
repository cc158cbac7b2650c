import { expect, it } from 'vitest'
import { playResults, sendJson, startSearchApi } from '../../../test/support/web/search-api.ts'

it('is asked by its documentation', async () => {
  const { search, asked } = await startSearchApi('searxng', playResults.searxng([]), { folder: '/searxng' })
  await search({ words: 'ada', language: 'de' })
  expect(asked[0]).toMatchObject({ method: 'GET', path: '/searxng/search' })
  expect(Object.fromEntries(asked[0]?.parameters ?? [])).toEqual({ q: 'ada', format: 'json', language: 'de' })
})

it('is not told to ask elsewhere', async () => {
  const { search, asked } = await startSearchApi('searxng', playResults.searxng([]))
  await search({ words: '!!g ada :fr !images wow! <5', language: 'de; drop' })
  expect(Object.fromEntries(asked[0]?.parameters ?? [])).toEqual({ q: 'g ada fr images wow! 5', format: 'json' })
})

it('follows a redirect of its own', async () => {
  const play = playResults.searxng([{ url: 'https://one.example/' }])
  const { search } = await startSearchApi('searxng', (asked, response) => {
    if (asked.path === '/search') response.writeHead(308, { location: '/searx/search?q=ada&format=json' }).end()
    else play(asked, response)
  })
  expect(await search()).toMatchObject([{ url: 'https://one.example/' }])
})

it('says that the format is switched off', async () => {
  const page = '<!doctype html>\n<title>403 Forbidden</title>\n<h1>Forbidden</h1>'
  const { failure } = await startSearchApi('searxng', (_asked, response) => response.writeHead(403).end(page))
  expect(await failure()).toMatchObject({
    code: 'refused',
    message: 'SearXNG refuses this search (json must be among search.formats in its settings.yml)',
  })
})

it('refuses a parameter', async () => {
  const { failure } = await startSearchApi('searxng', (_asked, response) =>
    sendJson(response, { error: 'Invalid value "xx" for parameter language' }, 400),
  )
  expect(await failure()).toMatchObject({
    code: 'refused',
    message: 'SearXNG refuses this search: Invalid value "xx" for parameter language',
  })
})

it('tells engines that are silent from an answer without results', async () => {
  const unresponsive_engines = [
    ['brave', 'Suspended: too many requests'],
    ['google', 'timeout'],
  ]
  const { failure } = await startSearchApi('searxng', (_asked, response) =>
    sendJson(response, { query: 'ada', results: [], unresponsive_engines }),
  )
  expect(await failure()).toMatchObject({
    code: 'unreachable',
    message: 'SearXNG got no answer from its engines: brave (Suspended: too many requests), google (timeout)',
  })
})

it('skips results without an address', async () => {
  const { search } = await startSearchApi('searxng', (_asked, response) =>
    sendJson(response, { results: [{ title: 'no url' }, null, 7, { url: 'https://one.example/', content: null }] }),
  )
  expect(await search()).toEqual([{ url: 'https://one.example/', title: '', snippet: '', rank: 1 }])
})
