import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { deleteOldDiscoveries, insertDiscovery, selectDiscoveries } from './queries.ts'

export const discoverJob = 'discover-sources'

/** The caller holds the domain. */
export async function startDiscovery(tx: Transaction, jobs: Jobs, domainId: string) {
  if (!(await insertDiscovery(tx, domainId, newId()))) throw fail('discovery_running')
  await deleteOldDiscoveries(tx, domainId, limits.discoveries)
  await jobs.enqueue(tx, discoverJob, {})
  return { queued: true as const }
}

export async function listDiscoveries(db: Queryable, domainId: string) {
  return { discoveries: await selectDiscoveries(db, domainId, limits.discoveries) }
}
