import { type BaseKind, baseKinds } from '../claims.ts'
import { parseDate } from '../dates/parse-date.ts'
import type { Block } from '../parsed-page.ts'
import { cellSeparator } from '../table-rows.ts'
import { isName, isNameOf } from './entity-names.ts'
import { type Label, labelsOf } from './fact-labels.ts'
import type { Item, ItemStore } from './item.ts'
import { impliedKind } from './relations.ts'

// Tables and lists of facts about the subject of a page, such as the infoboxes of encyclopedias. One label proves
// nothing: two that only one kind of thing has do. A label that comes twice is the table of several things.

interface Row {
  labels: Label[]
  value: string
  start: number
  block: number
}

const typeOfKind: Record<BaseKind, string> = {
  person: 'Person',
  object: 'Organization',
  location: 'Place',
  event: 'Event',
}
const leastTelling = 2
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
  for (const rows of groupRows(text, blocks)) {
    const kind = kindOfRows(rows)
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

function groupRows(text: string, blocks: Block[]): Row[][] {
  const groups: Row[][] = []
  let last: Row | undefined
  for (const [at, block] of blocks.entries()) {
    const row = rowOf(text, block, at)
    if (!row) continue
    const group = groups.at(-1)
    if (group && last && at - last.block <= gapMax && group.length < rowsMax) group.push(row)
    else groups.push([row])
    last = row
  }
  return groups
}

function rowOf(text: string, { kind, path, start, end }: Block, block: number): Row | undefined {
  if (kind === 'definition') {
    const labels = labelsOf(path.at(-1) ?? '')
    return labels.length === 0 ? undefined : { labels, value: text.slice(start, end), start, block }
  }
  if (kind !== 'table_row') return undefined
  const line = text.slice(start, end)
  const cut = line.indexOf(cellSeparator)
  if (cut <= 0 || cut > 60) return undefined
  const value = line.slice(cut + cellSeparator.length)
  const labels = labelsOf(line.slice(0, cut))
  if (labels.length === 0 || value.includes(cellSeparator)) return undefined
  return { labels, value, start: start + cut + cellSeparator.length, block }
}

function kindOfRows(rows: Row[]): BaseKind | undefined {
  const counts = new Map<BaseKind, number>()
  const seen = new Set<string>()
  for (const { labels } of rows) {
    for (const { kind, property } of labels) {
      const key = `${kind}:${property}`
      if (seen.has(key)) return undefined
      seen.add(key)
      if (kind) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
  }
  const ranked = baseKinds.map((kind) => ({ kind, count: counts.get(kind) ?? 0 })).sort((a, b) => b.count - a.count)
  const [first, second] = ranked
  if (!first || first.count < leastTelling || first.count < 2 * (second?.count ?? 0)) return undefined
  return first.kind
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
  const implied = impliedKind(property) ?? (property === 'organizer' ? 'object' : undefined)
  const parts = implied ? namesIn(value).filter((name) => isNameOf(implied, name)) : [value.replaceAll('\n', ' ')]
  // Of `Paris, France` only the first is the place.
  for (const part of parts.slice(0, implied === 'location' ? 1 : 10)) add(property, part)
}

/** Names are one a line, or with commas or semicolons between them; of a place only the first part is its name. */
function namesIn(value: string): string[] {
  return value
    .split(/[\n;]|,\s/)
    .map((part) => part.replace(/\s*[([].*$/s, '').trim())
    .filter((part) => part !== '')
}

/** `10 December 1815, London`, `(1815-12-10) 10 December 1815 London, England (aged 36)`. */
function dateAndPlace(value: string, language: string | null): { date?: string; place?: string } {
  const clean = value
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const words = clean.split(' ').slice(0, 24)
  for (let length = Math.min(words.length, 6); length > 0; length--) {
    const said = words.slice(0, length).join(' ').replace(/[,;]$/, '')
    if (!parseDate(said, { language })) continue
    const rest = words
      .slice(length)
      .join(' ')
      .replace(/^(?:in|à|en|a|te)\s+/i, '')
      .replace(/^[,;]\s*/, '')
    const place = rest.split(',')[0]?.trim() ?? ''
    return /^\p{Lu}[\p{L} .'’-]{1,60}$/u.test(place) ? { date: said, place } : { date: said }
  }
  return {}
}
