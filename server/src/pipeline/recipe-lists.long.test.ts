import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { answerMembers, listPage, memberRow, members, memberTable } from '../../test/support/model/list-model.ts'
import { type GivenAnswer, type ReceivedCall, startModelServer } from '../../test/support/model/model-server.ts'

// Recipes that read the rows of lists, and values beside their labels.

const model = await startModelServer({ answer: answerMembers })
const { open, makeDomain, crawl, recrawl, service, call, key } = await startCrawlTest({
  isReading: model.isAsked,
  environment: { MODEL: 'openai-compatible:lists', MODEL_BASE_URL: model.url, MODEL_PRICE: '1,1', RATE_LIMIT: '0' },
})

const recipesOf = async (domain: string) => (await call('GET', `/v1/domains/${domain}/recipes`, { key })).body.recipes

interface Fact {
  name?: string
  attributes?: Record<string, string>
  when?: { edtf: string } | null
  relation?: string
  from?: { name: string }
  to?: { name: string }
  since?: string | null
}

const factsOf = async (domain: string, url: string) => {
  const rows = await service.db.query<{ fact: Fact }>(
    `select c.fact from claims c join pages p on p.domain_id = c.domain_id and p.id = c.page_id
     where c.domain_id = $1 and p.url = $2 and c.retracted_at is null`,
    [domain, url],
  )
  const plain = rows.map(({ fact: { name, attributes, when, relation, from, to, since } }) =>
    relation
      ? [from?.name, relation, to?.name, since].join(' ')
      : [name, ...Object.values(attributes ?? {}), when?.edtf ?? ''].join(' '),
  )
  return [...new Set(plain)].toSorted()
}

describe('a recipe for lists', { timeout: 90_000 }, () => {
  const perPage = 30
  const rowsOf = (page: number) => members(perPage, page * perPage)
  const register = () => {
    const host = open(({ path }) => {
      const page = Number(/^\/register\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
      if (Number.isNaN(page)) return undefined
      const rows = rowsOf(page).map(memberRow)
      // A row that says nothing, and that looks so.
      if (page === 6) rows[9] = '<tr><td>vacant</td><td>chair</td><td>1990</td><td>Porto</td></tr>'
      return { body: listPage(memberTable(rows)) }
    })
    return Array.from({ length: 9 }, (_, page) => `http://${host}/register/${page}`)
  }
  const expected = (page: number) =>
    [
      'Harbour Society ',
      ...rowsOf(page).flatMap(({ name, role, since, town }, at) =>
        page === 6 && at === 9
          ? []
          : [`${name} ${role} `, `${town} `, `${name} lives_in ${town} `, `${name} member_of Harbour Society ${since}`],
      ),
    ].filter((fact, at, all) => all.indexOf(fact) === at)

  it('reads the next pages of a register without a model', async () => {
    const urls = register()
    const domain = await makeDomain()
    const calls: number[] = []
    const reasons: (string | null)[] = []
    for (const url of urls.slice(0, 8)) {
      const before = model.calls.length
      const pages = await crawl(domain, url)
      calls.push(model.calls.length - before)
      reasons.push(pages.find((page) => page.url === url)?.mode_reason ?? null)
    }
    expect(calls).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
    expect(reasons[0]).toMatch(/^the model reads the page; rules learned from \d+ rows of its lists read \d+ others$/)
    expect(reasons.slice(5)).toEqual([
      'recipe version 1 reads its template',
      'recipe version 1 reads its template; 1 row of its lists not read: written in another way',
      'recipe version 1 reads its template',
    ])
    for (const [page, url] of urls.slice(0, 8).entries()) {
      expect(await factsOf(domain, url), url).toEqual(expected(page).toSorted())
    }
  })
})

describe('a redesign to labels inside a block', { timeout: 90_000 }, () => {
  const firsts = ['Ada', 'Jonas', 'Eva', 'Ole', 'Ida', 'Max', 'Nina', 'Tom', 'Lea', 'Kurt', 'Maja', 'Finn']
  const roles = ['treasurer', 'chair', 'vice chair', 'archivist']
  const clubs = firsts.map((first, at) => ({
    name: `${first} Choir`,
    founded: 1950 + at,
    leader: roles[at % 4] as string,
    colour: ['red', 'dark blue', 'green'][at % 3] as string,
  }))
  type Club = (typeof clubs)[number]
  const layouts = {
    definitions: ({ founded, leader, colour }: Club) =>
      `<dl><dt>Founded</dt><dd>${founded}</dd><dt>Led by</dt><dd>${leader}</dd><dt>Colour</dt><dd>${colour}</dd></dl>`,
    labels: ({ founded, leader, colour }: Club) =>
      `<p><b>Founded:</b> ${founded} <b>Led by:</b> ${leader} <b>Colour:</b> ${colour}</p>`,
  }
  const intro =
    'This choir has been a part of the life of its town for many years, and whoever likes to sing may join it.'

  /** Reads either layout. */
  function readClub({ user }: ReceivedCall): GivenAnswer {
    const name = /^(?:#+|>) (.+ Choir)$/m.exec(user)?.[1]
    const club = clubs.find((one) => one.name === name)
    const isSent = club && new RegExp(`${club.leader}`).test(user)
    const entities = isSent
      ? [
          {
            ...{ ref: '1', kind: 'object', name, quote: name, when: `${club.founded}` },
            attributes: { role: club.leader, colour: club.colour },
          },
        ]
      : []
    return { text: JSON.stringify({ relevant: true, entities, relationships: [] }) }
  }

  it('is learned anew, and the values come without their labels', async () => {
    model.answer = readClub
    const state: { layout: keyof typeof layouts; round: number } = { layout: 'definitions', round: 1 }
    const host = open(({ path }) => {
      const club = clubs[Number(/^\/clubs\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)]
      if (!club) return undefined
      const body = `<h1>${club.name}</h1><p>${intro} That was said in round ${state.round}.</p>${layouts[state.layout](club)}`
      return { body: `<html><head><title>${club.name}</title></head><body><main>${body}</main></body></html>` }
    })
    const urls = clubs.map((_, at) => `http://${host}/clubs/${at}`)
    const domain = await makeDomain()
    for (const url of urls.slice(0, 7)) await crawl(domain, url)
    expect(await recipesOf(domain)).toMatchObject([{ version: 1, status: 'active' }])
    state.layout = 'labels'
    const statuses: string[] = []
    for (const url of urls.slice(7, 10)) {
      await crawl(domain, url)
      statuses.push((await recipesOf(domain)).at(-1).status)
    }
    expect(statuses).toEqual(['failing', 'failing', 'invalid'])
    await recrawl(domain)
    state.round = 2
    await recrawl(domain)
    expect((await recipesOf(domain))[0]).toMatchObject({ version: 2, status: 'active' })
    const before = model.calls.length
    for (const url of urls.slice(10)) {
      const page = (await crawl(domain, url)).find((one) => one.url === url)
      expect(page?.mode_reason).toBe('recipe version 2 reads its template')
    }
    expect(model.calls.length).toBe(before)
    model.answer = answerMembers
    for (const [at, { name, founded, leader, colour }] of clubs.slice(10).entries()) {
      const facts = await factsOf(domain, urls[10 + at] as string)
      expect(facts.join('\n')).toContain(leader)
      expect(facts).toEqual([`${name} `, `${name} ${colour} `, `${name} ${leader} `, `${name} ${founded}`].toSorted())
    }
  })
})
