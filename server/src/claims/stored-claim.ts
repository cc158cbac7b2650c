import type { Claim } from '../facts/claim.ts'

export type ClaimOrigin = 'structured' | 'recipe' | 'model' | 'text'

/** A claim without its quote: the fact alone. */
export type Fact = Claim extends infer One ? (One extends Claim ? Omit<One, 'type' | 'quote'> : never) : never

export interface StoredClaim {
  fact_key: string
  type: Claim['type']
  fact: Fact
  quote: string
  quote_start: number
  quote_end: number
  block_hash: string | null
  /** The number of the list on the page, where the block is a row of one that names nothing else of the kind. */
  list: number | null
  origin: ClaimOrigin
  mode: 'agentic' | 'deterministic' | 'import'
  model: string | null
}

/** The row of entities or of relationships that a claim is about: exactly one of the two is set. */
export interface ClaimLink {
  entity_id: string | null
  relationship_id: string | null
}

/** A claim that was added or removed. */
export interface ChangedClaim extends ClaimLink {
  page_id: string
  type: Claim['type']
  fact: Fact
  list: number | null
  origin: ClaimOrigin
  host: string
  observed_at: Date | string
}

export interface ClaimRow extends StoredClaim {
  id: string
  page_id: string
}
