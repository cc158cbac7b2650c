import pg from 'pg'
import { announceDomainChange } from '../../../server/src/domains/domain-change.ts'
import { GraphIndexes } from '../../../server/src/graph/memory/load/graph-indexes.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import { newId } from '../../../server/src/platform/ids.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import { startService } from '../../../server/src/service/start.ts'
import { readConfig } from '../../../server/src/settings/config.ts'
import { fillGraph, type GraphSize, stateAll } from './graph-rows.ts'
import { type Question, runStatement } from './graph-statements.ts'

// The whole service, with a way to fill a graph of it, to change that, and to ask its database the plain way.

export type Order =
  | { verb: 'fill'; domain_id: string; size: GraphSize }
  | { verb: 'change'; domain_id: string; entity_ids: string[] }
  | { verb: 'load'; domain_id: string }
  | { verb: 'state'; domain_id: string; hub: string; relationships: number }
  | { verb: 'statements' }
  | { verb: 'statement'; domain_id: string; question: Question; args: unknown[] }

const service = await startService({ config: readConfig(), clock: systemClock, log: createLog({ level: 'warn' }) })
await service.ready
const { db } = service

let statements = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client, ...args: never[]) {
  statements++
  return (query as (...args: never[]) => never).apply(this, args)
} as typeof query

async function obey(order: Order): Promise<object> {
  if (order.verb === 'statements') return { statements }
  if (order.verb === 'state') return stateAll(db, order.domain_id, order.hub, order.relationships).then(() => ({}))
  if (order.verb === 'fill') return fillGraph(db, order.domain_id, order.size)
  if (order.verb === 'change') return rename(order.domain_id, order.entity_ids)
  if (order.verb === 'load') return load(order.domain_id)
  const start = performance.now()
  const rows = await runStatement(db, order.domain_id, order.question, order.args)
  return { ms: performance.now() - start, rows }
}

async function rename(domainId: string, ids: string[]): Promise<object> {
  const [row] = await db.query<{ graph_seq: number }>(
    'update domains set graph_seq = graph_seq + $2 where id = $1 returning graph_seq',
    [domainId, ids.length],
  )
  const first = (row?.graph_seq ?? 0) - ids.length
  await db.query(
    `insert into graph_changes (domain_id, seq, at, type, id, change, doc, actor)
     select $1, $2 + n.rank, now(), 'entity', n.id, 'changed', e.doc || jsonb_build_object('name', $4 || (e.doc ->> 'name')), 'bench'
     from unnest($3::uuid[]) with ordinality as n (id, rank) join entities e on e.domain_id = $1 and e.id = n.id`,
    [domainId, first, ids, `${newId().slice(-4)} `],
  )
  await db.transaction((tx) => announceDomainChange(tx, domainId))
  return {}
}

/** How long the first to ask waits, and what is kept for the next. */
async function load(domainId: string): Promise<object> {
  const indexes = new GraphIndexes({ max_bytes: 1 })
  const [row] = await db.query<{ graph_seq: number }>('select graph_seq from domains where id = $1', [domainId])
  const start = performance.now()
  let longest = 0
  let turn = performance.now()
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - turn)
    turn = performance.now()
  }, 1)
  await indexes.at(db, { domain_id: domainId, as_of: undefined, graph_seq: row?.graph_seq ?? 0 })
  clearInterval(watch)
  return { ms: performance.now() - start, bytes: indexes.use.bytes, longest_turn_ms: longest }
}

process.on('message', (message: string) => {
  if (message === 'cpu') return
  void obey(JSON.parse(message) as Order).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ error: error.stack }),
  )
})
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)))
