import { type Strings, tabOf } from '../../shared/page/search-params.ts'
import type { AuditEntry, Tombstone } from '../../shared/service/types.ts'

// The part of the review page that is in its address.

export interface ReviewSearch {
  tab?: 'duplicates' | 'merges' | 'contradictions' | 'tombstones' | 'audit'
  /** The pair that is looked at. */
  pair?: string
  /** Whose merges are listed. */
  by?: 'machine' | 'person'
  /** The kind of deleted things that is listed. */
  type?: Tombstone['type']
  /** The changes that are listed. */
  action?: AuditEntry['action']
}

export const actionWords: Record<AuditEntry['action'], string> = {
  'entity.create': 'Created an entity',
  'entity.edit': 'Edited an entity',
  'entity.delete': 'Deleted an entity',
  'entity.merge': 'Merged entities',
  'entity.split': 'Split an entity',
  'attribute.delete': 'Deleted a value',
  'relationship.create': 'Added a relationship',
  'relationship.edit': 'Edited a relationship',
  'relationship.delete': 'Deleted a relationship',
  'merge.revert': 'Reverted a merge',
  'duplicate.judge': 'Judged a pair',
  'tombstone.lift': 'Brought back',
  'relation_type.map': 'Made two relations one',
  'relation_type.unmap': 'Made two relations of one',
  undo: 'Took back a change',
}

const types = ['entity', 'relationship', 'attribute'] as const

export function readReviewSearch(search: Strings): ReviewSearch {
  const type = types.find((one) => one === search.type)
  const action =
    search.action && Object.hasOwn(actionWords, search.action) ? (search.action as AuditEntry['action']) : undefined
  return {
    ...tabOf('duplicates', 'merges', 'contradictions', 'tombstones', 'audit')(search),
    ...(search.pair && { pair: search.pair }),
    ...((search.by === 'machine' || search.by === 'person') && { by: search.by }),
    ...(type && { type }),
    ...(action && { action }),
  }
}
