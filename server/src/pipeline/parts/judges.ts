import { LRUCache } from 'lru-cache'
import { getVersion } from '../../gate/gate.ts'
import { compileGate, type Judge } from '../../gate/judge.ts'
import type { Database } from '../../platform/db/database.ts'

const remembered = 200

/** Caches compiled gate versions. A published version never changes. */
export class Judges {
  readonly #db: Database
  readonly #judges = new LRUCache<string, Judge>({ max: remembered })

  constructor(db: Database) {
    this.#db = db
  }

  async of(domainId: string, version: number): Promise<Judge> {
    const key = `${domainId} ${version}`
    const judge = this.#judges.get(key) ?? compileGate((await getVersion(this.#db, domainId, version)).rules)
    this.#judges.set(key, judge)
    return judge
  }
}
