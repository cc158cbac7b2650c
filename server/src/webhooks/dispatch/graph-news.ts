import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { queueGraphChanges } from '../graph-changes.ts'

/** Changes of so long go into one delivery: a crawl makes few calls of many events. */
const gatherMs = 5_000

/** Looks every few seconds for webhooks that changes of their graph wait for. */
export class GraphNews {
  readonly #db: Database
  readonly #log: Log
  #ticker: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor({ db, log }: { db: Database; log: Log }) {
    this.#db = db
    this.#log = log
  }

  start(): void {
    this.#ticker ??= setInterval(() => {
      this.#looking ??= this.#look()
    }, gatherMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#ticker)
    await this.#looking
  }

  async #look(): Promise<void> {
    try {
      await queueGraphChanges(this.#db, this.#log)
    } catch (error) {
      this.#log.warn({ err: error }, 'changes of graphs could not be looked for')
    } finally {
      this.#looking = undefined
    }
  }
}
