import { type Claim, type EntityRef, entityClaim } from '../facts/claim.ts'
import { DatedRefs } from '../facts/dated-refs.ts'
import { refOf } from '../facts/refs.ts'
import type { ListRule, RecipeList, RecipePage } from './recipe.ts'
import { RecipeMisfit } from './recipe-misfit.ts'
import { isWrittenLike } from './row-forms.ts'
import { readRow } from './run-rows.ts'

// Reads the lists of a page of a template by rules. Rows that are not written like those that the rules were tried on
// are left out, because rules would guess; where they are many, the list is another one.

const oddMost = 0.2

export interface ListReading {
  claims: Claim[]
  /** How many rows are not read. */
  odd_rows: number
}

export const isListOf = (rule: Pick<ListRule, 'selector' | 'heading'>, list: RecipeList) =>
  list.selector === rule.selector && (rule.heading === null || list.heading === rule.heading)

export function readLists(rules: ListRule[], page: RecipePage, subject: EntityRef | undefined): ListReading {
  const refs = new DatedRefs()
  let odd_rows = 0
  const claims = rules.flatMap((rule) => {
    const rows = page.lists.filter((list) => isListOf(rule, list)).flatMap(({ rows }) => rows)
    const usual = rows.filter((row) => isWrittenLike(row, rule.forms))
    const odd = rows.length - usual.length
    if (odd > oddMost * rows.length) {
      throw new RecipeMisfit(`${odd} of ${rows.length} rows at ${rule.selector} are not written as before`)
    }
    odd_rows += odd
    const read = usual.flatMap((row) => readRow(rule, row, { text: page.text, subject, refs }))
    return read.length > 0 ? [...sharedEntities(rule, page), ...read] : []
  })
  return { claims, odd_rows }
}

/** The entities that all rows are related to, quoted where the page names them. */
function sharedEntities({ relations }: ListRule, { text }: RecipePage): Claim[] {
  const shared = relations.flatMap(({ from, to }) =>
    [from, to].filter((end) => typeof end === 'object' && 'name' in end),
  )
  return shared.map(({ kind, name }) => {
    const start = text.indexOf(name)
    if (start < 0) throw new RecipeMisfit(`the page does not name ${name}`)
    return entityClaim({ ref: refOf(kind, name), kind, name, quote: { text: name, start, end: start + name.length } })
  })
}
