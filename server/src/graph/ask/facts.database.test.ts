import { beforeAll, describe, expect, it } from 'vitest'
import { insertGraph } from '../../../test/support/graph/graph-rows.ts'
import { startTestService } from '../../../test/support/harness.ts'
import { newId } from '../../platform/ids.ts'

// Questions that facts of the graph answer: who, when, where, who with whom.

const { call, key, service } = await startTestService()
const { db } = service

const ids = {
  ...{ ada: newId(), jonas: newId(), karin: newId(), tove: newId(), adaOther: newId(), adaThird: newId() },
  ...{
    society: newId(),
    bank: newId(),
    kiel: newId(),
    bergen: newId(),
    race: newId(),
    talk: newId(),
    lecture: newId(),
  },
}
const club = newId()

/** What each page says, by claims: an entity or relationship with its quote. */
const site = 'https://harbour.example'
const about = `${site}/about`
const news = 'https://news.example/harbour'
const texts: Record<string, string> = {
  [about]: [
    'The Harbour Society was founded in 1998 by Ada Berg.',
    'Jonas Holm has been treasurer of the Harbour Society since 2004.',
    'Tove Lund works with Jonas Holm.',
    'The Harbour Society is based in Kiel.',
    'Karin Moe led the Harbour Society until 2010. Tove Lund leads the Harbour Society.',
    'The <b>Harbour Race</b> was paid for by **Norvik &amp; Sons** &lt;script&gt;alert(1)&lt;/script&gt; of Bergen.',
    'The Harbour Race took place on 3 May 2019.',
    'The Rowing Club was sponsored by nobody.',
  ].join('\n'),
  [news]: [
    'Ada Berg founded the Harbour Society.',
    'Ada Berg (born 14 March 1958 in Bergen) is a sailor.',
    'Ada Berg (born 1912) was a painter.',
    'Ropes and knots\nby Jonas Holm',
    'The knots of the north, by Tove Lund',
  ].join('\n'),
}

let domain: string
const born = (id: string, quote: string) => ({ entity: id, url: news, quote })

