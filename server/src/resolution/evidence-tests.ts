import { latinTokens } from '../language/latin-name.ts'
import { compareDates, overlap } from './compare-dates.ts'
import { compareStreets, type StreetAgreement, streetAgreements } from './compare-streets.ts'
import { editDistance } from './names/edit-distance.ts'
import type { Profile } from './profile.ts'
import { accounts, isStrictRegister } from './registers.ts'
import { urlKey } from './url-key.ts'

// The tests of evidence.ts: what two profiles of one kind agree or differ in, besides their names. A test names each outcome,
// with the words that its sentence is about; how much an outcome counts is for the table to say.

export type TestResult<Outcome extends string> = [outcome: Outcome, words: string]
export type Test<Outcome extends string> = (a: Profile, b: Profile) => TestResult<Outcome>[]

/** Looks up own keys only: pages choose the keys, and one may be `constructor`. */
const own = (values: Record<string, string[]>, key: string): string[] =>
  Object.hasOwn(values, key) ? (values[key] ?? []) : []

/** A shared id ends the search: it outweighs the others. */
export const ids: Test<'same' | 'same_account' | 'different'> = (a, b) => {
  const found: TestResult<'same' | 'same_account' | 'different'>[] = []
  let differing: string | undefined
  let hasShared = false
  for (const [register, idsA] of Object.entries(a.external_ids)) {
    const idsB = own(b.external_ids, register)
    if (idsA.length === 0 || idsB.length === 0) continue
    const isAccount = accounts.has(register)
    const fold = isAccount ? accountKey : (id: string) => id
    const folded = new Set(idsB.map(fold))
    if (idsA.some((id) => folded.has(fold(id)))) {
      found.push([isAccount ? 'same_account' : 'same', register])
      if (!isAccount) return found
      hasShared = true
      continue
    }
    // Organizations have an account for each purpose; of people with two accounts there are two.
    if (isStrictRegister(register) || (isAccount && a.kind === 'person')) {
      differing ??= `${register}: ${idsA[0]}, ${idsB[0]}`
    }
  }
  if (differing !== undefined && !(hasShared && a.kind === 'person')) found.push(['different', differing])
  return found
}

/** `@Ada` and `ada` are one account. */
const accountKey = (id: string) => id.replace(/^@/, '').toLowerCase()

export const homePages: Test<'same' | 'different'> = (a, b) => {
  if (a.urls.length === 0 || b.urls.length === 0) return []
  const keys = new Set(b.urls.map(urlKey))
  const own = a.urls.map(urlKey).filter((key) => key !== undefined)
  const shared = own.find((key) => keys.has(key))
  if (shared !== undefined) return [['same', shared]]
  // A site has one page about a person.
  if (a.kind !== 'person') return []
  const hostOf = (key: string) => key.replace(/[/?].*$/, '')
  const hosts = new Map([...keys].flatMap((key) => (key === undefined ? [] : [[hostOf(key), key]])))
  const other = own.find((key) => hosts.has(hostOf(key)))
  return other === undefined ? [] : [['different', `${other}, ${hosts.get(hostOf(other))}`]]
}

/** Dates of birth, or of death: as an attribute, or as an end of a life. */
const lifeEnds = { born: { key: 'birth_date', at: 0 }, died: { key: 'death_date', at: 1 } } as const

function datesOf({ attributes, whens }: Profile, end: keyof typeof lifeEnds): string[] {
  const { key, at } = lifeEnds[end]
  const dates = [...own(attributes, key)]
  for (const when of whens) {
    const date = when.includes('/') ? when.split('/')[at] : undefined
    if (date !== undefined && /\d/.test(date)) dates.push(date)
  }
  return dates
}

const dateAgreements = ['day', 'year', 'slip', 'unknown', 'far'] as const

/** How well the dates agree at best. */
export const datesOfLife =
  (end: keyof typeof lifeEnds): Test<'day' | 'year' | 'slip' | 'far'> =>
  (a, b) => {
    if (a.kind !== 'person') return []
    const datesA = datesOf(a, end)
    const datesB = datesA.length === 0 ? [] : datesOf(b, end)
    const found = datesA.flatMap((dateA) => datesB.map((dateB) => compareDates(dateA, dateB)))
    const best = dateAgreements.find((agreement) => found.includes(agreement))
    return best === undefined || best === 'unknown' ? [] : [[best, `${datesA[0]}, ${datesB[0]}`]]
  }

const longestLife = 125

/** A birth in one profile and a death in the other must be a possible lifetime apart. */
export const lifetimes: Test<'impossible'> = (a, b) =>
  a.kind === 'person' ? [...impossibleLife(a, b), ...impossibleLife(b, a)] : []

