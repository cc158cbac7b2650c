import type { Queryable } from '../../../platform/db/database.ts'
import type { Moment } from '../moment/graph-at.ts'
import type { EntityFilter } from './entity-filter.ts'

export interface Count {
  value: string
  count: number
}

export const sumOf = (counts: Count[]): number => counts.reduce((total, { count }) => total + count, 0)

/** Counts the graph of now, the most frequent value first. Call it before awaiting anything else. */
export interface Tally {
  /** Entities by their kind. */
  kinds(filter?: Omit<EntityFilter, 'host'>): Count[]
  /** Relationships by their type. */
  types(): Count[]
  /** Entities by the types of their relationships; each counts once for a type. */
  typesOfEntities(filter: Omit<EntityFilter, 'host'>): Count[]
}

/** Undefined for a graph that is not in memory, and for one of an earlier time: then the database counts. */
export type FindTally = (db: Queryable, moment: Moment) => Promise<Tally | undefined>
