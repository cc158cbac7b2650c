import { expect, it } from 'vitest'
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
])('reads what is said between two names: %s', (text, wanted) => {
  expect(relationsOf(text)).toContain(wanted)
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
