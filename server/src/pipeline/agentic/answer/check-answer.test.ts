import { expect, it } from 'vitest'
import { checkIn } from '../../../../test/support/model/check-in.ts'
import { QuoteFinder } from '../../../facts/find-quote.ts'
import { type Answer, readAnswer } from './answer.ts'
import { checkAnswer } from './check-answer.ts'

const blocks = [
  'Home · Ada Berg · Harbour Society',
  'Ada Berg (born 5 May 1950) is treasurer of the Harbour Society in Lisbon, which she joined in 1998.',
  'Müller, Jonas has led the Harbour Society since 2004; friends call him Joe. Order number 219865.',
  'The Pilot Guild of Porto does not work for the Harbour Society. Zoë Nu\u0301n\u0303ez wrote this in 1871.',
  'Older news: Ada Berg sold her boat.',
]
const text = blocks.join('\n')
const spans = blocks.map((block, at) => {
  const start = blocks.slice(0, at).join('\n').length + (at > 0 ? 1 : 0)
  return { start, end: start + block.length, path: [] as string[], is_record: false }
})

const check = (
  entities: object[],
  relationships: object[] = [],
  options: { published_at?: string; title?: string } = {},
) => {
  const read = readAnswer(JSON.stringify({ relevant: true, entities, relationships }))
  if (!('answer' in read)) throw new Error(read.mistakes.join())
  const { claims, refusals } = checkAnswer(read.answer, {
    finder: new QuoteFinder(text),
    title: options.title ?? 'News',
    published_at: options.published_at ?? null,
    ontology: ['person', 'object', 'location', 'event'],
    blockAt: (start) => spans.find((span) => start >= span.start && start < span.end),
    // The first block is the menu, the last one was sent as context.
    reads: spans.slice(1, 4),
  })
  return { claims, refusals, dropped: refusals.length }
}

const ada = { ref: '1', kind: 'person', name: 'Ada Berg', quote: 'Ada Berg (born 5 May 1950) is treasurer' }
const society = { ref: '2', kind: 'object', name: 'Harbour Society', quote: 'treasurer of the Harbour Society' }
const guild = { ref: '4', kind: 'object', name: 'Pilot Guild', quote: 'The Pilot Guild of Porto' }
const works = {
  from: '1',
  to: '2',
  type: 'works for',
  quote: 'Ada Berg (born 5 May 1950) is treasurer of the Harbour Society',
}

it('keeps what the page says, with quotes in the words of the page', () => {
  const { claims, dropped } = check(
    [{ ...ada, attributes: { role: 'treasurer' }, when: '5 May 1950', where: 'Lisbon' }, society],
    [{ ...works, since: '1998' }],
  )
  expect(dropped).toBe(0)
  expect(claims).toMatchObject([
    {
      type: 'entity',
      ref: 'person:ada berg',
      kind: 'person',
      name: 'Ada Berg',
      attributes: { role: 'treasurer' },
      when: { edtf: '1950-05-05' },
      where: { name: 'Lisbon' },
      quote: { text: ada.quote },
    },
    { type: 'entity', name: 'Harbour Society' },
    {
      type: 'relationship',
      from: { name: 'Ada Berg' },
      to: { name: 'Harbour Society' },
      relation: 'works_for',
      since: '1998',
    },
  ])
  for (const { quote } of claims) expect(text.slice(quote.start, quote.end)).toBe(quote.text)
})

const oneWord = (value: object | undefined) => JSON.stringify(value)

