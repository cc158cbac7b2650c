import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../../platform/db/database.ts'
import type { Moment } from '../read/graph-at.ts'
import { GraphIndex, type IndexChange } from './graph-index.ts'
import {
  type ChangeRow,
  selectChangesAfter,
  selectEnds,
  selectEntityNames,
  selectStatesThen,
  selectWeightsAfter,
  selectWeightsThen,
} from './queries.ts'

// The index from the database. Rows are read a few at a time, so that other requests are answered in between. Writers
// go on meanwhile; what they change is told by the changes that follow the one at which the reading began.

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

/** Brings the index from one change to the latest; gives the number of that. */
export async function catchUp(db: Queryable, moment: Moment, index: GraphIndex, seq: number): Promise<number> {
  const changesAfter = (first: number) =>
    inPortions(
      first,
      (after) => selectChangesAfter(db, moment, after, rowsAtOnce),
      ({ seq }) => seq,
      (row) => index.apply(toChange(row)),
    )
  let last = await changesAfter(seq)
  // The past has no weights: they are counted when they are asked for.
  if (moment.as_of !== undefined) return last
  // Of what has left the graph between the two statements there is no weight any more: then there is another change.
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

/** Tells the index of an earlier time how sure these were. */
export async function weighPast(
  db: Queryable,
  moment: Moment,
  index: GraphIndex,
  { nodes, edges }: { nodes: number[]; edges: number[] },
): Promise<void> {
  const entityIds = nodes.filter((node) => index.confidenceOf(node) === 0).map((node) => index.idOf(node))
  const edgeIds = edges.filter((edge) => index.edgeConfidenceOf(edge) === 0).map((edge) => index.edgeIdOf(edge))
  if (entityIds.length + edgeIds.length === 0) return
  for (const weight of await selectWeightsThen(db, moment, entityIds, edgeIds)) index.weigh(weight)
}

/** The position behind the last row. */
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

function toChange({ type, id, kind, name, aliases, from, to, relation }: ChangeRow): IndexChange {
  if (type === 'entity') {
    const isShown = kind !== null && name !== null
    return { type, id, doc: isShown ? { kind, name, aliases: aliases ?? [] } : null }
  }
  const isShown = from !== null && to !== null && relation !== null
  return { type, id, doc: isShown ? { from, to, type: relation } : null }
}