function impossibleLife(a: Profile, b: Profile): TestResult<'impossible'>[] {
  const born = datesOf(a, 'born')
  const died = born.length === 0 ? [] : datesOf(b, 'died')
  const yearOf = (date: string) => Number(/^-?\d{4}/.exec(date)?.[0] ?? Number.NaN)
  const years = born.flatMap((birth) => died.map((death) => yearOf(death) - yearOf(birth)))
  if (years.length === 0 || years.some((lived) => !(lived < 0 || lived > longestLife))) return []
  return [['impossible', `${born[0]}, died ${died[0]}`]]
}

type TimeOutcome = 'same_event' | 'other_event' | 'other_date_of_named_year' | 'other_life' | 'other_founding'

export const times: Test<TimeOutcome> = (a, b) => {
  const { kind } = a
  if (a.whens.length === 0 || b.whens.length === 0) return []
  // For people only whole lives count: a single year may be any year of a life.
  const isLife = (when: string) => kind !== 'person' || when.includes('/')
  if (!a.whens.every(isLife) || !b.whens.every(isLife)) return []
  const overlaps = a.whens.flatMap((whenA) => b.whens.map((whenB) => overlap(whenA, whenB)))
  if (overlaps.includes(true)) return kind === 'event' ? [['same_event', '']] : []
  if (!overlaps.includes(false)) return []
  const words = `${a.whens[0]}, ${b.whens[0]}`
  if (kind === 'event') return [[namesHaveYear(a, b) ? 'other_date_of_named_year' : 'other_event', words]]
  return [[kind === 'person' ? 'other_life' : 'other_founding', words]]
}

/**
 * Whether both names contain a year. It then identifies the event, and a date that does not fit is a mistake of a page.
 */
function namesHaveYear(a: Profile, b: Profile): boolean {
  const year = /\b(?:1[89]|20)\d\d\b/
  return a.names.some((name) => year.test(name)) && b.names.some((name) => year.test(name))
}

type PlaceOutcome =
  | 'same_place'
  | 'other_place'
  | 'other_region'
  | 'at_same_place'
  | 'same_country'
  | 'other_country_of_place'
  | 'other_country_of_person'
  | 'other_country'

/** A location is a place itself; others are at a place. */
export const places: Test<PlaceOutcome> = (a, b) => {
  if (isOutdone(a, b) || isOutdone(b, a)) return []
  const found: TestResult<PlaceOutcome>[] = []
  const isPlace = a.kind === 'location'
  if (a.place_ids.length > 0 && b.place_ids.length > 0) {
    if (a.place_ids.some((id) => b.place_ids.includes(id))) found.push([isPlace ? 'same_place' : 'at_same_place', ''])
    else if (isPlace) found.push(['other_place', `${a.place_ids[0]}, ${b.place_ids[0]}`])
  }
  const [regionsA, regionsB] = [own(a.attributes, 'region'), own(b.attributes, 'region')]
  if (isPlace && regionsDiffer(regionsA, regionsB)) found.push(['other_region', `${regionsA[0]}, ${regionsB[0]}`])
  if (a.countries.length === 0 || b.countries.length === 0) return found
  const countries = `${a.countries[0]}, ${b.countries[0]}`
  if (a.countries.some((country) => b.countries.includes(country))) found.push(['same_country', ''])
  else if (isPlace) found.push(['other_country_of_place', countries])
  else found.push([a.kind === 'person' ? 'other_country_of_person' : 'other_country', countries])
  return found
}

/** Whether a place was guessed by its name, and the other is known by its coordinates: no guess stands against them. */
function isOutdone(a: Profile, b: Profile): boolean {
  return a.kind === 'location' && a.place_from === 'name' && b.place_from === 'point'
}

/** Whether regions differ: Illinois and Massachusetts, IL and MA; but IL may be Illinois, and so may Ill. */
function regionsDiffer(a: string[], b: string[]): boolean {
  const [foldedA, foldedB] = [a, b].map((regions) => regions.map(foldRegion)) as [string[], string[]]
  if (foldedA.length === 0 || foldedB.length === 0) return false
  const isCode = (region: string) => region.length <= 3
  // Mass. and Calif. are prefixes.
  const mayBeOne = (one: string, two: string) =>
    one.startsWith(two) || two.startsWith(one) || (one.length !== two.length && (isCode(one) || isCode(two)))
  return !foldedA.some((one) => foldedB.some((two) => mayBeOne(one, two)))
}

/** The second part of `US-IL`. */
function foldRegion(region: string): string {
  return latinTokens(region)
    .join(' ')
    .replace(/^[a-z]{2} (?=[a-z0-9]{1,3}$)/, '')
}

const foldValue = (value: string) => latinTokens(value).join(' ')

/**
 * The values of one attribute. Near values, with one wrong digit or a place with a longer name, are told from others only
 * where `near` is asked for.
 */
