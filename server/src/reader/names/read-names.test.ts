import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Claim, EntityClaim } from '../../facts/claim.ts'
import type { Block } from '../blocks/parsed-page.ts'
import { parsePage } from '../read-page/parse-page.ts'
import { readNames } from './read-names.ts'

type NamedBlock = Pick<Block, 'start' | 'end' | 'kind' | 'is_main' | 'is_own'>

function read(paragraphs: string | string[], { language = 'en' as string | null, is_own = true } = {}): EntityClaim[] {
  const lines = [paragraphs].flat()
  const text = lines.join('\n')
  const blocks: NamedBlock[] = []
  let start = 0
  for (const line of lines) {
    blocks.push({ start, end: start + line.length, kind: 'paragraph', is_main: true, is_own })
    start += line.length + 1
  }
  const claims = readNames({ text, blocks, title: null, language })
  checkClaims(text, claims)
  return claims.filter((claim): claim is EntityClaim => claim.type === 'entity')
}

function checkClaims(text: string, claims: Claim[]): void {
  expect(claims.length).toBeLessThanOrEqual(1_200)
  for (const claim of claims) {
    const { start, end, text: quote } = claim.quote
    expect(text.slice(start, end)).toBe(quote)
    // The names of a relation may be further apart.
    if (claim.type === 'entity') expect(quote.length).toBeLessThanOrEqual(300)
    expect(`${text[start - 1] ?? ' '}${text[start]}`).not.toMatch(/^[\p{L}\p{N}]{2}/u)
    expect(`${text[end - 1]}${text[end] ?? ' '}`).not.toMatch(/^[\p{L}\p{N}]{2}/u)
  }
  // What sentences say of an entity are further claims of it.
  const isName = (claim: Claim) => claim.type === 'entity' && Object.keys(claim.attributes).length === 0
  const refs = claims.filter(isName).flatMap((claim) => (claim.type === 'entity' ? [claim.ref] : []))
  expect(new Set(refs).size).toBe(refs.length)
}

const names = (claims: EntityClaim[]) => [...new Set(claims.map(({ kind, name }) => `${kind} ${name}`))]

