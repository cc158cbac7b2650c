import { isStopValue } from '../facts/stop-values.ts'
import { foldName } from '../language/fold-name.ts'
import { splitLegalForm } from '../resolution/legal-forms.ts'
import type { RecipeRow, RowForms } from './recipe.ts'

// How rows are written: which columns they have, and for each value its letters, digits, capitals and signs. "Ada Berg",
// "vacant", "N.N.", "Berg & Holm" and "Harbour Trust Ltd" differ, so rules that were tried on names like the first do
// not read the others.

const longWords = 5
const longChars = 60

export function formOf(text: string): string {
  const words = text.split(/\s+/)
  if (isStopValue(text)) return `stop ${foldName(text)}`
  if (words.length >= longWords || text.length > longChars) return 'long'
  const signs = [...new Set(text.replace(/[\p{L}\p{M}\p{N}\s.'’-]/gu, ''))].sort().join('')
  if (!/\p{L}/u.test(text)) return `${text.replace(/\d+/g, '9').replace(/\s+/g, '')}`
  const first = /\p{L}/u.exec(text)?.[0] ?? ''
  const letter = /\p{Lu}/u.test(first) ? 'A' : /\p{Ll}/u.test(first) ? 'a' : 'x'
  const digit = /\p{N}/u.test(text) ? '9' : ''
  const legal = splitLegalForm(foldName(text).split(' ')).forms.length > 0 ? ' legal' : ''
  return `${letter}${digit}${words.length === 1 ? '' : '+'}${signs}${legal}`
}

/** What is to be told of a row, each as one key. */
export function keysOf(row: RecipeRow): string[] {
  return [shapeOf(row), ...row.fields.map(({ selector, text }) => `${selector}\n${formOf(text)}`)]
}

const shapeOf = ({ fields }: RecipeRow) => JSON.stringify(fields.map(({ selector }) => selector).sort())

export function formsOf(rows: RecipeRow[]): RowForms {
  const forms: Record<string, string[]> = {}
  for (const { selector, text } of rows.flatMap(({ fields }) => fields)) {
    const known = forms[selector] ?? []
    forms[selector] = known
    const form = formOf(text)
    if (!known.includes(form)) known.push(form)
  }
  return { shapes: [...new Set(rows.map(shapeOf))], forms }
}

/** Whether a row is written like those that the forms were taken from. */
export function isWrittenLike(row: RecipeRow, { shapes, forms }: RowForms): boolean {
  return (
    row.is_whole &&
    shapes.includes(shapeOf(row)) &&
    row.fields.every(({ selector, text }) => forms[selector]?.includes(formOf(text)))
  )
}
