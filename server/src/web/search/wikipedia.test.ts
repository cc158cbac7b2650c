import { describe, expect, it } from 'vitest'
import { type Asked, listen, type SearchApi, sendJson, startSearchApi } from '../../../test/support/web/search-api.ts'
import { apiAddress } from './wikipedia.ts'

interface Article {
  title: string
  links?: string[]
  snippet?: string
  item?: string
  /** Values of the claims of P856, with rank and end. */
  sites?: { value?: string; rank?: string; ended?: boolean }[]
}

/** A wiki and the Wikibase of its items on one server, in formatversion 2. `perRequest` links come at once. */
function playWiki(articles: Article[], options: { perRequest?: number; repo?: string | null } = {}): SearchApi {
  const { perRequest = 500, repo = '' } = options
  return ({ parameters, headers }, response) => {
    expect(Object.fromEntries(parameters)).toMatchObject({ format: 'json', formatversion: '2' })
    if (parameters.get('action') === 'wbgetclaims') return sendJson(response, claimsOf(articles, parameters))
    if (parameters.get('list') === 'search') {
      const search = articles.slice(0, Number(parameters.get('srlimit'))).map(({ title, snippet = '' }, index) => ({
        ...{ ns: 0, title, pageid: index + 1, snippet },
      }))
      return sendJson(response, { batchcomplete: true, query: { searchinfo: { totalhits: articles.length }, search } })
    }
    const ids = (parameters.get('pageids') ?? '').split('|').map(Number)
    const all = ids.flatMap((id) => (articles[id - 1]?.links ?? []).map((url) => ({ id, url })))
    const from = Number(parameters.get('elcontinue') ?? 0)
    const part = all.slice(from, from + perRequest)
    const next = from + perRequest
    const pages = ids.map((pageid) => {
      const { title, item } = articles[pageid - 1] as Article
      const extlinks = part.filter(({ id }) => id === pageid).map(({ url }) => ({ url }))
      return {
        ...{ pageid, ns: 0, title, contentmodel: 'wikitext', fullurl: `https://en.wikipedia.org/wiki/${title}` },
        ...(item && { pageprops: { wikibase_item: item } }),
        // Pages whose links come with another request have no list.
        ...(extlinks.length > 0 && { extlinks }),
      }
    })
    const url = { base: repo || `http://${headers.host}`, scriptpath: '/w', articlepath: '/wiki/$1' }
    return sendJson(response, {
      ...(next < all.length
        ? { continue: { elcontinue: String(next), continue: '||info|pageprops' } }
        : { batchcomplete: true }),
      ...(repo === null && {
        warnings: { query: { warnings: 'Unrecognized value for parameter "meta": wikibase' } },
      }),
      query: { pages, ...(repo !== null && { wikibase: { repo: { url } } }) },
    })
  }
}

function claimsOf(articles: Article[], parameters: URLSearchParams) {
  expect(parameters.get('property')).toBe('P856')
  const { sites } = articles.find(({ item }) => item === parameters.get('entity')) ?? {}
  if (!sites) return { claims: {} }
  const claims = sites.map(({ value, rank = 'normal', ended }) => ({
    mainsnak: {
      ...{ snaktype: value === undefined ? 'novalue' : 'value', property: 'P856', hash: '8c2e', datatype: 'url' },
      ...(value !== undefined && { datavalue: { value, type: 'string' } }),
    },
    ...{ type: 'statement', id: 'Q7259$1', rank },
    ...(ended && { qualifiers: { P582: [{ snaktype: 'value', property: 'P582' }] }, 'qualifiers-order': ['P582'] }),
  }))
  return { claims: { P856: claims } }
}

const urls = (hits: { url: string }[]) => hits.map(({ url }) => url)
const article = (title: string) => `https://en.wikipedia.org/wiki/${title}`
const actions = (asked: Asked[]) => asked.map(({ parameters: p }) => p.get('list') ?? p.get('prop') ?? p.get('action'))

