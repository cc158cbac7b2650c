import { LRUCache } from 'lru-cache'
import { getVersion } from '../../gate/gate.ts'
import { compileGate, type Judge } from '../../gate/judge.ts'
import type { Database } from '../../platform/db/database.ts'

/** The largest gate takes a few megabytes, and almost all a few kilobytes. */
const rememberedBytes = 32 * 1024 * 1024

/** Caches compiled gate versions. A published version never changes. */
export class Judges {
  readonly #db: Database
  readonly #judges: LRUCache<string, Judge>

  constructor(db: Database, maxBytes = rememberedBytes) {
    this.#db = db
    this.#judges = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
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
