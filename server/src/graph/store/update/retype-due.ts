import { holdForCrawl } from '../../../domains/domains.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import { awayDomainsOf } from '../../../platform/db/nodes.ts'
import { allWaiting, closeWork } from '../../../waiting/waiting-work.ts'
import { RelationTypes } from '../facts/relation-types.ts'
import { GraphState } from '../state/graph-state.ts'
import { selectOtherwiseTyped, selectRelationTypes, settleRelationTypes } from '../state/relation-type-queries.ts'
import { updateGraph } from './update-graph.ts'

/** Relationships that one transaction gives another type: others wait meanwhile. */
export const retypedAtOnce = 500

/** Gives relationships the types that people chose, where they were too many for the transaction that chose. */
export async function retypeDue(db: Database, stopping?: AbortSignal): Promise<void> {
  const away = awayDomainsOf(db)
  for (const domainId of await allWaiting(db, 'relation_types')) {
    for (let after: Position; after !== null; ) {
      if (stopping?.aborted) return
      const from: string | undefined = after
      const retyped = await away.try(domainId, async () => ({
        after: await db.transaction((tx) => retypeSome(tx, domainId, from)),
      }))
      after = retyped ? retyped.after : null
    }
  }
}

/** The last relationship that was looked at; undefined at the beginning, null when none is left. */
type Position = string | undefined | null

async function retypeSome(tx: Transaction, domainId: string, after: string | undefined): Promise<Position> {
  if (!(await holdForCrawl(tx, domainId))) return null
  const rows = await selectRelationTypes(tx, domainId)
  const words = rows.map(({ type }) => type)
  const wanted = { words, after, limit: retypedAtOnce }
  const ids = await selectOtherwiseTyped(tx, domainId, new RelationTypes(rows), wanted)
  if (ids.length > 0) {
    await updateGraph(new GraphState(tx, domainId), { relationships: new Set(ids) })
    return ids.at(-1)
  }
  // A person may have chosen anew meanwhile: only a look at all of them finds that none is left.
  if (after !== undefined) return undefined
  await settleRelationTypes(tx, domainId)
  await closeWork(tx, 'relation_types', domainId)
  return null
}
