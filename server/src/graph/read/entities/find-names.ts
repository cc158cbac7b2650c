import type { Queryable } from '../../../platform/db/database.ts'
import type { Moment } from '../moment/graph-at.ts'

/** Finds entities with names or aliases like the question, the best first. */
export type FindNames = (db: Queryable, moment: Moment, question: string) => Promise<{ id: string; score: number }[]>
