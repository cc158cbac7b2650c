import { describe, expect, it } from 'vitest'
import { ada, article, filler, prose, startReadingTest } from '../../../test/support/model/model-reading.ts'
import { answerSimply } from '../../../test/support/model/simple-model.ts'

// A model's answer is neither lost nor paid for twice.

const test = await startReadingTest()
const { model, open, openPage, makeDomain, crawl, recrawl, finish, sent, namesOf, runsOf, call, key, clock } = test

const withData = (paragraphs: string[], data: object | null) =>
  article(paragraphs).replace(
    '</head>',
    data ? `<script type="application/ld+json">${JSON.stringify(data)}</script></head>` : '</head>',
  )

describe('what was paid for', () => {
  it('stays when the data that says the same goes', async () => {
    const works = { '@type': 'Organization', name: 'Harbour Society' }
    const person = { '@context': 'https://schema.org', '@type': 'Person', name: 'Ada Berg', worksFor: works }
    const state: { data: object | null } = { data: person }
    const host = open(({ path }) => (path === '/' ? { body: withData([ada, ...filler], state.data) } : undefined))
    const domain = await makeDomain()
    await crawl(domain, `http://${host}/`)
    state.data = null
    const { calls } = await sent(() => recrawl(domain))
    expect(calls).toEqual([])
    expect(await namesOf(domain)).toEqual(['Ada Berg', 'Harbour Society', 'works_for'])
  })

  it('is not paid for again after a failure that passes', async () => {
    const state = { status: 200 }
    const host = open(({ path }) => (path === '/' ? { status: state.status, body: article([ada]) } : undefined))
    const domain = await makeDomain()
    await crawl(domain, `http://${host}/`)
    state.status = 500
    expect(await recrawl(domain)).toMatchObject([{ status: 'failed', error: 'HTTP 500' }])
    state.status = 200
    const { result, calls } = await sent(async () => {
      await call('POST', `/v1/domains/${domain}/errors/requeue`, { key, body: { all: true } })
      return finish(domain)
    })
    expect(calls).toEqual([])
    expect(result).toMatchObject([
      { status: 'extracted', last_mode: 'unchanged', error: 'thin page: 14 words of text' },
    ])
  })

  it('is read again when it comes back after it was gone', async () => {
    const state = { status: 200 }
    const host = open(({ path }) => (path === '/' ? { status: state.status, body: article([ada]) } : undefined))
    const domain = await makeDomain()
    await crawl(domain, `http://${host}/`)
    for (const status of [404, 200]) {
      state.status = status
      if (status === 404) await recrawl(domain)
      else await call('POST', `/v1/domains/${domain}/errors/requeue`, { key, body: { all: true } })
      await finish(domain)
    }
    expect(await namesOf(domain)).toEqual(['Ada Berg', 'Harbour Society', 'works_for'])
  })

  it('is not paid for under another name', async () => {
    const head = '<link rel="canonical" href="/a"><title>'
    const body = article([ada]).replace('<title>', head)
    const host = open(({ path }) => (path.startsWith('/a') ? { body } : undefined))
    const domain = await makeDomain()
    const { calls } = await sent(async () => {
      for (const path of ['/a', '/a?print=1', '/a?print=2']) await crawl(domain, `http://${host}${path}`)
    })
    expect(calls).toHaveLength(1)
  })

  it('is not paid for again when a later part of the page fails', async () => {
    const { url } = openPage([ada, ...Array.from({ length: 1200 }, (_, at) => prose(`matter number ${at}`))])
    const domain = await makeDomain()
    let failures = 2
    model.answer = (received) => {
      const isLast = received.user.includes('matter number 1199')
      return isLast && failures-- > 0 ? { status: 503, body: { error: { message: 'busy' } } } : answerSimply(received)
    }
    const { result, calls } = await sent(() => crawl(domain, url))
    model.answer = answerSimply
    expect(result).toMatchObject([{ status: 'extracted', last_mode: 'agentic' }])
    const parts = new Set(calls.map(({ user }) => user))
    expect(parts.size).toBeGreaterThan(2)
    expect(calls.length).toBe(parts.size + 2)
  })

  it('is read for an attribute that was added while the model was reading', async () => {
    const { url } = openPage([ada, ...filler])
    const domain = await makeDomain()
    model.answer = async (received) => {
      clock.advance(1000)
      const attributes = [{ key: 'role', label: 'Role', kinds: [], description: '' }]
      await call('PATCH', `/v1/domains/${domain}`, { key, body: { attributes } })
      clock.advance(1000)
      return answerSimply(received)
    }
    await crawl(domain, url)
    model.answer = answerSimply
    const { calls } = await sent(() => recrawl(domain))
    expect(calls[0]?.system).toContain('- role')
  })

  it('is booked, however absurd the server counts', async () => {
    const { url } = openPage([ada])
    const domain = await makeDomain()
    model.answer = (received) => ({ ...answerSimply(received), usage: { input: 9e15, output: 9e15 } })
    const { calls } = await sent(() => crawl(domain, url))
    model.answer = answerSimply
    expect(calls).toHaveLength(1)
    const [run] = await runsOf(domain)
    expect(run.tokens_input).toBeGreaterThan(100)
    expect(run.tokens_input).toBeLessThan(10_000)
  })
})