beforeAll(async () => {
  domain = (await call('POST', '/v1/domains', { key, body: { name: 'harbour' } })).body.id
  const rel = (from: string, type: string, to: string, rest = {}) => ({ id: newId(), from, type, to, ...rest })
  const said = {
    founded: rel(ids.ada, 'founder_of', ids.society),
    works: rel(ids.jonas, 'works_for', ids.society),
    colleague: rel(ids.tove, 'colleague_of', ids.jonas),
    based: rel(ids.society, 'located_in', ids.kiel),
    led: rel(ids.karin, 'leads', ids.society, { until: '2010' }),
    leads: rel(ids.tove, 'leads', ids.society),
    paid: rel(ids.bank, 'funder_of', ids.race),
    bornIn: rel(ids.ada, 'born_in', ids.bergen),
    ropes: rel(ids.jonas, 'speaker_at', ids.talk),
    knots: rel(ids.tove, 'speaker_at', ids.lecture),
  }
  await insertGraph(db, domain, {
    entities: [
      { id: ids.ada, kind: 'person', name: 'Ada Berg', attributes: { birth_date: '1958-03-14' } },
      { id: ids.adaOther, kind: 'person', name: 'Ada Berg', attributes: { birth_date: '1912' } },
      { id: ids.adaThird, kind: 'person', name: 'Ada Bergen', attributes: { birth_date: '1899' } },
      { id: ids.jonas, kind: 'person', name: 'Jonas Holm', attributes: { job_title: 'Treasurer' } },
      { id: ids.karin, kind: 'person', name: 'Karin Moe' },
      { id: ids.tove, kind: 'person', name: 'Tove Lund' },
      { id: ids.society, kind: 'object', name: 'Harbour Society' },
      { id: club, kind: 'object', name: 'Rowing Club' },
      { id: ids.bank, kind: 'object', name: '**Norvik &amp; Sons**' },
      { id: ids.kiel, kind: 'location', name: 'Kiel' },
      { id: ids.bergen, kind: 'location', name: 'Bergen' },
      { id: ids.race, kind: 'event', name: 'Harbour Race', when: '2019-05-03' },
      { id: ids.talk, kind: 'event', name: 'Ropes and knots' },
      { id: ids.lecture, kind: 'event', name: 'The knots of the north' },
    ],
    relationships: Object.values(said),
    claims: [
      { relationship: said.founded.id, url: about, quote: 'The Harbour Society was founded in 1998 by Ada Berg.' },
      { relationship: said.founded.id, url: news, quote: 'Ada Berg founded the Harbour Society.' },
      { relationship: said.works.id, url: about, quote: 'Jonas Holm has been treasurer of the Harbour Society' },
      { relationship: said.colleague.id, url: about, quote: 'Tove Lund works with Jonas Holm.' },
      { relationship: said.based.id, url: about, quote: 'The Harbour Society is based in Kiel.' },
      { relationship: said.led.id, url: about, quote: 'Karin Moe led the Harbour Society until 2010.' },
      { relationship: said.leads.id, url: about, quote: 'Tove Lund leads the Harbour Society.' },
      {
        relationship: said.paid.id,
        url: about,
        quote: 'The <b>Harbour Race</b> was paid for by **Norvik &amp; Sons**',
      },
      { relationship: said.bornIn.id, url: news, quote: 'Ada Berg (born 14 March 1958 in Bergen)' },
      // The page names the speaker only behind the title.
      { relationship: said.ropes.id, url: news, quote: 'Ropes and knots' },
      { relationship: said.knots.id, url: news, quote: 'The knots of the north, by Tove Lund' },
      born(ids.ada, 'Ada Berg (born 14 March 1958 in Bergen) is a sailor.'),
      born(ids.adaOther, 'Ada Berg (born 1912) was a painter.'),
      { entity: ids.jonas, url: about, quote: 'Jonas Holm has been treasurer of the Harbour Society' },
      { entity: ids.race, url: about, quote: 'The Harbour Race took place on 3 May 2019.' },
      { entity: club, url: about, quote: 'The Rowing Club was sponsored by nobody.' },
    ],
  })
  // What claims say beside names.
  const dates = [
    [ids.ada, { attributes: { birth_date: '1958-03-14' } }],
    [ids.adaOther, { attributes: { birth_date: '1912' } }],
    [ids.race, { when: { edtf: '2019-05-03' } }],
  ] as const
  for (const [id, said] of dates)
    await db.query(`update claims set fact = fact || $3::jsonb where domain_id = $1 and entity_id = $2`, [
      domain,
      id,
      JSON.stringify(said),
    ])
  for (const [url, text] of Object.entries(texts))
    await db.query(
      `insert into page_texts (domain_id, page_id, text, shown_chars, words, blocks, structured)
       select domain_id, id, $3::text, length($3::text), to_tsvector('simple', $3::text), '[]', '[]' from pages where domain_id = $1 and url = $2`,
      [domain, url, text],
    )
})

interface Answer {
  answer: string
  citations: { quote: string; url: string; entity_ids: string[] }[]
}

async function ask(q: string, id = domain): Promise<Answer> {
  const { status, body } = await call('GET', `/v1/domains/${id}/ask?q=${encodeURIComponent(q)}`, { key })
  expect(status, JSON.stringify(body)).toBe(200)
  for (const { quote, url } of body.citations) expect(texts[url]).toContain(quote)
  return body
}

/** The first sentence, without the numbers of its citations. */
const factOf = ({ answer }: Answer) =>
  (/^.*?\[\d+\]\.(?= |$)/.exec(answer)?.[0] ?? '').replace(/ ?\[\d+\]/g, '').replace(/\.$/, '')

