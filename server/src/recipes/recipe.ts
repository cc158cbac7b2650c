import type { recipeStatuses } from '@polegraph/contract/recipes.ts'

// What a recipe is: where on the pages of one template the facts stand that a model finds there.
//
//   learning | agrees with the model on three pages in a row      | active
//   learning | disagrees three times in a row                     | invalid; another version is learned
//   active   | does not fit a page, or disagrees with the model   | failing; the model reads that page and the next ones
//   failing  | agrees with the model again                        | active
//   failing  | the third failure in a row                         | invalid; the template is the model's again
//   any      | invalidated by hand, or an attribute was added     | invalid

export type RecipeStatus = 'learning' | (typeof recipeStatuses)[number]

/** A position in the layout of a template: all blocks that stand there, or a part of their text. */
export interface TemplatePosition {
  selector: string
  /** Of a definition, a row or a `Label: value` line; null takes the whole block. */
  label: string | null
  /** Which part of the text, when it is cut at the separator. */
  part?: { separator: string; at: 0 | 1 } | undefined
}

export interface SubjectRule {
  kind: string
  position: TemplatePosition
}

export interface FieldRule {
  /** What of the subject stands there. */
  field: 'attribute' | 'when' | 'where'
  /** Of an attribute. */
  key: string | null
  position: TemplatePosition
}

/** Entities that stand in a list, or at a position of their own, and what they are to the subject. */
export interface ItemRule {
  kind: string
  position: TemplatePosition
  relation: { type: string; direction: 'from_subject' | 'to_subject' } | null
  /** What else the same block says of each. */
  attributes: { key: string; part: { separator: string; at: 0 | 1 } }[]
}

export interface RecipeRules {
  subject: SubjectRule | null
  fields: FieldRule[]
  items: ItemRule[]
  /** How many of the positions above every page of the template had. */
  usual_positions: number
}

/** A recipe as the work on a page needs it. */
export interface RecipeInForce {
  id: string
  template: string
  version: number
  status: Exclude<RecipeStatus, 'invalid'>
  created_at: string
  rules: RecipeRules
}

/** A block as recipes see it. */
export interface RecipeBlock {
  selector: string
  /** The term of a definition. */
  term: string | null
  kind: string
  text: string
  /** In the text of the page. */
  start: number
}
