import type { ListRule, RecipeList } from '../recipe.ts'
import { categoriesOf } from '../row-forms.ts'
import { samplesLeast } from './learn-fields.ts'
import { learnRows, type RowPage, SampleRow } from './learn-rows.ts'
import { statementsOf } from './row-statements.ts'
import type { SamplePage } from './sample-page.ts'

// Learns rules for the lists of a template: for all lists at one place of its layout, or, where these differ, for those
// below one heading.

/** More rows of one list teach nothing. */
const rowsMax = 200

interface PageList {
  list: RecipeList
  page: RowPage
}

export function learnLists(pages: SamplePage[]): ListRule[] {
  const lists = pages.flatMap(({ page, claims, entities, subject }): PageList[] => {
    const about = { text: page.text, claims, entities, subject, said: statementsOf(claims) }
    return page.lists.map((list) => ({ list, page: about }))
  })
  return [...Map.groupBy(lists, ({ list }) => list.selector)].flatMap(([selector, alike]): ListRule[] => {
    const rule = learnFrom(alike)
    if (rule) return [{ ...rule, selector, heading: null }]
    const byHeading = Map.groupBy(alike, ({ list }) => list.heading)
    if (byHeading.size < 2) return []
    return [...byHeading].flatMap(([heading, some]) => {
      const own = learnFrom(some)
      return own ? [{ ...own, selector, heading }] : []
    })
  })
}

function learnFrom(lists: PageList[]) {
  if (new Set(lists.map(({ page }) => page)).size < samplesLeast) return undefined
  const rows = lists.flatMap(({ list, page }) => list.rows.slice(0, rowsMax).map((row) => new SampleRow(row, page)))
  return learnRows(rows, categoriesOf(rows.map(({ row }) => row)))
}
