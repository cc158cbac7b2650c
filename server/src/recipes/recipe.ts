import type { recipeStatuses } from '@polegraph/contract/crawl/recipes.ts'
import type { InlineLabel } from './inline-values.ts'

// A recipe says at which positions the pages of one template have the facts that a model finds there.
//
//   learning | agrees with the model on three pages in a row      | active
//   learning | disagrees three times in a row                     | invalid; another version is learned
//   active   | does not fit a page, or disagrees with the model   | failing; the model reads that page and the next ones
//   failing  | agrees with the model again                        | active
//   failing  | the third failure in a row                         | invalid; the model reads the template again
//   any      | invalidated by hand, or an attribute was added     | invalid

export type RecipeStatus = 'learning' | (typeof recipeStatuses)[number]

/** The text before the first separator, the text behind it, or both in the other order: `Berg, Ada`. */
export interface TextPart {
  separator: string
  at: 0 | 1 | 'reversed'
}

/** A position in the layout of a template: all blocks there, or a part of their text. */
export interface TemplatePosition {
  selector: string
  /** The label of a definition, a row or a `Label: value` line; null takes the whole block. */
  label: string | null
  /** Which part of the text around the separator. */
  part?: TextPart | undefined
  /** The label before the value inside the text, and what ends the value. */
  inline?: InlineLabel | undefined
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
  attributes: { key: string; part: TextPart }[]
}

/** An entity that each row of a list names, with its fields. Selectors of positions inside a row are names of columns. */
export interface RowEntityRule {
  kind: string
  position: TemplatePosition
  fields: FieldRule[]
}

/** An entity of the row by its number, the subject of the page, or an entity that all rows have in common. */
export type RowEnd = { row_entity: number } | 'subject' | { kind: string; name: string }

export interface RowRelationRule {
  type: string
  from: RowEnd
  to: RowEnd
  since: TemplatePosition | null
  until: TemplatePosition | null
}

/** How the values of rows are written that the rules were tried on; rows that are written otherwise are not read. */
export interface RowForms {
  /** Which columns a row has. */
  shapes: string[]
  /** Forms of values by column. */
  forms: Record<string, string[]>
  /** The values of columns that have few, folded. */
  values: Record<string, string[]>
}

export interface RowRules {
  entities: RowEntityRule[]
  relations: RowRelationRule[]
  forms: RowForms
}

/** Rules for the rows of all lists at one place of the layout; below one heading, where lists there differ. */
export interface ListRule extends RowRules {
  selector: string
  heading: string | null
}

export interface RecipeRules {
  subject: SubjectRule | null
  fields: FieldRule[]
  items: ItemRule[]
  lists: ListRule[]
  /** How many of the positions and lists above every sample page of the template had. */
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
  /** The kind of entity that the text alone suggests. */
  looks_like?: string | undefined
}

/** A row, item or card of a list. */
export interface ListRow {
  start: number
  end: number
  /** The selector of a field is the name of its column. */
  fields: RecipeBlock[]
  /** The fields hold all words of the row. */
  is_whole: boolean
}

export interface RecipeList {
  selector: string
  heading: string
  rows: ListRow[]
}

/** A page as recipes need it. */
export interface RecipePage {
  text: string
  /** The page's own. */
  blocks: RecipeBlock[]
  lists: RecipeList[]
}