describe('a fact answers', () => {
  it.each([
    ['Who founded the Harbour Society?', 'Ada Berg', 'founded'],
    ['who founded harbour society', 'Ada Berg', 'founded'],
    ['Who founded the Harbor Societty?', 'Ada Berg', 'founded'],
    ['Who was the Harbour Society founded by?', 'Ada Berg', 'founded'],
    ['By whom was the Harbour Society founded?', 'Ada Berg', 'founded'],
    ['Who is the founder of the Harbour Society?', 'Ada Berg', 'founded'],
    ['Which organization did Ada Berg found?', 'Ada Berg: Harbour Society', 'founded'],
    ['Who founded the Harbour Society in 1998?', 'Ada Berg', '1998'],
    ['Who leads the Harbour Society?', 'Tove Lund', 'Tove Lund leads'],
    ['Who is the treasurer of the Harbour Society?', 'Jonas Holm', 'treasurer'],
    ['Who works for the Harbour Society?', 'Jonas Holm', 'treasurer'],
    ['Who does Jonas Holm work for?', 'Harbour Society', 'treasurer'],
    ['Who does Holm work for?', 'Harbour Society', 'treasurer'],
    ['In which year did the Harbour Race take place?', '3 May 2019', '3 May 2019'],
    ['Which place was Ada Berg born in?', 'Ada Berg: Bergen', 'in Bergen'],
    ['Where does Jonas Holm work?', 'Harbour Society', 'treasurer'],
    ['Who works with Jonas Holm?', 'Tove Lund', 'works with'],
    ['Where is the Harbour Society?', 'Kiel', 'based in Kiel'],
    ['Where is the Harbour Society based?', 'Kiel', 'based in Kiel'],
    ['When did the Harbour Race take place?', '3 May 2019', '3 May 2019'],
    ['When was the Harbour Race?', '3 May 2019', '3 May 2019'],
    ['Who spoke about knots?', 'Jonas Holm, Tove Lund', 'Ropes and knots\nby Jonas Holm'],
    ['Who spoke about ropes?', 'Jonas Holm', 'Ropes and knots\nby Jonas Holm'],
    ['Wer hat die Harbour Society gegründet?', 'Ada Berg', 'founded'],
    ['Von wem wurde die Harbour Society gegründet?', 'Ada Berg', 'founded'],
    ['Wer leitet die Harbour Society?', 'Tove Lund', 'Tove Lund leads'],
    ['Für wen arbeitet Jonas Holm?', 'Harbour Society', 'treasurer'],
    ['Wo liegt die Harbour Society?', 'Kiel', 'based in Kiel'],
    ['Wann fand das Harbour Race statt?', '3. Mai 2019', '3 May 2019'],
    ['Wer sprach über knots?', 'Jonas Holm, Tove Lund', 'Ropes and knots\nby Jonas Holm'],
    ['¿Quién fundó la Harbour Society?', 'Ada Berg', 'founded'],
    ['Qui a fondé la Harbour Society ?', 'Ada Berg', 'founded'],
    ['Chi ha fondato la Harbour Society?', 'Ada Berg', 'founded'],
    ['Wie heeft de Harbour Society opgericht?', 'Ada Berg', 'founded'],
    ['Quem fundou a Harbour Society?', 'Ada Berg', 'founded'],
  ])('%s', async (q, fact, quote) => {
    const answer = await ask(q)
    expect(factOf(answer)).toBe(fact)
    expect(answer.citations[0]?.quote).toContain(quote)
  })

  it('with the quotes of several sites, and whom they speak of', async () => {
    const { answer, citations } = await ask('Who founded the Harbour Society?')
    expect(answer).toBe('Ada Berg [1][2].')
    expect(new Set(citations.map(({ url }) => url))).toEqual(new Set([about, news]))
    for (const { entity_ids } of citations) expect(entity_ids).toEqual(expect.arrayContaining([ids.ada, ids.society]))
  })

  it('of everybody of that name, each by its own quote', async () => {
    const { answer, citations } = await ask('When was Ada Berg born?')
    expect(answer).toMatch(
      /^Ada Berg: 14 March 1958 \[1\]\. Ada Berg: 1912 \[2\]\.|^Ada Berg: 1912 \[1\]\. Ada Berg: 14 March 1958 \[2\]\./,
    )
    expect(citations.find(({ entity_ids }) => entity_ids.includes(ids.adaOther))?.quote).toContain('1912')
    expect(answer).not.toContain('1899')
  })

  it('of what was asked of one of them alone', async () => {
    const { answer, citations } = await ask('Where was Ada Berg born?')
    expect(answer.startsWith('Ada Berg: Bergen [1].')).toBe(true)
    expect(citations[0]?.entity_ids).toContain(ids.ada)
    expect(citations[0]?.quote).toContain('born 14 March 1958 in Bergen')
  })

  it.each([
    ['Who works for the Sailing School?', 'and 3 more'],
    ['Wer arbeitet für die Sailing School?', 'und 3 weitere'],
  ])('and says how many more there are: %s', async (q, more) => {
    const crew = (await call('POST', '/v1/domains', { key, body: { name: 'crew' } })).body.id as string
    const school = newId()
    const people = ['Aki', 'Bea', 'Cem', 'Dag', 'Eva', 'Fay', 'Gus', 'Hal', 'Ida', 'Jan', 'Kim'].map((name) => {
      return { id: newId(), kind: 'person', name: `${name} Sund` }
    })
    const relationships = people.map(({ id }) => ({ id: newId(), from: id, type: 'works_for', to: school }))
    await insertGraph(db, crew, {
      entities: [...people, { id: school, kind: 'object', name: 'Sailing School' }],
      relationships,
      claims: relationships.map(({ id }, at) => ({
        relationship: id,
        url: about,
        quote: `${people[at]?.name} works for the Sailing School.`,
      })),
    })
    const { body } = await call('GET', `/v1/domains/${crew}/ask?q=${encodeURIComponent(q)}`, { key })
    const [list = ''] = body.answer.split(/(?<=\.) /)
    expect(list.match(/ Sund \[\d\]| Sund/g)).toHaveLength(8)
    expect(list).toMatch(new RegExp(`${more} \\[8\\]\\.$`))
  })

  it.each([
    ['Who leads the Sailing School?', 'Bea Sund'],
    ['Wer leitet die Sailing School?', 'Bea Sund'],
    ['Who led the Sailing School?', 'Aki Sund, Bea Sund, Cem Sund'],
  ])('and leaves former roles out of what is asked of now: %s', async (q, names) => {
    const former = (await call('POST', '/v1/domains', { key, body: { name: 'former' } })).body.id as string
    const school = newId()
    const roles = { 'Aki Sund': 'former president', 'Bea Sund': 'president', 'Cem Sund': 'ehemaliger Präsident' }
    const people = Object.entries(roles).map(([name, role]) => ({ id: newId(), kind: 'person', name, role }))
    const relationships = people.map(({ id, role }) => {
      return { id: newId(), from: id, type: 'leads', to: school, attributes: { role } }
    })
    await insertGraph(db, former, {
      entities: [...people.map(({ role, ...one }) => one), { id: school, kind: 'object', name: 'Sailing School' }],
      relationships,
      claims: relationships.map(({ id }, at) => {
        return {
          relationship: id,
          url: about,
          quote: `${people[at]?.name}, ${people[at]?.role}, led the Sailing School.`,
        }
      }),
    })
    const { body } = await call('GET', `/v1/domains/${former}/ask?q=${encodeURIComponent(q)}`, { key })
    const [list = ''] = body.answer.split(/(?<=\.) /)
    expect(
      list
        .match(/\w+ Sund/g)
        ?.sort()
        .join(', '),
    ).toBe(names)
  })

  it('of an earlier time too, and not before', async () => {
    const at = async (as_of: string) =>
      (
        await call('GET', `/v1/domains/${domain}/ask?q=Who%20founded%20the%20Harbour%20Society%3F&as_of=${as_of}`, {
          key,
        })
      ).body
    expect((await at(new Date().toISOString())).answer).toBe('Ada Berg [1][2].')
    expect((await at('2020-01-01T00:00:00Z')).answer).toBe('')
  })

  it('as plain text, where the page and the name have markup', async () => {
    const { answer, citations } = await ask('Who paid for the Harbour Race?')
    expect(answer.startsWith('Norvik & Sons [1].')).toBe(true)
    expect(citations[0]?.quote).toContain('<b>Harbour Race</b>')
    expect(answer).not.toMatch(/[<>*]|&\w+;/)
  })
})

