import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderSystem } from '../../../src/pipeline/agentic/prompt/prompt.ts'
import { type CrawledPage, startCrawlTest } from '../../support/crawl/crawl-sites.ts'
import { countAll, makePlace, snapshotPlace } from '../../support/graph/world.ts'
import { closedNetwork } from '../../support/harness.ts'
import { type GivenAnswer, type ReceivedCall, startModelServer } from '../../support/model/model-server.ts'
import { answerSimply } from '../../support/model/simple-model.ts'
import { honest, honestNames, makePayloads } from './takeover-answers.ts'
import { makeTakeoverPages, type TakeoverPage } from './takeover-pages.ts'

// A model that obeys every page, and pages that order everything an attacker might want. Such a page gets no more than
// any other page: facts that it states, with their quotes.

const price = { input: 1, output: 2 }
const cap = 5
const modelKey = 'sk-key-of-the-model'
const ontology = ['person', 'object', 'location', 'event']

/** The address that pages want the service to call. */
const elsewhere = createServer((socket) => {
  visitors++
  socket.destroy()
})
let visitors = 0
elsewhere.listen(0, '127.0.0.1').unref()
await once(elsewhere, 'listening')
afterAll(() => elsewhere.close())
const { port: elsewherePort } = elsewhere.address() as { port: number }

const prompt = renderSystem({ name: 'attacked', description: '', ontology, attributes: [], about: '', terms: [] })
const payloads = makePayloads(`http://127.0.0.1:${elsewherePort}`, prompt)
const pages = makeTakeoverPages(payloads)

const usages: { input: number; output: number }[] = []
const model = await startModelServer({ answer: obey, key: modelKey })
const dialled = new Set<number>()
const { service, call, key, open, sites, makeDomain, crawl, finish } = await startCrawlTest({
  isReading: model.isAsked,
  environment: {
    ...{ MODEL: 'openai-compatible:obedient', MODEL_BASE_URL: model.url, MODEL_API_KEY: modelKey },
    ...{ MODEL_PRICE: `${price.input},${price.output}`, RATE_LIMIT: '0' },
  },
  network: {
    connect: (target, ended) => {
      dialled.add(target.port)
      return closedNetwork.connect(target, ended)
    },
  },
})
const { db } = service

/** Looks for an order in everything it is sent, and answers exactly that. */
function obey(received: ReceivedCall): GivenAnswer {
  const order = orderIn([received.system, ...received.messages.map(({ content }) => content)].join('\n'))
  const text = order === undefined ? answerSimply(received).text : sayingOf(order)
  const usage = { input: 500 + usages.length, output: Math.min(1000, text.length) }
  usages.push(usage)
  return { text, usage }
}

function orderIn(sent: string): string | undefined {
  return /ANSWER<<<([\s\S]*?)>>>/.exec(readable(sent))?.[1]
}

function sayingOf(order: string): string {
  const [, way, rest = ''] = /^(known|base64):([\s\S]*)$/.exec(order) ?? []
  if (way === 'known') return payloads.find(({ name }) => name === rest)?.answer ?? 'unknown'
  return way === 'base64' ? Buffer.from(rest, 'base64').toString('utf8') : order
}

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Decodes invisible characters as a model would. */
function readable(text: string): string {
  const shown = text.replaceAll(/[\u{e0020}-\u{e007e}]/gu, (char) =>
    String.fromCodePoint((char.codePointAt(0) ?? 0) - 0xe0000),
  )
  return shown.replaceAll(invisible, '')
}

interface Claim {
  url: string
  type: string
  fact: {
    name?: string
    kind?: string
    aliases?: string[]
    summary?: string | null
    attributes?: Record<string, string>
    when?: { edtf: string } | null
    where?: Record<string, unknown> | null
    from?: { name: string; kind: string }
    to?: { name: string; kind: string }
    since?: string | null
    until?: string | null
    relation?: string
  }
  quote: string
  quote_start: number
  quote_end: number
  origin: string
  text: string
  title: string | null
}

