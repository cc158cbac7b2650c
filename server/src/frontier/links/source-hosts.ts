import type { Queryable } from '../../platform/db/database.ts'
import { selectPlainSource, selectSourceHosts } from './queries.ts'

/** Those of these hosts that a source of the domain is on, or leads to. */
export function sourceHosts(db: Queryable, domainId: string, hosts: string[]): Promise<Set<string>> {
  return selectSourceHosts(db, domainId, hosts)
}

/** Whether a source on the page's host is asked for by http. */
export function hasPlainSource(db: Queryable, page: { domain_id: string; host: string }): Promise<boolean> {
  return selectPlainSource(db, page)
}
