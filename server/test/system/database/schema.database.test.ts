import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { firstMigration, readSchema } from '../../../../scripts/schema-files.ts'
import { startTestService } from '../../support/harness.ts'

const { service } = await startTestService()

interface Key {
  table: string
  name: string
  kind: 'p' | 'u' | 'f'
  first_column: string
}

describe('the schema', () => {
  it('is the one in server/schema', async () => {
    expect(await readFile(firstMigration, 'utf8'), 'run npm run schema').toBe(await readSchema())
  })

  it('starts every key of a table below a domain with domain_id', async () => {
    const keys = await service.db.query<Key>(keysBelowDomains)
    const others = keys.filter((key) => key.first_column !== 'domain_id')
    // A table of the project: its readers follow all domains at once, and must touch one range of keys.
    expect(others.map(({ table, first_column }) => `${table} ${first_column}`)).toEqual(['agent_activity project_id'])
  })

  it('would notice a table that breaks this rule', async () => {
    await service.db.query('create table broken (id uuid primary key, domain_id uuid not null unique)')
    const keys = await service.db.query<Key>(keysBelowDomains)
    expect(keys.filter(({ table }) => table === 'broken')).toEqual([
      { table: 'broken', name: 'broken_domain_id_key', kind: 'u', first_column: 'domain_id' },
      { table: 'broken', name: 'broken_pkey', kind: 'p', first_column: 'id' },
    ])
    await service.db.query('drop table broken')
  })

  it('has an index behind every foreign key, so that deletes do not scan', async () => {
    const missing = await service.db.query(
      `select k.conrelid::regclass::text as "table", k.conname as name from pg_constraint k
       where k.contype = 'f' and k.connamespace = 'public'::regnamespace
         and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`,
    )
    expect(missing).toEqual([])
  })
})

const keysBelowDomains = `
  select c.relname as "table", k.conname as name, k.contype as kind,
    (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = k.conkey[1]) as first_column
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f')
    and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'domain_id' and not a.attisdropped)
  order by c.relname, k.conname`
