import type { Database } from '../db/database.ts'
import { SharedSlots } from '../shared-slots.ts'

/** Slots that projects share. */
export interface ProjectSlots {
  reads: SharedSlots
  writes: SharedSlots
  /** Calls that do more than one transaction, and look up a name in between. */
  calls: SharedSlots
  /** Calls that wait for others: a model, a site, a receiver. */
  waits: SharedSlots
  /** Files that are written as they are read. */
  downloads: SharedSlots
}

/**
 * One project never has all of them. On PostgreSQL some connections are left for writing; the embedded database answers
 * one statement at a time.
 */
export function projectSlots(engine: Database['kind']): ProjectSlots {
  const isEmbedded = engine === 'embedded'
  return {
    reads: new SharedSlots({ total: isEmbedded ? 3 : 6, per_holder: 2, waiting_per_holder: 100 }),
    writes: new SharedSlots({ total: isEmbedded ? 2 : 5, per_holder: isEmbedded ? 1 : 2, waiting_per_holder: 500 }),
    calls: new SharedSlots({ total: 24, per_holder: 4, waiting_per_holder: 100 }),
    waits: new SharedSlots({ total: 24, per_holder: 4, waiting_per_holder: 20 }),
    downloads: new SharedSlots({ total: 24, per_holder: 2, waiting_per_holder: 4 }),
  }
}
