import type { Transaction } from '../platform/db/database.ts'

// After the answer to a call that stops work (pause, cancel, archive, delete), no fetch and no model call begins, in whatever
// process. A worker that holds pages learns of the stop by a notice. Publishing a gate stops the work that was begun under
// another one: its pages go back to the queue.

/** Notices carry the id of the domain or project whose work stops. */
export const stopChannel = 'stops'

export function announceStop(tx: Transaction, domainOrProjectId: string): Promise<void> {
  return tx.notify(stopChannel, domainOrProjectId)
}
