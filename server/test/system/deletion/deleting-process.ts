import { deleteRows } from '../../../src/domains/delete-rows.ts'
import { createLog } from '../../../src/platform/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openDatabase } from '../../../src/settings/open-database.ts'
import { type Failpoint, failing } from '../../support/failing-database.ts'

// A process that deletes the rows of deleted domains, and nothing else. It dies at a point of that, if it is told to.

const { FAILPOINT, ...environment } = process.env
const config = readConfig(environment)
const opened = await openDatabase({ config, clock: { now: () => new Date() }, log: createLog({ level: 'error' }) })
const { db, arm } = failing(opened)
if (FAILPOINT !== undefined) arm(JSON.parse(FAILPOINT) as Failpoint)
await deleteRows(db, new AbortController().signal)
await opened.close()
