import type { ImportMapping } from '@polegraph/contract/graph/imports.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { type BaseKind, baseKinds } from '../../facts/claim.ts'
import { baseOfKind } from '../../facts/kinds.ts'
import { relationBeside, relationOfLabel, type Stated } from '../../facts/relations.ts'
import { areShapedLikePeople } from '../../reader/records/values/value-names.ts'
import { meaningOf } from '../../reader/vocabulary/labels.ts'
import { meaningNamed } from '../../reader/vocabulary/meanings.ts'
import type { TableLayout } from '../read/raw-row.ts'
import { wordOf } from './row-facts.ts'

// What the columns of a table mean: guessed by their headings, in all languages that pages are read in, and by the first rows; then
// corrected by whoever imports it.

/** The places of a value that need no more than their name. */
export const plainMeans = [
  ...['name', 'first_name', 'last_name', 'kind', 'id', 'alias', 'summary', 'url', 'when', 'start', 'end'],
  ...['since', 'until', 'place', 'street', 'city', 'region', 'postal_code', 'country', 'lat', 'lon', 'role'],
  ...['from', 'to', 'from_kind', 'to_kind', 'type'],
] as const
export type PlainMeans = (typeof plainMeans)[number]

/** Headings that say no more than our own words for it. */
const alsoCalled: Partial<Record<string, PlainMeans>> = {
  ...{ latitude: 'lat', longitude: 'lon', lng: 'lon', aliases: 'alias', description: 'summary', website: 'url' },
  ...{ postcode: 'postal_code', zip: 'postal_code', town: 'city', source: 'from', target: 'to', relation: 'type' },
  ...{ start_date: 'start', end_date: 'end', from_name: 'from', to_name: 'to', full_name: 'name' },
}

/** The mistake of a mapping, in words. */
export class BadMapping extends Error {
  override name = 'BadMapping'
}

const isPlain = (means: string): means is PlainMeans => (plainMeans as readonly string[]).includes(means)

export const relationMeans = /^relation\.([a-z][a-z0-9_]{0,59})\.([a-z][a-z0-9_]{0,39})$/

function isMeans(means: string): boolean {
  return isPlain(means) || /^(?:attribute|id)\.[a-z][a-z0-9_]{0,39}$/.test(means) || relationMeans.test(means)
}

type Read = Pick<TableLayout, 'separator' | 'columns' | 'samples'>

export function tableLayoutOf(table: Read, mapping: ImportMapping, ontology: string[]): TableLayout {
  const given = new Map(Object.entries(mapping.columns ?? {}))
  for (const [column, means] of given) {
    if (!table.columns.includes(column))
      throw new BadMapping(`names the column ${column}, which the file does not have`)
    if (means !== null && means !== '' && !isMeans(means))
      throw new BadMapping(`gives ${column} the meaning ${means}, which there is not`)
  }
  if (mapping.kind !== undefined && !ontology.includes(mapping.kind))
    throw new BadMapping(`has the kind ${mapping.kind}, which the graph does not have`)
  const kind = mapping.kind === undefined ? guessKind(table) : (baseOfKind(mapping.kind) ?? 'object')
  const guessed = guessMeans(table, kind)
  const means = table.columns.map((column, at) =>
    given.has(column) ? given.get(column) || null : (guessed[at] as string | null),
  )
  return { ...table, means, kind: hasOwnKind(means) ? null : (mapping.kind ?? kindIn(ontology, kind)) }
}

/** A column says what a row is, or the rows are relationships. */
const hasOwnKind = (means: (string | null)[]) =>
  means.includes('kind') || (means.includes('from') && means.includes('to'))

const kindIn = (ontology: string[], kind: BaseKind) => ontology.find((one) => baseOfKind(one) === kind) ?? kind

/** What the rows are: by a heading that only one kind of thing has, else by how the names are written. */
function guessKind({ columns, samples }: Read): BaseKind {
  const meanings = columns.map((column) => meaningOf(column) ?? '')
  const words = columns.map(wordOf)
  if (words.some((word) => word === 'first_name' || word === 'last_name')) return 'person'
  const told = meanings.map((one) => meaningNamed(one).tells).find((one) => one !== undefined)
  if (told !== undefined) return told
  const at = columns.findIndex(
    (_, index) => meanings[index] === 'name' || alsoCalled[words[index] as string] === 'name',
  )
  // Beside a column of names, `Company` is what belongs to them.
  const named = at < 0 ? meanings.find((one): one is BaseKind => isBaseKind(one)) : undefined
  const names = samples[Math.max(at, 0)] ?? []
  const people = names.filter((name) => areShapedLikePeople(name)).length
  return named ?? (people * 3 >= names.length * 2 && people > 0 ? 'person' : 'object')
}

const isBaseKind = (word: string): word is BaseKind => (baseKinds as readonly string[]).includes(word)

function guessMeans({ columns }: Read, kind: BaseKind): (string | null)[] {
  const taken = new Set<string>()
  const means = columns.map((column) => {
    const guess = guessOne(column, kind, taken)
    const isTaken = guess === 'name' || isPlain(guess) ? taken.has(guess) : false
    const own = isTaken ? `attribute.${wordOf(column)}` : guess
    taken.add(own)
    return own
  })
  // A table without a heading that we know is named by its first column.
  const isNamed = ['name', 'first_name', 'last_name', 'from'].some((one) => taken.has(one))
  return isNamed ? means : means.with(0, 'name')
}

function guessOne(column: string, kind: BaseKind, taken: ReadonlySet<string>): string {
  const word = wordOf(column)
  if (isPlain(word)) return word
  const also = Object.hasOwn(alsoCalled, word) ? alsoCalled[word] : undefined
  if (also !== undefined) return also
  const attribute = `attribute.${word.slice(0, limits.word_max)}`
  const meaning = meaningOf(column)
  if (meaning === undefined) return attribute
  const known = meaningPlaces[meaning]
  if (known !== undefined) return known
  const { names, attribute_of } = meaningNamed(meaning)
  if (attribute_of) return `attribute.${meaning}`
  const isKind = isBaseKind(meaning)
  if (isKind && meaning === kind && !taken.has('name')) return 'name'
  const other = names ?? (isKind ? meaning : undefined)
  const stated = relationOfLabel(meaning, kind) ?? (other && relationBeside(kind, other))
  return stated && other ? relationText(stated, other) : attribute
}

const relationText = ({ relation, is_inverse }: Stated, other: BaseKind) =>
  `relation.${is_inverse ? relation.inverse : relation.name}.${other}`

/** Meanings of headings that are places of a value. */
const meaningPlaces: Record<string, string> = {
  ...{ name: 'name', given_name: 'first_name', family_name: 'last_name', url: 'url', id: 'id', country: 'country' },
  ...{ region: 'region', address: 'street', date: 'when', born: 'attribute.birth_date', died: 'attribute.death_date' },
  ...{
    founded: 'attribute.founding_date',
    birth_place: 'relation.born_in.location',
    death_place: 'relation.died_in.location',
  },
  lived: 'when',
}
