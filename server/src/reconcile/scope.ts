import type { Moment } from '../graph/read/moment/graph-at.ts'
import type { EntityDoc } from '../graph/store/facts/documents.ts'

/** The graph that is reconciled with, and how much of it the caller may see. */
export interface ReconcileScope {
  moment: Moment
  /** By a share link: without sources. */
  is_public: boolean
  has_relationships: boolean
  /** Ids in registers, and home pages. */
  has_facts: boolean
  name: string
  ontology: string[]
}

/** The fields that the caller may see; the others are as if nobody had said them. */
export function visibleTo({ has_facts }: Pick<ReconcileScope, 'has_facts'>, doc: EntityDoc): EntityDoc {
  if (has_facts) return doc
  return { ...doc, external_ids: {}, urls: [], pinned: [], where: doc.where && { ...doc.where, place_id: null } }
}
