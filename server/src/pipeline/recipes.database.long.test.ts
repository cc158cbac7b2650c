import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { type GivenAnswer, type ReceivedCall, startModelServer } from '../../test/support/model/model-server.ts'
import { column, writePdf } from '../../test/support/pdf/write-pdf.ts'

// A recipe takes over a template, and becomes invalid when the site changes its layout.

const model = await startModelServer({ answer: readClub })
const { open, makeDomain, crawl, recrawl, finish, service, call, key, clock } = await startCrawlTest({
  isReading: model.isAsked,
  environment: { MODEL: 'openai-compatible:clubs', MODEL_BASE_URL: model.url, MODEL_PRICE: '1,1', RATE_LIMIT: '0' },
})

interface Club {
  name: string
  founded: number
  members: { name: string; role: string }[]
}

const firsts = ['Ada', 'Jonas', 'Eva', 'Ole', 'Ida', 'Max', 'Nina', 'Tom', 'Lea', 'Kurt', 'Maja', 'Finn']
const lasts = ['Berg', 'Holm', 'Lind', 'Dahl', 'Noll', 'Roth', 'Falk', 'Beck', 'Stein', 'Wolf', 'Busch', 'Krag']
const roles = ['treasurer', 'chair', 'conductor', 'archivist']
const clubs: Club[] = firsts.map((first, at) => ({
  name: `${first} Choir`,
  founded: 1950 + at,
  members: Array.from({ length: 2 + (at % 3) }, (_, index) => ({
    name: `${firsts[(at + index) % 12]} ${lasts[(at * 5 + index) % 12]}`,
    role: roles[(at + index) % 4] as string,
  })),
}))

const intro =
  'This choir has been a part of the life of its town for many years, and whoever likes to sing is welcome to join it.'

const layouts = {
  list: ({ name, founded, members }: Club) => `<h1 class="club">${name}</h1><p>${intro}</p>
    <table><tr><th>Founded</th><td>${founded}</td></tr></table>
    <ul class="members">${members.map((one) => `<li>${one.name}, ${one.role}</li>`).join('')}</ul>`,
  cards: ({
    name,
    founded,
    members,
  }: Club) => `<div class="hero"><h2>${name}</h2><p>Since ${founded}</p></div><p>${intro}</p>
    ${members.map((one) => `<div class="card"><h3>${one.name}</h3><p>${one.role}</p></div>`).join('')}`,
}

