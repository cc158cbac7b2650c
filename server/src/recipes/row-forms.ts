import { isStopValue } from '../facts/stop-values.ts'
import { foldName } from '../language/fold-name.ts'
import { eventHeads, organizationEnding, organizationHeads, plainWord } from '../reader/names/rules/name-words.ts'
import { splitLegalForm } from '../resolution/names/legal-forms.ts'
import type { ListRow, RecipeBlock, RowForms } from './recipe.ts'

// How rows are written: which columns they have, and for each value its letters, digits, capitals and signs. "Ada Berg",
// "vacant", "Dr. Ada Berg", "Berg & Holm" and "Pilot Guild" differ, so rules that were tried on names like the first do
// not read the others. In columns of few values, such as "active" and "former", each value is a form of its own.

const longWords = 5
const longChars = 60

/** Fields are asked about several times. */
const known = new WeakMap<RecipeBlock, string>()

function formOf(field: RecipeBlock): string {
  const form = known.get(field) ?? describe(field)
  known.set(field, form)
  return form
}

function describe({ text, looks_like = '' }: RecipeBlock): string {
  const words = text.split(/\s+/)
  if (isStopValue(text)) return `stop ${foldName(text)}`
  if (words.length >= longWords || text.length > longChars) return 'long'
  if (!/\p{L}/u.test(text)) return text.replace(/\d+/g, '9').replace(/\s+/g, '')
  const signs = [...new Set(text.replace(/[\p{L}\p{M}\p{N}\s'’-]/gu, ''))].sort().join('')
  const isSmall = (word: string) => /^\p{Ll}/u.test(word)
  const cases = `${isSmall(words[0] as string) ? 'a' : 'A'}${words.slice(1).some(isSmall) ? 'a' : ''}`
  const digit = /\p{N}/u.test(text) ? '9' : ''
  return `${cases}${digit}${words.length === 1 ? '' : '+'}${signs}${isThing(text, words) ? ' thing' : ''} ${looks_like}`
}

/** Whether a word says that this is the name of an organization or an event. */
function isThing(text: string, words: string[]): boolean {
  const isHead = (word: string) => organizationHeads.has(word) || eventHeads.has(word) || organizationEnding.test(word)
  return words.map(plainWord).some(isHead) || splitLegalForm(foldName(text).split(' ')).forms.length > 0
}

const proseChars = 80

/** Paragraphs of a text are written alike too, and say something else each. */
export const isProse = ({ fields }: ListRow) =>
  fields.every(
    (field) => formOf(field) === 'long' && (field.text.length > proseChars || /[.!?…]["'”“»]?$/u.test(field.text)),
  )

const shapeOf = ({ fields }: ListRow) => JSON.stringify(fields.map(({ selector }) => selector).sort())

/** A value that fewer rows have says little about its column. */
const repeatedLeast = 5
const valuesMost = 8
const repeatedShare = 0.7

/** Columns in which a few values come again and again. */
export function categoriesOf(rows: ListRow[]): string[] {
  const columns = Map.groupBy(
    rows.flatMap(({ fields }) => fields),
    ({ selector }) => selector,
  )
  return [...columns].flatMap(([column, fields]) => {
    const counts = [...Map.groupBy(fields, ({ text }) => foldName(text)).values()].map(({ length }) => length)
    const repeated = counts.filter((count) => count >= repeatedLeast)
    const share = repeated.reduce((sum, count) => sum + count, 0) / fields.length
    return repeated.length <= valuesMost && share >= repeatedShare ? [column] : []
  })
}

/** Shape, forms and values of a row, each as one key. */
export function keysOf(row: ListRow, categories: string[]): { forms: string[]; values: string[] } {
  return {
    forms: [shapeOf(row), ...row.fields.map((field) => `${field.selector}\n${formOf(field)}`)],
    values: row.fields
      .filter(({ selector }) => categories.includes(selector))
      .map(({ selector, text }) => `${selector}\n= ${foldName(text)}`),
  }
}

export function formsOf(rows: ListRow[], categories: string[]): RowForms {
  const fields = rows.flatMap((row) => row.fields)
  const inColumns = (some: ListRow['fields'], of: (field: RecipeBlock) => string) =>
    Object.fromEntries(
      [...Map.groupBy(some, ({ selector }) => selector)].map(([column, own]) => [column, [...new Set(own.map(of))]]),
    )
  return {
    shapes: [...new Set(rows.map(shapeOf))],
    forms: inColumns(fields, formOf),
    values: inColumns(
      fields.filter(({ selector }) => categories.includes(selector)),
      ({ text }) => foldName(text),
    ),
  }
}

/** Whether a row is written like those that the forms were taken from. */
export function isWrittenLike(row: ListRow, { shapes, forms, values }: RowForms): boolean {
  return (
    row.is_whole &&
    shapes.includes(shapeOf(row)) &&
    row.fields.every(
      (field) =>
        forms[field.selector]?.includes(formOf(field)) &&
        (values[field.selector]?.includes(foldName(field.text)) ?? true),
    )
  )
}