it.for<[string, object[], object[], number, number]>([
  ['a quote that is not there', [{ ...ada, quote: 'Ada Berg won the lottery last week' }], [], 0, 1],
  ['a name that is not there', [{ ...ada, name: 'Eve Stone' }], [], 0, 1],
  ['a name put together from two', [{ ...ada, name: 'Ada Müller' }], [], 0, 1],
  ['a kind that nobody asked for', [{ ...ada, kind: 'admin' }], [], 0, 1],
  ['an empty name', [{ ...ada, name: ' ' }], [], 0, 1],
  ['a ref that does not exist', [ada, society], [{ ...works, to: '99' }], 2, 1],
  ['a relationship with itself', [ada, society], [{ ...works, to: '1' }], 2, 1],
  ['a relationship whose quote names neither', [ada, society], [{ ...works, quote: 'friends call him Joe' }], 2, 1],
  ['a relationship without a type', [ada, society], [{ ...works, type: '!!' }], 2, 1],
  ['a kind in other letters', [{ ...ada, kind: 'PERSON' }], [], 1, 0],
  ['a quote from a block that does not speak of it', [{ ...ada, quote: 'friends call him Joe' }], [], 0, 1],
  [
    'a ref that is used for two',
    [ada, society, { ...society, ref: '1', quote: 'led the Harbour Society' }],
    [works],
    3,
    1,
  ],
  [
    'a relationship with somebody who is not there',
    [ada, society],
    [{ ...works, quote: 'has led the Harbour Society since 2004' }],
    2,
    1,
  ],
  [
    'a sentence without its "not"',
    [society, guild],
    [{ from: '4', to: '2', type: 'works_for', quote: 'The Pilot Guild of Porto does work for the Harbour Society' }],
    2,
    1,
  ],
  ['what stands in context only', [{ ...ada, quote: 'Ada Berg sold her boat' }], [], 0, 0],
  ['a relationship of what stands in context', [{ ...ada, quote: 'Ada Berg sold her boat' }, society], [works], 2, 0],
])('%s', ([, entities, relationships, kept, dropped]) => {
  const checked = check(entities, relationships)
  expect([checked.claims.length, checked.dropped]).toEqual([kept, dropped])
})

it.for<[string, object, object, number]>([
  ['an attribute that nobody said', { attributes: { role: 'president' } }, { attributes: {} }, 1],
  ['an attribute that was said of another', { attributes: { nickname: 'Joe' } }, { attributes: {} }, 1],
  ['a place that was said of another', { where: 'Porto' }, { where: null }, 1],
  ['a year that was said of another', { when: '2004' }, { when: null }, 1],
  ['a year inside a number', { when: '1986' }, { when: null }, 1],
  ['an attribute that is empty', { attributes: { role: null, office: '' } }, { attributes: {} }, 0],
  [
    'a key in another spelling',
    { attributes: { 'Job Title': 'treasurer' } },
    { attributes: { job_title: 'treasurer' } },
    0,
  ],
  ['a date in another spelling', { attributes: { born: '1950-05-05' } }, { attributes: { born: '1950-05-05' } }, 0],
  ['a date of its own making', { when: '1951' }, { when: null }, 1],
  ['a year before Christ of its own making', { when: '-1998' }, { when: null }, 1],
  ['a day of its own making', { when: '1998-12-24' }, { when: { edtf: '1998' } }, 0],
  ['the month of a day', { when: 'May 1950' }, { when: { edtf: '1950-05' } }, 0],
  ['signs that nobody sees', { attributes: { role: 'treas\u200burer' } }, { attributes: { role: 'treasurer' } }, 0],
  ['a summary of short words', { summary: 'Ada is a spy, buy now at a.io' }, { summary: null }, 1],
  ['a date in parts', { when: { start: '1998', end: null } }, { when: { edtf: '1998' } }, 0],
  ['a date that is none', { when: 'soon' }, { when: null }, 1],
  ['a place that is not there', { where: 'Faro' }, { where: null }, 1],
  ['a place in parts', { where: { city: 'Lisbon', country: 'Portugal' } }, { where: { locality: 'Lisbon' } }, 0],
  ['coordinates that nobody gave', { where: { lat: 38.7, lon: -9.1 } }, { where: null }, 1],
  ['an alias that is not there', { aliases: ['Countess Ada'] }, { aliases: [] }, 1],
  ['an alias that stands elsewhere on the page', { aliases: ['Müller, Jonas', 'Joe'] }, { aliases: [] }, 2],
  [
    'somebody else in the same quote',
    { quote: blocks[1], aliases: ['Harbour Society', 'Lisbon', 'treasurer'] },
    { aliases: [] },
    3,
  ],
  ['a part of the name', { aliases: ['Berg'] }, { aliases: ['Berg'] }, 0],
  [
    'a summary in the words of the page',
    { summary: 'Treasurer of the Harbour Society in Lisbon.' },
    { summary: 'Treasurer of the Harbour Society in Lisbon.' },
    0,
  ],
  [
    'a summary of something else',
    { summary: 'Convicted murderer wanted everywhere across Europe.' },
    { summary: null },
    1,
  ],
])('%s', ([, given, expected, dropped]) => {
  const checked = check([{ ...ada, ...given }])
  expect(checked.claims[0], oneWord(checked.claims[0])).toMatchObject(expected)
  expect(checked.dropped).toBe(dropped)
})

