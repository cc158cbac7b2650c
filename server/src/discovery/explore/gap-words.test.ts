import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseWordLists } from '../../language/word-lists.ts'
import { type Gaps, gapQueries } from './gap-words.ts'
import type { SearchSubject } from './search-words.ts'

const linesOf = (fields: Partial<SearchSubject>, gaps: Partial<Gaps>) => {
  const subject = { name: 'Baltic ports', description: '', ontology: [], rules: {}, ...fields }
  return gapQueries(subject, { kinds: [], facets: [], ...gaps }).map(({ words, language, gap }) =>
    [...(language ? [`${language}:`] : []), words, `(${gap})`].join(' '),
  )
}
const inLanguages = (...languages: string[]) => ({ rules: { languages } })

describe('searches for gaps', () => {
  it('are none without gaps, or without a subject', () => {
    expect(linesOf({}, {})).toEqual([])
    expect(linesOf({ name: '🚢' }, { kinds: ['person'] })).toEqual([])
  })

  it('have words for base kinds, by whatever name, and the names of own kinds', () => {
    expect(linesOf({}, { kinds: ['person', 'Company', 'research_vessel'] })).toEqual([
      'Baltic ports people directors (person)',
      'Baltic ports companies organizations (Company)',
      'Baltic ports research vessel (research_vessel)',
    ])
  })

  it('have words for facets, and take them in turn with kinds', () => {
    expect(linesOf({}, { kinds: ['location', 'event'], facets: ['with_when', 'with_summary'] })).toEqual([
      'Baltic ports places locations (location)',
      'Baltic ports history timeline dates (with_when)',
      'Baltic ports events calendar (event)',
    ])
    expect(linesOf({}, { facets: ['where', 'with_nothing', 'with_attributes', 'with_identifier'] })).toEqual([
      'Baltic ports addresses locations (where)',
      'Baltic ports facts figures (with_attributes)',
      'Baltic ports official website register (with_identifier)',
    ])
  })

  it('are in the languages of the gate, all gaps in the first one before any in the next', () => {
    expect(linesOf(inLanguages('de', 'pl'), { kinds: ['person'], facets: ['when'] })).toEqual([
      'de: Baltic ports Personen Leitung (person)',
      'de: Baltic ports Geschichte Chronik Daten (when)',
      'pl: Baltic ports osoby dyrektorzy (person)',
    ])
  })

  it('fall back to the name of the kind, and to English for a facet, where a language has no words', () => {
    expect(linesOf(inLanguages('lv'), { kinds: ['person'], facets: ['where'] })).toEqual([
      'lv: Baltic ports person (person)',
      'lv: Baltic ports addresses locations (where)',
    ])
  })

  it.each([
    ['波罗的海港口', '波罗的海港口 人物 负责人'],
    ['バルト海の港', 'バルト海の港 人物 役員'],
    ['발트해 항구', '발트해 항구 인물 임원'],
    ['Порты Балтики', 'Порты Балтики люди руководство'],
    ['Порти Балтії', 'Порти Балтії люди керівництво'],
    ['موانئ البلطيق', 'موانئ البلطيق أشخاص مدراء'],
    ['Häfen', 'Häfen people directors'],
  ])('of %s are in its script where the gate has no languages', (name, words) => {
    expect(linesOf({ name }, { kinds: ['person'] })).toEqual([`${words} (person)`])
  })

  it('take the terms of the gate, its subject or the description where the name has no letters', () => {
    const name = '⚓️'
    expect(
      linesOf({ name, rules: { include_terms: ['quay', 'pilot'], about: 'Ports' } }, { kinds: ['event'] }),
    ).toEqual(['quay pilot events calendar (event)'])
    expect(linesOf({ name, description: 'Harbours of Riga' }, { kinds: ['event'] })).toEqual([
      'Harbours of Riga events calendar (event)',
    ])
  })

  it('are none twice', () => {
    expect(linesOf({}, { kinds: ['person', 'people', 'ship', 'Ship', 'event'] })).toEqual([
      'Baltic ports people directors (person)',
      'Baltic ports ship (ship)',
      'Baltic ports events calendar (event)',
    ])
  })

  it('keep the words for the gap, however long the name is, and no operators', () => {
    const gaps = { kinds: ['person'], facets: [] }
    for (const name of ['word '.repeat(40), '港'.repeat(200), 'site:evil.example "x" -y']) {
      const [query] = gapQueries({ name, description: '', ontology: [], rules: {} }, gaps)
      expect(query?.words).toMatch(/ (people directors|人物 负责人)$/)
      expect(query?.words.length).toBeLessThanOrEqual(150)
      expect(query?.words).not.toMatch(/[:"]|-y/)
    }
  })
})

it('the words are there in the same languages for all kinds and facets', () => {
  const text = readFileSync(new URL('../../language/words/gap-words.txt', import.meta.url), 'utf8')
  const languages = [...parseWordLists(text).values()]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.split(': ')[0]))
  for (const list of languages) expect(list).toEqual(languages[0])
  for (const language of languages[0] ?? []) expect(Intl.getCanonicalLocales(language)).toEqual([language])
})
