import { tablesBesideDomains } from '../domains/domain-tables.ts'
import { type Database, DatabaseUnusable, type Transaction } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { setNodesInTurn } from '../platform/db/nodes.ts'
import {
  addForeignKey,
  type ClusterNode,
  copyToAllNodes,
  distributeBesideDomains,
  distributeDomains,
  dropForeignKeys,
  dropKeptKeys,
  type NodeOfDomains,
  selectDistributed,
  selectHasCitus,
  selectHasKeptKeys,
  selectIsCoordinator,
  selectIsInUse,
  selectKeptKeys,
  selectNodes,
  selectNodesOfDomains,
  updateNodeSettings,
} from './queries.ts'

// Makes of a database, fresh or filled, one whose domains live on several nodes (Citus). Each table is moved in a transaction of
// its own, and what is done is seen in the catalogue: a process that is killed is gone on with by the same call.
//
//   foreign keys off, and kept in a table | projects on every node | domains by id | each table below beside its domain
//   | foreign keys on again, one by one | the table that kept them dropped

export interface Distributed {
  nodes: NodeOfDomains[]
  /** Tables that were moved by this call. */
  moved: string[]
}

export async function distribute(options: {
  db: Database
  /** In how many pieces the domains are dealt out, by default as many as Citus makes by itself. */
  shards?: number
  onProgress: (done: number, total: number, table: string) => void
}): Promise<Distributed> {
  const { db, shards = 32, onProgress } = options
  await requireCluster(db)
  if (await selectIsInUse(db)) {
    throw new DatabaseUnusable('a service runs on this database: stop all its processes, then try again')
  }
  await migrate(db)
  const wanted = ['projects', 'domains', ...tablesBesideDomains]
  const before = await selectDistributed(db)
  const missing = wanted.filter((table) => !before.has(table))
  if (missing.length > 0 && !(await selectHasKeptKeys(db))) {
    await inTurn(db, (tx) => dropForeignKeys(tx, wanted))
  }
  for (const [at, table] of missing.entries()) {
    onProgress(at, missing.length, table)
    await inTurn(db, (tx) => moveTable(tx, table, shards))
  }
  if (await selectHasKeptKeys(db)) {
    const keys = await selectKeptKeys(db)
    for (const [at, key] of keys.entries()) {
      onProgress(at, keys.length, `foreign keys of ${key.table_name}`)
      await inTurn(db, (tx) => addForeignKey(tx, key))
    }
    await inTurn(db, (tx) => dropKeptKeys(tx))
  }
  await inTurn(db, updateNodeSettings)
  return { nodes: await selectNodesOfDomains(db), moved: missing }
}

function moveTable(tx: Transaction, table: string, shards: number): Promise<void> {
  if (table === 'projects') return copyToAllNodes(tx, table)
  return table === 'domains' ? distributeDomains(tx, shards) : distributeBesideDomains(tx, table)
}

function inTurn<Result>(db: Database, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return db.transaction(async (tx) => {
    await setNodesInTurn(tx)
    return work(tx)
  })
}

async function requireCluster(db: Database): Promise<void> {
  if (!(await selectHasCitus(db))) {
    throw new DatabaseUnusable(
      'the database has no extension citus: `create extension citus` in it, and in the database of the same name on every node',
    )
  }
  if (!(await selectIsCoordinator(db))) {
    throw new DatabaseUnusable('this is a node, and not the coordinator: name the coordinator in DATABASE_URL')
  }
  const refusal = missingOf(await selectNodes(db))
  if (refusal) throw new DatabaseUnusable(refusal)
}

function missingOf(nodes: ClusterNode[]): string | undefined {
  if (!nodes.some(({ is_coordinator }) => !is_coordinator)) {
    return `the coordinator knows no node: \`select citus_add_node('<host>', <port>)\` for each`
  }
  if (!nodes.some(({ is_coordinator }) => is_coordinator)) {
    return `the coordinator does not know its own address: \`select citus_set_coordinator_host('<host>', <port>)\``
  }
  const away = nodes.find(({ is_active }) => !is_active)
  return (
    away &&
    `the node ${away.name}:${away.port} is not active: \`select citus_activate_node('${away.name}', ${away.port})\``
  )
}
