import { escapeHtml } from '../../language/escape-html.ts'
import { cellsMost, tableHtml } from './table-html.ts'

// Values of JSON as a page: a list of objects is a table, whose columns are their fields; any other list is a list, and an object has
// its fields as labels. JSON-LD is structured data as it stands on pages.

/** What lies deeper is left out. */
const depthMost = 16

/** Undefined for what is no JSON. */
export function jsonHtml(text: string, type: string): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch {
    return undefined
  }
  const isLinked = type === 'application/ld+json' || (isObject(value) && '@context' in value)
  if (isLinked)
    return `<script type="application/ld+json">${text.replaceAll('</', '<\\/')}</script>${valueHtml(value, 0)}`
  return valueHtml(value, 0)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function valueHtml(value: unknown, depth: number): string {
  if (depth > depthMost || value === null) return ''
  if (Array.isArray(value)) return listHtml(value, depth)
  if (!isObject(value)) return escapeHtml(String(value))
  const fields = Object.entries(value).filter(([name]) => !name.startsWith('@'))
  const inner = fields.map(([name, field]) => {
    const shown = valueHtml(field, depth + 1)
    // A label has a value beside it; what holds values of its own stands under a heading.
    if (typeof field !== 'object') return `<dl><dt>${escapeHtml(labelOf(name))}</dt><dd>${shown}</dd></dl>`
    return shown === '' ? '' : `<h${headingOf(depth)}>${escapeHtml(labelOf(name))}</h${headingOf(depth)}>${shown}`
  })
  return inner.join('\n')
}

const headingOf = (depth: number) => Math.min(6, depth + 2)

/** `birth_date` and `birthDate` as people write them. */
const labelOf = (name: string) =>
  name
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()

function listHtml(items: unknown[], depth: number): string {
  if (items.length > 0 && items.every(isObject)) {
    const names = columnsOf(items)
    return tableHtml(names.map(labelOf), rowsOf(items, names, depth))
  }
  const shown = items.map((item) => valueHtml(item, depth + 1)).filter((item) => item !== '')
  return shown.length === 0 ? '' : `<ul>${shown.map((item) => `<li>${item}</li>`).join('\n')}</ul>`
}

/** One after the other: a table takes only so many. */
function* rowsOf(items: Record<string, unknown>[], names: string[], depth: number): Generator<string[]> {
  for (const item of items) yield names.map((name) => cellOf(item[name], depth))
}

/** The fields of the objects, as many as a table may have columns. */
function columnsOf(items: Record<string, unknown>[]): string[] {
  const names = new Set<string>()
  for (const item of items) {
    for (const name of Object.keys(item)) if (names.size < cellsMost) names.add(name)
  }
  return [...names]
}

/** Objects in a cell are shown by their name, where they have one. */
function cellOf(value: unknown, depth: number): string {
  if (value === null || value === undefined || depth > depthMost) return ''
  if (Array.isArray(value))
    return value
      .map(cellOf)
      .filter((text) => text !== '')
      .join(', ')
  if (!isObject(value)) return String(value)
  const name = value.name ?? value.title ?? value.label
  return typeof name === 'string' ? name : ''
}
