import { describe, expect, it } from 'vitest'
import { insertGraph } from '../../../../test/support/graph/graph-rows.ts'
import { startTestService } from '../../../../test/support/harness.ts'
import { newId } from '../../../platform/ids.ts'
import { cutPassage } from './cut-passage.ts'

const { call, key, service } = await startTestService()
const { db } = service

const domainId: string = (await call('POST', '/v1/domains', { key, body: { name: 'search' } })).body.id
const [ada, tolstoy, acme] = [newId(), newId(), newId()]
const names = [
  'Adam Smith',
  'Smith, Adam & Sons',
  'John Smithson',
  'Jon Smyth',
  'Łódź',
  'Αθήνα',
  '東京',
  '!!!',
  'Adele',
]

await insertGraph(db, domainId, {
  entities: [
    { id: ada, kind: 'person', name: 'Ada Lovelace', aliases: ['Countess of Lovelace', 'Augusta Ada King'] },
    { id: tolstoy, kind: 'person', name: 'Лев Толстой' },
    { id: acme, kind: 'object', name: 'Acme Corporation' },
    ...names.map((name) => ({ kind: 'person', name })),
  ],
  relationships: [{ from: ada, to: tolstoy, type: 'read' }],
})

interface Found {
  entities: { id: string; name: string }[]
  passages: { url: string; quote: string; entity_ids: string[] }[]
}

async function search(q: string, rest = ''): Promise<Found> {
  const { status, body } = await call('GET', `/v1/domains/${domainId}/search?q=${encodeURIComponent(q)}${rest}`, {
    key,
  })
  expect(status).toBe(200)
  return body
}

const first = async (q: string) => (await search(q)).entities[0]?.name

describe('a name is found', () => {
  it.each([
    ['ada lovelace', 'Ada Lovelace'],
    ['lovelace ada', 'Ada Lovelace'],
    ['Ada Lovlace', 'Ada Lovelace'],
    ['Adda Lovelcae', 'Ada Lovelace'],
    ['AdaLovelace', 'Ada Lovelace'],
    ['countess of lov', 'Ada Lovelace'],
    ['Agusta Ada King', 'Ada Lovelace'],
    ['tolstoy', 'Лев Толстой'],
    ['Lev Tolstoi', 'Лев Толстой'],
    ['Толстой', 'Лев Толстой'],
    ['lodz', 'Łódź'],
    ['athena', 'Αθήνα'],
    ['東京', '東京'],
    ['acme corporatoin', 'Acme Corporation'],
    ['!!!', '!!!'],
    ['adam smith', 'Adam Smith'],
    ['smith adam', 'Adam Smith'],
  ])('by %s', async (q, name) => expect(await first(q)).toBe(name))

  it('by its first letter, the best connected first, then people', async () => {
    const { entities } = await search('a')
    expect(entities.map(({ name }) => name).slice(0, 3)).toEqual(['Ada Lovelace', 'Adam Smith', 'Αθήνα'])
  })

  it('of some kinds only, and as many as asked for', async () => {
    expect((await search('a', '&kind=object')).entities.map(({ name }) => name)).toEqual(['Acme Corporation'])
    expect((await search('a', '&limit=2')).entities).toHaveLength(2)
  })

  it.each(['?', '   .', 'zzzzzz', 'x'.repeat(500), '%', '\\', "'", 'a | b', '"', '🦊', 'ÀÉÎ'])(
    'or not, by %s',
    async (q) => {
      const { entities } = await search(q)
      expect(entities.filter(({ name }) => name === 'Łódź')).toEqual([])
    },
  )

  it('in lists too, with what is misspelt', async () => {
    const { body } = await call('GET', `/v1/domains/${domainId}/entities?q=lovelase`, { key })
    expect([body.entities[0].name, body.total]).toEqual(['Ada Lovelace', 1])
  })
})

