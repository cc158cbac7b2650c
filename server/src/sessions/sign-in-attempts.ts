import { limits } from '@polegraph/contract/limits.ts'
import type { Database } from '../platform/db/database.ts'
import { addressGroup } from '../platform/http/app/rate-limit.ts'
import { fail } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import {
  deleteAttempt,
  insertAttempt,
  isSignedInAt,
  lockAttempts,
  selectSignInAttempts,
  updateAttemptFailed,
} from './queries.ts'

interface Guesser {
  email: string
  address: string
  is_signed_in?: boolean
}

export const attemptWindowMs = limits.failed_sign_in_minutes * 60_000

/**
 * Checks a password as one of the ten attempts that an address has, and of the hundred that an email has from anywhere. Strangers
 * who use those up do not lock the person out where they are signed in. Only a wrong password uses one up.
 */
export async function countingAttempt(
  db: Database,
  who: Guesser,
  isRightPassword: () => Promise<boolean>,
  refusal: 'wrong_credentials' | 'wrong_password' = 'wrong_credentials',
): Promise<void> {
  const id = await beginAttempt(db, { ...who, address: addressGroup(who.address) })
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
async function beginAttempt(db: Database, { email, address, is_signed_in = false }: Guesser): Promise<string> {
  const id = newId()
  await db.transaction(async (tx) => {
    await lockAttempts(tx, [`email ${email}`, `address ${address}`])
    const since = new Date(tx.now.getTime() - attemptWindowMs)
    for (const bound of [
      { column: 'address', value: address, most: limits.failed_sign_ins },
      { column: 'email', value: email, most: limits.failed_sign_ins_anywhere },
    ] as const) {
      const { attempts, full_at } = await selectSignInAttempts(tx, bound, since)
      if (attempts < bound.most) continue
      if (bound.column === 'email' && (is_signed_in || (await isSignedInAt(tx, email, address)))) continue
      // Attempts under way may still succeed; failures last until the oldest of them is old enough.
      const freeAt = full_at ? Date.parse(full_at) + attemptWindowMs : 0
      const seconds = Math.max(1, Math.ceil((freeAt - tx.now.getTime()) / 1000))
      throw fail('too_many_sign_ins', { headers: { 'retry-after': String(seconds) } })
    }
    await insertAttempt(tx, { id, email, address })
  })
  return id
}
