import type { Spot, TextValue } from '../syntaxes/item.ts'
import type { Draft } from './entity-draft.ts'

export interface RelationDraft {
  from: Draft
  to: Draft
  type: string
  since: string | null
  until: string | null
  /** The property that states the relation, and the name at its other end. */
  spot: Spot
  target: TextValue
}
