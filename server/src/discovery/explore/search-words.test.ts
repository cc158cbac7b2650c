import { expect, it } from 'vitest'
import { queriesFor, topicsOf } from './search-words.ts'

const subject = (fields: Partial<Parameters<typeof queriesFor>[0]> = {}) => ({
  ...{ name: 'Baltic ports', description: '', ontology: ['person', 'location'], rules: {} },
  ...fields,
})
const wordsOf = (fields: Partial<Parameters<typeof queriesFor>[0]>) =>
  queriesFor(subject(fields)).map(({ words, language }) => (language ? `${language}: ${words}` : words))

it('are the name alone where there is nothing else', () => {
  expect(queriesFor(subject())).toEqual([{ words: 'Baltic ports' }])
})

it('come from the gate, the description and kinds of the own', () => {
  const rules = { about: 'Harbours, and who runs them.', include_terms: ['pilot', 'quay'] }
  expect(wordsOf({ description: 'Ports of the Baltic Sea.', ontology: ['person', 'port', 'ship'], rules })).toEqual([
    'Baltic ports',
    'Baltic ports pilot quay',
    'Harbours and who runs them',
    'Ports of the Baltic Sea',
    'Baltic ports port',
    'Baltic ports ship',
  ])
})

it('are asked in the languages of the gate, six at most and none twice', () => {
  const rules = { about: 'BALTIC PORTS', languages: ['de', 'lv'] }
  expect(wordsOf({ rules, description: 'The sea.' })).toEqual(
    ['de: Baltic ports', 'lv: Baltic ports', 'de: The sea', 'lv: The sea'].map((line) =>
      line.replace('Baltic ports', 'BALTIC PORTS'),
    ),
  )
  expect(wordsOf({ ontology: Array.from({ length: 20 }, (_, n) => `kind${n}`) })).toHaveLength(6)
})

it.each([
  ['🚢⚓️', []],
  ['🚢 Häfen ⚓️', ['Häfen']],
  ['波罗的海港口', ['波罗的海港口']],
  ['हिन्दी साहित्य', ['हिन्दी साहित्य']],
  ['!g site:evil.example "ports" -x (a OR b)', ['g site evil.example ports x a OR b']],
])('of %j are %j', (name, expected) => {
  expect(wordsOf({ name })).toEqual(expected)
})

it('are the given words, where some have letters', () => {
  const rules = { languages: ['de', 'lv'] }
  expect(queriesFor(subject({ rules }), ['"Riga" port', '🚢'])).toEqual([
    { words: 'Riga port', language: 'de' },
    { words: 'Riga port', language: 'lv' },
  ])
  expect(queriesFor(subject(), ['⚓️'])).toEqual([{ words: 'Baltic ports' }])
})

it('are bounded, however long the text is', () => {
  for (const { words } of queriesFor(subject({ description: 'word '.repeat(1000), name: '港'.repeat(200) }))) {
    expect(words.length).toBeLessThanOrEqual(150)
  }
})

it('has topics that a page can mention', () => {
  const rules = { include_terms: ['quay wall'] }
  expect(topicsOf(subject({ name: 'Ports of the Baltic', ontology: ['person', 'ship'], rules }))).toEqual([
    'Ports',
    'Baltic',
    'quay wall',
    'ship',
  ])
  expect(topicsOf(subject({ name: 'EU' }))).toEqual(['EU'])
  expect(topicsOf(subject({ name: '🚢' }))).toEqual([])
  expect(topicsOf(subject({ name: '波罗的海的港口' }))).toEqual(['波罗的海', '港口'])
  expect(topicsOf(subject({ name: '港' }))).toEqual(['港'])
})
