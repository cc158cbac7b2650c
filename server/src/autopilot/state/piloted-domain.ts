import type { Transaction } from '../../platform/db/database.ts'
import { lockPiloted } from './queries.ts'
import type { PilotedDomain } from './record.ts'

/** Locks the domain until the transaction ends. Undefined when it was deleted. */
export function holdPiloted(tx: Transaction, domainId: string): Promise<PilotedDomain | undefined> {
  return lockPiloted(tx, domainId)
}

type Stoppable = Pick<PilotedDomain, 'is_archived' | 'paused_reason'>

export const isStopped = ({ is_archived, paused_reason }: Stoppable) => is_archived || paused_reason !== null

/** The reason why a stopped domain waits, in words. */
export function describeStop({ is_archived, paused_reason }: Stoppable): string {
  if (is_archived) return 'Waits: the domain or its project is archived.'
  return `Waits: the crawl is paused (${paused_reason}). It goes on when the crawl is resumed.`
}
