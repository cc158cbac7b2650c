import type { ReadMode } from '../../../queue/claimed-page.ts'

// Chooses how a page that has changed is read, from the cheapest way to the most expensive one:
//
//   the recipe of its template is active                   | deterministic  | costs nothing
//   no model is configured                                 | deterministic  | costs nothing
//   structured data covers the page                        | deterministic  | costs nothing
//   blocks are gone and none is new                        | deterministic  | costs nothing
//   otherwise                                              | agentic        | new blocks, or all of the page
//
// The model reads some pages with an active recipe too, to check that both still agree.

export interface PageSituation {
  /** The version of the recipe in force for the page's template. */
  recipe: number | undefined
  /** The model must read this page too, to check the recipe. */
  is_recipe_check: boolean
  has_model: boolean
  is_covered: boolean
  /** How many blocks are new since the page was last read; undefined when it is read in full. */
  changed_blocks: number | undefined
}

export interface ModeChoice {
  mode: ReadMode
  reason: string
}

export function chooseMode(page: PageSituation): ModeChoice {
  if (page.recipe !== undefined && !(page.is_recipe_check && page.has_model)) {
    return { mode: 'deterministic', reason: `recipe version ${page.recipe} reads its template` }
  }
  if (!page.has_model) return { mode: 'deterministic', reason: 'no model is configured' }
  if (page.is_covered) return { mode: 'deterministic', reason: 'structured data covers the page' }
  if (page.changed_blocks === 0) return { mode: 'deterministic', reason: 'nothing new to read' }
  if (page.recipe !== undefined) return { mode: 'agentic', reason: `recipe version ${page.recipe} is checked` }
  const what = page.changed_blocks === undefined ? 'the page' : `${page.changed_blocks} changed blocks`
  return { mode: 'agentic', reason: `the model reads ${what}` }
}
