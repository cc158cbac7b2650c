import type { ListRow } from './recipe.ts'
import { categoriesOf, formsOf, isProse, isWrittenLike, keysOf } from './row-forms.ts'

// Chooses the rows of a long list that a model reads so that the others need not be sent. Left out are only rows that
// are written like rows that are sent; whatever is rare in its list is sent.

/** The first rows may be special, so one from the middle is read too. */
const firstRows = 3
/** How many rows a model reads for each form of a value. Of a column with few values, each is read once. */
const rowsPerForm = 2
const samplesMax = 16
/** A form that fewer rows have is rare. */
const usualLeast = 5
/** Fewer rows are not worth a second call, should no rule be found. */
const leftOutLeast = 8

export interface ChosenRows {
  /** The rows that rules are learned from. */
  samples: ListRow[]
  left_out: ListRow[]
  /** The columns of few values. */
  categories: string[]
}

type RowKeys = ReturnType<typeof keysOf>

/** Undefined when the whole list should be read. */
export function chooseRows(rows: ListRow[]): ChosenRows | undefined {
  if (rows.length < firstRows + 1 + leftOutLeast) return undefined
  const categories = categoriesOf(rows)
  const keys = new Map(rows.map((row) => [row, keysOf(row, categories)]))
  const counts = new Map<string, number>()
  for (const key of [...keys.values()].flatMap(({ forms, values }) => [...forms, ...values])) {
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const usual = rows.filter((row) => {
    const { forms, values } = keys.get(row) as RowKeys
    if (!row.is_whole || isProse(row)) return false
    return [...forms, ...values].every((key) => (counts.get(key) ?? 0) >= usualLeast)
  })
  const seen = new Map<string, number>()
  const samples = new Set<ListRow>()
  const add = (row: ListRow) => {
    samples.add(row)
    const { forms, values } = keys.get(row) as RowKeys
    for (const key of [...forms, ...values]) seen.set(key, (seen.get(key) ?? 0) + 1)
  }
  const isSeen = (some: string[], times: number) => some.every((key) => (seen.get(key) ?? 0) >= times)
  for (const row of [...usual.slice(0, firstRows), ...usual.slice(usual.length >> 1).slice(0, 1)]) add(row)
  for (const row of usual) {
    if (samples.size >= samplesMax) break
    const { forms, values } = keys.get(row) as RowKeys
    if (!samples.has(row) && !(isSeen(forms, rowsPerForm) && isSeen(values, 1))) add(row)
  }
  const forms = formsOf([...samples], categories)
  const left_out = usual.filter((row) => !samples.has(row) && isWrittenLike(row, forms))
  return left_out.length < leftOutLeast ? undefined : { samples: [...samples], left_out, categories }
}
