import { AsyncLocalStorage } from 'node:async_hooks'
import type { PgBoss } from 'pg-boss'
import { type Database, DatabaseUnavailable, type Transaction } from '../db/database.ts'
import { locks, withLock } from '../db/lock.ts'
import type { Log } from '../log.ts'

// Background work, in rows of the same database (pg-boss). A job is enqueued in the transaction that makes it
// necessary, so neither is committed without the other.

export interface Job {
  /** Does the work. Throwing makes it run again, up to `retries` times. */
  run(data: object): Promise<void>
  retries?: number
  /** How many of these one process runs at a time. */
  concurrency?: number
  /** When the job starts by itself, in UTC: minute hour day month weekday. */
  cron?: string
}

export type JobTable = Record<string, Job>

export interface QueueState {
  queued: number
  running: number
  oldest_queued_at: string | null
}

const schema = 'pgboss'

export class Jobs {
  readonly #db: Database
  readonly #log: Log
  readonly #work: boolean
  /** Undefined until the start. */
  #boss: PgBoss | undefined
  readonly #working = new Set<string>()
  // pg-boss looks up a queue before its first job; inside a transaction that must not take another connection.
  readonly #enqueuingIn = new AsyncLocalStorage<Transaction>()
  #isStarted = false

  /** `work` is false on a node that only enqueues. */
  constructor(options: { db: Database; log: Log; work: boolean }) {
    this.#db = options.db
    this.#log = options.log
    this.#work = options.work
  }

  /** The library is loaded after the first calls are answered. */
  async #createBoss(): Promise<PgBoss> {
    const { PgBoss } = await import('pg-boss')
    const boss = new PgBoss({
      schema,
      db: {
        executeSql: (text, values) => (this.#enqueuingIn.getStore() ?? this.#db).queryAsPg(text, values),
        listen: listenFor(this.#db),
      },
      useListenNotify: this.#work,
      supervise: this.#work,
      schedule: this.#work,
    })
    // Every queue reports a database that is away, which the connection has logged already.
    boss.on('error', (error) =>
      this.#log[error.name === DatabaseUnavailable.name ? 'debug' : 'error']({ err: error }, 'jobs'),
    )
    boss.on('warning', (warning) => this.#log.warn({ warning }, 'jobs'))
    return boss
  }

  /** Creates the queues of all jobs and, on a node that works, runs their jobs. May be called again after a failure. */
  async start(table: JobTable): Promise<void> {
    this.#boss ??= await this.#createBoss()
    const boss = this.#boss
    // pg-boss takes a lock of its own, but only after it has looked whether its schema exists: of several nodes on an
    // empty database, all but one would fail.
    await withLock(this.#db, locks.job_queue, () => this.#createQueues(boss, table))
    for (const [name, job] of Object.entries(table)) {
      if (!this.#work || this.#working.has(name)) continue
      if (job.cron) await boss.schedule(name, job.cron, {}, { missed: 'once' })
      const workOptions = {
        localConcurrency: job.concurrency ?? 1,
        batchSize: 1,
        // New jobs come by notice; polling finds retries and jobs that have become due.
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: 2,
      }
      await boss.work<object>(name, workOptions, async ([item]) => {
        if (!item) return
        try {
          await job.run(item.data)
        } catch (error) {
          this.#log.warn({ err: error, job: name, job_id: item.id }, 'job failed')
          throw error
        }
      })
      this.#working.add(name)
    }
    if (this.#work) await this.#dropOldSchedules(boss, table)
    this.#isStarted = true
  }

  async #createQueues(boss: PgBoss, table: JobTable): Promise<void> {
    await boss.start()
    const queues = await boss.getQueues()
    for (const [name, job] of Object.entries(table)) {
      const queue = { retryLimit: job.retries ?? 2, retryBackoff: true, retryDelay: 1, notify: true }
      // Most starts find the queues unchanged.
      const known = queues.find((one) => one.name === name)
      if (!known) await boss.createQueue(name, queue)
      if (!isLike(known, queue)) await boss.updateQueue(name, queue)
    }
  }

  /** Fails in the first moment after a start: waiting here would hold the transaction open. */
  async enqueue(tx: Transaction, name: string, data: object, options: { startAfter?: Date } = {}): Promise<void> {
    const boss = this.#boss
    if (!boss || !this.#isStarted) throw new DatabaseUnavailable('jobs cannot be enqueued yet')
    await this.#enqueuingIn.run(tx, () => boss.send(name, data, options))
  }

  /** Whether jobs can be enqueued. */
  get isStarted(): boolean {
    return this.#isStarted
  }

  async state(): Promise<QueueState> {
    // On the very first start, calls are answered before there is a queue: it counts as empty.
    if (!this.#isStarted && !(await this.#isInstalled())) return { queued: 0, running: 0, oldest_queued_at: null }
    const [row] = await this.#db.query<QueueState>(
      `select count(*) filter (where state in ('created', 'retry')) as queued,
              count(*) filter (where state = 'active') as running,
              min(start_after) filter (where state in ('created', 'retry')) as oldest_queued_at
       from ${schema}.job where state < 'completed' and name not like '\\_\\_pgboss%' and start_after <= now()`,
    )
    return row ?? { queued: 0, running: 0, oldest_queued_at: null }
  }

  async stop(timeoutMs: number): Promise<void> {
    await this.#boss?.stop({ graceful: true, close: false, timeout: timeoutMs })
  }

  async #isInstalled(): Promise<boolean> {
    const [row] = await this.#db.query<{ installed: boolean }>(
      `select to_regclass('${schema}.job') is not null as installed`,
    )
    return row?.installed ?? false
  }

  async #dropOldSchedules(boss: PgBoss, table: JobTable): Promise<void> {
    for (const { name } of await boss.getSchedules()) {
      if (!table[name]?.cron) await boss.unschedule(name)
    }
  }
}

/** Whether `known` has all properties of `wanted`. */
function isLike(known: object | undefined, wanted: object): boolean {
  return Object.entries(wanted).every(([name, value]) => (known as Record<string, unknown>)?.[name] === value)
}

function listenFor(db: Database) {
  return async (channel: string, onNotice: (payload: string) => void, onReconnect: () => void) => {
    let open = true
    await db.listen(channel, {
      onNotice: (payload) => open && onNotice(payload),
      onLive: (live) => open && live && onReconnect(),
    })
    return {
      close: async () => {
        open = false
      },
    }
  }
}
