import { systemClock } from '../../../src/platform/clock.ts'
import type { Database, Transaction } from '../../../src/platform/db/database.ts'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { openPostgres } from '../../../src/platform/db/postgres.ts'
import { createLog } from '../../../src/platform/log.ts'

// Run by migrate.database.test.ts: migrates the database at an address, and dies after the statement with this number.

const [url = '', statement = ''] = process.argv.slice(2)
const log = createLog({ level: 'silent' })
const db = openPostgres({ connection: { connectionString: url }, clock: systemClock, log, poolSize: 2 })

let left = Number(statement)
const dying: Database = Object.create(db, {
  transaction: {
    value: (work: (tx: Transaction) => Promise<unknown>) =>
      db.transaction((tx) =>
        work({
          ...tx,
          query: async (text, values) => {
            const rows = await tx.query(text, values)
            if (--left === 0) process.kill(process.pid, 'SIGKILL')
            return rows as never
          },
        }),
      ),
  },
})
await migrate(dying)
await db.close()
