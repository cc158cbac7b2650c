import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../../test/support/crawl/crawl-sites.ts'
import { answerMembers, listPage, memberRow, members, memberTable } from '../../../test/support/model/list-model.ts'
import { startModelServer } from '../../../test/support/model/model-server.ts'

// Long lists: a model reads some rows, and rules that are learned from those read the others.

const model = await startModelServer({ answer: answerMembers })
const { open, makeDomain, crawl, recrawl, finish, service, call, key } = await startCrawlTest({
  isReading: model.isAsked,
  environment: { MODEL: 'openai-compatible:lists', MODEL_BASE_URL: model.url, MODEL_PRICE: '1,1', RATE_LIMIT: '0' },
})

interface Stored {
  fact: {
    name?: string
    kind?: string
    attributes?: Record<string, string>
    relation?: string
    since?: string | null
    from?: { name: string }
    to?: { name: string }
  }
  origin: string
  mode: string
  quote: string
  quote_start: number
  quote_end: number
  text: string
}

const claimsOf = (domain: string) =>
  service.db.query<Stored>(
    `select c.*, t.text from claims c join page_texts t on t.domain_id = c.domain_id and t.page_id = c.page_id
     where c.domain_id = $1 and c.retracted_at is null order by c.quote_start, c.id`,
    [domain],
  )

function plain({ fact: { name, kind, attributes, relation, from, to, since } }: Stored): string {
  if (relation) return [from?.name, relation, to?.name, since].join(' ')
  return [kind, name, ...Object.values(attributes ?? {})].join(' ')
}

const factsOf = async (domain: string) => [...new Set((await claimsOf(domain)).map(plain))].toSorted()

/** A site of one page, which can be changed. */
function openPage(body: string) {
  const state = { body }
  const host = open(({ path }) => (path === '/' ? { body: listPage(state.body) } : undefined))
  return { state, url: `http://${host}/` }
}

async function read(url: string, domainId?: string) {
  const domain = domainId ?? (await makeDomain())
  const before = model.calls.length
  const [page] = domainId ? await recrawl(domain) : await crawl(domain, url)
  const calls = model.calls.slice(before)
  return { domain, page, calls, sent: calls.map(({ user }) => user).join('\n') }
}

/** The facts of these members. */
const expected = (all: ReturnType<typeof members>) => {
  const facts = all.flatMap(({ name, role, since, town }) => [
    `person ${name} ${role}`,
    `location ${town}`,
    `${name} lives_in ${town} `,
    `${name} member_of Harbour Society ${since}`,
  ])
  return [...new Set(['object Harbour Society', ...facts])].toSorted()
}

