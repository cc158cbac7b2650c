import { relationNamed } from '../../../facts/relations.ts'
import type { RelationDraft } from './relation-draft.ts'

/** Drops relations of one-way types that the page states in both directions: nobody knows which is right. */
export function withoutContradictions(relations: RelationDraft[]): RelationDraft[] {
  const targets = new Map<string, Map<unknown, Set<unknown>>>()
  for (const { from, to, type } of relations) {
    if (!relationNamed(type)?.isOneWay) continue
    const byFrom = targets.get(type) ?? new Map<unknown, Set<unknown>>()
    targets.set(type, byFrom)
    byFrom.set(from, (byFrom.get(from) ?? new Set()).add(to))
  }
  return relations.filter(({ from, to, type }) => !targets.get(type)?.get(to)?.has(from))
}
