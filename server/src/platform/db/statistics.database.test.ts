import { describe, expect, inject, it } from 'vitest'
import { fillDomainWith } from '../../../test/support/graph/full-domain.ts'
import { startTestService } from '../../../test/support/harness.ts'
import { newId } from '../ids.ts'
import { analyzeGrownTables } from './statistics.ts'

const { service, key, call } = await startTestService()
const { db } = service

async function makeDomain(name: string): Promise<string> {
  return (await call('POST', '/v1/domains', { key, body: { name } })).body.id
}

/** As many facts, keys and claims of the entities that `fillDomainWith` makes. */
async function fillFacts(domainId: string): Promise<void> {
  await db.query(
    `insert into facts (domain_id, owner_id, field, value_key, host, origin, value, n, first_at, last_at)
     select domain_id, id, '', '', 'example.org', 'text', 'true', 1, now(), now() from entities where domain_id = $1`,
    [domainId],
  )
  await db.query(
    `insert into entity_keys (domain_id, key, entity_id, is_strong)
     select domain_id, key, id, true from entities where domain_id = $1`,
    [domainId],
  )
  await db.query(
    `insert into claims (domain_id, id, page_id, host, fact_key, type, fact, entity_id, quote, quote_start, quote_end,
       origin, mode, gate_version, observed_at)
     select domain_id, gen_random_uuid(), gen_random_uuid(), 'example.org', '', 'entity', '{}', id, 'Ada', 0, 3, 'text',
       'deterministic', 1, now() from entities where domain_id = $1`,
    [domainId],
  )
}

/** How the rows of one page, entity or owner are found in a domain; none of the statements may read the whole domain. */
const lookUps: [table: string, condition: string, by: string][] = [
  ['entities', 'id = any($2::uuid[])', 'id'],
  ['relationships', 'id = any($2::uuid[])', 'id'],
  ['relationships', 'to_id = any($2::uuid[])', 'to_id'],
  ['claims', 'page_id = any($2::uuid[]) and retracted_at is null', 'page_id'],
  ['claims', 'entity_id = any($2::uuid[])', 'entity_id'],
  ['facts', 'owner_id = any($2::uuid[])', 'owner_id'],
  ['entity_keys', 'entity_id = any($2::uuid[])', 'entity_id'],
  ['pages', 'id = any($2::uuid[])', 'id'],
]

/** Nodes have their statistics by themselves, and no view of the coordinator shows them. */
const isCluster = inject('template').nodeUrls.length > 0

async function planOf(table: string, condition: string, domainId: string): Promise<string> {
  const rows = await db.query<{ 'QUERY PLAN': string }>(
    `explain (costs off) select 1 from ${table} where domain_id = $1 and ${condition}`,
    [domainId, [newId()]],
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe.skipIf(isCluster)('statistics', () => {
  it('are made of tables that have grown, once', async () => {
    const sizeOf = async () => {
      const [row] = await db.query<{ n: number }>(`select reltuples as n from pg_class where oid = 'facts'::regclass`)
      return row?.n
    }
    expect(await sizeOf()).toBe(-1)
    const large = await makeDomain('large')
    await fillDomainWith(db, large, 2_000)
    await fillFacts(large)
    await analyzeGrownTables(db)
    const known = await sizeOf()
    expect(known).toBeGreaterThan(1_000)
    await db.query(`delete from facts where ctid = (select min(ctid) from facts)`)
    await analyzeGrownTables(db)
    expect(await sizeOf()).toBe(known)
  })

  it.each(lookUps)('let %s be found by its key in a domain that they do not know: %s', async (table, condition, by) => {
    const plan = await planOf(table, condition, await makeDomain(`new ${table} ${by}`))
    expect(plan).toMatch(new RegExp(`Index Cond: .*\\b${by}\\b`))
  })

  it('say of every domain that it has a fifth of a table, where the version can be told so, also when tables are analyzed', async () => {
    const [{ version } = { version: 0 }] = await db.query<{ version: number }>(
      `select current_setting('server_version_num')::integer as version`,
    )
    await fillDomainWith(db, await makeDomain('analyzed'), 500)
    await db.query('analyze entities, relationships, pages')
    const known = await db.query(
      `select c.table_name, s.n_distinct from information_schema.columns c
       left join pg_stats s on s.schemaname = c.table_schema and s.tablename = c.table_name and s.attname = c.column_name
       where c.table_schema = current_schema() and c.column_name = 'domain_id' and c.table_name in ('entities', 'relationships', 'pages')`,
    )
    const n_distinct = version >= 180_000 ? 5 : null
    expect(known).toHaveLength(3)
    for (const one of known) expect(one).toMatchObject({ n_distinct })
  })
})
