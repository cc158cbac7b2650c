import type { Queryable } from '../platform/db/database.ts'
import { stopSentences } from './discovery.ts'
import { type SearchedDomain, selectSearchedDomain } from './queries.ts'

/** The discovery cannot go on; the message says why to a user. */
export class DiscoveryStopped extends Error {}

/** Throws DiscoveryStopped when the domain is not there any more, or nothing may be sent for it. */
export async function requireGoing(db: Queryable, { domain_id }: { domain_id: string }): Promise<SearchedDomain> {
  const domain = await selectSearchedDomain(db, domain_id)
  if (!domain) throw new DiscoveryStopped('The domain was deleted.')
  if (domain.is_archived) throw new DiscoveryStopped(stopSentences.archived)
  if (domain.is_paused) throw new DiscoveryStopped(stopSentences.paused)
  return domain
}
