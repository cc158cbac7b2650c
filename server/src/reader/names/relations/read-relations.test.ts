import { expect, it } from 'vitest'
import { read } from '../../../../test/support/web/read-html.ts'
import type { RelationshipClaim } from '../../../facts/claim.ts'
import { readNames } from '../read-names.ts'

function relationsOf(text: string): string[] {
  const blocks = [{ start: 0, end: text.length, kind: 'paragraph' as const, is_main: true, is_own: true }]
  const claims = readNames({ text, blocks, title: null, language: 'en' })
  const relations = claims.filter((claim): claim is RelationshipClaim => claim.type === 'relationship')
  for (const { quote, from, to } of relations) {
    expect(text.slice(quote.start, quote.end)).toBe(quote.text)
    for (const { name } of [from, to]) expect(quote.text).toContain(name.split(' ').at(-1))
  }
  return relations.map(({ from, relation, to }) => `${from.name} ${relation} ${to.name}`).sort()
}

it.each([
  ['Grace Hopper works for the Remington Rand Corporation.', 'Grace Hopper works_for Remington Rand Corporation'],
  [
    'Grace Hopper is a senior software engineer at Remington Rand Corporation.',
    'Grace Hopper works_for Remington Rand Corporation',
  ],
  ['Walter Bright was born in Chicago.', 'Walter Bright born_in Chicago'],
  ['Peter Miller founded the Acme Corporation.', 'Peter Miller founder_of Acme Corporation'],
  ['Peter Miller, cofounder of the Acme Corporation, was there.', 'Peter Miller founder_of Acme Corporation'],
  ['Acme Corporation, a small company based in Chicago, sells ropes.', 'Acme Corporation located_in Chicago'],
  ['Peter Miller who is a professor at Monash University was there.', 'Peter Miller works_for Monash University'],
  [
    'Anna Miller received her doctorate in law and history from Monash University.',
    'Anna Miller alumnus_of Monash University',
  ],
  ["Anna Miller's husband, Walter Bright, was there too.", 'Anna Miller spouse_of Walter Bright'],
])('reads what is said between two names: %s', (text, wanted) => {
  expect(relationsOf(text)).toContain(wanted)
})

it.each([
  'The wife of Karl Holm works for the Globex Corporation.',
  'Friends of Karl Holm founded the Marsh Society in the year of the flood.',
  'Karl Holm met the director of the Globex Corporation on a cold day.',
  'Karl Holm is the son of a professor at Monash University.',
  'Karl Holm, whose wife is a lecturer at Monash University, stayed at home.',
  'Karl Holm worked with the Globex Corporation on a new kind of rope.',
  'Their uncle, a son of Karl Holm, is a professor at Monash University.',
  'Their uncle, a son of Anna Berg and Karl Holm, died in Leeds.',
  'Karl Holm will be a lecturer at Monash University if they pay him.',
  'Talks about ropes in Germany, held in Chicago, were long.',
])('gives nobody what is said about another: %s', (text) => {
  expect(relationsOf(text).filter((relation) => !relation.includes('mentioned_with'))).toEqual([])
})

it.each([
  ['Critics of Karl Holm, head of the Globex Corporation, were loud.', 'Karl Holm works_for Globex Corporation'],
  ['Its chairman, Karl Holm, is a professor at the University of Leeds.', 'Karl Holm works_for University of Leeds'],
  ['Karl Holm was previously a manager at Globex Corporation.', 'Karl Holm works_for Globex Corporation'],
  ['Karl Holm is now a writer and editor at Globex Corporation.', 'Karl Holm works_for Globex Corporation'],
])('reads what stands beside the name of somebody: %s', (text, wanted) => {
  expect(relationsOf(text)).toContain(wanted)
})

it('does not relate a name to itself in other letters', () => {
  const relations = relationsOf('Nils Grossmann (German: Nils Großmann) was born in Chicago.')
  expect(relations.filter((relation) => /Gro.*Gro/.test(relation))).toEqual([])
})

const aboutNils = (...paragraphs: string[]) =>
  read({
    url: 'http://lab.example/people/nils-vik',
    title: 'Nils Vik',
    body: `<h1>Nils Vik</h1>${paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('')}`,
  }).relations.filter((relation) => !relation.includes('mentioned_with'))

it.each([
  [['Nils Vik met Anna Berg in 1998. She works for the Globex Corporation.']],
  [['Nils Vik grew up in a small house. Her brother is a professor at Monash University.']],
  [['Nils Vik grew up with a brother. He works for the Globex Corporation.']],
  [['Nils Vik set up a firm with two others. They worked for the Globex Corporation.']],
  [['Nils Vik likes ropes.', 'Prof. Ian Mercer, Leeds', 'He is the director of the Globex Corporation.']],
])('a pronoun is not the subject of the page where somebody else is named last: %j', (paragraphs) => {
  expect(aboutNils(...paragraphs)).toEqual([])
})

it('a pronoun is the subject of the page elsewhere', () => {
  expect(aboutNils('Nils Vik likes ropes. He works for the Globex Corporation.')).toEqual([
    'Nils Vik works_for Globex Corporation',
  ])
  expect(aboutNils('Nils Vik had a wife and a dog. He works for the Globex Corporation.')).toEqual([
    'Nils Vik works_for Globex Corporation',
  ])
  expect(aboutNils('With Anna Berg he wrote a book on ropes.', 'He works for the Globex Corporation.')).toEqual([
    'Nils Vik works_for Globex Corporation',
  ])
})

it('a line of signs above a pronoun costs no more than its length', () => {
  expect(aboutNils(`${'. '.repeat(40_000)}x`, 'He works for the Globex Corporation.')).toHaveLength(1)
})

it('says no more than that two are named together where nothing else is said', () => {
  const [one] = relationsOf('In 1952 Grace Hopper met John Mauchly and talked about machines for several hours.')
  expect(one).toBe('Grace Hopper mentioned_with John Mauchly')
})

it('makes nothing of long lists, and nothing of two sentences', () => {
  const names = [
    'Ada Byron',
    'Grace Hopper',
    'John Mauchly',
    'Walter Bright',
    'Peter Miller',
    'Anna Berg',
    'Jonas Holm',
  ]
  expect(relationsOf(`We would like to thank ${names.join(', ')} for their help.`)).toEqual([])
  expect(relationsOf('Grace Hopper slept for a long time. John Mauchly went home to his family.')).toEqual([])
})

it('knows when an event was from its name', () => {
  const text = 'We had a good time at the Harbour Conference 2016 with many friends.'
  const blocks = [{ start: 0, end: text.length, kind: 'paragraph' as const, is_main: true, is_own: true }]
  const [event] = readNames({ text, blocks, title: null, language: 'en' }).filter(({ type }) => type === 'entity')
  expect(event).toMatchObject({ kind: 'event', when: { edtf: '2016', precision: 'year' } })
})

it('tells students from those who work there', () => {
  expect(relationsOf('Mithun Hunsur is an undergraduate student at Monash University.')).toEqual([
    'Mithun Hunsur studies_at Monash University',
  ])
})
