import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare, leastPairScore, sameThreshold } from './compare.ts'
import type { Profile } from './profile.ts'

function thing(kind: string, name: string | string[], given: Partial<Profile> = {}): Profile {
  const empty = { external_ids: {}, urls: [], attributes: {}, whens: [], countries: [], place_ids: [], neighbours: [] }
  return { kind, is_kind_guessed: false, names: [name].flat(), ...empty, hosts: [], ...given }
}

function decide(kind: string, a: string, b: string): string {
  return compare(thing(kind, a), thing(kind, b)).decision
}

test.each([
  ['person', 'Dr. Angela Merkel', 'Angela Merkel'],
  ['person', 'Putin, Vladimir', 'Владимир Путин'],
  ['person', 'Ben Nuttall', 'Ben Nuttall'],
  ['person', 'Vang Le', 'Vang Le'],
  ['person', 'Hans J Friedrich', 'Hans Joachim Friedrich'],
  ['person', 'Bill Gates', 'William Gates'],
  ['person', 'Andrei Alexandrescu', 'Андрей Александреску'],
  ['person', 'Hasan Rohani', 'Hassan Rouhani'],
  ['person', 'Vladimir Vladimirovich Putin', 'Vladimir Putin'],
  ['person', 'Barack Obama', 'バラク・オバマ'],
  ['object', 'Siemens AG', 'Siemens Aktiengesellschaft'],
  ['object', 'Siemens', 'Siemens AG'],
  ['object', 'OAO Gazprom', 'Open Joint Stock Company Gazprom'],
  ['object', 'The Goldman Sachs Group, Inc.', 'Goldman Sachs Group'],
  ['object', 'AT&T', 'AT and T'],
  ['object', 'Robert Bosch GmbH', 'Bosch GmbH Robert'],
  ['event', 'DConf 2023', 'DConf 2023'],
  ['object', '!!', '!!'],
  ['object', 'First National Bank', '1st National Bank'],
  ['person', 'Tolkien, John Ronald Reuel', 'John Ronald Reuel Tolkien'],
  ['person', 'John Smith II', 'John Smith 2nd'],
  ['location', 'Zürich', 'Zurich'],
  ['person', 'Müller, Jörg', 'Joerg Mueller'],
  ['person', 'Jan van den Berg', 'Jan Vandenberg'],
  ['person', 'Jan Piet van den Berg', 'Jan Vandenberg'],
  ['person', 'Leo Thun von', 'Leo von Thun'],
  ['person', 'Friedrich Thun', 'Friedrich Thun-Hohenstein'],
  ['person', 'Carlos de la Cruz Ortiz', 'Carlos Delacruz Ortiz'],
  ['object', 'U.S. Department of Energy', 'United States Department of Energy'],
  ['object', 'US Navy', 'United States Navy'],
  ['object', 'Embassy of the USA', 'Embassy of the United States of America'],
  ['location', 'Vereinigte Staaten', 'U.S.A.'],
  ['object', 'Erste Bank', '1. Bank'],
  ['object', 'Deuxième Bureau', '2ème Bureau'],
  ['object', 'TOYS R US', 'Toys R Us'],
  ['object', 'World Health Organisation', 'World Health Organization'],
])('%s: %s and %s are the same', (kind, a, b) => {
  expect(decide(kind, a, b)).toBe('same')
})

test.each([
  ['event', 'Match, 4 May 2019 (Ada Berg, Karl Holm)', 'Match, 4 May 2019 (Bo Lind, Eva Moe)'],
  ['event', 'Match, 4 May 2019 (Ada Berg, Karl Holm)', 'Match, 4 May 2019 (Ada Berg, Eva Moe)'],
  ['object', 'Deutsche Bank', 'Deutsche Bahn'],
  ['object', 'Erste Group', 'Third Group'],
  ['object', 'China National Pipeline Corporation', 'China National Petroleum Corporation'],
  ['object', 'SR-2023-052', 'SR-2023-053'],
  ['object', 'KKR Fund XII L.P.', 'KKR Fund XIII L.P.'],
  ['object', 'Fund V L.P.', 'Fund VI L.P.'],
  ['person', 'Viktor Yakunin', 'Vladimir Yakunin'],
  ['person', 'John Smith Jr.', 'John Smith Sr.'],
  ['person', 'Henry VI', 'Henry VII'],
  ['object', '!!', '??'],
  ['person', 'Recep Tayyip Erdem', 'Recep Tayyip Erdoğan'],
])('%s: %s and %s are different', (kind, a, b) => {
  expect(decide(kind, a, b)).toBe('different')
})

