import type { BaseKind } from '../../../facts/claim.ts'
import { isName } from '../../../facts/entity-names.ts'
import type { Block } from '../../blocks/parsed-page.ts'
import { cellSeparator } from '../../blocks/table-rows.ts'
import { impliedKind } from '../entities/relations.ts'
import type { Item, ItemStore } from '../syntaxes/item.ts'
import { dateAndPlace, isValueOf, namesOf } from './cell-values.ts'
import { kindOfTable, type Row } from './fact-evidence.ts'
import { isForeignLabel, labelsOf } from './fact-labels.ts'

// Tables and lists of facts about the subject of a page, such as the infoboxes of encyclopedias.

const typeOfKind: Record<BaseKind, string> = {
  person: 'Person',
  object: 'Organization',
  location: 'Place',
  event: 'Event',
}
/** Other blocks may stand between the rows of one table. */
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
  // The heading may be the name of the site; the title of a page is about the page.
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
    // The first table that is about the subject is the one.
    return
  }
}

/** The one heading above all others. */
function subjectOf(blocks: Block[]): Block | undefined {
  const headings = blocks.filter(({ level }) => level === 1)
  const main = headings.length > 1 ? headings.filter(({ is_main }) => is_main) : headings
  return main.length === 1 ? main[0] : undefined
}

/** `About Acme`, `The employer`: the box of somebody that the page names, below what it is about. */
const another =
  /^(?:about|über|à propos|sobre|chi|over)\s|\b(?:company|employer|organi[sz]er|publisher|author|seller|unternehmen|firma|arbeitgeber|veranstalter|verlag|entreprise|employeur|empresa|azienda|bedrijf|werkgever)\b/i

function isOfAnother(heading: string, name: string): boolean {
  return another.test(heading) && !heading.toLowerCase().includes(name.toLowerCase())
}

interface Group {
  rows: Row[]
  /** The heading above, below that of the page. */
  heading: string
  is_foreign: boolean
}

/** A group with a label that is of nothing here is left out as a whole. */
function groupRows(text: string, blocks: Block[]): Group[] {
  const groups: Group[] = []
  let heading = ''
  let last = Number.NEGATIVE_INFINITY
  for (const [at, block] of blocks.entries()) {
    if (block.level !== undefined) heading = block.level > 1 ? text.slice(block.start, block.end).slice(0, 200) : ''
    const row = rowOf(text, block, at)
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

interface SaidRow extends Row {
  is_foreign: boolean
}

function rowOf(text: string, { kind, path, start, end }: Block, block: number): SaidRow | undefined {
  if (kind === 'definition') return rowOfLabel(path.at(-1) ?? '', text.slice(start, end), start, block)
  if (kind !== 'table_row') return undefined
  const line = text.slice(start, end)
  const cut = line.indexOf(cellSeparator)
  if (cut <= 0 || cut > 60) return undefined
  const value = line.slice(cut + cellSeparator.length)
  if (value.includes(cellSeparator)) return undefined
  return rowOfLabel(line.slice(0, cut), value, start + cut + cellSeparator.length, block)
}

function rowOfLabel(label: string, value: string, start: number, block: number): SaidRow | undefined {
  const labels = labelsOf(label)
  const is_foreign = isForeignLabel(label)
  return labels.length === 0 && !is_foreign ? undefined : { labels, value, start, block, is_foreign }
}

function addRow(item: Item, kind: BaseKind, { labels, value, start }: Row, language: string | null): void {
  const label = labels.find((meaning) => meaning.kind === kind || meaning.kind === undefined)
  if (!label) return
  const { property } = label
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
