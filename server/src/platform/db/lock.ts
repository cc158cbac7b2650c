import type { Database } from './database.ts'

/** Any numbers, as long as every process uses the same. */
export const locks = { migrations: 7_164_532_091, job_queue: 7_164_532_092 } as const

/**
 * Does work that several processes must not do at once, such as creating tables. One transaction holds the lock
 * meanwhile, and `work` uses other connections.
 */
export async function withLock<Result>(db: Database, lock: number, work: () => Promise<Result>): Promise<Result> {
  const locked = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [lock])
    locked.resolve()
    await finished.promise
  })
  await Promise.race([locked.promise, holding])
  try {
    return await work()
  } finally {
    finished.resolve()
    await holding.catch(() => undefined)
  }
}