/** Reads either layout, as a model would. */
function readClub({ user, system }: ReceivedCall): GivenAnswer {
  const name = /^(?:#+|>) (.+ Choir)$/m.exec(user)?.[1]
  if (!name) return { text: JSON.stringify({ relevant: true, entities: [], relationships: [] }) }
  const founded = /(?:Founded \| |Since )(\d{4})/.exec(user)
  const members = [...user.matchAll(/^- (.+), (\w+)$/gm), ...user.matchAll(/^### (.+)\n(\w+)$/gm)]
  const club = { ref: 'club', kind: 'object', name, when: founded?.[1] ?? null, quote: name }
  const people = members.map(([, name = '', role = ''], at) => ({
    ref: `p${at}`,
    kind: 'person',
    name,
    quote: name,
    attributes: { role },
  }))
  const relationships = people.map(({ ref, name }) => ({ from: ref, to: 'club', type: 'member_of', quote: name }))
  const text = JSON.stringify({ relevant: true, entities: [club, ...people], relationships })
  return { text, usage: { input: Math.ceil((user.length + system.length) / 4), output: Math.ceil(text.length / 4) } }
}

function openClubs() {
  const state: { layout: keyof typeof layouts; round: number } = { layout: 'list', round: 1 }
  const host = open(({ path }) => {
    const club = clubs[Number(/^\/clubs\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)]
    if (!club) return undefined
    const body = layouts[state.layout](club).replace(intro, `${intro} That is what was said in round ${state.round}.`)
    return { body: `<html><head><title>${club.name}</title></head><body><main>${body}</main></body></html>` }
  })
  return { state, urls: clubs.map((_, at) => `http://${host}/clubs/${at}`) }
}

const recipesOf = async (domain: string) => (await call('GET', `/v1/domains/${domain}/recipes`, { key })).body.recipes

const factsOf = async (domain: string) => {
  const rows = await service.db.query<{ fact: Record<string, never>; origin: string }>(
    `select c.fact from claims c join pages p on p.domain_id = c.domain_id and p.id = c.page_id
     where c.domain_id = $1 and c.retracted_at is null`,
    [domain],
  )
  const facts = rows.flatMap(({ fact }) => simple(fact) ?? [])
  return [...new Set(facts)].toSorted()
}

/** The names, relationships and roles of a page. */
// biome-ignore lint/suspicious/noExplicitAny: facts of either kind
function simple({ relation, from, to, name, attributes, when }: any): string | undefined {
  if (relation) return [from.name, relation, to.name].join(' ')
  const details = [attributes.role, when?.edtf].filter(Boolean)
  return details.length > 0 ? [name, ...details].join(' ') : undefined
}

/** The same clubs as PDFs: a page each, laid out alike. */
function openPapers() {
  const host = open(({ path }, response) => {
    const club = clubs[Number(/^\/papers\/(\d+)\.pdf$/.exec(path)?.[1] ?? Number.NaN)]
    if (!club) return undefined
    const lines = [
      intro,
      `Founded | ${club.founded}`,
      ...club.members.map(({ name, role }) => `${name} is its ${role}.`),
    ]
    const texts = [{ text: club.name, x: 60, y: 80, size: 20 }, ...column(60, 120, lines)]
    response.writeHead(200, { 'content-type': 'application/pdf' }).end(writePdf({ pages: [{ texts }] }))
    return 'by hand'
  })
  return clubs.map((_, at) => `http://${host}/papers/${at}.pdf`)
}

describe('a recipe', { timeout: 90_000 }, () => {
  it('is learned from no PDF: the model reads each, and its quotes lead to their page', async () => {
    const urls = openPapers()
    const domain = await makeDomain()
    for (const url of urls.slice(0, 8))
      expect((await crawl(domain, url)).at(-1)).toMatchObject({ last_mode: 'agentic' })
    expect(await recipesOf(domain)).toEqual([])
    const { entities } = (await call('GET', `/v1/domains/${domain}/entities?q=Ada+Choir`, { key })).body
    const path = `/v1/domains/${domain}/entities/${entities[0].id}/evidence`
    const { evidence } = (await call('GET', path, { key })).body
    expect(evidence).toContainEqual(expect.objectContaining({ url: `${urls[0]}#page=1`, mode: 'agentic' }))
  })

  it('takes over a template after it has agreed with the model on three pages, and gives it back', async () => {
    const { state, urls } = openClubs()
    const domain = await makeDomain()
    const modes: (string | null)[] = []
    for (const url of urls.slice(0, 7)) modes.push((await crawl(domain, url)).at(-1)?.last_mode ?? null)
    expect(modes).toEqual(['agentic', 'agentic', 'agentic', 'agentic', 'agentic', 'deterministic', 'deterministic'])
    expect(await recipesOf(domain)).toMatchObject([
      { version: 1, status: 'active', consecutive_failures: 0, url: urls[1] },
    ])

    const calls = model.calls.length
    const [page] = (await crawl(domain, urls[7] as string)).slice(-1)
    expect(page).toMatchObject({ last_mode: 'deterministic', mode_reason: 'recipe version 1 reads its template' })
    expect(model.calls.length).toBe(calls)
    const [run] = (await call('GET', `/v1/domains/${domain}/runs`, { key })).body.runs
    expect(run).toMatchObject({ pages_deterministic: 1, tokens_input: 0, spend_usd: 0 })

    // The site changes its layout: the model reads those pages again, and the recipe becomes invalid.
    state.layout = 'cards'
    const statuses: string[] = []
    for (const url of urls.slice(8, 11)) {
      expect((await crawl(domain, url)).at(-1)).toMatchObject({ last_mode: 'agentic' })
      statuses.push((await recipesOf(domain)).at(-1).status)
    }
    expect(statuses).toEqual(['failing', 'failing', 'invalid'])
    expect((await recipesOf(domain)).at(-1).last_error).toMatch(/not at|places/)

    // All pages have the new layout: another version is learned, and takes over. Pages are read side by side, so one that
    // was learned from the first two may have to give way to a better one, also when a check with the model finds it out.
    await recrawl(domain)
    let reasons: Set<string | null>
    do {
      state.round++
      reasons = new Set((await recrawl(domain)).map(({ mode_reason }) => mode_reason))
      const { version, status } = (await recipesOf(domain))[0]
      reasons.delete(`recipe version ${version} is checked`)
      if (status === 'active' && [...reasons].join() === `recipe version ${version} reads its template`) break
    } while (state.round < 10)
    const [{ version, status, consecutive_failures }] = await recipesOf(domain)
    expect([...reasons]).toEqual([`recipe version ${version} reads its template`])
    expect([status, consecutive_failures]).toEqual(['active', 0])
    expect(version).toBeGreaterThan(1)
  })

  it('says what the model says', async () => {
    const { urls } = openClubs()
    const domain = await makeDomain()
    for (const url of urls.slice(0, 9)) await crawl(domain, url)
    const own = openClubs()
    const other = await makeDomain()
    // Each page has a template of its own: no recipe is ever learned.
    for (const url of own.urls.slice(0, 9)) {
      await crawl(other, url)
      await service.db.query(`delete from recipes where domain_id = $1`, [other])
    }
    expect(await recipesOf(other)).toEqual([])
    expect(await factsOf(domain)).toEqual(await factsOf(other))
  })

  it('is given up when it fits but does not say what the model says any more', async () => {
    const { state, urls } = openClubs()
    const domain = await makeDomain()
    for (const url of urls.slice(0, 8)) await crawl(domain, url)
    expect((await recipesOf(domain))[0].status).toBe('active')
    // From now on the model gives the attribute another name.
    model.answer = (received) => {
      const { text, ...rest } = readClub(received)
      return { ...rest, text: text.replaceAll('"role"', '"office"').replaceAll('member_of', 'guest_of') }
    }
    for (let round = 2; round < 8 && (await recipesOf(domain))[0].status !== 'invalid'; round++) {
      state.round = round
      await recrawl(domain)
    }
    model.answer = readClub
    expect((await recipesOf(domain)).at(-1)).toMatchObject({
      version: 1,
      status: 'invalid',
      consecutive_failures: 3,
      last_error: 'it does not say what the model says',
    })
  })

  it('is learned anew when an attribute is added', async () => {
    const { state, urls } = openClubs()
    const domain = await makeDomain()
    for (const url of urls.slice(0, 7)) await crawl(domain, url)
    clock.advance(1000)
    const attributes = [{ key: 'age', label: 'Age', kinds: ['object'], description: '' }]
    await call('PATCH', `/v1/domains/${domain}`, { key, body: { attributes } })
    clock.advance(1000)
    state.round = 2
    const reasons = (await recrawl(domain)).map(({ mode_reason }) => mode_reason)
    expect(reasons).toContain('the model reads the page')
    expect((await recipesOf(domain)).at(-1)).toMatchObject({
      version: 1,
      status: 'invalid',
      last_error: 'an attribute was added since it was learned',
    })
  })

  it('is left alone once it is invalidated by hand', async () => {
    const { urls } = openClubs()
    const domain = await makeDomain()
    for (const url of urls.slice(0, 6)) await crawl(domain, url)
    const [recipe] = await recipesOf(domain)
    expect(recipe.status).toBe('active')
    await call('POST', `/v1/domains/${domain}/recipes/${recipe.id}/invalidate`, { key, body: {} })
    expect((await recipesOf(domain))[0].status).toBe('invalid')
    expect((await crawl(domain, urls[6] as string)).at(-1)).toMatchObject({ last_mode: 'agentic' })
    await call('POST', `/v1/domains/${domain}/recipes/${recipe.id}/invalidate`, { key, body: {} })
    await finish(domain)
  })
})
