import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { openSharedWork } from '../waiting/waiting-work.ts'
import type { Discovery } from './discovery.ts'
import { deleteOldDiscoveries, insertDiscovery, selectDiscoveries, selectDiscovery, selectProject } from './queries.ts'

export const discoverJob = 'discover-sources'

/** Returns the id. The caller holds the domain. `queries` are searched for instead of words of the domain, if any. */
export async function startDiscovery(
  tx: Transaction,
  jobs: Pick<Jobs, 'enqueue'>,
  domainId: string,
  { queries }: { queries: string[] } = { queries: [] },
): Promise<string> {
  const id = newId()
  if (!(await insertDiscovery(tx, domainId, id, queries))) throw fail('discovery_running')
  await openSharedWork(tx, 'discovery', { domain_id: domainId, project_id: await selectProject(tx, domainId) }, tx.now)
  await deleteOldDiscoveries(tx, domainId, limits.discoveries)
  await jobs.enqueue(tx, discoverJob, {})
  return id
}

/** Undefined when it was deleted: the last ones of a domain are kept. */
export function findDiscovery(db: Queryable, domainId: string, id: string): Promise<Discovery | undefined> {
  return selectDiscovery(db, domainId, id)
}

export async function listDiscoveries(db: Queryable, domainId: string) {
  return { discoveries: await selectDiscoveries(db, domainId, limits.discoveries) }
}
