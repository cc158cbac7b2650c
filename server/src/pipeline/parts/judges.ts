import { getVersion } from '../../gate/gate.ts'
import { compileGate, type Judge } from '../../gate/judge.ts'
import { Cache, firstWord } from '../../platform/cache.ts'
import type { Database } from '../../platform/db/database.ts'

/** Caches compiled gate versions. A published version never changes. */
export class Judges {
  readonly #db: Database
  readonly #judges: Cache<Judge>

  constructor(db: Database, maxBytes?: number) {
    this.#db = db
    this.#judges = new Cache<Judge>('gates', ({ bytes }) => bytes, { max_bytes: maxBytes, ownerOf: firstWord })
  }

  /** Memory that the gates take. */
  get bytes(): number {
    return this.#judges.calculatedSize
  }

  async of(place: { project_id: string; domain_id: string }, version: number): Promise<Judge> {
    const { project_id, domain_id } = place
    const key = `${project_id} ${domain_id} ${version}`
    const judge = this.#judges.get(key) ?? compileGate((await getVersion(this.#db, domain_id, version)).rules)
    this.#judges.set(key, judge)
    return judge
  }
}
