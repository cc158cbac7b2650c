/** An array of numbers that grows; what was not set is 0. */
export class Ints {
  data = new Int32Array(16)

  get bytes(): number {
    return this.data.byteLength
  }

  at(place: number): number {
    return place < this.data.length ? (this.data[place] as number) : 0
  }

  set(place: number, value: number): void {
    this.fit(place + 1)
    this.data[place] = value
  }

  fit(length: number): void {
    if (length <= this.data.length) return
    const grown = new Int32Array(Math.max(length, grownLength(this.data.length)))
    grown.set(this.data)
    this.data = grown
  }
}

/** A small array may double; of a large one, half would be too much to leave empty. */
export const grownLength = (length: number) => Math.ceil(length * (length < 100_000 ? 2 : 1.2))
