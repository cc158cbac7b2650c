import type { Queryable } from '../../../platform/db/database.ts'
import type { LoadedDomain } from '../../../platform/http/handlers.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'
import { historyForgotten, requireHistory } from '../moment/moment-of.ts'
import type { ChangedRow } from './history.ts'
import { addStates } from './whole-states.ts'

type ChangeRow = ChangedRow & { type: 'entity' | 'relationship'; id: string }

/**
 * Lists changes after a cursor or a time, in the order in which they were recorded. From the beginning, the list builds the
 * graph of now: states that were superseded long ago are left out. A cursor from before that is refused, because its
 * reader would miss what has left the graph.
 */
export async function listChanges(
  db: Queryable,
  domain: LoadedDomain,
  moment: Moment,
  query: { since?: number | string | undefined; limit: number },
) {
  const since = await cursorOf(db, domain, query.since ?? 0)
  const at = new GraphAt(moment)
  const found = await db.query<ChangeRow>(
    `select g.seq as cursor, g.at, g.type, g.id, g.change, g.actor, g.reason
     from graph_changes g where g.domain_id = $1 and g.seq > ${at.add(since)}::bigint and ${at.happened('g')}
     order by g.seq limit ${at.add(query.limit)}`,
    at.values,
  )
  const { rows: changes } = await addStates(db, domain.id, found)
  if (changes.length === 0) await refuseUnknown(db, domain, since)
  return { changes, cursor: changes.at(-1)?.cursor ?? since }
}

/** A cursor ahead of the log is from before a backup was restored: its reader has seen what has not happened here. */
async function refuseUnknown(db: Queryable, domain: LoadedDomain, since: number): Promise<void> {
  // Asked for anew: the domain of the request may be a moment old.
  const [row] = await db.query<{ graph_seq: number; kept_since: string }>(
    'select graph_seq, coalesce(history_since, created_at) as kept_since from domains where id = $1',
    [domain.id],
  )
  if (row && since > row.graph_seq) throw historyForgotten(row.kept_since)
}

/** The last change before a time. The times of changes never decrease. */
async function cursorOf(db: Queryable, domain: LoadedDomain, since: number | string): Promise<number> {
  if (typeof since === 'number') {
    const isForgotten = since > 0 && since < domain.history_seq && domain.history_since !== null
    if (isForgotten) throw historyForgotten(domain.history_since as string)
    return since
  }
  requireHistory(domain, since)
  const [row] = await db.query<{ cursor: number }>(
    'select coalesce(max(seq), 0) as cursor from graph_changes where domain_id = $1 and at < $2',
    [domain.id, since],
  )
  return row?.cursor ?? 0
}
