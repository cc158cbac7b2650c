import type { Database, Queryable } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { dropResetOf, findReset, takeReset } from '../projects/resets.ts'
import { findUserById, holdPassword, setPassword } from '../projects/users.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'
import { endSessions } from './sessions.ts'
import { countingAttempt } from './sign-in-attempts.ts'

/** Guesses at the current password count as sign-ins: a session that was left open is not worth more of them. */
export async function changePassword(
  db: Database,
  userId: string,
  options: { token: string; current: string; password: string },
) {
  const user = await findUserById(db, userId)
  if (!user) throw fail('invalid_api_key')
  // Counted by the person, wherever the session is used: nobody else can use these attempts up.
  const who = { email: user.email, address: `user:${userId}`, is_signed_in: true }
  await countingAttempt(db, who, () => isPasswordOf(user, options.current), 'wrong_password')
  const passwordHash = await hashPassword(options.password)
  return db.transaction(async (tx) => {
    if (!(await holdPassword(tx, user))) throw fail('wrong_password')
    await setPassword(tx, userId, passwordHash)
    await dropResetOf(tx, userId)
    return endSessions(tx, userId, options.token)
  })
}

export async function previewReset(db: Queryable, token: string, now: Date) {
  const { email, name, expires_at } = await findReset(db, token, now)
  return { email, name, expires_at }
}

export async function resetPassword(db: Database, token: string, options: { password: string; now: Date }) {
  // Before the password is hashed, which is dear.
  const { user_id } = await findReset(db, token, options.now)
  const passwordHash = await hashPassword(options.password)
  return db.transaction(async (tx) => {
    await takeReset(tx, token)
    await setPassword(tx, user_id, passwordHash)
    return endSessions(tx, user_id, null)
  })
}
