import { grownLength, Ints } from './ints.ts'

const slack = 1 << 16

/** Short texts of Latin letters, numbered, in one array of bytes. */
export class NameLabels {
  #bytes: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(256)
  #used = 0
  #wasted = 0
  readonly #starts = new Ints()
  readonly #lengths = new Ints()
  readonly #free: number[] = []
  #count = 0

  /** The numbers are all below. */
  get count(): number {
    return this.#count
  }

  get bytes(): number {
    return this.#bytes.byteLength + this.#starts.bytes + this.#lengths.bytes
  }

  add(text: string): number {
    const label = this.#free.pop() ?? this.#count++
    if (this.#used + text.length > this.#bytes.length) this.#grow(text.length)
    this.#bytes.write(text, this.#used, 'latin1')
    this.#starts.set(label, this.#used)
    this.#lengths.set(label, text.length)
    this.#used += text.length
    return label
  }

  remove(label: number): void {
    this.#wasted += this.#lengths.at(label)
    this.#lengths.set(label, 0)
    this.#free.push(label)
  }

  textOf(label: number): string {
    const start = this.#starts.at(label)
    return this.#bytes.toString('latin1', start, start + this.#lengths.at(label))
  }

  /** Into a longer array, or into one without the texts that were removed. */
  #grow(more: number): void {
    const isWasteful = this.#wasted > slack && this.#wasted > this.#used / 2
    const from = this.#bytes
    const size = isWasteful ? this.#used : grownLength(this.#bytes.length)
    this.#bytes = Buffer.allocUnsafeSlow(size + more)
    if (!isWasteful) {
      from.copy(this.#bytes, 0, 0, this.#used)
      return
    }
    this.#used = 0
    this.#wasted = 0
    for (let label = 0; label < this.#count; label++) {
      const start = this.#starts.at(label)
      const length = this.#lengths.at(label)
      from.copy(this.#bytes, this.#used, start, start + length)
      this.#starts.set(label, this.#used)
      this.#used += length
    }
  }
}