describe('a misspelt name of a person', async () => {
  const other = (await call('POST', '/v1/domains', { key, body: { name: 'letters' } })).body.id
  const [friederike, letters] = [newId(), Array.from({ length: 30 }, () => newId())]
  await insertGraph(db, other, {
    entities: [
      ...letters.map((id, n) => ({
        id,
        kind: 'event',
        name: `Letter of Friederike Gross to Henrik Solberg, ${1890 + n}`,
      })),
      { id: friederike, kind: 'person', name: 'Friederike Gross' },
      { kind: 'object', name: 'Friederike Gross Foundation' },
      { kind: 'event', name: 'Astrid Lindholm lecture' },
      { kind: 'person', name: 'Astrid Lindholm' },
      { kind: 'location', name: 'Solberg' },
      { kind: 'person', name: 'Henrik Solberg' },
      { kind: 'person', name: 'Hendrik Sandberg' },
      { kind: 'person', name: 'Steven Lin' },
      { kind: 'person', name: 'Steven Li' },
    ],
    relationships: letters.map((to) => ({ from: friederike, to, type: 'wrote' })),
  })
  const firstOf = async (path: string, q: string) =>
    (await call('GET', `/v1/domains/${other}/${path}q=${encodeURIComponent(q)}`, { key })).body.entities[0].name

  it.each([
    ['friedrike gros', 'Friederike Gross'],
    ['fridereike gross', 'Friederike Gross'],
    ['henrik solbreg', 'Henrik Solberg'],
    ['astrid lindhlom', 'Astrid Lindholm'],
    ['lindhlom', 'Astrid Lindholm'],
    ['steeen li', 'Steven Li'],
    ['solberg', 'Solberg'],
    ['friederike gross', 'Friederike Gross'],
    ['friederike', 'Friederike Gross'],
  ])('finds %s before what is named after them, in searches and lists', async (q, name) => {
    expect(await firstOf('search?', q)).toBe(name)
    expect(await firstOf('entities?', q)).toBe(name)
  })
})

describe('names that have all words of a question', async () => {
  const other = (await call('POST', '/v1/domains', { key, body: { name: 'ports', ontology: ['person', 'object'] } }))
    .body.id
  const [port, henrik, expedition] = [newId(), newId(), newId()]
  const ships = Array.from({ length: 40 }, () => newId())
  await insertGraph(db, other, {
    entities: [
      ...ships.map((id, n) => ({ id, kind: 'object', name: `Ship ${n} of the line` })),
      { id: port, kind: 'object', name: 'Port of Rostvik' },
      { kind: 'object', name: 'Rostvik tide table' },
      { kind: 'object', name: 'Rostvik' },
      { id: henrik, kind: 'person', name: 'Henrik Solberg' },
      { id: expedition, kind: 'object', name: 'Henrik Solberg to Ida Vang, 3 May 1890' },
      { kind: 'object', name: 'Solberg papers' },
    ],
    relationships: [
      ...ships.map((to) => ({ from: port, to, type: 'built' })),
      ...ships.slice(0, 20).map((to) => ({ from: expedition, to, type: 'names' })),
      { from: henrik, to: expedition, type: 'wrote' },
    ],
  })
  const named = async (q: string): Promise<string[]> => {
    const { body } = await call('GET', `/v1/domains/${other}/search?q=${encodeURIComponent(q)}`, { key })
    return body.entities.map(({ name }: { name: string }) => name)
  }

  it('come behind the very name, the best connected first', async () => {
    expect((await named('rostvik')).slice(0, 3)).toEqual(['Rostvik', 'Port of Rostvik', 'Rostvik tide table'])
  })

  it('are of a person before the letters that name them', async () => {
    const byFamily = ['Henrik Solberg', 'Henrik Solberg to Ida Vang, 3 May 1890', 'Solberg papers']
    expect((await named('solberg')).slice(0, 3)).toEqual(byFamily)
    expect((await named('henrik'))[0]).toBe('Henrik Solberg')
    expect((await named('henrik sol'))[0]).toBe('Henrik Solberg')
  })
})

