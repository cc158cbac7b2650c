import { type BaseKind, baseKinds } from '../../../facts/claim.ts'
import { allPhrases, allWords, anyOf } from '../../../language/word-lists.ts'
import { dateAndPlace, isValueOf, looksLikeName, namesOf } from './cell-values.ts'

// Decides what a fact table is about. Many tables have such labels: jobs have an employer, prices a country, bills a
// date. So a kind needs two labels of its own, and among them a value that only this kind has, in the right form.

export interface Row {
  /** What the label means, by the kind of thing that has it. */
  properties: { kind: BaseKind; property: string }[]
  is_of_animal: boolean
  value: string
  start: number
  block: number
}

export interface Table {
  name: string
  rows: Row[]
  language: string | null
}

const leastTelling = 2

export function kindOfTable(table: Table): BaseKind | undefined {
  const counts = countLabels(table.rows)
  if (counts === undefined || isAboutPage(table.name)) return undefined
  const ranked = baseKinds.map((kind) => ({ kind, count: counts.get(kind) ?? 0 })).sort((a, b) => b.count - a.count)
  const [first, second] = ranked
  if (!first || first.count < leastTelling || first.count < 2 * (second?.count ?? 0)) return undefined
  return proofs[first.kind](table) ? first.kind : undefined
}

/** Undefined if a label comes twice: then the table describes several things. */
function countLabels(rows: Row[]): Map<BaseKind, number> | undefined {
  const counts = new Map<BaseKind, number>()
  const seen = new Set<string>()
  for (const { properties } of rows) {
    for (const { kind, property } of properties) {
      const key = `${kind}:${property}`
      if (seen.has(key)) return undefined
      seen.add(key)
      // What every kind of thing has tells none.
      if (properties.length === 1) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
  }
  return counts
}

const proofs: Record<BaseKind, (table: Table) => boolean> = {
  person: (table) => {
    if (!looksLikeName('person', table.name) || isOwned(table)) return false
    const dated = ['born', 'died'].some((property) => hasDate(table, 'person', property))
    const native = hasName(table, 'person', 'born', 'location') || hasName(table, 'person', 'birthPlace', 'location')
    return dated || (native && hasValue(table, 'person', 'hasOccupation'))
  },
  object: (table) => {
    if (!looksLikeName('object', table.name)) return false
    if (hasDate(table, 'object', 'foundingDate')) return true
    const led = ['founder', 'ceo'].some((property) => hasName(table, 'object', property, 'person'))
    return hasName(table, 'object', 'location', 'location') && (led || hasValue(table, 'object', 'industry'))
  },
  location: (table) => {
    if (!looksLikeName('location', table.name)) return false
    if (hasValue(table, 'location', 'geo')) return true
    return hasValue(table, 'location', 'population') && hasName(table, 'location', 'country', 'location')
  },
  event: (table) => {
    const isHeld = hasName(table, 'event', 'location', 'location') || hasName(table, 'event', 'organizer', 'object')
    const type = cellOf(table, 'event', 'legalForm') ?? ''
    return isHeld && hasDate(table, 'event', 'startDate') && (isEventLike(table.name) || isEventLike(type))
  },
}

/** Animals with an owner also have a birth date, parents and a nation. */
function isOwned({ rows }: Table): boolean {
  return rows.some(({ is_of_animal }) => is_of_animal)
}

function cellOf({ rows }: Table, kind: BaseKind, property: string): string | undefined {
  return rows.find(({ properties }) => properties.some((one) => one.kind === kind && one.property === property))?.value
}

function hasDate(table: Table, kind: BaseKind, property: string): boolean {
  const value = cellOf(table, kind, property)
  return value !== undefined && dateAndPlace(value, table.language).date !== undefined
}

function hasName(table: Table, kind: BaseKind, property: string, target: BaseKind): boolean {
  const value = cellOf(table, kind, property)
  return value !== undefined && namesOf(property, target, value).length > 0
}

function hasValue(table: Table, kind: BaseKind, property: string): boolean {
  const value = cellOf(table, kind, property)
  return value !== undefined && isValueOf(property, value)
}

/** Headings that name the sort of page, not its subject. */
const pageWords = new RegExp(`(?:^|\\s)(?:${anyOf(allPhrases('about-pages'))})$`, 'i')

function isAboutPage(name: string): boolean {
  return pageWords.test(name)
}

const eventWords = new RegExp(
  `(?:^|[^\\p{L}])(?:${anyOf(allWords('event-words'))})(?![\\p{L}])|\\p{L}(?:${anyOf(allWords('event-endings'))})(?![\\p{L}])`,
  'iu',
)

function isEventLike(text: string): boolean {
  return eventWords.test(text.slice(0, 200))
}
