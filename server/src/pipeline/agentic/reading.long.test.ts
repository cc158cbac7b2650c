import { describe, expect, it } from 'vitest'
import {
  ada,
  article,
  filler,
  jonas,
  type ReadClaim,
  startReadingTest,
} from '../../../test/support/model/model-reading.ts'
import { answerSimply } from '../../../test/support/model/simple-model.ts'

// Pages read by a model, from the crawl to the stored claims: what is sent, what is kept, and what it costs.

const test = await startReadingTest()
const { model, open, openPage, makeDomain, crawl, recrawl, finish, sent, claimsOf, namesOf, runsOf } = test
const { service, call, key, clock } = test
const { db } = service

describe('a page read by a model', () => {
  it('gives claims with quotes, and says what it cost', async () => {
    const { url } = openPage([filler[0] as string, ada, 'The Harbour Society is based in Lisbon.'])
    const domain = await makeDomain({ description: 'Harbours and those who work there.' })
    const { result, calls } = await sent(() => crawl(domain, url))
    expect(result).toMatchObject([
      { status: 'extracted', last_mode: 'agentic', mode_reason: 'the model reads the page' },
    ])
    expect(calls).toHaveLength(1)
    expect(calls[0]?.system).toContain('The graph covers: Harbours and those who work there.')
    expect(calls[0]?.user).toContain(ada)
    expect(calls[0]?.schema).toMatchObject({ required: ['relevant', 'entities', 'relationships'] })
    const claims = await claimsOf(domain)
    // The more signs speak for it, the likelier.
    const [person, , relation] = claims.map(({ fact }) => fact.confidence as number)
    expect(person).toBeGreaterThan(0.8)
    expect(relation).toBeLessThan(person as number)
    expect(claims).toMatchObject([
      { type: 'entity', fact: { name: 'Ada Berg', attributes: { role: 'treasurer' } }, quote: ada, mode: 'agentic' },
      { type: 'entity', fact: { name: 'Harbour Society' }, quote: ada, model: 'openai-compatible:simple' },
      { type: 'relationship', fact: { relation: 'works_for', since: '1998' }, quote: ada },
    ])
    for (const { quote, quote_start, quote_end, text } of claims) {
      expect(text.slice(quote_start, quote_end)).toBe(quote)
    }
    const [run] = await runsOf(domain)
    expect(run).toMatchObject({ pages_agentic: 1, pages_deterministic: 0 })
    expect(run.tokens_input).toBeGreaterThan(100)
    expect(run.tokens_output).toBeGreaterThan(0)
    expect(run.spend_usd).toBeCloseTo((run.tokens_input + 2 * run.tokens_output) / 1e6, 5)
    const usage = await db.query('select purpose, model, calls, spend_usd from model_usage where domain_id = $1', [
      domain,
    ])
    expect(usage).toEqual([
      { purpose: 'reading', model: 'openai-compatible:simple', calls: 1, spend_usd: run.spend_usd },
    ])
    const [activity] = await db.query<object>('select * from agent_activity where domain_id = $1', [domain])
    expect(activity).toMatchObject({
      agent: 'reader',
      action: 'read page',
      subject: url,
      spend_usd: run.spend_usd,
      tokens: run.tokens_input + run.tokens_output,
    })
    const reserved = await db.query('select from budget_reservations where domain_id = $1', [domain])
    expect(reserved).toEqual([])
  })

  it('costs nothing when it is crawled again', async () => {
    const { url } = openPage([ada])
    const domain = await makeDomain()
    await crawl(domain, url)
    const before = await claimsOf(domain)
    const { result, calls } = await sent(() => recrawl(domain))
    expect(result).toMatchObject([{ status: 'extracted', last_mode: 'unchanged', mode_reason: 'nothing has changed' }])
    expect(calls).toEqual([])
    expect(await claimsOf(domain)).toEqual(before)
    expect((await runsOf(domain))[0]).toMatchObject({ tokens_input: 0, tokens_output: 0, spend_usd: 0 })
  })

  it('is read by what has changed, and keeps what has not', async () => {
    const { state, url } = openPage([ada, ...filler, jonas])
    const domain = await makeDomain()
    await crawl(domain, url)
    const [first] = await runsOf(domain)
    state.paragraphs = [...filler.slice(0, 3), 'Eva Lind works for the Pilot Guild.', ...filler.slice(3), jonas]
    const { result, calls } = await sent(() => recrawl(domain))
    expect(result).toMatchObject([{ last_mode: 'agentic', mode_reason: 'the model reads 1 changed blocks' }])
    expect(calls).toHaveLength(1)
    const body = calls[0]?.user.split('\n\n')[1]
    expect(body).toBe(`> The harbour\n> ${filler[2]}\nEva Lind works for the Pilot Guild.`)
    // The claims about Ada are gone, those about Jonas have moved. His block names the society, which was quoted with
    // Ada.
    const expected = ['Eva Lind', 'Harbour Society', 'Jonas Holm', 'Pilot Guild', 'works_for', 'works_for']
    expect(await namesOf(domain)).toEqual(expected)
    for (const { quote, quote_start, quote_end, text } of await claimsOf(domain)) {
      expect(text.slice(quote_start, quote_end)).toBe(quote)
    }
    const [second] = await runsOf(domain)
    expect(second.tokens_input).toBeLessThan(first.tokens_input)
    const retracted = await db.query<ReadClaim>(
      'select fact from claims where domain_id = $1 and retracted_at is not null',
      [domain],
    )
    const names = retracted.map(({ fact }) => fact.name ?? fact.relation)
    expect(names.toSorted()).toEqual(['Ada Berg', 'works_for'])
  })

  it('costs nothing when something is only gone, and takes back what it said', async () => {
    const { state, url } = openPage([ada, ...filler, jonas])
    const domain = await makeDomain()
    await crawl(domain, url)
    state.paragraphs = [...filler, jonas]
    const { result, calls } = await sent(() => recrawl(domain))
    expect(calls).toEqual([])
    expect(result).toMatchObject([{ last_mode: 'deterministic', mode_reason: 'nothing new to read' }])
    expect(await namesOf(domain)).toEqual(['Harbour Society', 'Jonas Holm', 'works_for'])
    // A block that comes back is read as a change, without the rest of the page.
    state.paragraphs = [ada, ...filler, jonas]
    const again = await sent(() => recrawl(domain))
    expect(again.calls[0]?.user.split('\n\n')[1]).toBe(`> The harbour\n${ada}`)
    expect(await namesOf(domain)).toContain('Ada Berg')
  })

  it('takes back all that it said when the page is gone, and not when the site is only down', async () => {
    const state = { status: 200 }
    const host = open(({ path }) => (path === '/' ? { status: state.status, body: article([ada]) } : undefined))
    const domain = await makeDomain()
    await crawl(domain, `http://${host}/`)
    state.status = 500
    await recrawl(domain)
    expect(await namesOf(domain)).toHaveLength(3)
    state.status = 404
    await call('POST', `/v1/domains/${domain}/errors/requeue`, { key, body: { all: true } })
    await finish(domain)
    expect(await namesOf(domain)).toEqual([])
  })

  it('is read in full once for a new attribute', async () => {
    const { url } = openPage([ada, ...filler])
    const domain = await makeDomain()
    await crawl(domain, url)
    clock.advance(1000)
    const body = { attributes: [{ key: 'role', label: 'Role', kinds: ['person'], description: 'What they do there.' }] }
    await call('PATCH', `/v1/domains/${domain}`, { key, body })
    const again = await sent(() => recrawl(domain))
    expect(again.calls).toHaveLength(1)
    expect(again.calls[0]?.user).toContain(filler[5])
    expect(again.calls[0]?.system).toContain('- role of person: Role. What they do there.')
    clock.advance(1000)
    expect((await sent(() => recrawl(domain))).calls).toEqual([])
  })

  it('is not read by a model when its data says it all', async () => {
    const data = { '@context': 'https://schema.org', '@type': 'Person', name: 'Ada Berg', jobTitle: 'Treasurer' }
    const script = JSON.stringify({ ...data, worksFor: { '@type': 'Organization', name: 'Harbour Society' } })
    const host = open(({ path }) =>
      path === '/'
        ? {
            body: `<html><head><title>Ada Berg</title><script type="application/ld+json">${script}</script></head>
              <body><h1>Ada Berg</h1><p>Treasurer, Harbour Society</p></body></html>`,
          }
        : undefined,
    )
    const domain = await makeDomain()
    const { result, calls } = await sent(() => crawl(domain, `http://${host}/`))
    expect(calls).toEqual([])
    expect(result).toMatchObject([{ last_mode: 'deterministic', mode_reason: 'structured data covers the page' }])
    expect(await namesOf(domain)).toEqual(expect.arrayContaining(['Ada Berg', 'Harbour Society', 'works_for']))
  })

  it('is irrelevant when the model says so, and is asked about only once', async () => {
    const { url } = openPage([ada])
    const domain = await makeDomain()
    model.answer = () => ({ text: '{"relevant": false, "entities": [], "relationships": []}' })
    expect(await crawl(domain, url)).toMatchObject([{ status: 'irrelevant', error: 'gate v1: about' }])
    model.answer = answerSimply
    expect(await namesOf(domain)).toEqual([])
    expect((await runsOf(domain))[0]).toMatchObject({ pages_irrelevant: 1 })
  })
})

