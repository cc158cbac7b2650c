import type { Queryable, Transaction } from '../platform/db/database.ts'
import { quoteName } from '../platform/db/quote-name.ts'

export async function selectHasCitus(db: Queryable): Promise<boolean> {
  return (await db.query(`select 1 from pg_extension where extname = 'citus'`)).length === 1
}

export interface ClusterNode {
  name: string
  port: number
  is_coordinator: boolean
  is_active: boolean
  takes_domains: boolean
}

export function selectNodes(db: Queryable): Promise<ClusterNode[]> {
  return db.query<ClusterNode>(
    `select nodename as name, nodeport as port, groupid = 0 as is_coordinator, isactive as is_active,
       shouldhaveshards as takes_domains
     from pg_dist_node where noderole = 'primary' order by groupid`,
  )
}

export async function selectIsCoordinator(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from pg_dist_local_group where groupid = 0')).length === 1
}

/** Sessions of a service on this database, beside this one. */
export async function selectIsInUse(db: Queryable): Promise<boolean> {
  const rows = await db.query(
    `select 1 from pg_stat_activity
     where datname = current_database() and application_name = 'polegraph' and pid <> pg_backend_pid() limit 1`,
  )
  return rows.length === 1
}

/** Tables of ours that live on several nodes already, or on all of them. */
export async function selectDistributed(db: Queryable): Promise<Set<string>> {
  const rows = await db.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
     where c.relnamespace = 'public'::regnamespace and (p.partmethod = 'h' or p.repmodel = 't')`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Foreign keys that are off meanwhile: a process that is killed has told the next one which they were. */
const keptKeys = 'foreign_keys_off'

export interface ForeignKey {
  table_name: string
  name: string
  definition: string
}

export async function selectHasKeptKeys(db: Queryable): Promise<boolean> {
  return (await db.query('select 1 from pg_class where oid = to_regclass($1)', [`public.${keptKeys}`])).length === 1
}

/** Takes the foreign keys off that begin or end at these tables, and keeps what they were. */
export async function dropForeignKeys(tx: Transaction, tables: string[]): Promise<number> {
  await tx.query(
    `create table ${keptKeys} (table_name text, name text, definition text, primary key (table_name, name))`,
  )
  const keys = await tx.query<ForeignKey>(
    `insert into ${keptKeys} select c.conrelid::regclass::text, c.conname, pg_get_constraintdef(c.oid)
     from pg_constraint c join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
     where c.contype = 'f' and c.conparentid = 0 and c.connamespace = 'public'::regnamespace
       and (a.relname = any($1::text[]) or b.relname = any($1::text[]))
     returning table_name, name, definition`,
    [tables],
  )
  for (const { table_name, name } of keys) {
    await tx.query(`alter table ${quoteName(table_name)} drop constraint ${quoteName(name)}`)
  }
  return keys.length
}

export function selectKeptKeys(db: Queryable): Promise<ForeignKey[]> {
  return db.query<ForeignKey>(`select table_name, name, definition from ${keptKeys} order by table_name, name`)
}

export async function addForeignKey(tx: Transaction, { table_name, name, definition }: ForeignKey): Promise<void> {
  await tx.query(`alter table ${quoteName(table_name)} add constraint ${quoteName(name)} ${definition}`)
  await tx.query(`delete from ${keptKeys} where table_name = $1 and name = $2`, [table_name, name])
}

export async function dropKeptKeys(tx: Transaction): Promise<void> {
  await tx.query(`drop table ${keptKeys}`)
}

export async function copyToAllNodes(tx: Transaction, table: string): Promise<void> {
  await tx.query('select create_reference_table($1::regclass)', [table])
}

export async function distributeDomains(tx: Transaction, shards: number): Promise<void> {
  await tx.query(`select create_distributed_table('domains', 'id', colocate_with => 'none', shard_count => $1)`, [
    shards,
  ])
}

export async function distributeBesideDomains(tx: Transaction, table: string): Promise<void> {
  await tx.query(`select create_distributed_table($1::regclass, 'domain_id', colocate_with => 'domains')`, [table])
}

/** Sets on all nodes what the service sets for its sessions: on the nodes they are those of the coordinator. */
export async function updateNodeSettings(tx: Transaction): Promise<void> {
  const [row] = await tx.query<{ name: string }>('select current_database() as name')
  for (const setting of ['jit', 'enable_seqscan']) {
    await tx.query(`alter database ${quoteName(row?.name ?? '')} set ${setting} = off`)
  }
}

export interface NodeOfDomains {
  node: string
  domains: number
}

/** How many domains live on each node. */
export function selectNodesOfDomains(db: Queryable): Promise<NodeOfDomains[]> {
  return db.query<NodeOfDomains>(
    `select n.nodename || ':' || n.nodeport as node, coalesce(sum(d.domains), 0)::integer as domains
     from pg_dist_node n
     join pg_dist_placement p on p.groupid = n.groupid
     join pg_dist_shard s on s.shardid = p.shardid and s.logicalrelid = 'domains'::regclass
     left join (
       select get_shard_id_for_distribution_column('domains', id) as shardid, count(*) as domains
       from (select id from domains offset 0) d group by 1
     ) d on d.shardid = s.shardid
     where n.noderole = 'primary' group by 1 order by 1`,
  )
}
