import { limits } from '@polegraph/contract/limits.ts'
import type { Database } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { addressGroup } from '../platform/http/rate-limit.ts'
import { newId } from '../platform/ids.ts'
import { deleteAttempt, insertAttempt, lockAttempts, selectSignInAttempts, updateAttemptFailed } from './queries.ts'

export const attemptWindowMs = limits.failed_sign_in_minutes * 60_000

/**
 * Checks a password as one of the ten attempts that an email and an address have. Only a wrong password uses one up.
 */
export async function countingAttempt(
  db: Database,
  who: { email: string; address: string },
  isRightPassword: () => Promise<boolean>,
  refusal: 'wrong_credentials' | 'wrong_password' = 'wrong_credentials',
): Promise<void> {
  const id = await beginAttempt(db, who.email, addressGroup(who.address))
  let right: boolean
  try {
    right = await isRightPassword()
  } catch (error) {
    await deleteAttempt(db, id)
    throw error
  }
  if (right) {
    await deleteAttempt(db, id)
  } else {
    await updateAttemptFailed(db, id)
    throw fail(refusal)
  }
}

/**
 * Attempts count from their beginning, before the password is checked: so a hundred parallel guesses are no better than
 * ten.
 */
async function beginAttempt(db: Database, email: string, address: string): Promise<string> {
  const id = newId()
  await db.transaction(async (tx) => {
    await lockAttempts(tx, [`email ${email}`, `address ${address}`])
    const since = new Date(tx.now.getTime() - attemptWindowMs)
    for (const counted of [
      await selectSignInAttempts(tx, 'email', email, since),
      await selectSignInAttempts(tx, 'address', address, since),
    ]) {
      if (counted.attempts < limits.failed_sign_ins) continue
      // Attempts under way may still succeed; ten failures last until the oldest of them is old enough.
      const freeAt = counted.tenth_failed_at ? Date.parse(counted.tenth_failed_at) + attemptWindowMs : 0
      const seconds = Math.max(1, Math.ceil((freeAt - tx.now.getTime()) / 1000))
      throw fail('too_many_sign_ins', { headers: { 'retry-after': String(seconds) } })
    }
    await insertAttempt(tx, { id, email, address })
  })
  return id
}
