import { expect, it } from 'vitest'
import { QuoteFinder } from '../../reader/quotes.ts'
import { type Answer, readAnswer } from './answer.ts'
import { checkAnswer } from './check-answer.ts'

const blocks = [
  'Ada Berg',
  'Ada Berg (born 5 May 1950) is treasurer of the Harbour Society in Lisbon, which she joined in 1998.',
  'Müller, Jonas has led the Harbour Society since 2004; friends call him Joe.',
  'Older news: Ada Berg sold her boat.',
]
const text = blocks.join('\n')
const starts = blocks.map((_, at) => blocks.slice(0, at).join('\n').length + (at > 0 ? 1 : 0))

const check = (entities: object[], relationships: object[] = [], options: { published_at?: string } = {}) => {
  const read = readAnswer(JSON.stringify({ relevant: true, entities, relationships }))
  if (!('answer' in read)) throw new Error(read.mistakes.join())
  return checkAnswer(read.answer, {
    finder: new QuoteFinder(text),
    title: 'Ada Berg – Harbour Society',
    published_at: options.published_at ?? null,
    ontology: ['person', 'object', 'location', 'event'],
    blockAt: (start) => {
      const at = starts.findLastIndex((from) => from <= start)
      return { start: starts[at] as number, end: (starts[at] as number) + (blocks[at] as string).length }
    },
    // The last block was sent as context.
    isRead: (start) => start < (starts[3] as number),
  })
}

const ada = { ref: '1', kind: 'person', name: 'Ada Berg', quote: 'Ada Berg (born 5 May 1950) is treasurer' }
const society = { ref: '2', kind: 'object', name: 'Harbour Society', quote: 'treasurer of the Harbour Society' }
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
      ...{
        type: 'entity',
        ref: 'person:ada berg',
        kind: 'person',
        name: 'Ada Berg',
        attributes: { role: 'treasurer' },
      },
      ...{ when: { edtf: '1950-05-05' }, where: { name: 'Lisbon' } },
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
  ['what stands in context only', [{ ...ada, quote: 'Ada Berg sold her boat' }], [], 0, 0],
  ['a relationship of what stands in context', [{ ...ada, quote: 'Ada Berg sold her boat' }, society], [works], 2, 0],
])('%s', ([, entities, relationships, kept, dropped]) => {
  const checked = check(entities, relationships)
  expect([checked.claims.length, checked.dropped]).toEqual([kept, dropped])
})

it.for<[string, object, object, number]>([
  ['an attribute that nobody said', { attributes: { role: 'president' } }, { attributes: {} }, 1],
  ['an attribute that was said of another', { attributes: { nickname: 'Joe' } }, { attributes: {} }, 1],
  ['an attribute that is empty', { attributes: { role: null, office: '' } }, { attributes: {} }, 0],
  [
    'a key in another spelling',
    { attributes: { 'Job Title': 'treasurer' } },
    { attributes: { job_title: 'treasurer' } },
    0,
  ],
  ['a date in another spelling', { attributes: { born: '1950-05-05' } }, { attributes: { born: '1950-05-05' } }, 0],
  ['a date of its own making', { when: '1951' }, { when: null }, 1],
  ['a day of its own making', { when: '1998-12-24' }, { when: { edtf: '1998' } }, 0],
  ['the month of a day', { when: 'May 1950' }, { when: { edtf: '1950-05' } }, 0],
  ['signs that nobody sees', { attributes: { role: 'treas\u200burer' } }, { attributes: { role: 'treasurer' } }, 0],
  ['a summary of short words', { summary: 'Ada is a spy, buy now at a.io' }, { summary: null }, 1],
  ['a date in parts', { when: { start: '1998', end: null } }, { when: { edtf: '1998' } }, 0],
  ['a date that is none', { when: 'soon' }, { when: null }, 1],
  ['a place that is not there', { where: 'Porto' }, { where: null }, 1],
  ['a place in parts', { where: { city: 'Lisbon', country: 'Portugal' } }, { where: { locality: 'Lisbon' } }, 0],
  ['coordinates that nobody gave', { where: { lat: 38.7, lon: -9.1 } }, { where: null }, 1],
  ['an alias that is not there', { aliases: ['Countess Ada'] }, { aliases: [] }, 1],
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
])('%s', ([, said, expected, dropped]) => {
  const checked = check([{ ...ada, ...said }])
  expect(checked.claims[0], oneWord(checked.claims[0])).toMatchObject(expected)
  expect(checked.dropped).toBe(dropped)
})

it('knows a name whose parts stand in another order', () => {
  const quote = 'Müller, Jonas has led the Harbour Society'
  expect(check([{ ref: 'x', kind: 'Person', name: 'Jonas Müller', quote, aliases: ['Joe'] }])).toMatchObject({
    claims: [{ name: 'Jonas Müller', kind: 'person', aliases: ['Joe'] }],
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
  const many: Answer['entities'] = Array.from({ length: 700 }, () => ({ ...ada })) as never
  const { dropped } = check(many)
  expect(dropped).toBe(200)
})

it.for<[string, string, boolean]>([
  ['plain', '{"relevant":true,"entities":[],"relationships":[]}', true],
  ['fenced', '```json\n{"relevant":true,"entities":[],"relationships":[]}\n```', true],
  [
    'numbers as refs',
    '{"relevant":true,"entities":[{"ref":1,"kind":"person","name":"A","quote":"A"}],"relationships":[]}',
    true,
  ],
  ['no JSON', 'I cannot do that.', false],
  ['cut off', '{"relevant":true,"entities":[{"ref"', false],
  ['nothing', '', false],
  ['an array', '[]', false],
  ['no verdict', '{"entities":[],"relationships":[]}', false],
  [
    'an entity without a quote',
    '{"relevant":true,"entities":[{"ref":"1","kind":"person","name":"A"}],"relationships":[]}',
    false,
  ],
])('an answer that is %s', ([, said, fits]) => {
  expect('answer' in readAnswer(said)).toBe(fits)
})
