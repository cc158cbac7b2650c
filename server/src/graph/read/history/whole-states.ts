import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type Difference, stateBefore } from '../../store/facts/differences.ts'
import type { EntityDoc, MergedDoc, RelationshipDoc } from '../../store/facts/documents.ts'

// The states before and after changes of the log. A large state that was superseded has only what differs from the next one: it is
// put together here, going back from the next whole state, because a statement would do so anew for every row.

export type State = EntityDoc | RelationshipDoc | MergedDoc | null

/** A change of an entity or relationship; without an id it has no states of its own. */
interface LoggedChange {
  cursor: number
  id: string | null
}

type WithStates<Change> = Change & { before: State; after: State }

/** Rows whose states are read at once. */
const atOnce = 32

/** Adds the states to changes, as many as may be in one list: at least one. */
export async function addStates<Change extends LoggedChange>(
  db: Queryable,
  domainId: string,
  changes: Change[],
): Promise<{ rows: WithStates<Change>[]; is_cut: boolean }> {
  const rows: WithStates<Change>[] = []
  let bytes = 0
  for (let at = 0; at < changes.length; at += atOnce) {
    const some = changes.slice(at, at + atOnce)
    const statesOf = await readStates(db, domainId, some)
    for (const change of some) {
      if (bytes >= limits.list_bytes) return { rows, is_cut: true }
      const row = { ...change, ...statesOf(change) }
      bytes += Buffer.byteLength(JSON.stringify(row))
      rows.push(row)
    }
  }
  return { rows, is_cut: false }
}

interface LoggedState {
  id: string
  seq: number
  doc: State
  difference: Difference | null
}

async function readStates(db: Queryable, domainId: string, changes: LoggedChange[]) {
  const byId = Map.groupBy(
    changes.filter(({ id }) => id !== null),
    ({ id }) => id as string,
  )
  const stored = byId.size === 0 ? [] : await selectStates(db, domainId, byId)
  const states = new Map<string, Map<number, { before: State; after: State }>>()
  for (const [id, rows] of Map.groupBy(stored, (row) => row.id)) {
    const own = new Map<number, { before: State; after: State }>()
    let next: State = null
    let later: { before: State; after: State } | undefined
    for (const { seq, doc, difference } of rows.toReversed()) {
      const after: State = difference === null ? doc : stateBefore(next as EntityDoc | RelationshipDoc, difference)
      if (later) later.before = after
      later = { before: null, after }
      own.set(seq, later)
      next = after
    }
    states.set(id, own)
  }
  return ({ id, cursor }: LoggedChange) =>
    (id === null ? undefined : states.get(id)?.get(cursor)) ?? { before: null, after: null }
}

/** From the state before the first of these changes to the first whole one at or behind the last. */
function selectStates(db: Queryable, domainId: string, byId: Map<string, LoggedChange[]>): Promise<LoggedState[]> {
  return db.query(
    `select g.id, g.seq, g.doc, g.difference
     from unnest($2::uuid[], $3::bigint[], $4::bigint[]) as n (id, first, last)
     cross join lateral (
       select coalesce((select max(b.seq) from graph_changes b where b.domain_id = $1 and b.id = n.id and b.seq < n.first), n.first)
         as least,
         coalesce((select min(w.seq) from graph_changes w
           where w.domain_id = $1 and w.id = n.id and w.seq >= n.last and w.difference is null), n.last) as most
     ) s
     join graph_changes g on g.domain_id = $1 and g.id = n.id and g.seq between s.least and s.most
     order by g.id, g.seq`,
    [
      domainId,
      [...byId.keys()],
      [...byId.values()].map((own) => Math.min(...own.map(({ cursor }) => cursor))),
      [...byId.values()].map((own) => Math.max(...own.map(({ cursor }) => cursor))),
    ],
  )
}
