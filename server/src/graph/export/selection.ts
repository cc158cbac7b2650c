import type { Queryable } from '../../platform/db/database.ts'
import { type EntitySearch, matchesOf } from '../read/entities/entity-list.ts'
import type { FindNames } from '../read/entities/find-names.ts'
import { GraphAt, type Moment } from '../read/moment/graph-at.ts'

// Which entities an export is about, where it is not about all of them: their ids, of one moment, 16 bytes each. Both ends
// of a relationship must be among them, and a second look at the filters could find others.

const idBytes = 16

export class Selection {
  readonly #ids: Buffer

  constructor(ids: Buffer) {
    this.#ids = ids
  }

  /** A run of ids in their order. */
  slice(from: number, count: number): string[] {
    const ids: string[] = []
    for (let at = from; at < Math.min(from + count, this.size); at++) ids.push(this.#idAt(at))
    return ids
  }

  get size(): number {
    return this.#ids.length / idBytes
  }

  has(id: string): boolean {
    const wanted = Buffer.from(id.replaceAll('-', ''), 'hex')
    let [low, high] = [0, this.size]
    while (low < high) {
      const middle = (low + high) >>> 1
      const order = wanted.compare(this.#ids, middle * idBytes, (middle + 1) * idBytes)
      if (order === 0) return true
      if (order < 0) high = middle
      else low = middle + 1
    }
    return false
  }

  #idAt(at: number): string {
    const hex = this.#ids.toString('hex', at * idBytes, (at + 1) * idBytes)
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
  }
}

/** By the filters of the list of entities; undefined where there are none. */
export async function chooseEntities(
  db: Queryable,
  find: FindNames,
  moment: Moment,
  search: EntitySearch,
): Promise<Selection | undefined> {
  if (Object.values(search).every((value) => value === undefined)) return undefined
  const named = search.q === undefined ? undefined : await find(db, moment, search.q)
  const at = new GraphAt(moment)
  const [row] = await db.query<{ ids: Buffer | null }>(
    `select string_agg(uuid_send(e.id), ''::bytea order by e.id) as ids ${matchesOf(at, search, named)}`,
    at.values,
  )
  return new Selection(row?.ids ?? Buffer.alloc(0))
}
