import { Cache } from '../platform/cache.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { updateKeysUsed } from './queries.ts'

// last_used_at is kept to the minute: a key in use costs one write a minute, not one a request.

const resolutionMs = 60_000

export class KeyUse {
  readonly #db: Queryable
  readonly #log: Log
  readonly #written = new Cache<number>('key_uses', () => 8)
  #waiting = new Map<string, { project_id: string; id: string; at: Date }>()
  #scheduled = false

  constructor(options: { db: Queryable; log: Log }) {
    this.#db = options.db
    this.#log = options.log
  }

  note(projectId: string, keyId: string, now: number): void {
    if (now - (this.#written.get(keyId) ?? 0) < resolutionMs) return
    this.#written.set(keyId, now)
    this.#waiting.set(keyId, { project_id: projectId, id: keyId, at: new Date(now) })
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.flush())
  }

  async flush(): Promise<void> {
    this.#scheduled = false
    if (this.#waiting.size === 0) return
    const used = [...this.#waiting.values()]
    this.#waiting = new Map()
    try {
      await updateKeysUsed(this.#db, used)
    } catch (error) {
      this.#log.warn({ err: error }, 'last_used_at of some keys was not written')
    }
  }
}