test.each([
  ['object', 'Apple', 'Apple Records'],
  ['object', 'Exxor Mobil', 'Exxon Mobil'],
  ['object', 'Deutsche Bank AG', 'Deutsche Bank GmbH'],
  ['object', 'IBM', 'International Business Machines'],
  ['person', 'Friedrich Hans', 'Hans Friedrich'],
  ['person', 'J. Smith', 'John Smith'],
  ['person', 'Madonna', 'Madonna'],
  ['person', 'George H. W. Bush', 'George W. Bush'],
  ['object', 'Apache Samza', 'Apache Samoa'],
  ['person', 'John Smith Sr.', 'John Smith'],
  ['location', 'Gambia', 'Zambia'],
  ['object', '高石商店', '高市商店'],
  ['person', 'Mario Rossi', 'Maria Rossi'],
  ['person', 'Christian Meyer', 'Christina Meyer'],
  ['person', '高石早苗', '高市早苗'],
  // A short form of a given name stands for several.
  ['person', 'Bill Collings', 'Bill Job Collings'],
  ['event', 'DConf 2016', 'The D Programming Language Conference 2016'],
  ['event', 'ICSE 2016', 'International Conference on Software Engineering 2016'],
  ['event', '2017 PyCon', 'Python Conference 2017'],
])('%s: %s and %s are for somebody to judge', (kind, a, b) => {
  expect(decide(kind, a, b)).toBe('unsure')
})

test('an acronym is the same with something that speaks for it', () => {
  const url = { urls: ['https://www.ibm.com/'] }
  const found = compare(thing('object', 'IBM', url), thing('object', 'International Business Machines', url))
  expect(found.decision).toBe('same')
  expect(found.reasons).toContain('same home page: ibm.com')
})

test('a conference and its short name wait with their reason, whatever else a site says of both', () => {
  const held = { hosts: ['a.org'], whens: ['2016'], neighbours: ['located_in location|berlin|'] }
  const long = 'The D Programming Language Conference 2016'
  const found = compare(thing('event', 'DConf 2016', held), thing('event', long, held))
  expect(found).toMatchObject({ decision: 'unsure', is_veto: false })
  expect(found.score).toBeGreaterThanOrEqual(leastPairScore)
  expect(found.reasons).toContain(`short form: DConf 2016, ${long}`)
  expect(found.reasons.at(-1)).toBe('nothing else tells that they are the same')
})

test.each([
  // Another year; no word that the letters begin; only the first letter; no word left for the last letters.
  ['DConf 2016', 'The D Programming Language Conference 2017'],
  ['DConf 2016', 'Dutch Data Days 2016'],
  ['Dublin 2016', 'D Programming Language Conference 2016'],
  ['DConfex 2016', 'D Programming Language Conference 2016'],
])('%s is no short form of %s', (a, b) => {
  expect(compare(thing('event', a), thing('event', b)).score).toBeLessThan(leastPairScore)
})

test.each([
  ['person', { gender: ['female'] }, { gender: ['male'] }],
  ['person', { birth_place: ['Stroud'] }, { birth_place: ['Harrow'] }],
  ['person', { occupation: ['suffragist'] }, { occupation: ['physicist'] }],
])('a %s with another %s is not made one by a year of birth: %s', (kind, a, b) => {
  const one = (attributes: Record<string, string[]>, birth_date: string) =>
    thing(kind, 'George Gregory', { attributes: { birth_date: [birth_date], ...attributes } })
  expect(compare(one(a, '1849'), one(b, '1849'))).toMatchObject({ decision: 'unsure', is_veto: false })
  expect(compare(one(a, '1849-05-02'), one(b, '1849-05-02')).decision).toBe('same')
})

test('offices of an organization share its telephone, and a place has its own', () => {
  const at = (kind: string, street: string) =>
    thing(kind, 'Christopher House', { attributes: { street: [street], telephone: ['773 2354073'] } })
  const [here, there] = ['2610 N Francisco Avenue', '3255 W Altgeld Street']
  expect(compare(at('object', here), at('object', there))).toMatchObject({ decision: 'unsure', is_veto: false })
  expect(compare(at('object', here), at('object', here)).decision).toBe('same')
  expect(compare(at('location', here), at('location', there)).decision).toBe('same')
})

