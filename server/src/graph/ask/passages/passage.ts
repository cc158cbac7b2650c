import type { EntityBrief } from './queries.ts'

export interface Passage {
  url: string
  /** Verbatim text of the page. */
  quote: string
  entity_ids: string[]
}

export interface RankedPassage extends Passage {
  score: number
  /** The passage has what the question asks for. Other passages may still help a reader. */
  is_answer: boolean
  /** The entities that the passage is about. */
  entities: EntityBrief[]
}

export interface Candidate extends Passage {
  entities: EntityBrief[]
  /** How well the question matches the name of an entity of the passage, from 0 to 1. */
  entity_score: number
}
