import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { foldName } from '../../../../server/src/language/fold-name.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import { pagesIn } from '../entities/entities-sites.ts'
import type { Corpus } from '../evaluation.ts'

// A search engine over the sites of the corpus, in the JSON format of SearXNG: pages by the words that they share with
// the query, rare words and those of the title first.

interface FoundPage {
  url: string
  title: string
  text: string
  words: Map<string, number>
}

const results = 20
const titleWeight = 3
const snippetChars = 200

export async function serveSearch(corpus: Corpus, sites: string[]): Promise<{ url: string; close(): void }> {
  const pages = sites.flatMap((site) =>
    pagesIn(corpus, `sites/${site}/www`).map((path) => readPage(corpus, site, path)),
  )
  const pagesWith = new Map<string, number>()
  for (const { words } of pages) for (const word of words.keys()) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1)
  const rarity = (word: string) => Math.log(1 + pages.length / (1 + (pagesWith.get(word) ?? 0)))
  const find = (query: string) => {
    const words = wordsOf(query)
    const worth = (page: FoundPage) =>
      words.reduce((sum, word) => sum + rarity(word) * Math.min(titleWeight, page.words.get(word) ?? 0), 0)
    return pages
      .map((page) => ({ page, worth: worth(page) }))
      .filter((found) => found.worth > 0)
      .sort((one, other) => other.worth - one.worth)
      .slice(0, results)
  }
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://search')
    const query = searchParams.get('q') ?? ''
    const found = find(query).map(({ page: { url, title, text } }) => ({ url, title, content: text, engine: 'corpus' }))
    const body = JSON.stringify({ query, number_of_results: found.length, results: found, unresponsive_engines: [] })
    response.setHeader('content-type', 'application/json').end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}

const wordsOf = (text: string) =>
  foldName(text)
    .split(' ')
    .filter((word) => word.length > 1)

function readPage(corpus: Corpus, site: string, path: string): FoundPage {
  const address = path.slice(`sites/${site}/www`.length).replace(/\/index\.html$/, '/')
  const url = `http://${site}${address}`
  const { title, text } = parsePage(decodeText(corpus.read(path), null, 'html').text, { url })
  const words = new Map<string, number>()
  for (const word of wordsOf(text)) words.set(word, 1)
  for (const word of wordsOf(title ?? '')) words.set(word, titleWeight)
  return { url, title: title ?? '', text: text.slice(0, snippetChars), words }
}
