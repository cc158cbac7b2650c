import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenOnMany } from '../sites/many-hosts.ts'

// Many hosts of one kind: 127.1.0.1, 127.1.0.2 … on one port. Each has a start page and pages of about 30 KB that refer
// to each other, with navigation, sidebar and footer, as sites have them. Asked with `hosts <how many> <pages of each>`,
// it answers the addresses of the start pages; with `hits`, how many requests there were, and with `hits-of-hosts`, of each host.

const vocabulary =
  `harbour ministry minister council president announced north south river bridge company founded museum
director university professor festival award city region people opened closed signed agreement project history northern
railway station bishop painter composer election treaty island harvest factory engineer library theatre village mountain
coast border army navy captain lawyer judge senate committee report budget reform energy climate hospital doctor nurse`.split(
    /\s+/,
  )

const pageBytes = 30_000
let pagesPerHost = 20
let hits = 0
const hitsOfHosts: Record<string, number> = {}

/** The same page whenever it is asked for. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

function renderPage(host: string, page: number): string {
  const next = random(
    [...`${host}/${page}`].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), 7),
  )
  const pick = (count: number) => Math.floor(next() * count)
  const sentence = () => {
    const words = Array.from({ length: 8 + pick(14) }, () => vocabulary[pick(vocabulary.length)])
    return `The ${words.join(' ')}.`
  }
  const link = () => `<a href="/articles/${pick(pagesPerHost)}">${vocabulary[pick(vocabulary.length)]}</a>`
  const item = (n: number) => `<li class="menu-item"><a href="/articles/${n % pagesPerHost}">Article ${n}</a></li>`
  const list = Array.from({ length: 40 }, (_, n) => item(n)).join('')
  const head = `<title>Article ${page} of ${host}</title><meta charset="utf-8"><meta name="description" content="${sentence()}">
    <style>${'.card > .title { margin: 0 auto; color: #333 }\n'.repeat(60)}</style>
    <script>${'window.dataLayer = window.dataLayer || [];\n'.repeat(60)}</script>`
  let text = ''
  while (text.length < pageBytes - 12_000) {
    text += `<h2>${sentence()}</h2><p>${sentence()} ${link()} ${sentence()} ${sentence()}</p>
      <ul><li>${sentence()}</li><li>${sentence()} ${link()}</li></ul><p>${sentence()} ${sentence()}</p>`
  }
  return `<!doctype html><html lang="en"><head>${head}</head><body><header><nav><ul>${list}</ul></nav></header>
    <main><article><h1>Article ${page}: ${sentence()}</h1>${text}</article></main>
    <aside><h3>Read more</h3><ul>${list}</ul></aside><footer><p>${host}, all rights reserved</p></footer></body></html>`
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const host = request.headers.host ?? ''
  hits++
  hitsOfHosts[host] = (hitsOfHosts[host] ?? 0) + 1
  if (request.url === '/robots.txt') {
    response.setHeader('content-type', 'text/plain')
    response.end('User-agent: *\nDisallow: /private/\n')
    return
  }
  const page = request.url === '/' ? 0 : Number(/^\/articles\/(\d+)$/.exec(request.url ?? '')?.[1] ?? Number.NaN)
  if (Number.isNaN(page)) {
    response.writeHead(404).end()
    return
  }
  const etag = `"${host}-${page}"`
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, { etag }).end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', etag })
  response.end(renderPage(host, page))
}

process.on('message', async (question: string) => {
  const [verb, hosts = '1', pages = '20'] = question.split(' ')
  if (verb === 'hits') process.send?.(hits)
  if (verb === 'hits-of-hosts') process.send?.(hitsOfHosts)
  if (verb !== 'hosts') return
  pagesPerHost = Number(pages)
  process.send?.(await listenOnMany(Number(hosts), () => answer))
})
process.on('SIGTERM', () => process.exit(0))
process.on('disconnect', () => process.exit(1))
