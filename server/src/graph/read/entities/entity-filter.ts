import type { Certainty } from '../../../facts/claim.ts'
import type { GraphAt } from '../moment/graph-at.ts'
import { readSpan, within } from './time-span.ts'

/** The filters of all views. Those that the graph in memory knows are also in `graph/memory/search/node-filter.ts`. */
export interface EntityFilter {
  kind?: string[] | undefined
  type?: string[] | undefined
  /**
   * Of the relationships of these types, `shownCertainties` when it is left out. Without types, lists and searches leave out
   * entities of which nothing is stated so; a graph for drawing only its relationships.
   */
  certainty?: Certainty[] | undefined
  host?: string | undefined
  min_confidence?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Condition: entity `e` passes all of these filters. */
export function passes(at: GraphAt, filter: EntityFilter): string {
  const { kind, type, certainty, host, min_confidence } = filter
  const conditions = ['true']
  if (kind) conditions.push(`e.kind = any(${at.add(kind)}::text[])`)
  if (type) conditions.push(hasRelationship(at, { type, certainty }))
  else if (certainty) conditions.push(`(${at.isItselfStated(certainty)} or ${hasRelationship(at, { certainty })})`)
  if (host !== undefined) conditions.push(isStatedBy(at, host))
  if (min_confidence !== undefined) conditions.push(at.isSure(min_confidence))
  if (hasSpan(filter)) conditions.push(within(at, readSpan(filter)))
  return conditions.join(' and ')
}

export const hasSpan = ({ from, to }: EntityFilter): boolean => from !== undefined || to !== undefined

/**
 * One test for each end, not a list of all that pass: the planner does not know how large a domain is, and would search
 * that list anew for each entity.
 */
function hasRelationship(at: GraphAt, { type, certainty }: Pick<EntityFilter, 'type' | 'certainty'>): string {
  const relationships = certainty ? at.relationshipsOf(certainty) : at.relationships
  const isWanted = type ? `r.type = any(${at.add(type)}::text[])` : 'true'
  const has = (end: string) => `exists (select from ${relationships} r where r.${end} = e.id and ${isWanted})`
  return `(${has('from_entity')} or ${has('to_entity')})`
}

/** Hosts have their port, unless it is the default one; a name without a port means all of them. */
function isStatedBy(at: GraphAt, host: string): string {
  const named = `${at.add(host)}::text`
  return `e.id in (select h.entity_id from ${at.hosts} h where h.host = ${named} or starts_with(h.host, ${named} || ':'))`
}
