import { latinTokens } from '../language/latin-name.ts'
import { compareDates, overlap } from './compare-dates.ts'
import { compareStreets } from './compare-streets.ts'
import { evidenceWeights } from './evidence-weights.ts'
import { editDistance } from './names/edit-distance.ts'
import type { Profile } from './profile.ts'
import { urlKey } from './url-key.ts'

// Evidence for and against two profiles being the same, besides their names. Points are log-odds and add up.

export interface Evidence {
  points: number
  reason: string
  isVeto?: boolean
  /** Something that tells, and that few share, is needed beside it to take it for a mistake of a page. */
  isDoubt?: boolean
  /** A doubt that a third profile dispels which fits both: pages err in it, or one has several. */
  isBridged?: boolean
  /** The name of its weight in evidence-weights.ts, where it has a learned one. */
  weight?: string | undefined
  /** Few share it: with it, names that are only alike are the same. A place or an employer is shared by many. */
  tells?: boolean
  /** It tells, but others share it all the same: a year of birth, the switchboard of an organization. */
  isShared?: boolean
  /** The same day of birth. */
  isBirthday?: boolean
}

/** Registers that assign only one id to an entity. */
const strictRegisters: ReadonlySet<string> = new Set(
  'wikidata orcid isni lei viaf gnd ringgold ror grid imo lccn geonames vat_id tax_id duns'.split(' '),
)

/** The ids of strict registers, of which an entity has only one. */
export function strictIds({ external_ids }: Profile): Profile['external_ids'] {
  return Object.fromEntries(Object.entries(external_ids).filter(([register]) => strictRegisters.has(register)))
}

/** Looks up own keys only: pages choose the keys, and one may be `constructor`. */
const own = (values: Record<string, string[]>, key: string): string[] =>
  Object.hasOwn(values, key) ? (values[key] ?? []) : []

/** Accounts may be a company's and be listed by everybody who works there. */
const accounts: ReadonlySet<string> = new Set('twitter facebook instagram github linkedin youtube'.split(' '))

const veto = (reason: string): Evidence => ({ points: -8, reason, isVeto: true })

export function gatherEvidence(a: Profile, b: Profile): Evidence[] {
  const all = [
    ...idEvidence(a, b),
    ...urlEvidence(a, b),
    ...whenEvidence(a, b),
    ...placeEvidence(a, b),
    ...attributeEvidence(a, b),
    ...companyEvidence(a, b),
  ]
  for (const one of all) if (one.weight !== undefined) one.points *= weightOf(one.weight)
  return all
}

/** The factor by which the points of a kind of evidence were multiplied. */
export const weightOf = (name: string): number => evidenceWeights[name] ?? 1

function* idEvidence(a: Profile, b: Profile): Generator<Evidence> {
  let differs: string | undefined
  let hasShared = false
  for (const [register, idsA] of Object.entries(a.external_ids)) {
    const idsB = own(b.external_ids, register)
    if (idsA.length === 0 || idsB.length === 0) continue
    const isAccount = accounts.has(register)
    const fold = isAccount ? accountKey : (id: string) => id
    const folded = new Set(idsB.map(fold))
    if (idsA.some((id) => folded.has(fold(id)))) {
      yield { points: isAccount ? 3 : 10, reason: `same ${register}`, tells: true }
      if (!isAccount) return
      hasShared = true
      continue
    }
    // Organizations have an account for each purpose; of people with two accounts there are two.
    if (strictRegisters.has(register) || (isAccount && a.kind === 'person')) {
      differs ??= `different ${register}: ${idsA[0]}, ${idsB[0]}`
    }
  }
  if (differs !== undefined && !(hasShared && a.kind === 'person')) yield veto(differs)
}

/** `@Ada` and `ada` are one account. */
const accountKey = (id: string) => id.replace(/^@/, '').toLowerCase()

