import { forgetActivityOf } from '../events/event-log.ts'
import { inBites } from '../platform/db/bites.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { deleteDeletedDomain, deleteRowsOfDomain, lockDeletedDomain, selectDeletedDomains } from './deletion-queries.ts'
import { rowsOfDomain } from './domain-tables.ts'

// Deletes the rows of domains that were deleted, a bite in each transaction: a process that is killed has lost one bite,
// and the next one goes on with what is left. While a bite is deleted its domain is locked, so two processes at work on
// one domain take turns. What somebody has still written goes with the row of the domain, which goes last.

export const deleteRowsJob = 'delete-domains'

/** Called when a domain is deleted. Without a queue yet, the rows are deleted by the schedule of the job. */
export const deleteRowsBy =
  (jobs: Jobs) =>
  async (tx: Transaction): Promise<void> => {
    if (jobs.isStarted) await jobs.enqueue(tx, deleteRowsJob, {})
  }

const domainsAtOnce = 100

/** Ends when no deleted domain is left, but for those that another process is at work on. */
export async function deleteRows(db: Database, stopping: AbortSignal): Promise<void> {
  for (let after: string | undefined; ; ) {
    const domainIds = await selectDeletedDomains(db, after, domainsAtOnce)
    for (const id of domainIds) await deleteRowsOf(db, id, stopping)
    after = domainIds.at(-1)
    if (domainIds.length < domainsAtOnce || stopping.aborted) return
  }
}

type Bite = (tx: Transaction, projectId: string, limit: number) => Promise<number>

async function deleteRowsOf(db: Database, domain_id: string, stopping: AbortSignal): Promise<void> {
  const ofAllTables: Bite[] = [
    (tx, project_id, limit) => forgetActivityOf(tx, { project_id, domain_id }, limit),
    ...rowsOfDomain.map(
      (rows): Bite =>
        (tx, _projectId, limit) =>
          deleteRowsOfDomain(tx, domain_id, rows, limit),
    ),
  ]
  for (const deleteBite of ofAllTables) {
    const deleteLocked = async (tx: Transaction, limit: number) => {
      const domain = await lockDeletedDomain(tx, domain_id)
      return domain && deleteBite(tx, domain.deleted_from, limit)
    }
    if (!(await inBites(db, deleteLocked, stopping))) return
  }
  await db.transaction((tx) => deleteDeletedDomain(tx, domain_id))
}