describe('no fact answers', () => {
  it.each([
    // The graph does not say it.
    ['Who owns the Harbour Society?'],
    ['Who founded the Rowing Club?'],
    ['When was Tove Lund born?'],
    ['Who spoke about submarines?'],
    // It says it of others.
    ['Who founded the Harbour Society of Bremen?'],
    ['Who founded the Harbour Race Society?'],
    ['When was Karl Berg born?'],
    ['When was Ada Bergmann born?'],
    ['Who founded Ada Berg?'],
    ['Who did the Harbour Society found?'],
    ['Who founded the Harbour Society in 1997?'],
    // It is asked for something else.
    ['Who did not found the Harbour Society?'],
    ['How many people work for the Harbour Society?'],
    ['Why did Ada Berg found the Harbour Society?'],
    ['When was the founder of the Harbour Society born?'],
    // Nothing is named.
    ['Who founded it?'],
    ['Who knows?'],
    ['When?'],
    ['Where is it?'],
  ])('%s', async (q) => {
    const { answer } = await ask(q)
    // What follows is what pages say, if anything: whole sentences or nothing.
    expect(answer).not.toMatch(
      /^(?:(?:Ada Berg|Jonas Holm|Tove Lund|Harbour Society|Kiel)(?:: [\w ]+)?(?: \[\d+\])+[.,])/,
    )
  })

  it.each(['Who owns the Harbour Society?', 'When was Karl Berg born?', 'Who spoke about submarines?'])(
    'and nothing is said: %s',
    async (q) => {
      expect(await ask(q)).toEqual({ answer: '', citations: [] })
    },
  )

  it('and a passage does', async () => {
    const { answer } = await ask('Who sponsored the Rowing Club?')
    expect(answer).toBe('The Rowing Club was sponsored by nobody [1].')
  })

  it('whose claims pages report, deny, or say to machines alone', async () => {
    const quiet = (await call('POST', '/v1/domains', { key, body: { name: 'quiet' } })).body.id as string
    const [person, reported, hidden] = [newId(), newId(), newId()]
    const objects = [
      { id: newId(), kind: 'object', name: 'Reported Club' },
      { id: newId(), kind: 'object', name: 'Hidden Club' },
    ]
    await insertGraph(db, quiet, {
      entities: [{ id: person, kind: 'person', name: 'Ada Berg' }, ...objects],
      relationships: [
        { id: reported, from: person, type: 'founder_of', to: objects[0]?.id as string },
        { id: hidden, from: person, type: 'founder_of', to: objects[1]?.id as string },
      ],
      claims: [
        { relationship: reported, url: about, quote: 'Ada Berg Reported Club' },
        { relationship: hidden, url: about, quote: '"founder": "Ada Berg", "name": "Hidden Club"' },
      ],
    })
    const asked = async (words: string) => {
      const { body } = await call('GET', `/v1/domains/${quiet}/ask?q=${encodeURIComponent(words)}`, { key })
      return body.answer as string
    }
    expect(await asked('Who founded the Reported Club?')).toBe('Ada Berg [1].')
    expect(await asked('Who founded the Hidden Club?')).toBe('Ada Berg [1].')
    const change = (what: string, id: string) =>
      db.query(`update claims set ${what} where domain_id = $1 and relationship_id = $2`, [quiet, id])
    await db.query(`update relationships set certainty = 'reported' where domain_id = $1 and id = $2`, [
      quiet,
      reported,
    ])
    await change('block_hash = null', hidden)
    // In other words: answers are kept for a minute.
    expect((await asked('Who has founded the Reported Club?')).startsWith('Ada Berg [1].')).toBe(false)
    expect(await asked('Who has founded the Hidden Club?')).toBe('')
  })
})