function* urlEvidence(a: Profile, b: Profile): Generator<Evidence> {
  if (a.urls.length === 0 || b.urls.length === 0) return
  const keys = new Set(b.urls.map(urlKey))
  const own = a.urls.map(urlKey).filter((key) => key !== undefined)
  const shared = own.find((key) => keys.has(key))
  if (shared !== undefined) {
    yield { points: 3, reason: `same home page: ${shared}`, tells: true }
    return
  }
  // A site has one page about a person.
  if (a.kind !== 'person') return
  const hostOf = (key: string) => key.replace(/[/?].*$/, '')
  const hosts = new Map([...keys].flatMap((key) => (key === undefined ? [] : [[hostOf(key), key]])))
  const other = own.find((key) => hosts.has(hostOf(key)))
  if (other === undefined) return
  yield { points: -0.5, reason: `different pages: ${other}, ${hosts.get(hostOf(other))}`, isDoubt: true }
}

function* whenEvidence(a: Profile, b: Profile): Generator<Evidence> {
  if (a.kind === 'person') {
    const [lifeA, lifeB] = [lifeOf(a), lifeOf(b)]
    yield* lifeEvidence('born', lifeA.born, lifeB.born)
    yield* lifeEvidence('died', lifeA.died, lifeB.died)
    yield* spanEvidence(lifeA, lifeB)
    yield* spanEvidence(lifeB, lifeA)
  }
  if (a.whens.length === 0 || b.whens.length === 0) return
  // For people only whole lives count: a single year may be any year of a life.
  const isLife = (when: string) => a.kind !== 'person' || when.includes('/')
  if (!a.whens.every(isLife) || !b.whens.every(isLife)) return
  const results = a.whens.flatMap((whenA) => b.whens.map((whenB) => overlap(whenA, whenB)))
  if (results.includes(true)) {
    if (a.kind === 'event') yield { points: 1, reason: 'same time' }
    return
  }
  if (!results.includes(false)) return
  const differing = `${a.whens[0]}, ${b.whens[0]}`
  if (a.kind === 'event')
    yield namesHaveYear(a, b) ? { points: -1, reason: differing } : veto(`at different times: ${differing}`)
  else if (a.kind === 'person') yield veto(`lived at different times: ${differing}`)
  else yield { points: -1.5, reason: `founded at different times: ${differing}` }
}

/**
 * Whether both names contain a year. It then identifies the event, and a date that does not fit is a mistake of a page.
 */
function namesHaveYear(a: Profile, b: Profile): boolean {
  const year = /\b(?:1[89]|20)\d\d\b/
  return a.names.some((name) => year.test(name)) && b.names.some((name) => year.test(name))
}

interface Life {
  born: string[]
  died: string[]
}

/** The dates of birth and of death: as attributes, or as the two ends of a life. */
function lifeOf({ attributes, whens }: Profile): Life {
  const lives = whens.filter((when) => when.includes('/')).map((when) => when.split('/'))
  const ends = (at: number) => lives.flatMap((life) => (/\d/.test(life[at] ?? '') ? [life[at] as string] : []))
  return {
    born: [...own(attributes, 'birth_date'), ...ends(0)],
    died: [...own(attributes, 'death_date'), ...ends(1)],
  }
}

const lifePoints = { day: 4, year: 2, slip: 0.6, far: -8, unknown: 0 }

function* lifeEvidence(word: 'born' | 'died', a: string[], b: string[]): Generator<Evidence> {
  if (a.length === 0 || b.length === 0) return
  const found = a.flatMap((dateA) => b.map((dateB) => compareDates(dateA, dateB)))
  const best = (['day', 'year', 'slip', 'unknown', 'far'] as const).find((agreement) => found.includes(agreement))
  if (best === undefined || best === 'unknown') return
  const dates = `${a[0]}, ${b[0]}`
  if (best === 'far') yield veto(`${word} at different times: ${dates}`)
  else
    yield {
      points: lifePoints[best],
      reason: `${word}${best === 'slip' ? ' nearly' : ''} at the same time: ${dates}`,
      weight: `${word} ${best}`,
      isDoubt: best === 'slip',
      isBirthday: best === 'day' && word === 'born',
      tells: best !== 'slip',
      isShared: best === 'year',
    }
}

