import type { FindNames } from '../../graph/read/entities/find-names.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import { queueGraphChanges } from '../graph-changes.ts'

/** Changes of so long go into one delivery: a crawl makes few calls of many events. */
const gatherMs = 5_000

/** Looks every few seconds for webhooks that changes of their graph wait for. */
export class GraphNews {
  readonly #db: Database
  readonly #log: Log
  readonly #findNames: FindNames
  #ticker: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor({ db, log, find_names }: { db: Database; log: Log; find_names: FindNames }) {
    this.#db = db
    this.#log = log
    this.#findNames = find_names
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
      await queueGraphChanges(this.#db, this.#log, this.#findNames)
    } catch (error) {
      this.#log.warn({ err: error }, 'changes of graphs could not be looked for')
    } finally {
      this.#looking = undefined
    }
  }
}
