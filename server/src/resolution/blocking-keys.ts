import { skeletonOf } from '../language/latin-name.ts'
import { trigramBands } from './min-hash.ts'
import { isCommonNameWord } from './names/common-names.ts'
import { isSmallWord, type NameForm, nameForm } from './names/name-form.ts'
import { fullNames } from './names/nicknames.ts'
import type { Profile } from './profile.ts'
import { urlKey } from './url-key.ts'

// Profiles that may be the same share a key. Keys leave out the kind, because it may be a guess. The letter in front
// tells how a key was made, so that keys of different rules never collide.

const maxIds = 60
const maxStrong = 20
const maxWeak = 40

export interface BlockingKeys {
  /** Few profiles share one of these by chance. */
  strong: string[]
  /** Many profiles may share one: compare them only while the block is small. */
  weak: string[]
}

export function blockingKeys(profile: Pick<Profile, 'kind' | 'names' | 'external_ids' | 'urls'>): BlockingKeys {
  const ids = new Set<string>()
  const strong = new Set<string>()
  const weak = new Set<string>()
  for (const [register, numbers] of Object.entries(profile.external_ids)) {
    for (const id of numbers) ids.add(`x:${register}:${id}`)
  }
  for (const url of profile.urls) {
    const key = urlKey(url)
    if (key !== undefined) ids.add(`u:${key}`)
  }
  const weakByName: string[][] = []
  for (const name of profile.names) {
    const form = nameForm(name, profile.kind === 'person')
    if (form.core.length === 0) continue
    for (const key of strongKeys(form)) strong.add(key)
    weakByName.push([...weakKeys(form, profile.kind)])
  }
  // Takes keys from all names in turn, so that the cap leaves no name without keys.
  for (let at = 0; weak.size < maxWeak && weakByName.some((keys) => keys.length > at); at++) {
    for (const keys of weakByName) if (keys[at] !== undefined && weak.size < maxWeak) weak.add(keys[at] as string)
  }
  return { strong: [...[...ids].slice(0, maxIds), ...[...strong].slice(0, maxStrong)], weak: [...weak] }
}

function strongKeys({ core, joined }: NameForm): string[] {
  const sorted = core.filter((token) => !isSmallWord(token)).sort()
  return [`n:${(sorted.length > 0 ? sorted : core).join(' ').slice(0, 120)}`, `j:${joined.slice(0, 120)}`]
}

function* weakKeys(form: NameForm, kind: string): Generator<string> {
  const { core, words: all, acronym } = form
  const sounds = all.map(({ sound }) => sound)
  yield `s:${sounds.sort().join(' ').slice(0, 120)}`
  if (kind === 'person') yield* personKeys(form)
  else {
    yield* acronymKeys(core, acronym)
    yield* yearKeys(core)
  }
  const words = core.filter((token) => !isSmallWord(token))
  // A long name may be shortened to one word. Sorted letters also match where two are swapped.
  const rareWords = words.filter((token) => token.length >= 4 && !isCommonNameWord(token))
  const longForms = words.length === 1 ? fullNames(words[0] as string) : []
  for (const token of [...rareWords.slice(-4), ...longForms.slice(0, 3)]) yield `t:${lettersOf(token) || token}`
  for (const band of trigramBands(words.toSorted().join(' ').slice(0, 120))) yield `m:${band}`
}

/** Family name with the initial of a given name. Which end is the family name is not known, so both are tried. */
function* personKeys({ core }: NameForm): Generator<string> {
  const words = core.filter((token) => !isSmallWord(token)).slice(0, 5)
  if (words.length < 2) return
  const first = words[0] as string
  const last = words.at(-1) as string
  for (const family of new Set([last, first])) {
    if (family.length < 2) continue
    for (const given of words) {
      if (given === family) continue
      // Covers a misspelled family name by the given name and an initial.
      for (const name of [family, ...fullNames(family).slice(0, 1)]) yield `p:${skeletonOf(name)}:${given[0]}`
      for (const name of fullNames(given).slice(0, 2)) yield `p:${skeletonOf(family)}:${name[0]}`
    }
  }
}

/** The distinct consonants of a word, sorted. */
function lettersOf(token: string): string {
  return [...new Set(token.replace(/[aeiouy]/g, ''))].sort().join('')
}

function* acronymKeys(core: string[], acronym: string): Generator<string> {
  const [only] = core
  if (core.length === 1 && only !== undefined && only.length >= 2 && only.length <= 8) yield `a:${only}`
  if (core.length >= 2 && acronym.length >= 2) yield `a:${acronym.slice(0, 8)}`
}

/** A conference and its short name have a year and the first letter in common. */
function* yearKeys(core: string[]): Generator<string> {
  const year = core.find((token) => /^(?:1[5-9]|20)\d\d$/.test(token))
  const word = core.find((token) => !/\d/.test(token) && !isSmallWord(token))
  if (year !== undefined && word !== undefined) yield `y:${year}:${word[0]}`
}
