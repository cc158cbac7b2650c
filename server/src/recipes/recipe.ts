import type { recipeStatuses } from '@polegraph/contract/recipes.ts'

// A recipe says at which positions the pages of one template have the facts that a model finds there.
//
//   learning | agrees with the model on three pages in a row      | active
//   learning | disagrees three times in a row                     | invalid; another version is learned
//   active   | does not fit a page, or disagrees with the model   | failing; the model reads that page and the next ones
//   failing  | agrees with the model again                        | active
//   failing  | the third failure in a row                         | invalid; the model reads the template again
//   any      | invalidated by hand, or an attribute was added     | invalid

export type RecipeStatus = 'learning' | (typeof recipeStatuses)[number]

/** A position in the layout of a template: all blocks there, or a part of their text. */
export interface TemplatePosition {
  selector: string
  /** The label of a definition, a row or a `Label: value` line; null takes the whole block. */
  label: string | null
  /** Which part of the text around the separator. */
  part?: { separator: string; at: 0 | 1 } | undefined
}

export interface SubjectRule {
  kind: string
  position: TemplatePosition
}

export interface FieldRule {
  /** The field of the subject that stands there. */
  field: 'attribute' | 'when' | 'where'
  /** The key of an attribute, else null. */
  key: string | null
  position: TemplatePosition
}

/** Entities of a list or a position, and their relation to the subject. */
export interface ItemRule {
  kind: string
  position: TemplatePosition
  relation: { type: string; direction: 'from_subject' | 'to_subject' } | null
  /** Attributes of each entity in the same block. */
  attributes: { key: string; part: { separator: string; at: 0 | 1 } }[]
}

export interface RecipeRules {
  subject: SubjectRule | null
  fields: FieldRule[]
  items: ItemRule[]
  /** How many of the positions above every sample page of the template had. */
  usual_positions: number
}

/** A recipe as the pipeline needs it. */
export interface RecipeInForce {
  id: string
  template: string
  version: number
  status: Exclude<RecipeStatus, 'invalid'>
  created_at: string
  rules: RecipeRules
}

/** A block as recipes need it. */
export interface RecipeBlock {
  selector: string
  /** The term of a definition. */
  term: string | null
  kind: string
  text: string
  /** Offset in the text of the page. */
  start: number
}