describe('Wikipedia', () => {
  it('gives official sites, then sites that articles share, then front pages, then others, then articles', async () => {
    const { search, asked } = await startSearchApi(
      'wikipedia',
      playWiki([
        {
          title: 'Ada',
          snippet: 'the <span class="searchmatch">first</span> program &amp; more',
          links: ['https://paper.example/2019/a', 'https://front.example/', 'https://shared.example/ada'],
          item: 'Q7259',
          sites: [{ value: 'https://official.example/' }],
        },
        { title: 'Babbage', links: ['https://shared.example/babbage', 'https://official.example/'], item: 'Q46633' },
      ]),
      { folder: '/w' },
    )
    const hits = await search()
    expect(urls(hits)).toEqual([
      'https://official.example/',
      'https://shared.example/ada',
      'https://front.example/',
      'https://paper.example/2019/a',
      article('Ada'),
      article('Babbage'),
    ])
    expect(hits[0]).toMatchObject({ title: 'Ada', snippet: 'the first program & more' })
    expect(asked.map(({ path }) => path)).toEqual(Array(4).fill('/w/api.php'))
    expect(actions(asked)).toEqual(['search', 'extlinks|info|pageprops', 'wbgetclaims', 'wbgetclaims'])
  })

  it('gives one address of a host, its front page where there is one', async () => {
    const links = ['https://a.example/deep/page', 'https://a.example/', 'https://a.example/other']
    const { search } = await startSearchApi('wikipedia', playWiki([{ title: 'Ada', links }]))
    expect(urls(await search())).toEqual(['https://a.example/', article('Ada')])
  })

  it('leaves out its own pages, archives, registers and maps', async () => {
    const links = [
      'https://en.wikipedia.org/w/index.php?title=Ada&action=edit',
      'https://commons.wikimedia.org/wiki/Ada',
      'https://www.wikidata.org/wiki/Q7259',
      'https://web.archive.org/web/2020/https://gone.example/',
      'http://archive.today/x',
      'https://viaf.org/viaf/1',
      'https://doi.org/10.1000/182',
      'https://www.worldcat.org/oclc/1',
      'https://d-nb.info/gnd/1',
      'https://geohack.toolforge.org/geohack.php?params=1',
      '//protocol-relative.example/x',
      'https://notviaf.org/',
    ]
    const { search } = await startSearchApi('wikipedia', playWiki([{ title: 'Ada', links }]))
    expect(urls(await search())).toEqual([
      'https://notviaf.org/',
      'https://protocol-relative.example/x',
      article('Ada'),
    ])
  })

  it('prefers the official site that holds', async () => {
    const sites = [
      { value: 'https://old.example/', rank: 'deprecated' },
      { value: 'https://other.example/' },
      { value: 'https://preferred.example/', rank: 'preferred' },
      { value: 'https://ended.example/', rank: 'preferred', ended: true },
      {},
    ]
    const { search } = await startSearchApi('wikipedia', playWiki([{ title: 'Ada', item: 'Q1', sites }]))
    expect(urls(await search())).toEqual(['https://preferred.example/', article('Ada')])
  })

  it('asks for the rest of the links, within bounds', async () => {
    const links = Array.from({ length: 30 }, (_, index) => `https://s${index}.example/`)
    const { search, asked } = await startSearchApi('wikipedia', playWiki([{ title: 'Ada', links }], { perRequest: 12 }))
    expect(await search({ limit: 50 })).toHaveLength(31)
    expect(asked.slice(1).map(({ parameters }) => parameters.get('elcontinue'))).toEqual([null, '12', '24'])

    const endless = await startSearchApi('wikipedia', playWiki([{ title: 'Ada', links }], { perRequest: 1 }))
    expect(await endless.search()).toHaveLength(5)
    expect(endless.asked).toHaveLength(5)
  })

  it('keeps places for articles', async () => {
    const links = Array.from({ length: 100 }, (_, index) => `https://s${index}.example/`)
    const many = Array.from({ length: 20 }, (_, index) => ({ title: `A${index}`, links }))
    const { search } = await startSearchApi('wikipedia', playWiki(many))
    const kept = urls(await search({ limit: 20 })).filter((url) => url.includes('wikipedia'))
    expect(kept).toEqual(Array.from({ length: 5 }, (_, index) => article(`A${index}`)))
    expect(urls(await search({ limit: 1 }))).toEqual([article('A0')])
  })

  it('is a wiki without Wikibase', async () => {
    const wiki = [{ title: 'Ada', links: ['https://a.example/'], item: 'Q1' }]
    const { search } = await startSearchApi('wikipedia', playWiki(wiki, { repo: null }))
    expect(urls(await search())).toEqual(['https://a.example/', article('Ada')])
  })

  it('does not need the official sites', async () => {
    const play = playWiki([{ title: 'Ada', links: ['https://a.example/'], item: 'Q1' }])
    const { search } = await startSearchApi('wikipedia', (asked, response) => {
      if (asked.parameters.get('action') === 'wbgetclaims') response.writeHead(500).end()
      else play(asked, response)
    })
    expect(urls(await search())).toEqual(['https://a.example/', article('Ada')])
  })

  it('is not led to a private address by its answer', async () => {
    const inside = await listen((_asked, response) => sendJson(response, { claims: {} }))
    const wiki = [{ title: 'Ada', links: ['https://a.example/'], item: 'Q1' }]
    const { search } = await startSearchApi('wikipedia', playWiki(wiki, { repo: inside.origin }))
    expect(urls(await search())).toEqual(['https://a.example/', article('Ada')])
    expect(inside.asked).toEqual([])
  })

  it.each(['ratelimited', 'maxlag'])('comes back after the error %s', async (code) => {
    const play = playWiki([{ title: 'Ada' }])
    let asked = 0
    const { search, pauses } = await startSearchApi('wikipedia', (one, response) => {
      if (++asked > 1) return play(one, response)
      response.setHeader('mediawiki-api-error', code)
      sendJson(response, { error: { code, info: 'Later, please.' }, servedby: 'mw1' })
    })
    expect(urls(await search())).toEqual([article('Ada')])
    expect(pauses[0]).toBe(1_000)
  })

  it('refuses with a sentence', async () => {
    const error = { code: 'srsearch-too-long', info: 'Search request is longer than allowed.', docref: 'See …' }
    const { failure, asked } = await startSearchApi('wikipedia', (_asked, response) => sendJson(response, { error }))
    expect(await failure()).toMatchObject({
      code: 'refused',
      message: 'Wikipedia refuses this search: Search request is longer than allowed.',
    })
    expect(asked).toHaveLength(1)
  })

  it('does not like the User-Agent', async () => {
    const words = 'Please set a user-agent and respect our robot policy https://w.wiki/4wJS.'
    const { failure } = await startSearchApi('wikipedia', (_asked, response) => response.writeHead(403).end(words))
    expect(await failure()).toMatchObject({
      code: 'refused',
      message: expect.stringMatching(/Please set a user-agent.+CRAWL_USER_AGENT/),
    })
  })
})

it.each([
  [undefined, undefined, 'https://en.wikipedia.org/w/api.php'],
  [undefined, 'de', 'https://de.wikipedia.org/w/api.php'],
  [undefined, 'zh-Hant-TW', 'https://zh.wikipedia.org/w/api.php'],
  [undefined, 'pt_BR', 'https://pt.wikipedia.org/w/api.php'],
  [undefined, 'nb', 'https://no.wikipedia.org/w/api.php'],
  [undefined, 'evil.example/', 'https://en.wikipedia.org/w/api.php'],
  ['http://wiki.local/w', 'de', 'http://wiki.local/w/api.php'],
  ['http://wiki.local/api.php', 'de', 'http://wiki.local/api.php'],
])('base %s and language %s are asked at %s', (baseUrl, language, address) => {
  expect(apiAddress(baseUrl, language)).toBe(address)
})
