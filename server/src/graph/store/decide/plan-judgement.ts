import type { Transaction } from '../../../platform/db/database.ts'
import type { EntityDoc } from '../facts/documents.ts'
import { type JudgedPair, selectPairsById } from '../state/decision-queries.ts'
import { GraphState } from '../state/graph-state.ts'

export interface JudgeablePair extends JudgedPair {
  /** The entities that show the two. */
  entity_ids: string[]
  entities: { id: string; kind: string; name: string }[]
}

/** Pairs by id; those of which one is not in the graph are missing. */
export async function requirePairs(
  tx: Transaction,
  domainId: string,
  ids: string[],
): Promise<Map<string, JudgeablePair>> {
  const pairs = await selectPairsById(tx, domainId, ids)
  const state = new GraphState(tx, domainId)
  const subjects = pairs.flatMap(({ a_id, b_id }) => [a_id, b_id])
  await state.loadEntities(subjects)
  await state.loadEntities(subjects.map((id) => state.headOf(id)))
  return new Map(
    pairs.flatMap((pair): [string, JudgeablePair][] => {
      const entity_ids = [state.headOf(pair.a_id), state.headOf(pair.b_id)]
      if (!entity_ids.every((id) => state.entity(id).is_shown)) return []
      const entities = entity_ids.map((id) => {
        const { kind, name } = state.entity(id).doc as EntityDoc
        return { id, kind, name }
      })
      return [[pair.id, { ...pair, entity_ids, entities }]]
    }),
  )
}
