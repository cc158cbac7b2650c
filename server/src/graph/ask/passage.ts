import type { ToldEntity } from './queries.ts'

export interface Passage {
  url: string
  /** As it stands on the page. */
  quote: string
  entity_ids: string[]
}

export interface RankedPassage extends Passage {
  score: number
  /** It has what the question asks for; the others may help somebody who reads them. */
  is_answer: boolean
  /** The entities that it speaks of. */
  entities: ToldEntity[]
}

export interface Candidate extends Passage {
  entities: ToldEntity[]
  /** How surely the question names what it speaks of. */
  worth: number
}