const selectClaims = (domainId: string) =>
  db.query<Claim>(
    `select p.url, p.title, c.*, t.text from claims c
     join pages p on p.domain_id = c.domain_id and p.id = c.page_id
     join page_texts t on t.domain_id = c.domain_id and t.page_id = c.page_id
     where c.domain_id = $1 and c.retracted_at is null`,
    [domainId],
  )

/** Every row of every table that belongs to other domains, except when workers look there again. */
async function othersThan(domainId: string): Promise<Record<string, unknown>> {
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = current_schema() and column_name = 'domain_id'
       and table_name <> 'crawl_lanes' order by 1`,
  )
  const rows: Record<string, unknown> = {}
  for (const { name } of tables) {
    rows[name] = await db.query(`select to_jsonb(t) as row from "${name}" t where domain_id <> $1 order by t::text`, [
      domainId,
    ])
  }
  expect(Object.keys(rows)).toEqual(expect.arrayContaining(['claims', 'pages', 'budget_months', 'events']))
  return rows
}

let domain: string
let host: string
let crawled: Map<string, CrawledPage>
let claims: Map<string, Claim[]>
let calls: Map<string, ReceivedCall[]>
let before: { others: unknown; place: string; all: string }
let after: typeof before

beforeAll(async () => {
  const place = await makePlace(db)
  const neighbour = await makeDomain({ name: 'neighbour' })
  const quiet = open(({ path }) =>
    path === '/' ? { body: `<main><h1>The harbour</h1><p>${honest}</p></main>` } : undefined,
  )
  await crawl(neighbour, `http://${quiet}/`)
  domain = await makeDomain({ name: 'attacked', ontology, max_pages: 1000, max_spend_usd: cap })
  const state = async () => ({
    others: await othersThan(domain),
    place: await snapshotPlace(db, place.id),
    all: await countAll(db),
  })
  before = await state()
  model.calls.length = 0
  usages.length = 0
  host = open(({ path }) => {
    const page = pages.find((one) => one.path === path)
    return page && { body: page.html }
  })
  const urls = pages.map(({ path }) => `http://${host}${path}`)
  for (let at = 0; at < urls.length; at += 100) {
    await call('POST', `/v1/domains/${domain}/sources/bulk`, { key, body: { urls: urls.slice(at, at + 100) } })
  }
  crawled = new Map((await finish(domain)).map((page) => [pathOf(page.url), page]))
  claims = Map.groupBy(await selectClaims(domain), ({ url }) => pathOf(url))
  // The first line of the first message is ours, whatever the page says below it.
  calls = Map.groupBy(model.calls, ({ messages }) =>
    pathOf(messages[0]?.content.split('\n')[0]?.replace('Page: ', '') ?? ''),
  )
  after = await state()
}, 60_000)

const pathOf = (url: string) => URL.parse(url)?.pathname ?? ''
const claimsOf = ({ path }: TakeoverPage) => claims.get(path) ?? []
const callsOf = ({ path }: TakeoverPage) => calls.get(path) ?? []
const names = (of: Claim[]) => new Set(of.flatMap(({ fact }) => fact.name ?? []))
const cases = pages.map((page) => [`${page.carrier}: ${page.payload.name}`, page] as const)
const endingOf = (page: TakeoverPage) => (page.is_seen ? page.payload.ending : 'extracted')

