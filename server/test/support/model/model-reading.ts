import { startCrawlTest } from '../crawl/crawl-sites.ts'
import { type ReceivedCall, startModelServer } from './model-server.ts'
import { answerSimply } from './simple-model.ts'

// A service with a model that understands simple sentences, pages that have some, and helpers for both.

export const prose = (topic: string) =>
  `The ${topic} has been described by many who came here, and each of them had something else to tell about what it was like.`
export const filler = ['market', 'lighthouse', 'old town', 'fish hall', 'ferry', 'sea wall'].map(prose)
export const ada = 'Ada Berg works for the Harbour Society as treasurer since 1998.'
export const jonas = 'Jonas Holm works for the Harbour Society since 2004.'

export const article = (paragraphs: string[]) =>
  `<html><head><title>The harbour</title></head><body><nav><a href="/">Start</a></nav><main><h1>The harbour</h1>${paragraphs
    .map((text) => `<p>${text}</p>`)
    .join('')}</main></body></html>`

export interface ReadClaim {
  type: string
  fact: { name?: string; relation?: string; attributes?: object; where?: object; since?: string; confidence?: number }
  quote: string
  quote_start: number
  quote_end: number
  mode: string
  model: string | null
  /** The whole text of the page. */
  text: string
}

export async function startReadingTest() {
  const model = await startModelServer({ answer: answerSimply })
  const test = await startCrawlTest({
    isReading: model.isAsked,
    environment: { MODEL: 'openai-compatible:simple', MODEL_BASE_URL: model.url, MODEL_PRICE: '1,2', RATE_LIMIT: '0' },
  })
  const { service, open, call, key } = test
  const claimsOf = (domainId: string) =>
    service.db.query<ReadClaim>(
      `select c.*, t.text from claims c join page_texts t on t.domain_id = c.domain_id and t.page_id = c.page_id
       where c.domain_id = $1 and c.retracted_at is null order by c.quote_start, c.type, c.id`,
      [domainId],
    )
  return {
    ...test,
    model,
    claimsOf,
    namesOf: async (domainId: string) =>
      (await claimsOf(domainId)).map(({ fact }) => fact.name ?? fact.relation).toSorted(),
    runsOf: async (domainId: string) => (await call('GET', `/v1/domains/${domainId}/runs`, { key })).body.runs,
    /** A site of one page, which can be changed. */
    openPage: (paragraphs: string[]) => {
      const state = { paragraphs }
      const host = open(({ path }) => (path === '/' ? { body: article(state.paragraphs) } : undefined))
      return { state, url: `http://${host}/` }
    },
    /** The calls to the model during this work. */
    sent: async <Result>(work: () => Promise<Result>): Promise<{ result: Result; calls: ReceivedCall[] }> => {
      const before = model.calls.length
      const result = await work()
      return { result, calls: model.calls.slice(before) }
    },
  }
}
