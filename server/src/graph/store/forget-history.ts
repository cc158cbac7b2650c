import { forgetRetracted } from '../../claims/claims.ts'
import { holdForCrawl, noteForgotten } from '../../domains/domains.ts'
import { inBites } from '../../platform/db/bites.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import {
  deleteMergesRevertedBefore,
  deleteStatesBefore,
  deleteWithoutEvidence,
  type Forgotten,
  type Position,
} from './retention-queries.ts'

// Forgets what the graph of a domain was before a time. The graph of any later time stays exact: what held at that time,
// and what has held since, is kept. In each bite the domain is held, as by all who write its graph, and the domain says
// since when its history is whole.

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
    // An entity goes after the relationships that name it.
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
