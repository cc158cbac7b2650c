/** A growing array of numbers; elements that were never set are 0. */
export class Ints {
  data = new Int32Array(16)

  get bytes(): number {
    return this.data.byteLength
  }

  at(index: number): number {
    return index < this.data.length ? (this.data[index] as number) : 0
  }

  set(index: number, value: number): void {
    this.fit(index + 1)
    this.data[index] = value
  }

  fit(length: number): void {
    if (length <= this.data.length) return
    const grown = new Int32Array(Math.max(length, grownLength(this.data.length)))
    grown.set(this.data)
    this.data = grown
  }
}

/** Small arrays double; a large one would leave too much memory empty. */
export const grownLength = (length: number) => Math.ceil(length * (length < 100_000 ? 2 : 1.2))