const longestLife = 125

/** A birth in one profile and a death in the other must be a possible lifetime apart. */
function* spanEvidence({ born: births }: Life, { died: deaths }: Life): Generator<Evidence> {
  const yearOf = (date: string) => Number(/^-?\d{4}/.exec(date)?.[0] ?? Number.NaN)
  const years = births.flatMap((born) => deaths.map((died) => yearOf(died) - yearOf(born)))
  if (years.length === 0 || years.some((lived) => !(lived < 0 || lived > longestLife))) return
  yield veto(`born ${births[0]}, died ${deaths[0]}`)
}

function* placeEvidence(a: Profile, b: Profile): Generator<Evidence> {
  if (isOutdone(a, b) || isOutdone(b, a)) return
  if (a.place_ids.length > 0 && b.place_ids.length > 0) {
    const isShared = a.place_ids.some((id) => b.place_ids.includes(id))
    const isPlace = a.kind === 'location'
    if (isShared) yield { points: isPlace ? 4 : 1, reason: 'same place', tells: isPlace }
    else if (a.kind === 'location') yield veto(`different places: ${a.place_ids[0]}, ${b.place_ids[0]}`)
  }
  if (a.kind === 'location' && regionsDiffer(own(a.attributes, 'region'), own(b.attributes, 'region'))) {
    const reason = `in different regions: ${a.attributes.region?.[0]}, ${b.attributes.region?.[0]}`
    yield { points: -4, reason, isDoubt: true }
  }
  if (a.countries.length === 0 || b.countries.length === 0) return
  const isShared = a.countries.some((country) => b.countries.includes(country))
  const countries = `${a.countries[0]}, ${b.countries[0]}`
  if (isShared) yield { points: 0.5, reason: 'same country' }
  else if (a.kind === 'location') yield veto(`in different countries: ${countries}`)
  else yield { points: a.kind === 'person' ? -0.5 : -1.5, reason: `different countries: ${countries}` }
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

interface Rule {
  same: number
  different: number
  near?: number
  tells?: true
  /** Of these kinds nothing has two, so a different one is a mistake of a page or another thing. */
  one?: readonly string[]
  isBridged?: true
  /** All branches of an organization may have the same. */
  isShared?: true
}

/** By attribute. Others count a little where they agree, and not at all where they differ. */
const rules: Record<string, Rule> = {
  telephone: { same: 3.5, near: 1, different: -0.7, tells: true, isShared: true },
  email: { same: 4, different: 0, tells: true },
  postal_code: { same: 1, near: 0.3, different: -2, one: ['object'] },
  gender: { same: 0.2, different: -1.5, one: ['person'], isBridged: true },
  occupation: { same: 1.5, different: -0.3, one: ['person'], isBridged: true },
  job_title: { same: 1, different: 0 },
  birth_place: { same: 2.2, near: 1.2, different: -2.6, tells: true, one: ['person'] },
  locality: { same: 1.2, near: 0.8, different: -2 },
  region: { same: 0.5, different: 0 },
}
const other: Rule = { same: 0.5, different: 0 }
const otherMost = 1.5

function* attributeEvidence(a: Profile, b: Profile): Generator<Evidence> {
  let others = 0
  for (const [key, valuesA] of Object.entries(a.attributes)) {
    const valuesB = own(b.attributes, key)
    if (valuesA.length === 0 || valuesB.length === 0 || key === 'birth_date' || key === 'death_date') continue
    if (key === 'street') {
      yield* streetEvidence(valuesA, valuesB, a.kind)
      continue
    }
    const rule = Object.hasOwn(rules, key) ? (rules[key] as Rule) : other
    const fold = (value: string) => (key === 'telephone' ? phoneKey(value) : latinTokens(value).join(' '))
    const folded = new Set(valuesB.map(fold))
    const isSame = valuesA.some((value) => folded.has(fold(value)))
    // Near values count less: one wrong digit, or a place with a longer name.
    const isNear =
      !isSame &&
      rule.near !== undefined &&
      valuesA.some((value) => [...folded].some((other) => areNear(fold(value), other)))
    const points = isSame ? rule.same : isNear ? (rule.near ?? 0) : rule.different
    if (key === 'email' && !isSame && a.kind === 'person') yield* mailEvidence(valuesA, valuesB)
    if (points === 0 || (rule === other && others >= otherMost)) continue
    if (rule === other) others += points
    yield {
      points,
      reason: `${isSame ? 'same' : isNear ? 'nearly the same' : 'different'} ${key}: ${valuesA[0]}${isSame ? '' : `, ${valuesB[0]}`}`,
      weight: rule === other ? undefined : `${key} ${isSame ? 'same' : isNear ? 'near' : 'different'}`,
      tells: isSame && rule.tells === true,
      isShared: rule.isShared === true && a.kind === 'object',
      isDoubt: !isSame && !isNear && rule.one?.includes(a.kind) === true,
      isBridged: rule.isBridged === true,
    }
  }
}

/** Two addresses at one mail host are two people; with two hosts it may be one who has moved. */
function* mailEvidence(a: string[], b: string[]): Generator<Evidence> {
  const hostOf = (mail: string) => mail.slice(mail.lastIndexOf('@') + 1).toLowerCase()
  for (const mailA of a) {
    const mailB = b.find((mail) => hostOf(mail) === hostOf(mailA))
    if (mailB === undefined) continue
    yield veto(`different email: ${mailA}, ${mailB}`)
    return
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

/** The points of `compareStreets` where the house number fits too. */
const sameHouse = 3.5

function* streetEvidence(a: string[], b: string[], kind: string): Generator<Evidence> {
  const best = Math.max(...a.flatMap((streetA) => b.map((streetB) => compareStreets(streetA, streetB))))
  const isSame = best > 0
  // People move; a shop in another street is another shop.
  yield {
    points: best < 0 && kind !== 'person' ? best * 1.5 : best,
    reason: `${isSame ? 'same' : 'different'} street: ${a[0]}${isSame ? '' : `, ${b[0]}`}`,
    weight: `street ${isSame ? 'same' : 'different'}`,
    tells: best >= sameHouse,
    isShared: kind === 'object',
    isDoubt: !isSame && kind === 'object',
  }
}

/** The points of one shared neighbour, and of all of them together. */
const neighbourPoints = { each: 0.7, most: 1.4 }

/** The most points that neighbours add to a comparison. */
export const neighbourPointsMax = neighbourPoints.most

/** Shared neighbours and hosts. They never make two profiles the same by themselves. */
function* companyEvidence(a: Profile, b: Profile): Generator<Evidence> {
  const neighbours = new Set(b.neighbours)
  const shared = a.neighbours.filter((neighbour) => neighbours.has(neighbour))
  if (shared.length > 0) {
    const points = Math.min(neighbourPoints.each * shared.length, neighbourPoints.most)
    yield { points, reason: `in common: ${neighbourInWords(shared[0] as string)}` }
  }
  if (a.hosts.some((host) => b.hosts.includes(host))) yield { points: 0.3, reason: 'on the same site' }
}

/** `works_for object|acme|` as `works for acme`, and `of works_for person|ada|` as `ada works for it`. */
function neighbourInWords(key: string): string {
  const [, isEnd, type = '', name = ''] = /^(of )?(\w+) [^|]*\|([^|]*)/.exec(key) ?? []
  const words = type.replaceAll('_', ' ')
  return isEnd ? `${name} ${words} it` : `${words} ${name}`
}
