import type { BaseKind } from '../../../facts/claim.ts'
import { isName } from '../../../facts/entity-names.ts'
import { allPhrases, anyOf } from '../../../language/word-lists.ts'
import { labelledRow } from '../../blocks/labelled-row.ts'
import type { Block } from '../../blocks/parsed-page.ts'
import { isAnimalLabel, isForeignLabel, meaningOf } from '../../vocabulary/labels.ts'
import { meaningNamed } from '../../vocabulary/meanings.ts'
import { impliedKind } from '../entities/implied-kind.ts'
import type { Item, ItemStore } from '../syntaxes/item.ts'
import { dateAndPlace, isValueOf, namesOf } from './cell-values.ts'
import { kindOfTable, type Row } from './fact-evidence.ts'

// Reads tables and lists of facts about the subject of a page, such as the infoboxes of encyclopedias.

const typeOfKind: Record<BaseKind, string> = {
  person: 'Person',
  object: 'Organization',
  location: 'Place',
  event: 'Event',
}
/** Blocks that may stand between two rows of one table. */
const gapMax = 3
const rowsMax = 200

interface Page {
  text: string
  blocks: Block[]
  language: string | null
  title: string | undefined
}

export function readFactTables(store: ItemStore, { text, blocks, language, title }: Page): void {
  const heading = subjectOf(blocks)
  if (heading === undefined) return
  const name = text.slice(heading.start, heading.end)
  if (!isName(name) || name.length > 100 || name.includes('\n')) return
  // The heading may be the name of the site; then the title of the page does not contain it.
  if (title !== undefined && !title.toLowerCase().includes(name.toLowerCase())) return
  for (const { rows, heading: above } of groupRows(text, blocks)) {
    if (isOfAnother(above, name)) continue
    const kind = kindOfTable({ name, rows, language })
    if (kind === undefined) continue
    const item = store.make()
    if (!item) return
    item.addType(typeOfKind[kind])
    item.add('name', { text: name, spot: { at: 'text', from: heading.start, label: 'name' } })
    for (const row of rows) addRow(item, kind, row, language)
    // Only the first table about the subject is read.
    return
  }
}

/** The only heading of level 1, or the only main one. */
function subjectOf(blocks: Block[]): Block | undefined {
  const headings = blocks.filter(({ level }) => level === 1)
  const main = headings.length > 1 ? headings.filter(({ is_main }) => is_main) : headings
  return main.length === 1 ? main[0] : undefined
}

/** Headings of a box about somebody else on the page: `About Acme`, `The employer`. */
const another = new RegExp(
  `^(?:${anyOf(allPhrases('about-another'))})\\s|\\b(?:${anyOf(allPhrases('others-on-the-page'))})\\b`,
  'i',
)

function isOfAnother(heading: string, name: string): boolean {
  return another.test(heading) && !heading.toLowerCase().includes(name.toLowerCase())
}

interface Group {
  rows: Row[]
  /** The text of the heading above the rows; empty for the page's own heading. */
  heading: string
  is_foreign: boolean
}

/** Groups rows into tables. A table with a foreign label is left out as a whole. */
function groupRows(text: string, blocks: Block[]): Group[] {
  const groups: Group[] = []
  let heading = ''
  let last = Number.NEGATIVE_INFINITY
  for (const [at, block] of blocks.entries()) {
    if (block.level !== undefined) heading = block.level > 1 ? text.slice(block.start, block.end).slice(0, 200) : ''
    const row = rowOf(text, blocks, at)
    if (!row) continue
    let group = groups.at(-1)
    if (!group || at - last > gapMax || group.rows.length >= rowsMax) {
      group = { rows: [], heading, is_foreign: false }
      groups.push(group)
    }
    if (row.is_foreign) group.is_foreign = true
    else group.rows.push(row)
    last = at
  }
  return groups.filter(({ is_foreign }) => !is_foreign)
}

interface TableRow extends Row {
  is_foreign: boolean
}

function rowOf(text: string, blocks: Block[], block: number): TableRow | undefined {
  const found = labelledRow(text, blocks, block)
  if (!found) return undefined
  const { label, start, end } = found
  const properties = propertiesOf(label)
  const is_foreign = isForeignLabel(label)
  const is_of_animal = isAnimalLabel(label)
  if (properties.length === 0 && !is_foreign && !is_of_animal) return undefined
  return { properties, value: text.slice(start, end), start, block, is_foreign, is_of_animal }
}

/** The properties that a label means, by the kind of thing that has them. */
function propertiesOf(label: string): Row['properties'] {
  const { property = {} } = meaningNamed(meaningOf(label) ?? '')
  return (Object.entries(property) as [BaseKind, string][]).map(([kind, name]) => ({ kind, property: name }))
}

function addRow(item: Item, kind: BaseKind, { properties, value, start }: Row, language: string | null): void {
  const property = properties.find((one) => one.kind === kind)?.property
  if (property === undefined) return
  const add = (name: string, text: string) =>
    item.add(name, { text, spot: { at: 'text', from: start, label: property } })
  if (property === 'born' || property === 'died') {
    const { date, place } = dateAndPlace(value, language)
    const start = property === 'born' ? 'birth' : 'death'
    if (date !== undefined) add(`${start}Date`, date)
    if (place !== undefined) add(`${start}Place`, place)
    return
  }
  if (property === 'url') {
    const address = /^(?:https?:\/\/)?(?:[\w-]+\.)+[a-z]{2,}(?:\/\S*)?$/i.exec(value.trim())?.[0]
    if (address) add('url', /^https?:/i.test(address) ? address : `https://${address}`)
    return
  }
  if (property === 'startDate' || property.endsWith('Date')) {
    const { date } = dateAndPlace(value, language)
    if (date !== undefined) add(property, date)
    return
  }
  const implied = property === 'country' ? 'location' : (impliedKind(property) ?? impliedHere[property])
  if (implied) {
    const relation = property === 'country' ? 'containedInPlace' : property
    for (const name of namesOf(property, implied, value)) add(relation, name)
  } else if (isValueOf(property, value)) {
    add(property, value.replaceAll('\n', ' '))
  }
}

const impliedHere: Partial<Record<string, BaseKind>> = { organizer: 'object' }