describe('names in English text', () => {
  it('finds people, organizations, places and events', () => {
    const found = read(
      'Angela Merkel was born in Hamburg and studied physics at the University of Leipzig. She took part in the 2007 G8 ' +
        'Summit, and met Barack Obama at the Battle of Waterloo memorial.',
    )
    expect(names(found)).toEqual(
      expect.arrayContaining([
        'person Angela Merkel',
        'location Hamburg',
        'object University of Leipzig',
        'person Barack Obama',
        'event 2007 G8 Summit',
        'event Battle of Waterloo',
      ]),
    )
  })

  it('believes a legal form, and a given name before a family name, where the tagger doubts', () => {
    const found = (text: string) => names(read(text))
    expect(found('Acme Robotics acquired Bolt Systems Ltd in 2020.')).toContain('object Bolt Systems Ltd')
    expect(found('Nils Vik met Grace Lund in 1998.')).toContain('person Grace Lund')
    for (const text of ['At Bolt Systems Ltd we met.', 'Founded Acme Tools Inc in 1980.'])
      expect(found(text).join()).not.toMatch(/At Bolt|Founded Acme/)
  })

  it('believes the table of places where the tagger doubts, and keeps the form of a society', () => {
    const found = read(['È nato a Parma e vive da anni in una vecchia casa.'], { language: 'it' })
    expect(names(found)).toEqual(['location Parma'])
    expect(names(read('Der Ruderverein Neckar e. V. wurde gegründet.', { language: 'de' }))).toEqual([
      'object Ruderverein Neckar e. V.',
    ])
  })

  it('takes a title for no part of a name, and both particles for one', () => {
    const found = (text: string, language: string) => names(read(text, { language }))
    expect(found('Présents : Mme Odile Garnier, maire, M. Thierry Blanc.', 'fr')).toContain('person Thierry Blanc')
    expect(found('The film was made by M. Thierry Blanc in an old house.', 'en')).toContain('person M. Thierry Blanc')
    expect(found('Penningmeester: Anouk van den Berg', 'nl')).toEqual(['person Anouk van den Berg'])
    const german = 'Anwesend sind Alois Huber und Maria Eder. Bürgermeister Huber berichtet über den Umbau der Schule.'
    expect(found(german, 'de')).toEqual(['person Alois Huber', 'person Maria Eder'])
  })

  it('finds names behind an elided article', () => {
    const found = (text: string, language: string) => names(read(text, { language }))
    expect(found("Luca Ferri è professore presso l'Università di Bologna.", 'it')).toEqual([
      'person Luca Ferri',
      'object Università di Bologna',
    ])
    const french = "Julie Morel est professeure à l'Université de Lyon. Elle a lu le livre d'Anne Dubois."
    expect(found(french, 'fr')).toEqual(['person Julie Morel', 'object Université de Lyon', 'person Anne Dubois'])
    expect(found('Rita Nogueira é professora na Universidade do Porto.', 'pt')).toContain(
      'object Universidade do Porto',
    )
  })

  it('quotes the sentence that names it first', () => {
    const [claim] = read('It rained. Angela Merkel lives in Berlin with her husband. Later Angela Merkel went out.')
    expect(claim?.name).toBe('Angela Merkel')
    expect(claim?.quote.text).toBe('Angela Merkel lives in Berlin with her husband.')
    expect(claim?.ref).toBe('person:angela merkel')
  })

  it('takes a last name alone for the person, and capitals for the organization', () => {
    const found = read(
      'Margaret Thatcher joined the World Health Organization in Geneva. Thatcher said that the WHO had asked her.',
    )
    expect(names(found)).toContain('person Margaret Thatcher')
    expect(names(found)).not.toContain('person Thatcher')
    expect(found.find(({ name }) => name === 'Margaret Thatcher')?.aliases).toEqual(['Thatcher'])
    expect(found.find(({ name }) => name === 'World Health Organization')?.aliases).toEqual(['WHO'])
    expect(names(found)).not.toContain('object WHO')
  })

  it('leaves titles, possessives and articles out of names', () => {
    const found = read("Yesterday Dr. Angela Merkel's office in the Netherlands wrote to Mrs. Hillary Clinton.")
    expect(names(found)).toEqual(
      expect.arrayContaining(['person Angela Merkel', 'person Hillary Clinton', 'location Netherlands']),
    )
  })

  it('leaves the greeting of a letter out of names', () => {
    const letter = 'Lieber Herr Solberg, das Schiff ist verkauft, das Geld liegt in Bergen für Sie bereit.'
    expect(names(read(letter, { language: 'de' }))).toContain('person Solberg')
  })

  it('keeps a given name that is also a title', () => {
    expect(names(read('In 1953 Earl Warren moved from Los Angeles to Washington. Earl Warren was a judge.'))).toContain(
      'person Earl Warren',
    )
  })

  it('takes legal forms and head nouns for objects', () => {
    const found = read('She worked for Sociomantic Labs GmbH, for Siemens AG and for the Museum of Modern Art.')
    expect(names(found)).toEqual(
      expect.arrayContaining(['object Sociomantic Labs GmbH', 'object Siemens AG', 'object Museum of Modern Art']),
    )
  })

  it('does not take a small word for a legal form', () => {
    const found = names(read('He came to Romania as a child and replaced Silvio Berlusconi as leader.'))
    expect(found).toContain('person Silvio Berlusconi')
    expect(found.filter((name) => / as$/.test(name))).toEqual([])
  })

  it.each([
    'He is an Australian, she is German, and both speak English.',
    'On Monday in March they paid ten Dollars and some Euros.',
    'Later it rained. However, nothing happened. Users were asked.',
    'ANNUAL REPORT OF THE BOARD OF DIRECTORS OF BERLIN',
    'Home\nAbout\nContact\nPrivacy Policy',
  ])('finds no name in %s', (text) => {
    expect(names(read(text))).toEqual([])
  })

  it('reads elections and conferences with their year', () => {
    const found = names(
      read('He won the 1984 United States Senate election in Michigan, and spoke at DConf 2016 in Berlin.'),
    )
    expect(found).toEqual(
      expect.arrayContaining([
        'event 1984 United States Senate election in Michigan',
        'event DConf 2016',
        'location Berlin',
      ]),
    )
    expect(found).not.toContain('location Michigan')
  })

  it('reads the cells of tables one by one, and lists of names as English where the page says so', () => {
    const text = 'angela | Angela Schreiber | Jackrabbit'
    const blocks: NamedBlock[] = [{ start: 0, end: text.length, kind: 'table_row', is_main: true, is_own: true }]
    const found = readNames({ text, blocks, title: null, language: 'en' }).filter(
      ({ type }) => type === 'entity',
    ) as EntityClaim[]
    expect(names(found)).toContain('person Angela Schreiber')
    expect(found[0]?.quote.text).toBe(text)
  })

  it('reads nothing of blocks that are not the page’s own', () => {
    expect(read('Angela Merkel was born in Hamburg.', { is_own: false })).toEqual([])
  })

  it('cuts long sentences at words, around the name', () => {
    const filler = 'and so it went on and on for many long years of work '.repeat(12)
    const claim = read(`${filler}until Angela Merkel came ${filler}`).find(({ kind }) => kind === 'person')
    expect(claim?.quote.text).toContain('Angela Merkel')
    expect(claim?.quote.text.length).toBeGreaterThan(200)
  })
})

