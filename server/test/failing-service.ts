import { enableCompileCache } from 'node:module'
import { readConfig } from '../src/config.ts'
import { openDatabase } from '../src/open-database.ts'
import type { Database, Transaction } from '../src/platform/db/database.ts'
import { createLog } from '../src/platform/log.ts'

// The service in a process of its own that is killed by itself at one point of its work. The point is a statement: just
// before it, just after it, or after the commit of its transaction.

export interface Failpoint {
  /** A part of the statement, as a regular expression. */
  statement: string
  when: 'before' | 'after' | 'committed'
}

const { FAILPOINT, CLOCK_AHEAD_MS = '0', ...environment } = process.env
const failpoint = FAILPOINT === undefined ? undefined : (JSON.parse(FAILPOINT) as Failpoint)

function die(): Promise<never> {
  process.kill(process.pid, 'SIGKILL')
  return new Promise(() => undefined)
}

/** The same database, and a death at the point. */
function failing(db: Database, { statement, when }: Failpoint): Database {
  const pattern = new RegExp(statement)
  const watch = async <Result>(text: string, query: () => Promise<Result>, onMet?: () => void): Promise<Result> => {
    if (!pattern.test(text)) return query()
    if (when === 'before') return die()
    const result = await query()
    onMet?.()
    return when === 'after' ? die() : result
  }
  return {
    kind: db.kind,
    query: (text, values) => watch(text, () => db.query(text, values)),
    queryAsPg: (text, values) => db.queryAsPg(text, values),
    transaction: async (work) => {
      let isMet = false
      const result = await db.transaction((tx) => {
        const watched: Transaction = {
          now: tx.now,
          query: (text, values) =>
            watch(
              text,
              () => tx.query(text, values),
              () => {
                isMet = true
              },
            ),
          queryAsPg: (text, values) => tx.queryAsPg(text, values),
          notify: (channel, payload) => tx.notify(channel, payload),
        }
        return work(watched)
      })
      return isMet && when === 'committed' ? die() : result
    },
    listen: (channel, listener) => db.listen(channel, listener),
    close: () => db.close(),
  }
}

const config = readConfig(environment)
const log = createLog({ level: config.LOG_LEVEL })
const clock = { now: () => new Date(Date.now() + Number(CLOCK_AHEAD_MS)) }
const resolve = async (name: string) => {
  throw new Error(`the test gave ${name} no address`)
}
// As the program itself does, for a quick start.
enableCompileCache()
const opening = openDatabase({ config, clock, log })
const { startService } = await import('../src/start.ts')
const db = opening.then((opened) => (failpoint ? failing(opened, failpoint) : opened))
await startService({ config, clock, log, db, network: { resolve } })
