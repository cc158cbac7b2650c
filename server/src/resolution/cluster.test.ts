import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ClusterItem, cluster } from './cluster.ts'
import type { Profile } from './profile.ts'

function person(key: string, name: string, birth_date?: string): ClusterItem {
  const attributes: Profile['attributes'] = birth_date ? { birth_date: [birth_date] } : {}
  const empty = { external_ids: {}, urls: [], whens: [], countries: [], place_ids: [], neighbours: [], hosts: [] }
  return { key, profile: { kind: 'person', is_kind_guessed: false, names: [name], attributes, ...empty } }
}

function thing(key: string, names: string[], rest: Partial<Profile> = {}): ClusterItem {
  const { profile } = person(key, '')
  return { key, profile: { ...profile, kind: 'object', names, ...rest } }
}

test('puts together what is the same', () => {
  const items = [person('a', 'Ann Lee'), person('b', 'Dr. Ann Lee'), person('c', 'Bob Gray')]
  const { clusters, pairs } = cluster(items, [])
  expect(clusters).toEqual([['a', 'b'], ['c']])
  expect(pairs.map(({ a, b, comparison }) => [a, b, comparison.decision])).toEqual([['a', 'b', 'same']])
})

test('a third that fits both does not make one of two that cannot be one', () => {
  const items = [person('a', 'Ann Lee', '1952-03-11'), person('b', 'Ann Lee'), person('c', 'Ann Lee', '1967-08-25')]
  const { clusters } = cluster(items, [])
  expect(clusters.find((keys) => keys.includes('a'))).not.toContain('c')
  expect(clusters).toHaveLength(2)
})

test('what somebody has judged holds', () => {
  const items = [
    person('a', 'Ann Lee'),
    person('b', 'Ann Lee'),
    person('c', 'Madame X'),
    person('d', 'Virginie Gautreau'),
  ]
  const judged = [
    { a: 'b', b: 'a', same: false },
    { a: 'd', b: 'c', same: true },
    { a: 'a', b: 'gone', same: true },
  ]
  expect(cluster(items, judged).clusters).toEqual([['a'], ['b'], ['c', 'd']])
})

test('the order of the items and of the judgements is nothing', () => {
  const names = [
    'Ann Lee',
    'Ann M. Lee',
    'Anne Lee',
    'Ann Leigh',
    'A. Lee',
    'Bob Gray',
    'Robert Gray',
    'Rob Grey',
    'Lee, Ann',
  ]
  const dates = [undefined, '1952', '1952-03-11', '1967-08-25']
  const items = fc.uniqueArray(
    fc.record({
      key: fc.string({ minLength: 1, maxLength: 3 }),
      name: fc.constantFrom(...names),
      date: fc.constantFrom(...dates),
    }),
    { selector: ({ key }) => key, minLength: 2, maxLength: 12 },
  )
  const cases = items.chain((all) =>
    fc.record({
      all: fc.constant(all),
      shuffled: fc.shuffledSubarray(all, { minLength: all.length }),
      judged: fc.array(fc.record({ a: fc.nat(all.length - 1), b: fc.nat(all.length - 1), same: fc.boolean() }), {
        maxLength: 3,
      }),
    }),
  )
  fc.assert(
    fc.property(cases, ({ all, shuffled, judged }) => {
      const named = judged
        .filter(({ a, b }) => a !== b)
        .map(({ a, b, same }) => ({ a: all[a]?.key as string, b: all[b]?.key as string, same }))
      const make = (list: typeof all) => list.map(({ key, name, date }) => person(key, name, date))
      const found = cluster(make(all), named)
      expect(cluster(make(shuffled), named.toReversed())).toEqual(found)
      expect(found.clusters.flat().toSorted()).toEqual(all.map(({ key }) => key).toSorted())
    }),
  )
})

test('two thousand things take no pairs of all of them', () => {
  const starts = ['Bar', 'Cle', 'Dong', 'Fim', 'Gus', 'Hol', 'Jak', 'Lep', 'Mur', 'Nys']
  const ends = ['stead', 'wick', 'borough', 'field', 'mann']
  const families = starts.flatMap((start) => ends.map((end) => start + end))
  const givens = starts.flatMap((start) => ['ana', 'ilo', 'uben', 'erid'].map((end) => start + end))
  const items = givens.flatMap((given) => families.map((family) => person(`${given}${family}`, `${given} ${family}`)))
  const { clusters, pairs } = cluster(items, [])
  expect(items).toHaveLength(2000)
  expect(clusters.length).toBeGreaterThan(0.95 * items.length)
  expect(pairs.length).toBeLessThan(items.length ** 2 / 10)
}, 30_000)

