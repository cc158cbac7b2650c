import type { Claim } from '../../../facts/claim.ts'
import { DatedRefs } from '../../../facts/dated-refs.ts'
import { countOf } from '../../../language/count-of.ts'
import { ReadEntities } from '../../../recipes/learn/gather-entities.ts'
import { learnRows, SampleRow } from '../../../recipes/learn/learn-rows.ts'
import { statementsOf } from '../../../recipes/learn/row-statements.ts'
import type { ListRow, RecipeList } from '../../../recipes/recipe.ts'
import { isWrittenLike } from '../../../recipes/row-forms.ts'
import { readRow } from '../../../recipes/run-rows.ts'
import type { CutList } from './cut-lists.ts'

// Reads the rows that a model was not sent by rules that are learned from those that it was sent.

export interface ReadRows {
  claims: Claim[]
  /** How many rows the rules were learned from, and how many they have read. */
  samples: number
  rows: number
  /** Rows that no rules fit: the model must read them. */
  rest: { list: RecipeList; rows: ListRow[] }[]
}

/** `said` are the claims of the model. */
export function readCutLists(cuts: CutList[], text: string, said: Claim[]): ReadRows {
  const page = { text, claims: said, entities: new ReadEntities(said), subject: undefined, said: statementsOf(said) }
  const refs = new DatedRefs(said)
  const read: ReadRows = { claims: [], samples: 0, rows: 0, rest: [] }
  for (const { list, samples, left_out, categories } of cuts) {
    const rules = learnRows(
      samples.map((row) => new SampleRow(row, page)),
      categories,
    )
    const isKnown = (row: ListRow) => rules !== undefined && isWrittenLike(row, rules.forms)
    const rest = left_out.filter((row) => !isKnown(row))
    if (rest.length > 0) read.rest.push({ list, rows: rest })
    if (!rules) continue
    read.samples += samples.length
    for (const row of left_out.filter(isKnown)) {
      read.claims.push(...readRow(rules, row, { text, refs }))
      read.rows++
    }
  }
  return read
}

/** For the page's `mode_reason`; empty when no list was cut. */
export function noteOfRows({ samples, rows, rest }: ReadRows): string {
  const again = rest.reduce((sum, one) => sum + one.rows.length, 0)
  const notes = []
  if (rows > 0)
    notes.push(`; rules learned from ${countOf(samples, 'row')} of its lists read ${countOf(rows, 'other')}`)
  if (again > 0) notes.push(`; no rules fit ${countOf(again, 'row')} of its lists, which the model reads too`)
  return notes.join('')
}
