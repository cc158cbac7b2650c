import type { Transaction } from '../../../platform/db/database.ts'
import { openWork } from '../../../waiting/waiting-work.ts'
import { insertDue } from './due-queries.ts'

/** These subjects are compared later, by a job. The caller holds the domain. */
export async function compareLater(tx: Transaction, domainId: string, ids: string[]): Promise<void> {
  await insertDue(tx, domainId, ids)
  await openWork(tx, 'entities', domainId, tx.now)
}
