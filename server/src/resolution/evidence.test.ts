import { expect, it } from 'vitest'
import { evidenceRows, gatherEvidence, type Strength } from './evidence.ts'
import type { Profile } from './profile.ts'

// Each row of the table: two profiles that it is about, what it may do, and what people are told.

type Given = Partial<Profile>
type Case = [row: string, kind: string, a: Given, b: Given, strength: Strength, reason: string]

const profile = (kind: string, given: Given): Profile => ({
  ...{ kind, is_kind_guessed: false, names: ['Ann Lee'], external_ids: {}, urls: [], attributes: {}, whens: [] },
  ...{ countries: [], place_ids: [], neighbours: [], hosts: [], ...given },
})

const id = (register: string, value: string): Given => ({ external_ids: { [register]: [value] } })
const at = (url: string): Given => ({ urls: [`https://a.org/${url}`] })
const when = (date: string): Given => ({ whens: [date] })
const has = (key: string, value: string): Given => ({ attributes: { [key]: [value] } })
const place = (value: string): Given => ({ place_ids: [value] })
const country = (value: string): Given => ({ countries: [value] })
const knows = (...names: string[]): Given => ({ neighbours: names.map((name) => `knows person|${name}|`) })

const worksFor = (name: string) => ({ neighbours: [`works_for object|${name}|`] })
const linksTo = (url: string): Given => ({ urls: [url] })
const livesIn = (name: string) => ({ neighbours: [`lives_in location|${name}|`] })