describe('a long list', () => {
  it('is sent in part, and read as a whole', async () => {
    const all = members(100)
    const { url } = openPage(memberTable(all.map(memberRow)))
    const { domain, page, calls, sent } = await read(url)
    expect(calls).toHaveLength(1)
    expect(all.filter(({ name }) => sent.includes(name)).length).toBe(7)
    expect(page).toMatchObject({
      last_mode: 'agentic',
      mode_reason: 'the model reads the page; rules learned from 7 rows of its lists read 93 others',
    })
    expect(await factsOf(domain)).toEqual(expected(all))
    const claims = await claimsOf(domain)
    for (const { quote, quote_start, quote_end, text } of claims) expect(text.slice(quote_start, quote_end)).toBe(quote)
    const byRule = claims.filter(({ origin }) => origin === 'recipe')
    expect(byRule.length).toBeGreaterThan(270)
    expect(new Set(byRule.map(({ mode }) => mode))).toEqual(new Set(['deterministic']))
    for (const claim of byRule) {
      const name = claim.fact.from?.name ?? claim.fact.name ?? ''
      expect(claim.quote).toContain(name)
    }
  })

  it('does not make facts of rows that say nothing', async () => {
    const rows = members(100).map(memberRow)
    const vacant = (at: number) => `<tr><td>Vacant</td><td>chair</td><td>${1990 + at}</td><td>Porto</td></tr>`
    for (const at of [20, 50, 70]) rows[at] = vacant(at)
    rows[60] = '<tr><td>Harbour Trust Ltd</td><td>patron</td><td>2001</td><td>Lisbon</td></tr>'
    rows[80] = '<tr><td>Ada Berg &amp; Ole Dahl</td><td>guests</td><td>2001</td><td>Lisbon</td></tr>'
    const { url } = openPage(memberTable(rows))
    const { domain, calls, sent } = await read(url)
    expect(calls).toHaveLength(1)
    // The model was asked about whatever looks unlike the rest.
    for (const odd of ['Vacant | chair | 2040', 'Harbour Trust Ltd', 'Ada Berg & Ole Dahl']) expect(sent).toContain(odd)
    const all = members(100).filter((_, at) => ![20, 50, 70, 60, 80].includes(at))
    const others = [
      { name: 'Harbour Trust Ltd', role: 'patron', since: 2001, town: 'Lisbon' },
      { name: 'Ada Berg & Ole Dahl', role: 'guests', since: 2001, town: 'Lisbon' },
    ]
    expect(await factsOf(domain)).toEqual(expected([...all, ...others]))
  })

  it('tells rows that say nothing from the others by how they are written, also where they are many', async () => {
    const all = members(100)
    const rows = all.map((one, at) => memberRow(at % 7 === 3 ? { ...one, name: 'Vacant' } : one))
    const { url } = openPage(memberTable(rows))
    const { domain, page, calls } = await read(url)
    expect(calls).toHaveLength(2)
    expect(page?.mode_reason).toMatch(
      /; rules learned from \d+ rows of its lists read \d+ others; no rules fit 12 rows/,
    )
    expect(await factsOf(domain)).toEqual(expected(all.filter((_, at) => at % 7 !== 3)))
  })

  it('is read by the model as a whole when rules do not say what it says', async () => {
    const all = members(60)
    const { url } = openPage(memberTable(all.map(memberRow)))
    // Whether somebody has a role is not to be told by the column.
    model.answer = (received) => {
      const given = answerMembers(received)
      return { ...given, text: given.text.replaceAll('"role":"treasurer"', '"role":null') }
    }
    const { domain, page, calls } = await read(url)
    model.answer = answerMembers
    expect(calls).toHaveLength(2)
    expect(page?.mode_reason).toBe(
      'the model reads the page; no rules fit 53 rows of its lists, which the model reads too',
    )
    const facts = expected(all).map((fact) => fact.replace(/^(person .*) treasurer$/, '$1'))
    expect(await factsOf(domain)).toEqual(facts.toSorted())
  })

  it('keeps out a column of which the model says nothing', async () => {
    const all = members(60)
    const { url } = openPage(memberTable(all.map(memberRow)))
    model.answer = (received) => {
      const given = answerMembers(received)
      return { ...given, text: given.text.replaceAll(/"role":"\w+"/g, '"role":null') }
    }
    const { domain, calls } = await read(url)
    model.answer = answerMembers
    expect(calls).toHaveLength(1)
    const facts = expected(all).map((fact) => fact.replace(/^(person \S+ \S+) .*$/, '$1'))
    expect(await factsOf(domain)).toEqual(facts.toSorted())
  })

  it('of a thousand rows costs one call', async () => {
    const all = members(1000)
    const { url } = openPage(memberTable(all.map(memberRow)))
    const { domain, page, calls } = await read(url)
    expect(calls).toHaveLength(1)
    expect(page?.mode_reason).toMatch(/read 99\d others/)
    const people = (await factsOf(domain)).filter((fact) => fact.startsWith('person '))
    // A page may name a thousand entities, and the towns are some of them.
    expect(people.length).toBeGreaterThan(980)
    expect(new Set(people).difference(new Set(expected(all)))).toEqual(new Set())
  })

  it('is read by what has changed', async () => {
    const all = members(200)
    const { state, url } = openPage(memberTable(all.slice(0, 100).map(memberRow)))
    const { domain } = await read(url)
    state.body = memberTable(all.slice(5, 101).map(memberRow))
    const one = await read(url, domain)
    expect(one.calls).toHaveLength(1)
    expect(one.page?.mode_reason).toBe('the model reads 1 changed blocks')
    expect(await factsOf(domain)).toEqual(expected(all.slice(5, 101)))
    state.body = memberTable(all.slice(5, 160).map(memberRow))
    const many = await read(url, domain)
    expect(many.calls).toHaveLength(1)
    expect(many.page?.mode_reason).toBe(
      'the model reads 59 changed blocks; rules learned from 6 rows of its lists read 53 others',
    )
    expect(await factsOf(domain)).toEqual(expected(all.slice(5, 160)))
    // Rows that are gone take their facts along, whoever read them.
    state.body = memberTable(all.slice(5, 120).map(memberRow))
    expect((await read(url, domain)).calls).toHaveLength(0)
    expect(await factsOf(domain)).toEqual(expected(all.slice(5, 120)))
  })
})

