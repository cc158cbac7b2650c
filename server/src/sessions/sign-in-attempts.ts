import { limits } from '@polegraph/contract/limits.ts'
import type { Database } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { addressGroup } from '../platform/http/rate-limit.ts'
import { newId } from '../platform/ids.ts'
import { insertAttempt, lockAttempts, selectTenthAttempt } from './queries.ts'

export const attemptWindowMs = limits.failed_sign_in_minutes * 60_000

/**
 * Counts an attempt as failed until it succeeds, and returns its id. Counting before the password is
 * checked is what makes a hundred parallel guesses no better than ten.
 */
export async function beginAttempt(db: Database, email: string, from: string): Promise<string> {
  const id = newId()
  const address = addressGroup(from)
  await db.transaction(async (tx) => {
    await lockAttempts(tx, [`email ${email}`, `address ${address}`])
    const since = new Date(tx.now.getTime() - attemptWindowMs)
    const blocking = [
      await selectTenthAttempt(tx, 'email', email, since),
      await selectTenthAttempt(tx, 'address', address, since),
    ].filter((at) => at !== undefined)
    if (blocking.length > 0) {
      const freeAt = Math.max(...blocking.map((at) => Date.parse(at))) + attemptWindowMs
      const seconds = Math.max(1, Math.ceil((freeAt - tx.now.getTime()) / 1000))
      throw fail('too_many_sign_ins', { headers: { 'retry-after': String(seconds) } })
    }
    await insertAttempt(tx, { id, email, address })
  })
  return id
}
