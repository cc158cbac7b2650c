import type { Moment } from '../graph/read/moment/graph-at.ts'
import type { EntityDoc } from '../graph/store/facts/documents.ts'

/** The graph that is reconciled with, and how much of it the caller may see. */
export interface ReconcileScope {
  moment: Moment
  /** By a share link: without relationships, sources, and ids in registers. */
  isPublic: boolean
  name: string
  ontology: string[]
}

/** The fields that the caller may see; the others are as if nobody had said them. */
export function visibleTo({ isPublic }: Pick<ReconcileScope, 'isPublic'>, doc: EntityDoc): EntityDoc {
  if (!isPublic) return doc
  return { ...doc, external_ids: {}, urls: [], pinned: [], where: doc.where && { ...doc.where, place_id: null } }
}
