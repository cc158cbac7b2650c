import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Queryable } from '../../platform/db/database.ts'
import type { Moment } from '../read/graph-at.ts'
import { GraphIndex, type IndexChange } from './graph-index.ts'
import { type ChangeRow, selectChangesAfter, selectEnds, selectEntityNames, selectStatesThen } from './queries.ts'

// The index from the database. Rows are read a few at a time, so that other requests are answered in between. Writers
// go on meanwhile; what they change is told by the changes that follow the one at which the reading began.

const rowsAtOnce = 2_000
const noId = '00000000-0000-0000-0000-000000000000'

export async function loadIndex(db: Queryable, moment: Moment): Promise<GraphIndex> {
  const index = new GraphIndex()
  if (moment.as_of !== undefined) {
    await inPortions(
      0,
      (after) => selectStatesThen(db, moment, after, rowsAtOnce),
      'seq',
      (row) => index.apply(toChange(row)),
    )
    return index
  }
  const { domain_id } = moment
  await inPortions(
    noId,
    (after) => selectEntityNames(db, domain_id, after, rowsAtOnce),
    'id',
    ({ id, ...doc }) => index.apply({ type: 'entity', id, doc }),
  )
  await inPortions(
    noId,
    (after) => selectEnds(db, domain_id, after, rowsAtOnce),
    'id',
    ({ id, ...doc }) => index.apply({ type: 'relationship', id, doc }),
  )
  return index
}

/** Brings the index from one change to the latest; gives the number of that. */
export function catchUp(db: Queryable, moment: Moment, index: GraphIndex, seq: number): Promise<number> {
  return inPortions(
    seq,
    (after) => selectChangesAfter(db, moment, after, rowsAtOnce),
    'seq',
    (row) => index.apply(toChange(row)),
  )
}

/** The position behind the last row. */
async function inPortions<Name extends string, Position, Row extends Record<Name, Position>>(
  first: Position,
  read: (after: Position) => Promise<Row[]>,
  position: Name,
  apply: (row: Row) => void,
): Promise<Position> {
  let after = first
  for (;;) {
    const rows = await read(after)
    for (const row of rows) apply(row)
    const last = rows.at(-1)
    if (last) after = last[position]
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
