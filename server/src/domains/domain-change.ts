import type { Transaction } from '../platform/db/database.ts'

export const domainChannel = 'domain_changed'

/** Makes every process drop what it has cached of a domain, once this commits. */
export async function announceDomainChange(tx: Transaction, domainId: string): Promise<void> {
  await tx.notify(domainChannel, domainId)
}
