import type { Database } from '../db/database.ts'
import { SharedSlots } from '../shared-slots.ts'

/** Slots that projects share: for reads, for files that are written as they are read, and for calls that wait for others. */
export interface ProjectSlots {
  reads: SharedSlots
  downloads: SharedSlots
  waits: SharedSlots
}

/**
 * One project never has all of them. On PostgreSQL some connections are left for writing; the embedded database answers
 * one statement at a time.
 */
export function projectSlots(engine: Database['kind']): ProjectSlots {
  const isEmbedded = engine === 'embedded'
  return {
    reads: new SharedSlots({ total: isEmbedded ? 3 : 6, per_holder: isEmbedded ? 2 : 4, waiting_per_holder: 100 }),
    downloads: new SharedSlots({ total: 6, per_holder: 2, waiting_per_holder: 4 }),
    waits: new SharedSlots({ total: 16, per_holder: 4, waiting_per_holder: 20 }),
  }
}
