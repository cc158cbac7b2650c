import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { deleteDomain } from '../../../src/domains/delete-domain.ts'
import { deleteRows } from '../../../src/domains/delete-rows.ts'
import { deleteRowsOfDomain } from '../../../src/domains/deletion-queries.ts'
import { rowsOfDomain } from '../../../src/domains/domain-tables.ts'
import type { Database, Transaction } from '../../../src/platform/db/database.ts'
import { createLog } from '../../../src/platform/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openDatabase } from '../../../src/settings/open-database.ts'
import type { Failpoint } from '../../support/failing-database.ts'
import { countRows, fillDomainWith, makeFullPlace, tablesWith } from '../../support/graph/full-domain.ts'
import { copyDatabase, TestClock } from '../../support/harness.ts'
import { sharedCode } from '../../support/spawn-service.ts'

// The job behind the deletion of domains, on a database without a service.

const copy = await copyDatabase()
afterAll(() => copy.remove())

async function onDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  const config = readConfig(copy.environment)
  const db = await openDatabase({ config, clock: new TestClock(), log: createLog({ level: 'silent' }) })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Gives its id. Its rows are all there. */
async function makeDeleted(db: Database, rows = 0): Promise<string> {
  const { id: project_id, domain } = await makeFullPlace(db)
  if (rows > 0) await fillDomainWith(db, domain.id, rows)
  await db.transaction((tx) =>
    deleteDomain(tx, { project_id, domain_id: domain.id }, domain.name, async () => undefined),
  )
  return domain.id
}

const leftOf = async (db: Database, domainId: string) => [
  ...tablesWith(await countRows(db, 'domain_id', domainId)),
  ...(await db.query('select id from domains where id = $1', [domainId])),
]

const notStopping = new AbortController().signal

const program = fileURLToPath(new URL('deleting-process.ts', import.meta.url))

async function runProcess(failpoint?: Failpoint): Promise<number | string> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: {
      PATH: process.env.PATH,
      ...sharedCode(),
      ...copy.environment,
      ...(failpoint && { FAILPOINT: JSON.stringify(failpoint) }),
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code, signal] = await once(child, 'close')
  return (code ?? signal) as number | string
}

describe('a process that is killed', () => {
  it('has deleted some, and others go on where it was', async () => {
    const domainId = await onDatabase((db) => makeDeleted(db, 300))
    const counts = () => onDatabase((db) => countRows(db, 'domain_id', domainId))
    expect(await runProcess({ statement: '^delete from page_aliases', when: 'committed' })).toBe('SIGKILL')
    const first = await counts()
    expect([first.claims, first.entities]).toEqual([0, 0])
    // A part of the aliases, and all that comes after them.
    expect(first.page_aliases).toBeGreaterThan(0)
    expect(first.page_aliases).toBeLessThan(300)
    expect(first.pages).toBeGreaterThan(300)
    expect(await runProcess({ statement: '^delete from pages', when: 'after' })).toBe('SIGKILL')
    const second = await counts()
    // What was not committed is there.
    expect([second.page_aliases, second.pages]).toEqual([0, first.pages])
    expect(await runProcess({ statement: '^delete from domains', when: 'before' })).toBe('SIGKILL')
    expect(tablesWith(await counts())).toEqual(['gate_versions', 'gates'])
    expect(await runProcess()).toBe(0)
    expect(await onDatabase((db) => leftOf(db, domainId))).toEqual([])
  }, 120_000)
})

it('is done by two at once, of several domains', async () => {
  await onDatabase(async (db) => {
    const domainIds = [await makeDeleted(db, 300), await makeDeleted(db), await makeDeleted(db, 300)]
    await Promise.all([deleteRows(db, notStopping), deleteRows(db, notStopping)])
    // Each may have left to the other what that was at work on.
    for (const domainId of domainIds) expect(await leftOf(db, domainId)).toEqual([])
  })
})

it('ends between two bites when the process stops, and leaves the rest', async () => {
  await onDatabase(async (db) => {
    const domainId = await makeDeleted(db, 300)
    const stopping = new AbortController()
    const watched = watching(db, (text) => text.startsWith('delete from entities') && stopping.abort())
    await deleteRows(watched, stopping.signal)
    const { entities = 0, facts } = await countRows(db, 'domain_id', domainId)
    expect(facts).toBe(0)
    expect(entities).toBeGreaterThan(0)
    await deleteRows(db, notStopping)
    expect(await leftOf(db, domainId)).toEqual([])
  })
})

function watching(db: Database, onStatement: (text: string) => unknown): Database {
  return {
    prompt: db.prompt,
    query: (...statement) => db.query(...statement),
    queryAsPg: (...statement) => db.queryAsPg(...statement),
    listen: (...args) => db.listen(...args),
    close: () => db.close(),
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          ...tx,
          query: (text, values) => {
            onStatement(text)
            return tx.query(text, values)
          },
        }),
      ),
  }
}

describe('the list of tables', () => {
  const listed = rowsOfDomain.map(({ table }) => table)

  it('has all that are below a domain', async () => {
    const tables = await onDatabase((db) =>
      db.query<{ name: string }>(
        `select table_name as name from information_schema.columns
         where column_name = 'domain_id' and table_schema = 'public' order by table_name`,
      ),
    )
    // Those of the gate go with the domain; the activity is in the log of the project.
    const others = ['agent_activity', 'gate_versions', 'gates']
    expect([...new Set(listed), ...others].sort()).toEqual(tables.map(({ name }) => name))
  })

  it('has each before those that it refers to', async () => {
    const references = await onDatabase((db) =>
      db.query<{ from: string; to: string }>(
        `select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
         where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`,
      ),
    )
    const wrong = references.filter(
      ({ from, to }) => listed.includes(from) && listed.includes(to) && listed.lastIndexOf(from) > listed.indexOf(to),
    )
    expect(references.length).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  })

  it('finds all rows in the order of an index', async () => {
    await onDatabase(async (db) => {
      for (const rows of rowsOfDomain) {
        const plan = await db.transaction((tx) =>
          planOf(tx, (explaining) => deleteRowsOfDomain(explaining, '', rows, 10)),
        )
        expect(plan, rows.table).toMatch(/Index (Only )?Scan/)
        expect(plan, rows.table).not.toMatch(/Seq Scan|Sort/)
      }
    })
  })
})

/** How a statement of `work` would be run, if there is a way without reading the table or sorting. */
async function planOf(tx: Transaction, work: (explaining: Transaction) => Promise<unknown>): Promise<string> {
  for (const way of ['seqscan', 'bitmapscan', 'sort']) await tx.query(`set local enable_${way} = off`)
  const lines: object[] = []
  const query = async <Row extends object>(text: string) => {
    const explained = text.replaceAll('$1', `'00000000-0000-0000-0000-000000000000'`).replace('$2', '10')
    const found = await tx.query<Row>(`explain ${explained}`)
    lines.push(...found)
    return found
  }
  await work({ ...tx, query })
  return JSON.stringify(lines)
}
