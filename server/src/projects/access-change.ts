import type { Transaction } from '../platform/db/database.ts'

export const accessChannel = 'access_changed'

/** Makes every process drop its cached callers of a project or a user, once this commits. */
export async function announceAccessChange(tx: Transaction, projectOrUserId: string): Promise<void> {
  await tx.notify(accessChannel, projectOrUserId)
}