const cases: Case[] = [
  ['id same', 'person', id('imdb', 'a'), id('imdb', 'a'), 'certain', 'same imdb'],
  ['id same_account', 'person', id('github', '@Ada'), id('github', 'ada'), 'telling', 'same github'],
  ['id different', 'object', id('lei', '1'), id('lei', '2'), 'veto', 'different lei: 1, 2'],
  ['home page same', 'object', at(''), at(''), 'telling', 'same home page: a.org'],
  ['home page different', 'person', at('x'), at('y'), 'doubt', 'different pages: a.org/x, a.org/y'],
  ...(['born', 'died'] as const).flatMap((end): Case[] => {
    const on = (date: string) => has(end === 'born' ? 'birth_date' : 'death_date', date)
    const same = (b: string) => `${end} at the same time: 1952-03-11, ${b}`
    return [
      [`${end} day`, 'person', on('1952-03-11'), on('1952-03-11'), 'telling', same('1952-03-11')],
      [`${end} year`, 'person', on('1952-03-11'), on('1952'), 'shared', same('1952')],
      [
        `${end} slip`,
        'person',
        on('1952-03-11'),
        on('1953-03-11'),
        'doubt',
        same('1953-03-11').replace('at', 'nearly at'),
      ],
      [`${end} far`, 'person', on('1952'), on('1967'), 'veto', `${end} at different times: 1952, 1967`],
    ]
  }),
  [
    'lifetime impossible',
    'person',
    has('birth_date', '1952'),
    has('death_date', '1940'),
    'veto',
    'born 1952, died 1940',
  ],
  ['time same_event', 'event', when('2023'), when('2023-05'), 'weak', 'same time'],
  ['time other_event', 'event', when('2023'), when('2024'), 'veto', 'at different times: 2023, 2024'],
  [
    ...(['time other_date_of_named_year', 'event'] as const),
    { ...when('2023-05'), names: ['Fair 2023'] },
    { ...when('2023-06'), names: ['Fair 2023'] },
    ...(['weak', 'dates differ: 2023-05, 2023-06'] as const),
  ],
  ['time other_founding', 'object', when('1990'), when('1991'), 'weak', 'founded at different times: 1990, 1991'],
  ['place same_place', 'location', place('g:1'), place('g:1'), 'telling', 'same place'],
  ['place other_place', 'location', place('g:1'), place('g:2'), 'veto', 'different places: g:1, g:2'],
  ['place at_same_place', 'object', place('g:1'), place('g:1'), 'weak', 'same place'],
  ['place other_region', 'location', has('region', 'IL'), has('region', 'MA'), 'doubt', 'in different regions: IL, MA'],
  ['place same_country', 'location', country('DE'), country('DE'), 'weak', 'same country'],
  ['place other_country_of_place', 'location', country('DE'), country('US'), 'veto', 'in different countries: DE, US'],
  ['place other_country_of_person', 'person', country('DE'), country('US'), 'weak', 'different countries: DE, US'],
  ['place other_country', 'object', country('DE'), country('US'), 'weak', 'different countries: DE, US'],
  ...(
    [
      ['telephone same', 'object', 'shared', '+43 5120000', '0043 5120000'],
      ['telephone same', 'location', 'telling', '+43 5120000', '0043 5120000'],
      ['telephone near', 'object', 'weak', '5120000', '5120001'],
      ['telephone different', 'object', 'weak', '5120000', '7732354'],
      ['email same', 'person', 'telling', 'Ann@a.org', 'ann@a.org'],
      ['email different', 'person', 'veto', 'ann@a.org', 'lee@a.org'],
      ['postal_code same', 'object', 'weak', '4107', '4107'],
      ['postal_code near', 'object', 'weak', '4107', '4108'],
      ['postal_code different', 'object', 'doubt', '4107', '1010'],
      ['postal_code different', 'person', 'weak', '4107', '1010'],
      ['gender same', 'person', 'weak', 'female', 'Female'],
      ['gender different', 'person', 'slight_doubt', 'female', 'male'],
      ['occupation same', 'person', 'weak', 'physicist', 'physicist'],
      ['occupation different', 'person', 'slight_doubt', 'physicist', 'suffragist'],
      ['job_title same', 'person', 'weak', 'Clerk', 'clerk'],
      ['birth_place same', 'person', 'telling', 'Leeds', 'Leeds'],
      ['birth_place near', 'person', 'weak', 'Leeds', 'Leeds Castle'],
      ['birth_place different', 'person', 'doubt', 'Leeds', 'Stroud'],
      ['locality same', 'object', 'weak', 'Wien', 'Wien'],
      ['locality near', 'object', 'weak', 'Wien', 'Wienn'],
      ['locality different', 'object', 'weak', 'Wien', 'Graz'],
      ['region same', 'object', 'weak', 'Tirol', 'Tirol'],
    ] as const
  ).map(([row, kind, strength, a, b]): Case => {
    const [key, outcome] = row.split(' ') as [string, string]
    const reason = `${outcome === 'near' ? 'nearly the same' : outcome} ${key}: ${outcome === 'same' ? a : `${a}, ${b}`}`
    return [row, kind, has(key, a), has(key, b), strength, reason]
  }),
  ['attribute same', 'person', has('hobby', 'Go'), has('hobby', 'go'), 'weak', 'same hobby: Go'],
  ...(
    [
      ['same_house', '12 High Street', '12 High St', 'telling', 'shared'],
      ['same_street', '12 High Street', 'High Street', 'weak', 'weak'],
      ['unread', '12 High Street', '12', 'weak', 'doubt'],
      ['other_number', '12 High Street', '14 High Street', 'weak', 'doubt'],
      ['other_street_same_number', '12 High Street', '12 Low Road', 'weak', 'doubt'],
      ['other_street', '12 High Street', 'Low Road', 'weak', 'doubt'],
      ['other_street_and_number', '12 High Street', '14 Low Road', 'weak', 'doubt'],
    ] as const
  ).flatMap(([outcome, a, b, ofPerson, ofObject]): Case[] => {
    const reason = outcome.startsWith('same') ? `same street: ${a}` : `different street: ${a}, ${b}`
    return [
      [`street of a person ${outcome}`, 'person', has('street', a), has('street', b), ofPerson, reason],
      [`street ${outcome}`, 'object', has('street', a), has('street', b), ofObject, reason],
    ]
  }),
  ['in common one', 'person', knows('bob', 'eve'), knows('bob'), 'weak', 'in common: knows bob'],
  ['in common several', 'person', knows('bob', 'eve'), knows('bob', 'eve'), 'weak', 'in common: knows bob'],
  ['site same', 'person', { hosts: ['a.org'] }, { hosts: ['a.org'] }, 'weak', 'on the same site'],
  ...(
    [
      ['organization same', worksFor('acme gmbh'), worksFor('acme'), 'weak', 'with one organization: acme gmbh'],
      [
        'organization different',
        worksFor('acme'),
        worksFor('globex'),
        'sign',
        'with different organizations: acme, globex',
      ],
      ['whereabouts same', livesIn('graz'), livesIn('Graz'), 'weak', 'at one place: graz'],
      ['whereabouts different', livesIn('graz'), livesIn('linz'), 'sign', 'at different places: graz, linz'],
      [
        'work same',
        has('role', 'History teacher'),
        has('occupation', 'teacher'),
        'weak',
        'work of one field: History teacher',
      ],
      ['work different', has('role', 'teacher'), has('occupation', 'nurse'), 'sign', 'different work: teacher, nurse'],
      ['site linked', linksTo('https://b.org/ann'), {}, 'weak', 'one site links to the other: b.org'],
    ] as const
  ).map(([row, a, b, strength, reason]): Case => {
    const [onA, onB] = [
      { ...a, hosts: ['a.org'] },
      { ...b, hosts: ['b.org'] },
    ]
    return [row, 'person', onA, onB, strength, reason]
  }),
]

it.each(cases)('%s of a %s', (row, kind, a, b, strength, reason) => {
  expect(gatherEvidence(profile(kind, a), profile(kind, b))).toEqual([
    { name: row, points: expect.any(Number), strength, reason },
  ])
})

it('two lives at different times are told apart by their dates too', () => {
  const found = gatherEvidence(profile('person', when('1786/1873')), profile('person', when('1900/1950')))
  expect(found.map(({ name }) => name)).toContain('time other_life')
})

it('every row has its case', () => {
  const shown = new Set([...cases.map(([row]) => row), 'time other_life'])
  expect(evidenceRows.filter((row) => !shown.has(row))).toEqual([])
})

it('attributes that no row is about count three times at most', () => {
  const of = { attributes: { hobby: ['go'], color: ['red'], motto: ['x'], size: ['1'], constructor: ['y'] } }
  const found = gatherEvidence(profile('person', of), profile('person', of))
  expect(found.map(({ reason }) => reason)).toEqual(['same hobby: go', 'same color: red', 'same motto: x'])
})
