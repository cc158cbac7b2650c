import { announceLogEnded } from '../events/event-log.ts'
import type { Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { announceStop } from '../projects/stops.ts'
import { closeAllWork } from '../waiting/waiting-work.ts'
import { lockDomainsOf, updateDomainsDeleted } from './deletion-queries.ts'
import { lockDomain } from './queries.ts'

// A domain is deleted in two steps. The call takes it out of its project: nobody finds it any more, whoever holds a page
// of it writes nothing, and the call answers at once, however large the domain is. A job then deletes its rows in bites
// (delete-rows.ts).

/** Notices carry the id of a deleted domain: processes drop what they hold of it in memory. */
export const deletedDomainChannel = 'deleted_domains'

/** What else ends in the transaction that deletes domains: share links, webhooks; and who deletes the rows. */
export type EndDomains = (tx: Transaction, domainIds: string[]) => Promise<void>

export async function deleteDomain(
  tx: Transaction,
  { project_id, domain_id }: { project_id: string; domain_id: string },
  confirm: string | undefined,
  endDomains: EndDomains,
) {
  const domain = await lockDomain(tx, project_id, domain_id, 'delete')
  if (!domain) throw fail('domain_not_found')
  if (confirm !== domain.name) throw fail('domain_confirm')
  await detach(tx, project_id, [domain_id], endDomains)
  return { deleted: domain_id }
}

/** For a project that is deleted. Says how many domains it had. The caller holds the project. */
export const deleteDomainsBy = (endDomains: EndDomains) => async (tx: Transaction, projectId: string) => {
  const domainIds = await lockDomainsOf(tx, projectId)
  if (domainIds.length > 0) await detach(tx, projectId, domainIds, endDomains)
  return domainIds.length
}

async function detach(tx: Transaction, projectId: string, domainIds: string[], endDomains: EndDomains): Promise<void> {
  await updateDomainsDeleted(tx, projectId, domainIds)
  await closeAllWork(tx, domainIds)
  await endDomains(tx, domainIds)
  for (const id of domainIds) {
    await announceLogEnded(tx, id)
    await tx.notify(deletedDomainChannel, id)
    await announceStop(tx, id)
  }
}