describe('dates behind the names of people', () => {
  it.each([
    ['Charles Darwin (1809–1882) was an English naturalist.', '1809/1882'],
    ['Charles Darwin (12 February 1809 – 19 April 1882) was an English naturalist.', '1809-02-12/1882-04-19'],
    ['Barack Obama (born August 4, 1961) is an American politician.', '1961-08-04'],
  ])('%s', (text, edtf) => {
    const [claim] = read(text)
    expect(claim?.kind).toBe('person')
    expect(claim?.when?.edtf).toBe(edtf)
    expect(claim?.quote.text).toBe(text)
  })

  it('a year alone says when something was published', () => {
    const found = read('See the book by Charles Darwin (1859) for more.')
    expect(found.find(({ name }) => name === 'Charles Darwin')?.when).toBeNull()
  })
})

describe('names in German, French, Dutch and Portuguese', () => {
  it('does not take German nouns for names', () => {
    const found = read(
      'Der Brief des Ministers über die Reform der Schulen und die Lage der Bauern ist ein Zeugnis der Zeit, das die ' +
        'Forschung lange nicht beachtet hat und das nun in einer Ausgabe mit einem Kommentar und einem Register vorliegt.',
      { language: 'de' },
    )
    expect(names(found)).toEqual([])
  })

  it('finds what a given name, a title, a head noun or a preposition speaks for', () => {
    const found = names(
      read(
        'Karl Littrow war ab 1842 Direktor der Sternwarte in Wien. Er schrieb an Frau Hohenbruck und an die Universität ' +
          'Klausenburg, und kaufte die Instrumente bei der Optik Berger GmbH.',
        { language: 'de' },
      ),
    )
    expect(found).toEqual(
      expect.arrayContaining([
        'person Karl Littrow',
        'location Wien',
        'object Universität Klausenburg',
        'person Hohenbruck',
      ]),
    )
    expect(found.some((name) => name.startsWith('object') && name.endsWith('GmbH'))).toBe(true)
  })

  it('knows whose something is without an apostrophe', () => {
    const found = read(
      ['Leo Thun war Minister in Wien.', 'Das Schreiben bittet um die Hilfe Leo Thuns in der Sache.'],
      {
        language: 'de',
      },
    )
    expect(names(found)).toEqual(['person Leo Thun', 'location Wien'])
  })

  it('does not take two of one page for one because of a letter', () => {
    const found = read(
      'Anna Peter lebt in Wien. In Graz wohnt Anna Peters, und Anna Peters ist mit Anna Peter nicht verwandt.',
      {
        language: 'de',
      },
    )
    expect(names(found)).toEqual(expect.arrayContaining(['person Anna Peter', 'person Anna Peters']))
  })

  it('finds a name that comes back, in a language that is not read', () => {
    const once = 'Direktören bad Agenor Goluchowski att läsa och pröva arbetet.'
    const again = 'Det brev som Agenor Goluchowski sedan skrev finns inte kvar.'
    expect(names(read([once, again], { language: 'sv' }))).toContain('person Agenor Goluchowski')
    expect(names(read(once, { language: 'sv' }))).toEqual([])
  })

  it.each([
    ['de', 'Der Direktor bittet Agenor Goluchowski, die Arbeit zu lesen.', 'person Agenor Goluchowski'],
    ['de', 'Der Vorstand der Deutschen Bank traf sich in Frankfurt.', 'location Frankfurt'],
    ['fr', 'Le ministre a rencontré Jacques Chirac à Marseille.', 'person Jacques Chirac'],
    ['nl', 'De schrijver Harry Mulisch werd geboren in Haarlem.', 'person Harry Mulisch'],
    ['pt', 'O escritor José Saramago viveu muitos anos em Lisboa.', 'person José Saramago'],
    ['es', 'El escritor Gabriel Márquez vivió muchos años en Madrid.', 'person Gabriel Márquez'],
    ['it', 'Lo scrittore Italo Calvino ha vissuto a Torino.', 'person Italo Calvino'],
  ])('finds names in running text: %s', (language, text, name) => {
    expect(names(read(text, { language }))).toContain(name)
  })

  it('finds names with particles', () => {
    const text = 'Die Korrespondenz von Leo von Thun-Hohenstein und die Reform der Schulen sind das Thema der Edition.'
    expect(names(read(text, { language: 'de' }))).toEqual(['person Leo von Thun-Hohenstein'])
  })

  it('does no harm to other scripts', () => {
    read('東京都は日本の首都です。安倍晋三は日本の政治家。', { language: 'ja' })
    read('Ангела Меркель родилась в Гамбурге. Она жила в Берлине.', { language: 'ru' })
    read('ولدت أنغيلا ميركل في هامبورغ.', { language: 'ar' })
  })
})