describe('an answer that cannot be used', () => {
  it('is asked for once more, with what was wrong', async () => {
    const { url } = openPage([ada])
    const domain = await makeDomain()
    let asked = 0
    model.answer = (received) =>
      asked++ === 0 ? { text: '{"relevant": true}' } : answerSimply({ ...received, user: ada })
    const { result, calls } = await sent(() => crawl(domain, url))
    model.answer = answerSimply
    expect(result).toMatchObject([{ status: 'extracted', last_mode: 'agentic' }])
    expect(calls).toHaveLength(2)
    expect(calls[1]?.user).toContain('entities: ')
    expect(calls[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    const usage = await db.query('select purpose, calls from model_usage where domain_id = $1 order by 1', [domain])
    expect(usage).toEqual([
      { purpose: 'reading', calls: 1 },
      { purpose: 'repair', calls: 1 },
    ])
  })

  it.for([
    ['no JSON', 'As a language model I would rather not.', 'stop', 'it is not JSON'],
    ['cut off', '{"relevant": true, "entities": [{"ref', 'length', 'it was cut off'],
    ['a refusal', '', 'refused', 'it is'],
  ] as const)('%s, twice, is a failure, and the third one a dead letter', async ([, text, end, reason]) => {
    const { url } = openPage([ada])
    const domain = await makeDomain()
    model.answer = () => ({ text, finish: end })
    const pages = await crawl(domain, url)
    expect(pages[0]?.status).toBe('failed')
    expect(pages[0]?.error).toContain(reason)
    for (let time = 1; time < 3; time++) {
      await call('POST', `/v1/domains/${domain}/errors/requeue`, { key, body: { all: true } })
      await finish(domain)
    }
    model.answer = answerSimply
    const letters = (await call('GET', `/v1/domains/${domain}/dead-letters`, { key })).body.dead_letters
    expect(letters).toHaveLength(1)
    expect(await namesOf(domain)).toEqual([])
  })
})

describe('a model that cannot be reached', () => {
  it.for(['429', '503', 'reset'] as const)('%s: the page waits, and is read when it can', async (fault) => {
    const { url } = openPage([ada])
    const domain = await makeDomain()
    let asked = 0
    model.answer = (received) => {
      if (asked++ > 1) return answerSimply(received)
      return fault === 'reset'
        ? 'reset'
        : { status: Number(fault), headers: { 'retry-after': '1' }, body: { error: { message: 'busy' } } }
    }
    const pages = await crawl(domain, url)
    model.answer = answerSimply
    expect(pages).toMatchObject([{ status: 'extracted', last_mode: 'agentic' }])
    expect(asked).toBe(3)
  })

  it('fails the page when it stays away', async () => {
    const { url } = openPage([ada])
    const domain = await makeDomain()
    model.answer = () => ({ status: 503, body: { error: { message: 'overloaded' } } })
    const pages = await crawl(domain, url)
    model.answer = answerSimply
    expect(pages).toMatchObject([{ status: 'failed' }])
    expect(pages[0]?.error).toMatch(/503/)
    expect((await runsOf(domain))[0]).toMatchObject({ spend_usd: 0 })
  })

  it('says nothing with ten megabytes', async () => {
    const { url } = openPage([ada])
    const domain = await makeDomain()
    model.answer = () => 'endless'
    const pages = await crawl(domain, url)
    model.answer = answerSimply
    expect(pages).toMatchObject([{ status: 'failed' }])
    expect(await namesOf(domain)).toEqual([])
  })
})

it('reads other pages of a host while one waits for the model', async () => {
  const release = Promise.withResolvers<void>()
  const host = open(({ path }) =>
    ['/', '/second'].includes(path)
      ? { body: `${article([ada, `It is page ${path}.`])}<a href="/second">more</a>` }
      : undefined,
  )
  const domain = await makeDomain()
  let slow = 0
  model.answer = async (received) => {
    if (received.user.includes('It is page /.') && slow++ === 0) await release.promise
    return answerSimply(received)
  }
  await call('POST', `/v1/domains/${domain}/sources/bulk`, {
    key,
    body: { urls: [`http://${host}/`, `http://${host}/second`] },
  })
  const second = async () =>
    (await call('GET', `/v1/domains/${domain}/pages`, { key })).body.pages.find(({ url }: { url: string }) =>
      url.endsWith('/second'),
    )?.status
  await expect.poll(second).toBe('extracted')
  release.resolve()
  expect(await finish(domain)).toMatchObject([{ status: 'extracted' }, { status: 'extracted' }])
  model.answer = answerSimply
})
