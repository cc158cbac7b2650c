import type { Database } from '../../../platform/db/database.ts'
import type { GraphIndexes } from './graph-indexes.ts'
import { selectLargestGraphs } from './queries.ts'

/** Smaller graphs are loaded within the time that a request takes. */
const smallestPreloaded = 2_000
const preloadedMax = 20

/** Loads the largest graphs after a start, one after the other, so that the first questions need not wait for them. */
export async function preloadGraphs(db: Database, indexes: GraphIndexes, stopping: AbortSignal): Promise<void> {
  for (const moment of await selectLargestGraphs(db, smallestPreloaded, preloadedMax)) {
    if (stopping.aborted || indexes.is_half_full) return
    await indexes.at(db, { ...moment, as_of: undefined })
  }
}