test('an id decides, and a different one in a strict register holds against any name', () => {
  const id = (register: string, value: string) => ({ external_ids: { [register]: [value] } })
  const same = compare(
    thing('person', 'Lewis Carroll', id('wikidata', 'Q38082')),
    thing('person', 'C. L. Dodgson', id('wikidata', 'Q38082')),
  )
  expect(same.decision).toBe('same')
  const other = compare(thing('person', 'Ann Lee', id('orcid', '1')), thing('person', 'Ann Lee', id('orcid', '2')))
  expect(other).toMatchObject({ decision: 'different', is_veto: true, reasons: ['different orcid: 1, 2', 'same name'] })
  const loose = compare(thing('person', 'Ann Lee', id('imdb', 'a')), thing('person', 'Ann Lee', id('imdb', 'b')))
  expect(loose.decision).toBe('same')
})

test('people with two accounts are two, however the accounts are written; organizations have many', () => {
  const on = (kind: string, handle: string) => thing(kind, 'Ann Lee', { external_ids: { github: [handle] } })
  const found = compare(on('person', 'ann'), on('person', 'lee-ann'))
  expect(found).toMatchObject({
    decision: 'different',
    is_veto: true,
    reasons: ['different github: ann, lee-ann', 'same name'],
  })
  expect(compare(on('person', '@Ann'), on('person', 'ann')).decision).toBe('same')
  expect(compare(on('object', 'ann'), on('object', 'lee-ann')).decision).toBe('same')
  const mail = (email: string) => thing('person', 'Ann Lee', { attributes: { email: [email] } })
  expect(compare(mail('ann@a.org'), mail('lee@a.org')).is_veto).toBe(true)
  expect(compare(mail('ann@a.org'), mail('ann@b.org')).decision).toBe('same')
  const page = (path: string) => thing('person', 'Ann Lee', { urls: [`https://a.org/${path}`] })
  expect(compare(page('ann-lee'), page('ann-lee-2')).decision).toBe('unsure')
})

/** What everybody of a small domain has. */
const around = {
  hosts: ['a.org'],
  place_ids: ['geonames:2761369'],
  countries: ['AT'],
  attributes: { locality: ['Wien'], job_title: ['Professor'], region: ['Wien'] },
  neighbours: ['works_for object|ministry|', 'mentioned_with person|leo thun|', 'located_in location|wien|'],
}

test.each([
  // Two rows of one table; two surnames; two people of two sites.
  ['Anton Hofer', 'Anton Hofner'],
  ['Josef Witek', 'Josef Zittek'],
  ['Anna Meyer', 'Anna Meier'],
  ['Marten Olsen', 'Morten Olsen'],
  ['Xin Wang', 'Xinyu Wang'],
  ['Nan Wang', 'Nancy Xin Ru Wang'],
  ['Omar Haddad', 'Omar Yusuf Khalid Samir Haddad'],
  ['Xinyu Liu', 'Xinyue Liu'],
  ['Sheng Zhang', 'Sheng Yang'],
  ['Jun Chen', 'Yun Chen'],
  // A given name that is another's family name.
  ['Franz Joseph', 'Franz Joseph Rudigier'],
  ['Ernst Karl', 'Karl Ernst'],
  ['Thomas Edward Lawrence', 'Lawrence Thomas'],
  ['J. Smith', 'John Smith'],
])('%s and %s are not made one by what everybody around has', (a, b) => {
  const found = compare(thing('person', a, around), thing('person', b, around))
  expect(found.decision).not.toBe('same')
  if (found.decision === 'unsure') expect(found.reasons.at(-1)).toBe('nothing else tells that they are the same')
})

test('one letter is a slip where a second reason tells', () => {
  const home = { attributes: { telephone: ['+43 1 5120000'] } }
  const found = compare(thing('person', 'Anton Hofer', home), thing('person', 'Anton Hofner', home))
  expect(found).toMatchObject({
    decision: 'same',
    reasons: ['spelled differently: hofer, hofner', 'same telephone: +43 1 5120000'],
  })
})