it('knows a name whose parts stand in another order', () => {
  const quote = 'Müller, Jonas has led the Harbour Society'
  expect(check([{ ref: 'x', kind: 'Person', name: 'Jonas Müller', quote, aliases: ['Müller'] }])).toMatchObject({
    claims: [{ name: 'Jonas Müller', kind: 'person', aliases: ['Müller'] }],
    dropped: 0,
  })
})

it('takes a year that only the date of the page knows', () => {
  expect(check([{ ...ada, when: '2025-05' }], [], { published_at: '2025-06-01' }).claims[0]).toMatchObject({
    when: { edtf: '2025-05' },
  })
})

it('keeps two of one name apart when their dates differ', () => {
  const { claims } = check([
    { ...ada, when: '1950' },
    { ...ada, ref: '3', when: '1998' },
  ])
  expect(claims.map((claim) => claim.type === 'entity' && claim.ref)).toEqual(['person:ada berg', 'person:ada berg#2'])
})

it('takes no more than a page can hold', () => {
  const many = Array.from({ length: 700 }, (_, at) => ({ ...ada, ref: `${at}` }))
  expect(check(many).dropped).toBe(400)
  // What a model repeats counts once.
  expect(check(Array.from({ length: 700 }, () => ({ ...ada })))).toMatchObject({ claims: [{}], dropped: 0 })
})

it('finds a quote where it was read, though it stands in the menu too', () => {
  const { claims } = check([{ ...ada, quote: 'Ada Berg' }])
  expect(claims).toMatchObject([{ name: 'Ada Berg', quote: { text: 'Ada Berg', start: spans[1]?.start } }])
})

it('gives what is said in another block that names it a quote of its own', () => {
  const given = { ...society, quote: 'treasurer of the Harbour Society', attributes: { member: 'Jonas' } }
  const { claims, dropped } = check([given])
  expect(dropped).toBe(0)
  expect(claims).toMatchObject([
    { name: 'Harbour Society', attributes: {} },
    { name: 'Harbour Society', attributes: { member: 'Jonas' }, quote: { text: blocks[2] } },
  ])
})

it('finds a value in the row of its entity, in however many rows it stands', () => {
  const rows = Array.from({ length: 200 }, (_, at) => `Member M${at} Berg | treasurer | 1998 | Lisbon`)
  let end = -1
  const at = rows.map((row) => {
    const start = end + 1
    end = start + row.length
    return { start, end, path: [], is_record: true }
  })
  const given = { ref: '1', kind: 'person', name: 'M150 Berg', quote: rows[150], when: '1998', where: 'Lisbon' }
  const read = readAnswer(
    JSON.stringify({ relevant: true, entities: [{ ...given, attributes: { role: 'treasurer' } }], relationships: [] }),
  )
  const { claims, refusals } = checkAnswer((read as { answer: Answer }).answer, {
    finder: new QuoteFinder(rows.join('\n')),
    title: 'Members',
    published_at: null,
    ontology: ['person'],
    blockAt: (start) => at.find((span) => start >= span.start && start < span.end),
    reads: at,
  })
  expect(refusals).toEqual([])
  expect(claims).toMatchObject([
    { attributes: { role: 'treasurer' }, when: { edtf: '1998' }, where: { name: 'Lisbon' } },
  ])
})

it('takes what is said anywhere on a page for its subject', () => {
  const given = { ...ada, quote: 'Ada Berg', when: '1871' }
  expect(check([given]).claims).toHaveLength(1)
  expect(check([given], [], { title: 'Ada Berg' }).claims).toMatchObject([
    { when: null },
    { when: { edtf: '1871' }, quote: { text: blocks[3] } },
  ])
})

