import { grownLength, Ints } from './ints.ts'

// Many lists of numbers in one typed array. A list has a block whose size is a power of two. When the list outgrows the
// block, or fills at most a quarter of it, the list moves into a block of another size, and the old block is kept for
// the next list of its size. Blocks are never split, so nothing needs compacting, and each list is contiguous.

const leastOrder = 1

export class IntLists {
  readonly #starts = new Ints()
  readonly #lengths = new Ints()
  /** A block has 2^order elements; 0 for a list without a block. */
  readonly #orders = new Ints()
  #pool = new Int32Array(64)
  /** No block begins at 0: a start of 0 means none. */
  #used = 1
  /** The first free block of each order; each free block holds the start of the next. */
  readonly #free = new Int32Array(32)

  get bytes(): number {
    return this.#pool.byteLength + this.#starts.bytes + this.#lengths.bytes + this.#orders.bytes
  }

  /** The array that holds all lists. Valid until the next change. */
  get pool(): Int32Array {
    return this.#pool
  }

  startOf(list: number): number {
    return this.#starts.at(list)
  }

  lengthOf(list: number): number {
    return this.#lengths.at(list)
  }

  valuesOf(list: number): Int32Array {
    const start = this.startOf(list)
    return this.#pool.subarray(start, start + this.lengthOf(list))
  }

  push(list: number, value: number): void {
    const length = this.lengthOf(list)
    const order = this.#orders.at(list)
    if (order === 0 || length === 1 << order) this.#move(list, order === 0 ? leastOrder : order + 1)
    this.#pool[this.startOf(list) + length] = value
    this.#lengths.set(list, length + 1)
  }

  /** Moves the last element of the list into the gap. */
  remove(list: number, value: number): void {
    const at = this.valuesOf(list).indexOf(value)
    if (at < 0) return
    const start = this.startOf(list)
    const length = this.lengthOf(list) - 1
    this.#pool[start + at] = this.#pool[start + length] as number
    this.#lengths.set(list, length)
    const order = this.#orders.at(list)
    if (length === 0) this.clear(list)
    else if (order > leastOrder && length <= 1 << (order - 2)) this.#move(list, order - 1)
  }

  clear(list: number): void {
    const order = this.#orders.at(list)
    if (order === 0) return
    this.#give(this.startOf(list), order)
    this.#orders.set(list, 0)
    this.#lengths.set(list, 0)
  }

  #move(list: number, order: number): void {
    const from = this.startOf(list)
    const to = this.#take(order)
    const before = this.#orders.at(list)
    if (before > 0) {
      this.#pool.copyWithin(to, from, from + this.lengthOf(list))
      this.#give(from, before)
    }
    this.#starts.set(list, to)
    this.#orders.set(list, order)
  }

  #take(order: number): number {
    const free = this.#free[order] as number
    if (free !== 0) {
      this.#free[order] = this.#pool[free] as number
      return free
    }
    const start = this.#used
    this.#used += 1 << order
    if (this.#used > this.#pool.length) {
      const grown = new Int32Array(Math.max(this.#used, grownLength(this.#pool.length)))
      grown.set(this.#pool)
      this.#pool = grown
    }
    return start
  }

  #give(start: number, order: number): void {
    this.#pool[start] = this.#free[order] as number
    this.#free[order] = start
  }
}
