import { grownLength, Ints } from './ints.ts'

const slack = 1 << 16

/** Short texts by number, in one array of bytes. The owner gives the numbers. */
export class Texts {
  readonly #encoding: 'latin1' | 'utf8'
  #bytes: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(256)
  #used = 0
  #wasted = 0
  readonly #starts = new Ints()
  readonly #lengths = new Ints()
  #end = 0

  constructor(encoding: 'latin1' | 'utf8') {
    this.#encoding = encoding
  }

  get bytes(): number {
    return this.#bytes.byteLength + this.#starts.bytes + this.#lengths.bytes
  }

  /** Replaces the text of this number; an empty text removes it. */
  set(number: number, text: string): void {
    this.#wasted += this.#lengths.at(number)
    this.#lengths.set(number, 0)
    this.#end = Math.max(this.#end, number + 1)
    const length = Buffer.byteLength(text, this.#encoding)
    if (this.#used + length > this.#bytes.length) this.#grow(length)
    this.#bytes.write(text, this.#used, this.#encoding)
    this.#starts.set(number, this.#used)
    this.#lengths.set(number, length)
    this.#used += length
  }

  textOf(number: number): string {
    const start = this.#starts.at(number)
    return this.#bytes.toString(this.#encoding, start, start + this.#lengths.at(number))
  }

  bytesOf(number: number): number {
    return this.#lengths.at(number)
  }

  /** Moves the texts into a longer array, or into one without the removed texts. */
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
    for (let number = 0; number < this.#end; number++) {
      const start = this.#starts.at(number)
      const length = this.#lengths.at(number)
      from.copy(this.#bytes, this.#used, start, start + length)
      this.#starts.set(number, this.#used)
      this.#used += length
    }
  }
}
