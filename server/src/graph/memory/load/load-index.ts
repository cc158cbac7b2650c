import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../../../platform/db/database.ts'
import type { Moment } from '../../read/moment/graph-at.ts'
import { GraphIndex, type IndexChange } from '../index/graph-index.ts'
import {
  type ChangeRow,
  selectChangesAfter,
  selectEnds,
  selectEntityNames,
  selectStatesThen,
  selectWeightsAfter,
  selectWeightsThen,
} from './queries.ts'

// Loads the index from the database. Rows are read in portions, so that other requests are answered in between. Writers
// go on meanwhile; their changes follow the number at which the loading began, and are applied afterwards.

const rowsAtOnce = 2_000
const noId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export async function loadIndex(db: Queryable, moment: Moment): Promise<GraphIndex> {
  const index = new GraphIndex({ is_weighed: moment.as_of === undefined })
  if (moment.as_of !== undefined) {
    await inPortions(
      0,
      (after) => selectStatesThen(db, moment, after, rowsAtOnce),
      ({ seq }) => seq,
      (row) => index.apply(toChange(row)),
    )
    return index
  }
  const { domain_id } = moment
  await inPortions(
    noId,
    (after) => selectEntityNames(db, domain_id, after, rowsAtOnce),
    ({ id }) => id,
    ({ id, confidence, ...doc }) => {
      index.apply({ type: 'entity', id, doc })
      index.weigh({ type: 'entity', id, confidence })
    },
  )
  await inPortions(
    noId,
    (after) => selectEnds(db, domain_id, after, rowsAtOnce),
    ({ id }) => id,
    ({ id, confidence, ...doc }) => {
      index.apply({ type: 'relationship', id, doc })
      index.weigh({ type: 'relationship', id, confidence })
    },
  )
  return index
}

/** Applies all changes after `seq`; returns the number of the last one. */
export async function catchUp(db: Queryable, moment: Moment, index: GraphIndex, seq: number): Promise<number> {
  const changesAfter = (first: number) =>
    inPortions(
      first,
      (after) => selectChangesAfter(db, moment, after, rowsAtOnce),
      ({ seq }) => seq,
      (row) => index.apply(toChange(row)),
    )
  let last = await changesAfter(seq)
  // Confidences of an earlier time are counted on request, by `weightsThen`.
  if (moment.as_of !== undefined) return last
  // An entity that left the graph between the two statements has no confidence any more: then a change follows.
  for (let [from, before] = [seq, last]; ; [from, before] = [before, last]) {
    await weightsAfter(db, moment, index, from)
    last = await changesAfter(before)
    if (last === before) return last
  }
}

async function weightsAfter(db: Queryable, moment: Moment, index: GraphIndex, seq: number): Promise<void> {
  await inPortions(
    { confidence_seq: seq, id: lastId },
    (after) => selectWeightsAfter(db, moment, after, rowsAtOnce),
    ({ confidence_seq, id }) => ({ confidence_seq, id }),
    (row) => index.weigh(row),
  )
}

/**
 * The confidences of an earlier time, by ids. They are not in the index: times that share one may differ in them, because
 * a new confidence is no change of the graph.
 */
export async function weightsThen(
  db: Queryable,
  moment: Moment,
  { entities, relationships }: { entities: string[]; relationships: string[] },
): Promise<Map<string, number>> {
  if (entities.length + relationships.length === 0) return new Map()
  const weights = await selectWeightsThen(db, moment, entities, relationships)
  return new Map(weights.map(({ id, confidence }) => [id, confidence]))
}

/** Returns the position after the last row. */
async function inPortions<Position, Row>(
  first: Position,
  read: (after: Position) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
  apply: (row: Row) => void,
): Promise<Position> {
  let after = first
  for (;;) {
    const rows = await read(after)
    for (const row of rows) apply(row)
    const last = rows.at(-1)
    if (last) after = positionOf(last)
    if (rows.length < rowsAtOnce) return after
    await nextTurn()
  }
}

function toChange({ type, id, kind, name, aliases, when, from, to, relation, certainty }: ChangeRow): IndexChange {
  if (type === 'entity') {
    const isShown = kind !== null && name !== null
    return { type, id, doc: isShown ? { kind, name, aliases: aliases ?? [], when } : null }
  }
  const isShown = from !== null && to !== null && relation !== null && certainty !== null
  return { type, id, doc: isShown ? { from, to, type: relation, certainty } : null }
}
