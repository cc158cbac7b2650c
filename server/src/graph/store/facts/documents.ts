import type { Certainty, When, Where } from '../../../facts/claim.ts'

// The documents of an entity and of a relationship, without their counts. A row and the log of changes hold the same
// document: the graph of an earlier time is read from the log.

export interface EntityDoc {
  kind: string
  name: string
  aliases: string[]
  summary: string | null
  attributes: Record<string, string>
  when: When | null
  where: Where | null
  external_ids: Record<string, string>
  urls: string[]
  /** Fields that a person set, by their names in the API: `name`, `attributes.role`. */
  pinned: string[]
}

export interface RelationshipDoc {
  /** Ids of entities that are in the graph. */
  from: string
  to: string
  type: string
  certainty: Certainty
  /** The words by which pages say it, where they are others than the type; the most said first. */
  said_as: string[]
  attributes: Record<string, string>
  since: string | null
  until: string | null
  pinned: string[]
}

/** Document of an entity or relationship that was merged into another. */
export interface MergedDoc {
  merged_into: string
}
