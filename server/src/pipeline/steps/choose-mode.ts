// How a page is read. One rule, from the cheapest to the dearest way:
//
//   nothing on it has changed                              | unchanged      | costs nothing
//   the recipe of its template is active                   | deterministic  | costs nothing
//   no model is configured                                 | deterministic  | costs nothing
//   structured data says all that is on it                 | deterministic  | costs nothing
//   what has changed is only gone                          | deterministic  | costs nothing
//   otherwise                                              | agentic        | what has changed, or all of it
//
// Now and then a page with an active recipe is read by the model too, to see whether both still agree.

export interface PageSituation {
  is_unchanged: boolean
  /** The version of the recipe in force for its template. */
  recipe: number | undefined
  /** It is this page's turn to be held against the model. */
  is_recipe_check: boolean
  has_model: boolean
  is_covered: boolean
  /** How much of a page that was read before is new; undefined when it is read in full. */
  changed_blocks: number | undefined
}

export interface ModeChoice {
  mode: 'unchanged' | 'deterministic' | 'agentic'
  reason: string
}

export function chooseMode(page: PageSituation): ModeChoice {
  if (page.is_unchanged) return { mode: 'unchanged', reason: 'nothing has changed' }
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
