import { forgetRetracted } from '../../../claims/claims.ts'
import { holdForCrawl, noteForgotten } from '../../../domains/domains.ts'
import { inBites } from '../../../platform/db/bites.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import {
  deleteMergesRevertedBefore,
  deleteStatesBefore,
  deleteWithoutEvidence,
  type Forgotten,
  type Position,
} from './retention-queries.ts'

// Deletes what is needed only for the graph of a domain before a time. The graph of any later time stays exact: every state
// and claim that held at the time, or has held since, is kept. Each bite holds the domain, like all writers of its graph,
// and records in the domain since when its history is complete.

type Bite = (tx: Transaction, limit: number) => Promise<Forgotten>

export async function forgetHistory(
  db: Database,
  domainId: string,
  before: Date,
  stopping: AbortSignal,
): Promise<void> {
  const parts: Bite[] = [
    async (tx, limit) => counted(await forgetRetracted(tx, domainId, before, limit)),
    statesBefore(domainId, before),
    async (tx, limit) => counted(await deleteMergesRevertedBefore(tx, domainId, before, limit)),
    // Relationships go before the entities that they refer to.
    withoutEvidence(domainId, 'relationships', before),
    withoutEvidence(domainId, 'entities', before),
  ]
  for (const part of parts) {
    const forgetBite = async (tx: Transaction, limit: number) => {
      if (!(await holdForCrawl(tx, domainId))) return undefined
      const { looked, gone, seq } = await part(tx, limit)
      if (gone > 0) await noteForgotten(tx, domainId, { before, seq })
      return looked
    }
    if (!(await inBites(db, forgetBite, stopping))) return
  }
}

const counted = (gone: number): Forgotten => ({ looked: gone, gone, seq: 0 })

function statesBefore(domainId: string, before: Date): Bite {
  let after = 0
  return async (tx, limit) => {
    const { last, ...forgotten } = await deleteStatesBefore(tx, domainId, before, after, limit)
    after = last
    return forgotten
  }
}

function withoutEvidence(domainId: string, table: 'entities' | 'relationships', before: Date): Bite {
  let after: Position | undefined
  return async (tx, limit) => {
    const { last, ...forgotten } = await deleteWithoutEvidence(tx, domainId, table, before, { after, limit })
    after = last
    return forgotten
  }
}
