import type { Database, Transaction } from './database.ts'

// Work on any number of rows, a bite in each transaction: nobody waits long for a lock, and a killed process has lost one
// bite. How many rows a bite takes depends on how long the one before took.

const first = 200
const least = 50
const most = 5_000
const targetMs = 50

/**
 * Repeats `work` until it has found fewer rows than it may take, which it returns. Undefined from `work` ends it at once,
 * and so does `stopping`; then this returns false.
 */
export async function inBites(
  db: Database,
  work: (tx: Transaction, limit: number) => Promise<number | undefined>,
  stopping?: AbortSignal,
): Promise<boolean> {
  for (let limit = first; ; ) {
    if (stopping?.aborted) return false
    const begun = performance.now()
    const found = await db.transaction((tx) => work(tx, limit))
    if (found === undefined) return false
    if (found < limit) return true
    limit = nextLimit(limit, performance.now() - begun)
  }
}

function nextLimit(limit: number, tookMs: number): number {
  return Math.round(Math.min(most, limit * 2, Math.max(least, (limit * targetMs) / tookMs)))
}