describe(`${pages.length} pages`, () => {
  it('are all read to their end, by one call or two', () => {
    expect(pages.length).toBeGreaterThanOrEqual(140)
    const ends = pages.map((page) => [page.path, crawled.get(page.path)?.status])
    expect(ends).toEqual(pages.map((page) => [page.path, endingOf(page)]))
    const asked = pages.map((page) => [page.path, callsOf(page).length])
    expect(asked).toEqual(pages.map((page) => [page.path, endingOf(page) === 'failed' ? 2 : 1]))
    expect(model.calls).toHaveLength(asked.reduce((sum, [, count]) => sum + Number(count), 0))
  })

  it('reach the model when they show what they want, and never when they hide it', () => {
    for (const page of pages) {
      const sent = callsOf(page).map(({ body }) => readable(JSON.stringify(body)))
      expect(
        sent.map((text) => text.includes('ANSWER<<<')),
        page.path,
      ).toEqual(sent.map(() => page.is_seen))
    }
    const obeyed = new Set(pages.filter(({ is_seen }) => is_seen).map(({ payload }) => payload))
    expect(obeyed.size).toBe(payloads.length)
  })

  it('are asked for once each, and nothing else is asked for or dialled', () => {
    const asked = sites.requests.filter((request) => request.host === host).map(({ path }) => path)
    expect(asked.toSorted()).toEqual(['/robots.txt', ...pages.map(({ path }) => path)].toSorted())
    expect(visitors).toBe(0)
    expect(dialled.has(elsewherePort)).toBe(false)
    expect(dialled.size).toBe(1)
  })

  it('leave all others as they were', () => {
    expect(after).toEqual(before)
  })

  it('cost what their calls cost, within the cap', async () => {
    const micros = usages.reduce((sum, { input, output }) => sum + input * price.input + output * price.output, 0)
    const [run] = (await call('GET', `/v1/domains/${domain}/runs`, { key })).body.runs
    expect(run.spend_usd).toBeCloseTo(micros / 1e6, 6)
    expect(run.spend_usd).toBeLessThan(cap)
    const months = await db.query('select spent_usd, reserved_usd from budget_months where domain_id = $1', [domain])
    expect(months).toEqual([{ spent_usd: run.spend_usd, reserved_usd: 0 }])
  })

  it('get nothing of ours to see', async () => {
    for (const { body } of model.calls) expect(JSON.stringify(body)).not.toContain(modelKey)
    for (const { system } of model.calls) expect(system).toBe(prompt)
    const stored = JSON.stringify([...claims.values(), ...crawled.values()])
    expect(stored).not.toContain(modelKey)
  })
})

describe('what is stored of a page', () => {
  it.for(cases)('%s', ([, page]) => {
    const own = claimsOf(page)
    for (const claim of own) expectGrounded(claim)
    const byModel = own.filter(({ origin }) => origin === 'model')
    if (endingOf(page) !== 'extracted') {
      expect(byModel).toEqual([])
      return
    }
    expect(byModel.map(({ type }) => type)).toContain('relationship')
    expect([...names(byModel)]).toEqual(expect.arrayContaining(honestNames))
    // Names that are not on the page are not among its claims.
    if (!page.is_plain) expect([...names(byModel)].toSorted()).toEqual(honestNames)
  })
})

const fold = (text: string) => readable(text).toLowerCase().replaceAll(/\s+/g, ' ')

function expectGrounded({ fact, quote, quote_start, quote_end, text, title, origin }: Claim): void {
  expect(quote).not.toBe('')
  expect(text.slice(quote_start, quote_end)).toBe(quote)
  const said = fold(`${text}\n${title ?? ''}`)
  for (const kind of [fact.kind, fact.from?.kind, fact.to?.kind]) expect([...ontology, undefined]).toContain(kind)
  const values = [
    ...[fact.name, fact.from?.name, fact.to?.name, ...(fact.aliases ?? [])],
    ...Object.values(fact.attributes ?? {}),
    ...['name', 'street', 'locality', 'region'].map((part) => fact.where?.[part] as string | undefined),
  ]
  for (const value of values) if (value !== undefined) expect(said).toContain(fold(value))
  const dates = [fact.when?.edtf, fact.since, fact.until].flatMap((date) => date?.match(/\d{4}/g) ?? [])
  for (const year of dates) expect(said).toContain(year)
  if (origin !== 'model') return
  // What the two names of a thing, or the two ends of a relationship, are is said by the quote itself.
  const tied = [...(fact.aliases ?? []), fact.from?.name, fact.to?.name]
  for (const name of tied) if (name !== undefined) expect(fold(quote)).toContain(fold(name))
  expect(fact.relation ?? '').not.toContain('steal')
  for (const link of fold(fact.summary ?? '').match(/\S*:\/\/\S*/g) ?? []) expect(said).toContain(link)
  // Characters that reorder or break text are not taken over, unless the page has them.
  const strange = JSON.stringify(fact).match(/\p{Cc}|[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\\u/gu) ?? []
  for (const sign of strange) expect(text).toContain(sign)
}