test('two thousand of one name are one, but for those that cannot be', () => {
  const items = Array.from({ length: 2000 }, (_, n) =>
    person(`${n}`, 'Ann Lee', n % 2 ? undefined : n % 4 ? '1952' : '1967'),
  )
  const { clusters } = cluster(items, [])
  expect(clusters).toHaveLength(2)
})

test('what is like both of two that are different does not make them one', () => {
  const names = ['Ann Lee', 'Ann Maria Lee', 'Ann Sophie Lee']
  const { clusters } = cluster(
    names.map((name) => person(name, name)),
    [],
  )
  expect(clusters).toHaveLength(2)
})

test.each([
  [['Acme GmbH', 'Acme', 'Acme Ltd'], 2],
  [['Acme', 'Acme AG', 'Acme Inc.', 'Acme S.p.A.'], 3],
  [['Acme Ltd', 'Acme', 'Acme Limited'], 1],
  [['Acme GmbH', 'Acme', 'Acme Gesellschaft mit beschränkter Haftung'], 1],
  [['Acme Inc', 'Acme', 'Acme Incorporated', 'Acme Corp.', 'Acme Corporation', 'Acme Co', 'Acme Company'], 1],
  [['Acme S.A.', 'Acme SA', 'Acme'], 1],
  // The company has changed its legal form.
  [['Acme GmbH', 'Acme', 'Acme AG'], 1],
  [['Acme NV', 'Acme', 'Acme SE'], 1],
  // A Swiss company may use both.
  [['Acme AG', 'Acme', 'Acme SA'], 1],
])('of %j there are %i, in whatever order: a name without a legal form is no bridge', (names, count) => {
  const items = names.map((name) => thing(name, [name]))
  const { clusters } = cluster(items, [])
  expect(clusters).toHaveLength(count)
  expect(cluster(items.toReversed(), []).clusters).toEqual(clusters)
})

test('legal forms tell two apart that are both called by the bare name as well, unless more than the name is the same', () => {
  const firms = (urls: string[]) => [
    thing('a', ['Acme GmbH', 'Acme'], { urls }),
    thing('b', ['Acme Ltd', 'Acme'], { urls }),
  ]
  expect(cluster(firms([]), []).clusters).toHaveLength(2)
  expect(cluster(firms(['https://acme.example/']), []).clusters).toHaveLength(1)
})

test.each([20, 600])(
  '%i of one name hang together whatever accounts they have, and by ids whatever they are called',
  (count) => {
    const all = Array.from({ length: count }, (_, n) => n)
    const accounts = all.map((n) => thing(`${n}`, ['Acme'], { external_ids: { twitter: [`t${n}`], imdb: [`i${n}`] } }))
    expect(cluster(accounts, []).clusters).toHaveLength(1)
    // Two records each, joined only by an id of one register and kept apart from the rest by ids of another.
    const pairs = all.map((n) => {
      const external_ids: Profile['external_ids'] = { lei: [`l${n >> 1}`] }
      if (n % 2) external_ids.ror = [`r${n}`]
      return thing(`${n}`, ['Acme'], { external_ids })
    })
    expect(cluster(pairs, []).clusters).toHaveLength(count / 2)
  },
)

test('a place similar to two namesakes in different regions does not join them', () => {
  const place = (key: string, region?: string) =>
    thing(key, ['Springfield'], { kind: 'location', attributes: region ? { region: [region] } : {} })
  for (const [one, two] of [
    ['Illinois', 'Ohio'],
    ['IL', 'OH'],
  ]) {
    const { clusters } = cluster([place('a', one), place('b'), place('c', two)], [])
    expect(clusters.find((keys) => keys.includes('a'))).not.toContain('c')
  }
  for (const region of ['IL', 'Ill.', 'US-IL']) {
    expect(cluster([place('a', region), place('b', 'Illinois')], []).clusters).toHaveLength(1)
  }
})
