import type { RecipeRow } from './recipe.ts'
import { formsOf, isWrittenLike, keysOf } from './row-forms.ts'

// Chooses the rows of a long list that a model reads so that the others need not be sent. Left out are only rows that
// are written like rows that are sent; whatever is rare in its list is sent.

/** The first rows may be special, so one from the middle is read too. */
const firstRows = 3
/** Each form of a value is read so often. */
const rowsPerForm = 2
const samplesMax = 16
/** A form that fewer rows have is rare. */
const usualLeast = 5
/** Fewer rows are not worth a second call, should no rule be found. */
const leftOutLeast = 8

export interface ChosenRows {
  /** The rows that rules are learned from. */
  samples: RecipeRow[]
  left_out: RecipeRow[]
}

/** Undefined when the whole list should be read. */
export function chooseRows(rows: RecipeRow[]): ChosenRows | undefined {
  if (rows.length < firstRows + 1 + leftOutLeast) return undefined
  const keys = new Map(rows.map((row) => [row, keysOf(row)]))
  const counts = new Map<string, number>()
  for (const key of [...keys.values()].flat()) counts.set(key, (counts.get(key) ?? 0) + 1)
  const isUsual = (row: RecipeRow) =>
    row.is_whole && keys.get(row)?.every((key) => (counts.get(key) ?? 0) >= usualLeast)
  const usual = rows.filter(isUsual)
  const samples = new Set([...usual.slice(0, firstRows), ...usual.slice(usual.length >> 1).slice(0, 1)])
  const seen = new Map<string, number>()
  const see = (row: RecipeRow) => {
    for (const key of keys.get(row) ?? []) seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  samples.forEach(see)
  for (const row of usual) {
    if (samples.size >= samplesMax) break
    if (samples.has(row) || keys.get(row)?.every((key) => (seen.get(key) ?? 0) >= rowsPerForm)) continue
    samples.add(row)
    see(row)
  }
  const forms = formsOf([...samples])
  const left_out = usual.filter((row) => !samples.has(row) && isWrittenLike(row, forms))
  return left_out.length < leftOutLeast ? undefined : { samples: [...samples], left_out }
}