test.each([
  ['1807', '1887'],
  ['1807-03-02', '1887-05-02'],
  ['1786/1873', '1847/1916'],
])('who was born decades apart is a relative: %s and %s', (a, b) => {
  const lived = (date: string) => {
    const dates = date.includes('/')
      ? { whens: [date] }
      : { attributes: { birth_date: [date], birth_place: ['Tetschen'] } }
    return thing('person', 'Franz Thun', dates)
  }
  expect(compare(lived(a), lived(b))).toMatchObject({ decision: 'different', is_veto: true })
})

test('a life says what dates of birth and death say', () => {
  const whole = thing('person', 'Franz Thun', { whens: ['1786/1873'] })
  const born = (birth_date: string) => thing('person', 'Franz Thun', { attributes: { birth_date: [birth_date] } })
  expect(compare(whole, born('1786-05-08'))).toMatchObject({
    decision: 'same',
    reasons: ['same name', expect.stringMatching(/^born/)],
  })
  expect(compare(whole, born('1847')).is_veto).toBe(true)
})

test('a duke and a duchess share a title and a place', () => {
  expect(decide('person', 'Duke of Leeds', 'Duchess of Leeds')).not.toBe('same')
})

function born(a: string, b: string, more: Record<string, string[]> = {}) {
  const person = (birth_date: string) =>
    thing('person', 'Ann Lee', { attributes: { birth_date: [birth_date], ...more } })
  return compare(person(a), person(b))
}

test('dates of birth agree as far as they are known', () => {
  expect(born('1952', '1952-03-11').decision).toBe('same')
  expect(born('1952-03-11', '1952-03-11').decision).toBe('same')
  expect(born('1952-03-11', '1967-08-25')).toMatchObject({ decision: 'different', is_veto: true })
  expect(born('1952', '1967')).toMatchObject({ decision: 'different', is_veto: true })
})

test('a slip in a date of birth is for somebody to judge, unless more than the name speaks for it', () => {
  for (const slip of ['1953-03-11', '1952-11-03', '1952-03-17']) {
    expect(born('1952-03-11', slip)).toMatchObject({ decision: 'unsure', is_veto: false })
    expect(born('1952-03-11', slip, { birth_place: ['Leeds'] }).decision).toBe('same')
  }
})

test('events at different times are different, unless the name says the year', () => {
  const at = (name: string, when: string) => thing('event', name, { whens: [when] })
  expect(compare(at('Spring Fair', '2023-05'), at('Spring Fair', '2024-05')).is_veto).toBe(true)
  expect(compare(at('Spring Fair', '2023'), at('Spring Fair', '2023-05-02')).decision).toBe('same')
  expect(compare(at('Spring Fair 2023', '2023-05'), at('Spring Fair 2023', '2023-06')).decision).toBe('same')
})

test('places in different countries are different', () => {
  const place = (country: string) => thing('location', 'Frankfurt', { countries: [country] })
  expect(compare(place('DE'), place('US')).is_veto).toBe(true)
  expect(compare(place('DE'), place('DE')).decision).toBe('same')
})

test('the same name in two kinds is one thing only where a kind was guessed', () => {
  const guessed = { is_kind_guessed: true }
  expect(compare(thing('person', 'Amazon'), thing('object', 'Amazon')).decision).toBe('different')
  expect(compare(thing('location', 'Amazon', guessed), thing('object', 'Amazon')).decision).toBe('same')
  expect(compare(thing('location', 'Amazon', guessed), thing('object', 'Amazons')).decision).not.toBe('same')
})

test('an event that is called after somebody does not wait to be judged', () => {
  const guessed = { is_kind_guessed: true }
  const letter = thing('event', 'Ada Berg an Karl Holm, 3. März 1898', guessed)
  expect(compare(letter, thing('person', 'Ada Berg', guessed)).score).toBeLessThan(leastPairScore)
})

test('neighbours and sites raise a little, and never make two things one', () => {
  const company = {
    neighbours: ['works_for object:acme', 'knows person:bob', 'lives_in location:rome'],
    hosts: ['a.org'],
  }
  const alone = compare(thing('person', 'Ann Lee'), thing('person', 'Eve Lee'))
  const seen = compare(thing('person', 'Ann Lee', company), thing('person', 'Eve Lee', company))
  expect(seen.score).toBeGreaterThan(alone.score)
  expect(seen.decision).not.toBe('same')
  expect(compare(thing('person', 'Ann', company), thing('person', 'Eve', company)).decision).toBe('different')
})