it('does not take a word or two for evidence', () => {
  expect(check([{ ...ada, quote: 'which she' }]).claims[0]?.quote.text).toBe(blocks[1])
})

it('reads accents that stand behind their letters', () => {
  const given = { ref: '9', kind: 'person', name: 'Zoë Núñez', quote: 'Zoë Núñez wrote this in 1871' }
  expect(check([given])).toMatchObject({
    claims: [{ name: 'Zoë Núñez', quote: { text: 'Zoë Nu\u0301n\u0303ez wrote this in 1871' } }],
    dropped: 0,
  })
})

it('stays quick, whatever the page and the answer are', () => {
  const page = `${'a'.repeat(500_000)} Ada Berg ${'aa bb '.repeat(50_000)}`
  const finder = new QuoteFinder(page)
  const entities = Array.from({ length: 300 }, (_, at) => ({
    ref: String(at),
    kind: 'person',
    name: `aa ${at}`,
    quote: 'aa bb aa bb',
    aliases: Array.from({ length: 20 }, (_, alias) => `aa bb ${alias}`),
    attributes: Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`k${key}`, `1${key}.05.1950`])),
  }))
  const read = readAnswer(JSON.stringify({ relevant: true, entities, relationships: [] }))
  if (!('answer' in read)) throw new Error('the answer does not fit')
  const reads = [{ start: 0, end: page.length }]
  const whole = { start: 0, end: page.length, path: [], is_record: false }
  const text = { finder, title: null, published_at: null, ontology: ['person'], blockAt: () => whole, reads }
  expect(checkAnswer(read.answer, text).claims).toEqual([])
})

const sayings: [string, string, string, boolean][] = [
  ['Harbour Society', 'HS', 'The Harbour Society (HS) keeps the lights.', true],
  ['Ada Berg', 'Countess Ada', 'Ada Berg, also known as Countess Ada, left in 1998.', true],
  ['Ada Berg', 'Lovelace', 'Ada Berg (née Lovelace) left in 1998.', true],
  ['Ada Berg', 'Die Gräfin', 'Ada Berg, genannt „Die Gräfin“, ging 1998.', true],
  ['Vienna', 'Wien', 'Vienna / Wien is on the Danube.', true],
  ['Tokyo', '東京', 'Tokyo (東京) is large.', true],
  ['Ada Berg', 'Jonas Müller', 'Ada Berg met Jonas Müller.', false],
  ['Ada Berg', 'Jonas Müller', 'Ada Berg, Jonas Müller and others left.', false],
  ['Ada Berg', 'Jonas Müller', 'Ada Berg (friend of Jonas Müller) left.', false],
  ['Vienna', 'Bratislava', 'Trains leave Vienna, Bratislava and Brno.', false],
]

it.for(sayings)('%s as %s by "%s"', ([name, alias, page, isGiven]) => {
  const { claims, refusals } = checkIn(page, [{ ref: '1', kind: 'person', name, quote: page, aliases: [alias] }])
  expect(claims).toMatchObject([{ aliases: isGiven ? [alias] : [] }])
  expect(refusals).toEqual(isGiven ? [] : ['alias'])
})

it('takes no entity for another name of one', () => {
  const page = 'Ada Berg (Jonas Müller) left.'
  const ada = { ref: '1', kind: 'person', name: 'Ada Berg', quote: page, aliases: ['Jonas Müller'] }
  const jonas = { ref: '2', kind: 'person', name: 'Jonas Müller', quote: page }
  expect(checkIn(page, [ada, jonas]).claims).toMatchObject([{ aliases: [] }, { aliases: [] }])
})

const meeting =
  'Ada Berg met Jonas Müller at the harbour. Later she joined the Pilot Guild. Eve Stone stole from nobody.'
const people = ['Ada Berg', 'Jonas Müller', 'Pilot Guild', 'Eve Stone'].map((name, at) => ({
  ref: String(at),
  kind: 'person',
  name,
  quote: meeting,
}))