export const attribute = <Outcome extends 'same' | 'near' | 'different'>(
  key: string,
  outcomes: readonly Outcome[],
): Test<Outcome> => {
  const has = new Set<string>(outcomes)
  const fold = key === 'telephone' ? phoneKey : foldValue
  return (a, b) => {
    const [valuesA, valuesB] = [own(a.attributes, key), own(b.attributes, key)]
    if (valuesA.length === 0 || valuesB.length === 0) return []
    const folded = new Set(valuesB.map(fold))
    const isNear = (value: string) => [...folded].some((other) => areNear(fold(value), other))
    const outcome = valuesA.some((value) => folded.has(fold(value)))
      ? 'same'
      : has.has('near') && valuesA.some(isNear)
        ? 'near'
        : 'different'
    if (!has.has(outcome)) return []
    return [[outcome as Outcome, outcome === 'same' ? `${valuesA[0]}` : `${valuesA[0]}, ${valuesB[0]}`]]
  }
}

function areNear(a: string, b: string): boolean {
  if (editDistance(a, b, 1) <= 1) return true
  const tokens = new Set(b.split(' '))
  return a.split(' ').some((token) => token.length >= 5 && tokens.has(token))
}

/** The last seven digits; country codes and trunk zeros are written differently. */
function phoneKey(value: string): string {
  return value.replace(/\D/g, '').slice(-7)
}

/** Attributes that no row of the table is about count a little where they agree, at most so many of them. */
const othersMost = 3

export const otherAttributes =
  (named: ReadonlySet<string>): Test<'same'> =>
  (a, b) => {
    const found: TestResult<'same'>[] = []
    for (const [key, valuesA] of Object.entries(a.attributes)) {
      if (found.length === othersMost) break
      const valuesB = named.has(key) ? [] : own(b.attributes, key)
      if (valuesB.length === 0) continue
      const folded = new Set(valuesB.map(foldValue))
      if (valuesA.some((value) => folded.has(foldValue(value)))) found.push(['same', `${key}: ${valuesA[0]}`])
    }
    return found
  }

/** Two addresses at one mail host are two people; with two hosts it may be one who has moved. */
export const mailboxes: Test<'same' | 'different'> = (a, b) => {
  const [mailsA, mailsB] = [own(a.attributes, 'email'), own(b.attributes, 'email')]
  const folded = new Set(mailsB.map(foldValue))
  if (mailsA.some((mail) => folded.has(foldValue(mail)))) return [['same', `${mailsA[0]}`]]
  if (a.kind !== 'person') return []
  const hostOf = (mail: string) => mail.slice(mail.lastIndexOf('@') + 1).toLowerCase()
  for (const mailA of mailsA) {
    const mailB = mailsB.find((mail) => hostOf(mail) === hostOf(mailA))
    if (mailB !== undefined) return [['different', `${mailA}, ${mailB}`]]
  }
  return []
}

/** How well the streets agree at best. */
const streets =
  (isOf: (kind: string) => boolean): Test<StreetAgreement> =>
  (a, b) => {
    const [streetsA, streetsB] = [own(a.attributes, 'street'), own(b.attributes, 'street')]
    if (!isOf(a.kind) || streetsA.length === 0 || streetsB.length === 0) return []
    const found = new Set(streetsA.flatMap((one) => streetsB.map((two) => compareStreets(one, two))))
    const best = streetAgreements.find((agreement) => found.has(agreement)) as StreetAgreement
    const isSame = best === 'same_house' || best === 'same_street'
    return [[best, isSame ? `${streetsA[0]}` : `${streetsA[0]}, ${streetsB[0]}`]]
  }

export const streetsOfPeople = streets((kind) => kind === 'person')
export const streetsOfThings = streets((kind) => kind !== 'person')

export const neighbours: Test<'one' | 'several'> = (a, b) => {
  if (a.neighbours.length === 0 || b.neighbours.length === 0) return []
  const ofB = new Set(b.neighbours)
  const [first, ...others] = a.neighbours.filter((neighbour) => ofB.has(neighbour))
  return first === undefined ? [] : [[others.length === 0 ? 'one' : 'several', neighbourInWords(first)]]
}

/** `works_for object|acme|` as `works for acme`, and `of works_for person|ada|` as `ada works for it`. */
function neighbourInWords(key: string): string {
  const [, isEnd, type = '', name = ''] = /^(of )?(\w+) [^|]*\|([^|]*)/.exec(key) ?? []
  const words = type.replaceAll('_', ' ')
  return isEnd ? `${name} ${words} it` : `${words} ${name}`
}

export const sites: Test<'same'> = (a, b) => (a.hosts.some((host) => b.hosts.includes(host)) ? [['same', '']] : [])
