import { getVersion } from '../../gate/gate.ts'
import { compileGate, type Judge } from '../../gate/judge.ts'
import { Cache } from '../../platform/cache.ts'
import type { Database } from '../../platform/db/database.ts'

/** Caches compiled gate versions. A published version never changes. */
export class Judges {
  readonly #db: Database
  readonly #judges: Cache<Judge>

  constructor(db: Database, maxBytes?: number) {
    this.#db = db
    this.#judges = new Cache('gates', ({ bytes }) => bytes, maxBytes)
  }

  /** Memory that the gates take. */
  get bytes(): number {
    return this.#judges.calculatedSize
  }

  async of(domainId: string, version: number): Promise<Judge> {
    const key = `${domainId} ${version}`
    const judge = this.#judges.get(key) ?? compileGate((await getVersion(this.#db, domainId, version)).rules)
    this.#judges.set(key, judge)
    return judge
  }
}
