import {
  attribute,
  datesOfLife,
  homePages,
  ids,
  lifetimes,
  mailboxes,
  neighbours,
  otherAttributes,
  places,
  sites,
  streetsOfPeople,
  streetsOfThings,
  type Test,
  times,
} from './evidence-tests.ts'
import { areOnOtherSites, links, organizations, placesOfPeople, work, works } from './namesake-signs.ts'
import type { Profile } from './profile.ts'

// Evidence for and against two profiles being the same, besides their names: one table. Points are log-odds and add up. To
// change how much something counts, change its number; to let another attribute count, give it a group of rows.

/**
 * What evidence may do, whatever its points are.
 * `certain`: it outweighs everything else. `telling`: few share it, so names that are only alike are the same with it.
 * `shared`: it tells, but others share it all the same (a year of birth, the switchboard of an organization).
 * `weak`: it only adds up; a place or an employer is shared by many.
 * `doubt`: something telling is needed beside it to take it for a mistake of a page, and no third profile connects the two.
 * `slight_doubt`: the same, but a third profile that fits both dispels it: pages err in it, or one has several.
 * `sign`: it tells people of one name on two sites apart, unless they share as much (namesakes.ts).
 * `veto`: whatever speaks for it, the two are different.
 */
export type Strength = 'certain' | 'telling' | 'shared' | 'weak' | 'doubt' | 'slight_doubt' | 'sign' | 'veto'

/** A strength for one kind, and another for all others: weak, if none is named. */
interface StrengthOf {
  kind: string
  is: Strength
  others: Strength
}

const forA = (kind: string, is: Strength, others: Strength = 'weak'): StrengthOf => ({ kind, is, others })

/** `{}` of the sentence stands for what the test has found. */
type Row = [points: number, strength: Strength | StrengthOf, sentence: string]

interface Group {
  name: string
  test: Test<string>
  rows: Record<string, Row>
}

/** The rows for the outcomes of a test. */
const on = <Outcome extends string>(name: string, test: Test<Outcome>, rows: Record<Outcome, Row>): Group => ({
  name,
  test: test as Test<string>,
  rows,
})

/** The most points that neighbours add to a comparison. */
export const neighbourPointsMax = 1.4

/** Families and offices share everything but this: with it, another given name is a slip. */
export const birthday = 'born day'

interface AttributeRows {
  same: Row
  near?: Row
  different?: Row
}

/** By attribute: values that are the same, near or different. An outcome without a row counts as nothing. */
const attributes: Record<string, AttributeRows> = {
  telephone: {
    same: [1.75, forA('object', 'shared', 'telling'), 'same telephone: {}'],
    near: [1.04, 'weak', 'nearly the same telephone: {}'],
    different: [-0.637, 'weak', 'different telephone: {}'],
  },
  postal_code: {
    same: [1.13, 'weak', 'same postal_code: {}'],
    near: [0.3, 'weak', 'nearly the same postal_code: {}'],
    different: [-2.32, forA('object', 'doubt'), 'different postal_code: {}'],
  },
  gender: {
    same: [0.204, 'weak', 'same gender: {}'],
    different: [-1.29, forA('person', 'slight_doubt'), 'different gender: {}'],
  },
  occupation: {
    same: [1.95, 'weak', 'same occupation: {}'],
    different: [-0.318, forA('person', 'slight_doubt'), 'different occupation: {}'],
  },
  job_title: { same: [1, 'weak', 'same job_title: {}'] },
  birth_place: {
    same: [3.938, 'telling', 'same birth_place: {}'],
    near: [1.212, 'weak', 'nearly the same birth_place: {}'],
    different: [-2.912, forA('person', 'doubt'), 'different birth_place: {}'],
  },
  locality: {
    same: [1.176, 'weak', 'same locality: {}'],
    near: [0.8, 'weak', 'nearly the same locality: {}'],
    different: [-1.54, 'weak', 'different locality: {}'],
  },
  region: { same: [0.53, 'weak', 'same region: {}'] },
}

const onAttribute = (key: string, rows: AttributeRows): Group => {
  const test = attribute(key, Object.keys(rows) as (keyof AttributeRows)[])
  return on(key, key === 'occupation' ? unlessOnOtherSites(test) : test, rows as Required<AttributeRows>)
}

/** Two sites say in other words what somebody does: what that means has rows of its own. */
const unlessOnOtherSites =
  <Outcome extends string>(test: Test<Outcome>): Test<Outcome> =>
  (a, b) =>
    test(a, b).filter(([outcome]) => outcome !== 'different' || !areOnOtherSites(a, b))

/** Attributes with rows of their own. Of all others it counts a little that they agree. */
const named = new Set([...Object.keys(attributes), 'email', 'street', 'birth_date', 'death_date'])

/** The attributes by which people are told apart, or known to be one. */
export const tellingAttributes: readonly string[] = [...new Set([...named, ...works])]