describe('passages', async () => {
  const text = `Some heading
Much was written about engines. Ada Lovelace wrote the first program, for a machine of brass. It was never built.
Ada was also fond of horses.`
  const claim = { entity: ada, url: 'https://a.example/1', quote: 'Ada Lovelace' }
  await insertGraph(db, domainId, { claims: [claim, { entity: tolstoy, url: 'https://a.example/1', quote: 'fond' }] })
  await db.query(
    `insert into page_texts (domain_id, page_id, text, shown_chars, words, blocks, structured)
     select $1, id, $2::text, length($2::text), to_tsvector('simple', $2::text), '[]', '[]' from pages where domain_id = $1`,
    [domainId, text],
  )
  for (const [entity, start, length] of [
    [ada, text.indexOf('Ada Lovelace wrote'), 'Ada Lovelace'.length],
    [tolstoy, text.indexOf('fond'), 'fond'.length],
  ] as const) {
    await db.query('update claims set quote_start = $3, quote_end = $4 where domain_id = $1 and entity_id = $2', [
      domainId,
      entity,
      start,
      start + length,
    ])
  }

  it.each(['first program', 'ada lovelace', 'Ada Lovlace', 'who wrote the program of brass'])('say %s', async (q) => {
    const { passages } = await search(q)
    expect(passages).toMatchObject([
      {
        url: 'https://a.example/1',
        quote: 'Ada Lovelace wrote the first program, for a machine of brass.',
        entity_ids: [ada],
      },
    ])
  })

  it('are about entities of the kind that is asked for', async () => {
    expect((await search('first program', '&kind=person')).passages).toHaveLength(1)
    expect((await search('first program', '&kind=object,person')).passages).toMatchObject([{ entity_ids: [ada] }])
    expect((await search('first program', '&kind=object')).passages).toEqual([])
    // Ada is said to read, and nothing of her is denied.
    expect((await search('first program', '&certainty=said')).passages).toMatchObject([{ entity_ids: [ada] }])
    expect((await search('first program', '&certainty=denied')).passages).toEqual([])
  })

  it('say where they stand, and stand together by their page', async () => {
    const many: string = (await call('POST', '/v1/domains', { key, body: { name: 'pages' } })).body.id
    const texts = [
      'The lock was built in 1890. Ships wait. The lock was widened later. Who built the lock? The lock was closed.',
      'A lock was built by others.',
    ]
    const about = newId()
    await insertGraph(db, many, {
      entities: [{ id: about, kind: 'object', name: 'Canal' }],
      claims: texts.map((_, at) => ({ entity: about, url: `https://a.example/${at}`, quote: 'lock' })),
    })
    for (const [at, words] of texts.entries()) {
      await db.query(
        `insert into page_texts (domain_id, page_id, text, shown_chars, words, blocks, structured)
         select $1, id, $2::text, length($2::text), to_tsvector('simple', $2::text), '[]', '[]'
         from pages where domain_id = $1 and url = $3`,
        [many, words, `https://a.example/${at}`],
      )
    }
    const { body } = await call('GET', `/v1/domains/${many}/search?q=built+lock`, { key })
    const found = body.passages as { url: string; quote: string; start: number; end: number }[]
    expect(found.map(({ url, quote }) => [url.at(-1), quote])).toEqual([
      ['0', 'The lock was built in 1890.'],
      ['0', 'Who built the lock?'],
      ['1', 'A lock was built by others.'],
    ])
    for (const { url, quote, start, end } of found) expect(texts[Number(url.at(-1))]?.slice(start, end)).toBe(quote)
  })

  it('are none where no page has the words', async () => {
    expect((await search('zebra crossing')).passages).toEqual([])
  })

  it('of another domain are not found', async () => {
    const other: string = (await call('POST', '/v1/domains', { key, body: { name: 'other' } })).body.id
    const { body } = await call('GET', `/v1/domains/${other}/search?q=first+program`, { key })
    expect(body).toEqual({ entities: [], passages: [] })
  })
})

describe('a passage that is cut', () => {
  it('is part of the text, and holds the words', () => {
    const long = `${'word '.repeat(500)}needle ${'other '.repeat(500)}`
    const cut = cutPassage(long, 'needle', [])
    expect(cut?.quote).toContain('needle')
    expect(long.slice(cut?.start, cut?.end)).toBe(cut?.quote)
    expect(cut?.quote.length).toBeLessThan(600)
    expect(cutPassage('İstanbul is here. İzmir too.', 'izmir', [])).toBeUndefined()
    expect(cutPassage('nothing', 'needle', [])).toBeUndefined()
    expect(cutPassage('nothing', '?!', [])).toBeUndefined()
    expect(cutPassage('a+b (c) [d]', 'c) [d', ['a+b'])?.quote).toBe('a+b (c) [d]')
  })

  it.each([
    ['Es regnete. Leo starb am 6. Februar 1850 in Wien. Es schneite.', 'Wien'],
    ['It rained. Roy T. Fielding came on Jan. 3 to the U.S. Senate. It snowed.', 'Senate'],
    ['Es regnete. Er war z. B. Richter in Wien (geb. 1810). Es schneite.', 'Wien'],
  ])('is a whole sentence: %s', (text, word) => {
    expect(cutPassage(text, word, [])?.quote).toBe(text.replace(/^\S+ \S+ | \S+ \S+$/g, ''))
  })
})
