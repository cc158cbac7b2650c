import { holdForCrawl } from '../../../domains/domains.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import { awayDomainsOf } from '../../../platform/db/nodes.ts'
import { allWaiting, closeWork } from '../../../waiting/waiting-work.ts'
import { deleteDue } from '../state/due-queries.ts'
import { GraphState } from '../state/graph-state.ts'
import { updateGraph } from './update-graph.ts'

/** Few, because the domain is held. */
const biteMost = 20

/**
 * Compares the subjects that were too many for the transaction that wrote them: a few in each transaction, the domains
 * in turn; by default all that have some. Ends when none is left.
 */
export async function resolveDue(db: Database, stopping?: AbortSignal, domainIds?: string[]): Promise<void> {
  const away = awayDomainsOf(db)
  for (let waiting = domainIds ?? (await allWaiting(db, 'entities')); waiting.length > 0; ) {
    const left: string[] = []
    for (const id of waiting) {
      if (stopping?.aborted) return
      if (await away.try(id, () => db.transaction((tx) => resolveSome(tx, id)))) left.push(id)
    }
    waiting = left
  }
}

/** False when the domain has none left. */
async function resolveSome(tx: Transaction, domainId: string): Promise<boolean> {
  const ids = (await holdForCrawl(tx, domainId)) ? await deleteDue(tx, domainId, biteMost) : []
  if (ids.length === 0) {
    await closeWork(tx, 'entities', domainId)
    return false
  }
  const state = new GraphState(tx, domainId)
  await state.loadEntities(ids)
  const changed = new Set(ids.filter((id) => state.entities.has(id)))
  await state.loadFacts(changed)
  await updateGraph(state, { changed, touched: new Set(changed) })
  return true
}