describe('hostile text', () => {
  const million = 1_000_000
  it.each([
    ['a million letters', () => 'a'.repeat(million)],
    ['a million capitals', () => 'A'.repeat(million)],
    ['a hundred thousand capitals', () => 'A '.repeat(million / 10)],
    ['a hundred thousand names', () => 'Ada Berg, '.repeat(million / 10)],
    [
      'many different names',
      () =>
        Array.from({ length: million / 20 }, (_, at) => `Ada Berg${at.toString(26).replace(/\d/g, 'x')}`).join(' met '),
    ],
    ['a million dots', () => '.'.repeat(million)],
    ['half a million dotted letters', () => 'A.'.repeat(million / 2)],
    ['hyphens between letters', () => 'a-'.repeat(million / 2)],
    ['a million brackets', () => `Angela Merkel ${'('.repeat(million)}`],
    ['halves of characters', () => '\ud83d'.repeat(100_000)],
  ])('%s', (_, text) => {
    const start = performance.now()
    read(text())
    expect(performance.now() - start).toBeLessThan(20_000)
  })

  it('quotes verbatim from any text', () => {
    const word = fc.constantFrom(
      'Ada',
      'Berg',
      'Dr.',
      'the',
      'of',
      'University',
      'Berlin',
      '2016',
      '(1815–1852)',
      "'s",
      '-',
      '.',
      ',',
      '\u00a0',
      '🙂',
      'GmbH',
      'DConf',
      'von',
      'WHO',
      '"',
      'İstanbul',
      'ß',
      '\n',
      'election',
      'in',
      'St.',
      'U.S.',
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), fc.constantFrom('en', 'de', null), (words, language) => {
        read(words.join(' ').split('\n'), { language })
      }),
      { numRuns: 300 },
    )
  })
})

it('is as sure of a talk in a programme as of its column, and less of a name in a heading', () => {
  const talks = ['Ships that turn by themselves', 'The weight of water', 'Ropes and how to trust them']
  const people = ['Ada Berg', 'Karl Holm', 'Nils Vik']
  const rows = talks.map(
    (talk, n) => `<tr><td>1${n}:00</td><td><a href="/talks/${n}">${talk}</a></td><td>${people[n]}</td></tr>`,
  )
  const body = `<h1>Schedule</h1><table>${rows.join('')}</table><h2>Anouk Merkelbach</h2>`
  const html = `<html lang="en"><title>ShipConf 2016</title><body><main>${body}</main></body></html>`
  const url = 'http://conf.example/schedule/'
  const claims = readNames({ ...parsePage(html, { url }), url })
  const likely = (name: string) =>
    claims.flatMap((claim) => (claim.type === 'entity' && claim.name === name ? (claim.confidence ?? 0) : []))
  for (const talk of talks) expect(Math.max(...likely(talk))).toBeGreaterThanOrEqual(0.85)
  expect(Math.max(...likely('Ada Berg'))).toBeGreaterThanOrEqual(0.9)
  const speaks = claims.find((claim) => claim.type === 'relationship' && claim.relation === 'speaker_at')
  expect(speaks?.confidence).toBe(0.9)
  expect(Math.max(0, ...likely('Anouk Merkelbach'))).toBeLessThan(Math.max(...likely('Ada Berg')))
})

it('takes what follows the head noun of an organization for a part of its name', () => {
  const found = names(read('Aino Virtanen, Rostvik Institute of the Sea'))
  expect(found).toContain('person Aino Virtanen')
  expect(found).not.toContain('object Rostvik Institute')
})
