import { latinTokens } from '../language/latin-name.ts'
import { nameForm } from './names/name-form.ts'
import { compareThings } from './names/thing-names.ts'
import type { Profile } from './profile.ts'
import { urlKey } from './url-key.ts'

// What two sites say of people of one name that tells them apart, or holds them together: the organizations they stand with,
// where they are, what they do, and whether one site links to the other. A site says it of its own people; of people on one
// site the other tests of evidence-tests.ts decide.

type Result<Outcome extends string> = [outcome: Outcome, words: string]

/** Whether both are people, and no site speaks of both. */
export function areOnOtherSites(a: Profile, b: Profile): boolean {
  if (a.kind !== 'person' || b.kind !== 'person' || a.hosts.length === 0 || b.hosts.length === 0) return false
  return !a.hosts.some((host) => b.hosts.includes(host))
}

/** Relations of a person with an organization that a person has with few at a time. */
const standing = new Set(['works_for', 'leads', 'affiliated_with', 'member_of', 'teaches_at', 'coach_of', 'studies_at'])
/** Relations of a person with the place where they are. */
const being = new Set(['lives_in', 'works_in'])

/** The names in the keys of neighbours: `works_for object|acme|` has acme. */
function namesOf({ neighbours }: Profile, types: ReadonlySet<string>, kind: string): string[] {
  return neighbours.flatMap((neighbour) => {
    const [, type = '', neighbourKind = '', name = ''] = /^(\w+) ([^|]*)\|([^|]*)/.exec(neighbour) ?? []
    return types.has(type) && neighbourKind === kind && name !== '' ? [name] : []
  })
}

const comparedMost = 12

/** A name of things that may be one: the same, or of the first ones two that are alike. */
function alikeOf(a: string[], b: string[]): string | undefined {
  const ofB = new Set(b)
  const same = a.find((name) => ofB.has(name))
  if (same !== undefined) return same
  for (const one of a.slice(0, comparedMost)) {
    for (const two of b.slice(0, comparedMost)) {
      if (compareThings(nameForm(one, false), nameForm(two, false)).points > 0) return one
    }
  }
  return undefined
}

export function organizations(a: Profile, b: Profile): Result<'same' | 'different'>[] {
  if (!areOnOtherSites(a, b)) return []
  const [ofA, ofB] = [namesOf(a, standing, 'object'), namesOf(b, standing, 'object')]
  if (ofA.length === 0 || ofB.length === 0) return []
  const alike = alikeOf(ofA, ofB)
  return alike === undefined ? [['different', `${ofA[0]}, ${ofB[0]}`]] : [['same', alike]]
}

/** Where a person is: towns, or countries where no town is known of one. */
export function placesOfPeople(a: Profile, b: Profile): Result<'same' | 'different'>[] {
  if (!areOnOtherSites(a, b)) return []
  const townsOf = (one: Profile) => [...(own(one.attributes, 'locality') ?? []), ...namesOf(one, being, 'location')]
  const [townsA, townsB] = [townsOf(a), townsOf(b)]
  if (a.place_ids.some((id) => b.place_ids.includes(id))) return [['same', `${townsA[0] ?? a.countries[0] ?? ''}`]]
  if (townsA.length > 0 && townsB.length > 0) {
    const alike = alikeOf(townsA.map(fold), townsB.map(fold))
    return alike === undefined ? [['different', `${townsA[0]}, ${townsB[0]}`]] : [['same', alike]]
  }
  const isKnown = a.countries.length > 0 && b.countries.length > 0
  const isElsewhere = isKnown && !a.countries.some((country) => b.countries.includes(country))
  return isElsewhere ? [['different', `${a.countries[0]}, ${b.countries[0]}`]] : []
}

const own = (values: Record<string, string[]>, key: string): string[] | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined

const fold = (value: string) => latinTokens(value).join(' ')

/** Attributes that say what somebody does. */
export const works = ['occupation', 'job_title', 'role']

/** Letters by which two words are of one stem: teacher and teaching. */
const stemChars = 5

export function work(a: Profile, b: Profile): Result<'same' | 'different'>[] {
  if (!areOnOtherSites(a, b)) return []
  const saidOf = ({ attributes }: Profile) => works.flatMap((key) => own(attributes, key) ?? [])
  const [saidA, saidB] = [saidOf(a), saidOf(b)]
  const stemsOf = (said: string[]) =>
    new Set(
      said.flatMap((value) =>
        latinTokens(value).flatMap((word) => (word.length >= 3 ? [word.slice(0, stemChars)] : [])),
      ),
    )
  const [stemsA, stemsB] = [stemsOf(saidA), stemsOf(saidB)]
  if (stemsA.size === 0 || stemsB.size === 0) return []
  if (stemsA.isDisjointFrom(stemsB)) return [['different', `${saidA[0]}, ${saidB[0]}`]]
  return [['same', `${saidA[0]}`]]
}

/** Whether a page of one site gives an address on a site of the other as that of the person. */
export function links(a: Profile, b: Profile): Result<'linked'>[] {
  if (!areOnOtherSites(a, b)) return []
  const found = linkTo(a, b) ?? linkTo(b, a)
  return found === undefined ? [] : [['linked', found]]
}

function linkTo({ urls }: Profile, { hosts }: Profile): string | undefined {
  const sites = new Set(hosts.map((host) => host.replace(/^www\./, '')))
  return urls.map((url) => urlKey(url)?.replace(/[/?].*$/, '')).find((host) => host !== undefined && sites.has(host))
}