test('who shares a birthday and an address but no word of the name is nobody to merge', () => {
  const home = { attributes: { birth_date: ['1952-03-11'], street: ['12 High Street'], postal_code: ['4107'] } }
  expect(compare(thing('person', 'Ann Lee', home), thing('person', 'Tristan Gray', home)).decision).not.toBe('same')
})

test('any name will do, from both sides the same', () => {
  const words = fc.constantFrom('Ann', 'Lee', 'J.', '2nd', 'GmbH', 'Bank', 'Сергей', 'al', 'III', ',', 'Jr', '市', '')
  const name = fc.oneof(
    fc.string(),
    fc.array(words, { maxLength: 6 }).map((all) => all.join(' ')),
  )
  const attributes = fc.dictionary(
    fc.constantFrom('birth_date', 'street', 'telephone', 'gender'),
    fc.array(fc.string(), { maxLength: 2 }),
  )
  const profile = fc
    .record({
      kind: fc.constantFrom('person', 'object', 'event'),
      names: fc.array(name, { maxLength: 3 }),
      attributes,
      guessed: fc.boolean(),
    })
    .map(({ kind, names, attributes, guessed }) => thing(kind, names, { attributes, is_kind_guessed: guessed }))
  fc.assert(
    fc.property(profile, profile, (a, b) => {
      const found = compare(a, b)
      expect(compare(b, a)).toEqual(found)
      expect(found.score).toBeGreaterThanOrEqual(0)
      expect(found.score).toBeLessThanOrEqual(1)
      expect(found.decision === 'same').toBe(found.score >= sameThreshold && !found.is_veto)
    }),
  )
})

test.each([
  ['Franz Joseph', 'Franz Joseph Rudigier'],
  ['Michael Vanier', 'Michael V. Franklin'],
  ['Johann Leopolder', 'Johann Leopold Wohlmuth'],
  ['Andrew L.', 'Andrew Lamb'],
  ['Johann Leopold', 'Johann Leopolder'],
  ['Johann Nepomuk', 'Johann Nepomuk Berger'],
  ['Karl Boriwog', 'Karl Boriwog Presl'],
])('who has no family name, or another, is not the same for sure: %s and %s', (a, b) => {
  expect(decide('person', a, b)).not.toBe('same')
})

test('a neighbour that two share is named in words', () => {
  const reasonsFor = (neighbour: string) => {
    const person = thing('person', 'Ada Berg', { neighbours: [neighbour] })
    return compare(person, person).reasons
  }
  expect(reasonsFor('works_for object|acme|')).toContain('in common: works for acme')
  expect(reasonsFor('of employs object|acme|')).toContain('in common: acme employs it')
})

const onSite = (host: string, name: string, given: Partial<Profile> = {}) =>
  thing('person', name, { hosts: [host], ...given })
const standing = (organization: string, town?: string): Partial<Profile> => ({
  neighbours: [`works_for object|${organization}|`, ...(town === undefined ? [] : [`lives_in location|${town}|`])],
})

test.each<[what: string, name: string, a: Partial<Profile>, b: Partial<Profile>, decision: string, isByName: boolean]>([
  ['nothing', 'Anna Schmidt', {}, {}, 'same', true],
  ['nothing, as one of them says nothing', 'Anna Schmidt', standing('acme', 'graz'), {}, 'same', true],
  ['another employer and a common name', 'Anna Schmidt', standing('acme'), standing('globex'), 'unsure', false],
  ['another employer and a rare name', 'Anna Quendlinger', standing('acme'), standing('globex'), 'same', true],
  [
    ...(['another employer and place', 'Anna Quendlinger'] as const),
    ...([standing('acme', 'graz'), standing('globex', 'linz'), 'unsure', false] as const),
  ],
  ['the same employer', 'Anna Schmidt', standing('acme'), standing('acme gmbh'), 'same', false],
  ['the same employer elsewhere', 'Anna Schmidt', standing('acme', 'graz'), standing('acme', 'linz'), 'same', false],
])('people of one name on two sites: %s', (_, name, a, b, decision, isByName) => {
  const compared = compare(onSite('a.example', name, a), onSite('b.example', name, b))
  expect([compared.decision, compared.is_by_name]).toEqual([decision, isByName])
  if (decision === 'unsure') expect(compared.score).toBeGreaterThanOrEqual(leastPairScore)
  // On one site they are one, whatever it says.
  expect(compare(onSite('a.example', name, a), onSite('a.example', name, b)).decision).toBe('same')
})
