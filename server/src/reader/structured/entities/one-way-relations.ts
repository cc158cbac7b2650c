import type { RelationDraft } from './relation-draft.ts'
import { oneWayTypes } from './relations.ts'

/** Without those that a page says both ways though they hold one way only: nobody knows which. */
export function withoutContradictions(relations: RelationDraft[]): RelationDraft[] {
  const said = new Map<string, Map<unknown, Set<unknown>>>()
  for (const { from, to, type } of relations) {
    if (!oneWayTypes.has(type)) continue
    const byFrom = said.get(type) ?? new Map<unknown, Set<unknown>>()
    said.set(type, byFrom)
    byFrom.set(from, (byFrom.get(from) ?? new Set()).add(to))
  }
  return relations.filter(({ from, to, type }) => !said.get(type)?.get(to)?.has(from))
}
