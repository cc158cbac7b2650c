import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '../server/src/platform/clock.ts'
import { dumpSchema } from '../server/src/platform/db/dump-schema.ts'
import { openEmbedded } from '../server/src/platform/db/embedded.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'
import { createLog } from '../server/src/platform/log.ts'

// Applies all migrations to an empty database and writes server/schema.sql.

const folder = await mkdtemp(join(tmpdir(), 'polegraph-schema-'))
const db = await openEmbedded({ folder, clock: systemClock, log: createLog({ level: 'warn' }) })
await migrate(db)
await writeFile(new URL('../server/schema.sql', import.meta.url), await dumpSchema(db))
await db.close()
await rm(folder, { recursive: true })