describe('between the two calls for a list', () => {
  const all = members(60)
  const isSecond = (user: string) => user.includes(all[59]?.name ?? '')
  /** Says of treasurers what no rule can tell, so that the rest of the list is asked for. */
  const answerUneven: typeof answerMembers = (received) => {
    const given = answerMembers(received)
    return { ...given, text: given.text.replaceAll('"role":"treasurer"', '"role":null') }
  }
  const uneven = expected(all).map((fact) => fact.replace(/^(person .*) treasurer$/, '$1'))

  it('a model that fails is asked again, and the first answer is not paid for twice', async () => {
    const { url } = openPage(memberTable(all.map(memberRow)))
    let failures = 2
    model.answer = (received) =>
      isSecond(received.user) && failures-- > 0
        ? { status: 503, body: { error: { message: 'busy' } } }
        : answerUneven(received)
    const { domain, page, calls } = await read(url)
    model.answer = answerMembers
    expect(page).toMatchObject({ status: 'extracted', last_mode: 'agentic' })
    expect(calls.filter(({ user }) => !isSecond(user))).toHaveLength(1)
    expect(calls.filter(({ user }) => isSecond(user))).toHaveLength(3)
    expect(await factsOf(domain)).toEqual(uneven.toSorted())
  })

  it('an answer that cannot be used is asked for again, and then the page has failed', async () => {
    const { url } = openPage(memberTable(all.map(memberRow)))
    model.answer = (received) => {
      const isRest = received.messages.some(({ content }) => isSecond(content))
      return isRest ? { text: 'I would rather not.' } : answerUneven(received)
    }
    const { domain, page } = await read(url)
    model.answer = answerMembers
    expect(page).toMatchObject({ status: 'failed' })
    expect(await factsOf(domain)).toEqual([])
  })

  it('a budget that is reached stops the domain, and the page is read when it is raised', async () => {
    const { url } = openPage(memberTable(all.map(memberRow)))
    // Enough for the first call, and not for the most that the second may cost.
    const cap = 0.008
    const domain = await makeDomain({ max_spend_usd: cap })
    model.answer = answerUneven
    const before = model.calls.length
    await call('POST', `/v1/domains/${domain}/sources`, { key, body: { url } })
    const state = async () => (await call('GET', `/v1/domains/${domain}`, { key })).body.crawl_state
    await expect.poll(state).toBe('paused')
    expect(model.calls.slice(before)).toHaveLength(1)
    const [run] = (await call('GET', `/v1/domains/${domain}/runs`, { key })).body.runs
    expect(run.spend_usd).toBeLessThanOrEqual(cap)
    expect(await factsOf(domain)).toEqual([])
    await call('PATCH', `/v1/domains/${domain}`, { key, body: { max_spend_usd: 1 } })
    await call('POST', `/v1/domains/${domain}/runs/resume`, { key, body: {} })
    const [page] = await finish(domain)
    model.answer = answerMembers
    expect(page).toMatchObject({ status: 'extracted', last_mode: 'agentic' })
    const calls = model.calls.slice(before)
    expect(calls.filter(({ user }) => !isSecond(user))).toHaveLength(1)
    expect(calls.filter(({ user }) => isSecond(user))).toHaveLength(1)
    expect(await factsOf(domain)).toEqual(uneven.toSorted())
  })
})
