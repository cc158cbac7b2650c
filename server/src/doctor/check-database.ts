import type { Clock } from '../platform/clock.ts'
import { type Database, DatabaseUnavailable, DatabaseUnusable, errorCode } from '../platform/db/database.ts'
import { listMigrations } from '../platform/db/migrate.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import type { Log } from '../platform/log.ts'
import type { Finding } from './finding.ts'

export interface DatabaseFinding {
  finding: Finding
  /** The time of the server, where it has told. */
  time?: Date
}

interface ServerState {
  version: string
  time: string
  is_standby: boolean
  may_create: boolean
  migrations: string | null
}

/** Whether the PostgreSQL of DATABASE_URL can be reached and used. Writes nothing. */
export async function checkDatabase(url: string, parts: { clock: Clock; log: Log }): Promise<DatabaseFinding> {
  const db = openPostgres({ connection: { connectionString: url }, ...parts, poolSize: 1 })
  const finding = (status: Finding['status'], message: string): Finding => ({ check: 'database', status, message })
  try {
    const [state] = await db.query<ServerState>(
      `select current_setting('server_version') as version, clock_timestamp() as time, pg_is_in_recovery() as is_standby,
         coalesce(has_schema_privilege(current_schema(), 'create'), false) as may_create,
         to_regclass('migrations')::text as migrations`,
    )
    if (!state) return { finding: finding('failed', 'the database gives no answer') }
    const time = new Date(state.time)
    const name = `PostgreSQL ${state.version}`
    if (state.is_standby) return { time, finding: finding('failed', `${name} is a standby that cannot be written to`) }
    if (!state.may_create) {
      return { time, finding: finding('failed', `${name}: the role of DATABASE_URL may not create tables`) }
    }
    return { time, finding: await judgeMigrations(db, name, state.migrations) }
  } catch (error) {
    return { finding: finding('failed', describe(error)) }
  } finally {
    await db.close()
  }
}

async function judgeMigrations(db: Database, name: string, table: string | null): Promise<Finding> {
  const known = (await listMigrations()).length
  const rows = table ? await db.query<{ version: number }>('select max(version) as version from migrations') : []
  const applied = rows[0]?.version ?? 0
  if (applied > known) {
    const message = `the database is at migration ${applied}, this program knows ${known}: it was used by a newer version`
    return { check: 'database', status: 'failed', message }
  }
  const tables =
    applied === known ? '' : applied === 0 ? ', empty: the first start makes its tables' : ', to be migrated'
  return { check: 'database', status: 'ok', message: `${name} answers${tables}` }
}

function describe(error: unknown): string {
  if (error instanceof DatabaseUnusable) return error.message
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  const reason = (cause instanceof Error && cause.message) || errorCode(cause) || String(cause)
  return `the database of DATABASE_URL cannot be reached: ${reason}`
}
