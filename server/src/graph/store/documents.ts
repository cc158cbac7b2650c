import type { When, Where } from '../../facts/claim.ts'

// What is shown of an entity and of a relationship, but for what is counted. The same document is kept in the row, and
// in the log of changes: that is how the graph of an earlier time is read.

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
}

export interface RelationshipDoc {
  /** Ids of entities that are shown. */
  from: string
  to: string
  type: string
  attributes: Record<string, string>
  since: string | null
  until: string | null
}

/** Of an entity or relationship that another stands for. */
export interface MergedDoc {
  merged_into: string
}
