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

/** One project never has all of them, and reads leave some connections for writing. */
export function projectSlots(): ProjectSlots {
  return {
    reads: new SharedSlots({ total: 6, per_holder: 4, waiting_per_holder: 100 }),
    writes: new SharedSlots({ total: 5, per_holder: 2, waiting_per_holder: 500 }),
    calls: new SharedSlots({ total: 24, per_holder: 4, waiting_per_holder: 100 }),
    waits: new SharedSlots({ total: 24, per_holder: 4, waiting_per_holder: 20 }),
    downloads: new SharedSlots({ total: 24, per_holder: 2, waiting_per_holder: 4 }),
  }
}