it.for<[string, object, string | undefined]>([
  ['a crime that nobody said', { from: '0', to: '1', type: 'steals_from', quote: 'Ada Berg met Jonas Müller' }, 'type'],
  ['what somebody else does', { from: '0', to: '3', type: 'betrays', quote: meeting }, 'type'],
  ['a type in other words than the quote', { from: '0', to: '1', type: 'meets_at_harbour', quote: meeting }, 'type'],
  ['a type in other forms of its words', { from: '0', to: '2', type: 'joining', quote: meeting }, undefined],
  ['a usual type', { from: '0', to: '2', type: 'member_of', quote: meeting }, undefined],
  ['a quote that names one end', { from: '0', to: '1', type: 'knows', quote: 'Ada Berg met' }, 'ends'],
  ['a quote before its end', { from: '0', to: '3', type: 'knows', quote: 'Ada Berg met Jonas Müller' }, 'ends'],
  ['a part of a name that no other has', { from: '0', to: '1', type: 'met', quote: 'Berg met Jonas' }, undefined],
])('a relationship by %s', ([, given, refusal]) => {
  const { claims, refusals } = checkIn(meeting, people, [given])
  expect(refusals).toEqual(refusal === undefined ? [] : [refusal])
  expect(claims.filter(({ type }) => type === 'relationship')).toHaveLength(refusal === undefined ? 1 : 0)
})

it('begins a quote that points back where the end is named', () => {
  const { claims } = checkIn(meeting, people, [
    { from: '0', to: '2', type: 'joined', quote: 'Later she joined the Pilot Guild.' },
  ])
  expect(claims.at(-1)?.quote.text).toBe('Ada Berg met Jonas Müller at the harbour. Later she joined the Pilot Guild.')
})

it('takes the end that all rows of a list belong to from above them', () => {
  const row = 'Ada Berg, treasurer'
  const entities = [
    { ref: '1', kind: 'person', name: 'Ada Berg', quote: row },
    { ref: '2', kind: 'object', name: 'Harbour Society', quote: row },
  ]
  const works = [{ from: '1', to: '2', type: 'works_for', quote: row }]
  const relationsIn = (is_record: boolean) =>
    checkIn(row, entities, works, { is_record }).claims.filter(({ type }) => type === 'relationship').length
  expect([relationsIn(true), relationsIn(false)]).toEqual([1, 0])
})

it('finds a quote by its first and last words, the shortest such span', () => {
  const page = 'Ada Berg is here. Ada Berg is the treasurer of the old Harbour Society since 1998. So it is since 1998.'
  const given = { ref: '1', kind: 'person', name: 'Ada Berg', quote: 'Ada Berg is … Society since 1998' }
  expect(checkIn(page, [given]).claims).toMatchObject([
    { quote: { text: 'Ada Berg is the treasurer of the old Harbour Society since 1998' } },
  ])
  expect(checkIn(page, [{ ...given, quote: 'Ada Berg is … Society since 1999' }]).refusals).toEqual(['entity'])
})

it('takes the basic form of a name beside the one that the page writes', () => {
  const page = 'Der Rat der Europäischen Union traf Hamburgs Bürgermeister.'
  const union = { ref: '1', kind: 'object', name: 'Europäische Union', aliases: ['Europäischen Union'], quote: page }
  expect(checkIn(page, [union])).toMatchObject({
    claims: [{ name: 'Europäische Union', aliases: ['Europäischen Union'] }],
    refusals: [],
  })
  const other = { ...union, name: 'Eurasische Union' }
  expect(checkIn(page, [other]).refusals).toEqual(['entity'])
  expect(checkIn(page, [{ ...union, aliases: [] }]).refusals).toEqual(['entity'])
})

const chairs = 'Ada Berg, former president, led the Harbour Society.'

it('holds who gives no quote to the name, and takes a usual word for a kind', () => {
  const given = { kind: 'organization', name: 'Harbour Society' }
  expect(checkIn(chairs, [given])).toMatchObject({ claims: [{ kind: 'object', quote: { text: 'Harbour Society' } }] })
  expect(checkIn(chairs, [{ ...given, name: 'Pilot Guild' }]).refusals).toEqual(['entity'])
})

it('counts what cannot be read', () => {
  expect(
    checkIn(chairs, [{ ref: '1', kind: 'person', name: 'Ada Berg', quote: chairs }, { ref: '2' }]).refusals,
  ).toEqual(['unreadable'])
})