const table: Group[] = [
  on('id', ids, {
    same: [10, 'certain', 'same {}'],
    same_account: [3, 'telling', 'same {}'],
    different: [-8, 'veto', 'different {}'],
  }),
  on('home page', homePages, {
    same: [3, 'telling', 'same home page: {}'],
    different: [-0.5, 'doubt', 'different pages: {}'],
  }),
  on('born', datesOfLife('born'), {
    day: [4.92, 'telling', 'born at the same time: {}'],
    year: [2.24, 'shared', 'born at the same time: {}'],
    slip: [0.672, 'doubt', 'born nearly at the same time: {}'],
    far: [-8, 'veto', 'born at different times: {}'],
  }),
  on('died', datesOfLife('died'), {
    day: [4, 'telling', 'died at the same time: {}'],
    year: [2, 'shared', 'died at the same time: {}'],
    slip: [0.6, 'doubt', 'died nearly at the same time: {}'],
    far: [-8, 'veto', 'died at different times: {}'],
  }),
  on('lifetime', lifetimes, { impossible: [-8, 'veto', 'born {}'] }),
  on('time', times, {
    same_event: [1, 'weak', 'same time'],
    other_event: [-8, 'veto', 'at different times: {}'],
    other_date_of_named_year: [-1, 'weak', 'dates differ: {}'],
    other_life: [-8, 'veto', 'lived at different times: {}'],
    other_founding: [-1.5, 'weak', 'founded at different times: {}'],
  }),
  on('place', places, {
    same_place: [4, 'telling', 'same place'],
    other_place: [-8, 'veto', 'different places: {}'],
    at_same_place: [1, 'weak', 'same place'],
    other_region: [-4, 'doubt', 'in different regions: {}'],
    same_country: [0.5, 'weak', 'same country'],
    other_country_of_place: [-8, 'veto', 'in different countries: {}'],
    other_country_of_person: [-0.5, 'weak', 'different countries: {}'],
    other_country: [-1.5, 'weak', 'different countries: {}'],
  }),
  ...Object.entries(attributes).map(([key, rows]) => onAttribute(key, rows)),
  on('email', mailboxes, {
    same: [4, 'telling', 'same email: {}'],
    different: [-8, 'veto', 'different email: {}'],
  }),
  on('attribute', otherAttributes(named), { same: [0.5, 'weak', 'same {}'] }),
  // People move; a shop in another street is another shop.
  on('street of a person', streetsOfPeople, {
    same_house: [4.48, 'telling', 'same street: {}'],
    same_street: [1.536, 'weak', 'same street: {}'],
    unread: [0, 'weak', 'different street: {}'],
    other_number: [-0.91, 'weak', 'different street: {}'],
    other_street_same_number: [-1.3, 'weak', 'different street: {}'],
    other_street: [-1.95, 'weak', 'different street: {}'],
    other_street_and_number: [-2.6, 'weak', 'different street: {}'],
  }),
  on('street', streetsOfThings, {
    same_house: [4.48, forA('object', 'shared', 'telling'), 'same street: {}'],
    same_street: [1.536, 'weak', 'same street: {}'],
    unread: [0, forA('object', 'doubt'), 'different street: {}'],
    other_number: [-1.365, forA('object', 'doubt'), 'different street: {}'],
    other_street_same_number: [-1.95, forA('object', 'doubt'), 'different street: {}'],
    other_street: [-2.925, forA('object', 'doubt'), 'different street: {}'],
    other_street_and_number: [-3.9, forA('object', 'doubt'), 'different street: {}'],
  }),
  // Neighbours and sites never make two profiles the same by themselves.
  on('in common', neighbours, {
    one: [0.7, 'weak', 'in common: {}'],
    several: [neighbourPointsMax, 'weak', 'in common: {}'],
  }),
  on('site', sites, { same: [0.3, 'weak', 'on the same site'] }),
  // Of people of one name on two sites.
  on('organization', organizations, {
    same: [0.7, 'weak', 'with one organization: {}'],
    different: [-0.5, 'sign', 'with different organizations: {}'],
  }),
  on('whereabouts', placesOfPeople, {
    same: [0.7, 'weak', 'at one place: {}'],
    different: [0, 'sign', 'at different places: {}'],
  }),
  on('work', work, {
    same: [0.7, 'weak', 'work of one field: {}'],
    different: [-0.3, 'sign', 'different work: {}'],
  }),
  on('site', links, { linked: [1.4, 'weak', 'one site links to the other: {}'] }),
]

/** The names of all rows. */
export const evidenceRows: string[] = table.flatMap(({ name, rows }) =>
  Object.keys(rows).map((outcome) => `${name} ${outcome}`),
)

export interface Evidence {
  /** Its row in the table: `born day`. */
  name: string
  points: number
  strength: Strength
  /** For people. */
  reason: string
}

export function gatherEvidence(a: Profile, b: Profile): Evidence[] {
  const found: Evidence[] = []
  for (const { name, test, rows } of table) {
    for (const [outcome, words] of test(a, b)) {
      const [points, strength, sentence] = rows[outcome] as Row
      const reason = sentence.replace('{}', () => words)
      found.push({ name: `${name} ${outcome}`, points, strength: strengthOf(strength, a.kind), reason })
    }
  }
  return found
}

function strengthOf(strength: Strength | StrengthOf, kind: string): Strength {
  if (typeof strength === 'string') return strength
  return strength.kind === kind ? strength.is : strength.others
}
