import type { Queryable } from '../../platform/db/database.ts'
import type { Moment } from './graph-at.ts'

export interface Count {
  value: string
  count: number
}

export const sumOf = (counts: Count[]): number => counts.reduce((total, { count }) => total + count, 0)

/** Counts the graph of now, the most frequent value first. Call it before awaiting anything else. */
export interface Tally {
  /** Entities by their kind. */
  kinds(): Count[]
  /** Relationships by their type. */
  types(): Count[]
  /** Entities of these kinds, or of all, by the types of their relationships; each counts once for a type. */
  typesOfEntities(kinds: string[] | undefined): Count[]
}

/** Undefined for a graph that is not in memory, and for one of an earlier time: then the database counts. */
export type FindTally = (db: Queryable, moment: Moment) => Promise<Tally | undefined>
