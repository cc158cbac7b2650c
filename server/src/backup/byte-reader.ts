/** Lines and numbers of bytes, of a stream that is cut anywhere. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** Without its end; undefined at the end of the stream, and null where it is longer than it may be. */
  async line(bytesMost: number): Promise<string | undefined | null> {
    const pieces: Buffer[] = []
    for (let bytes = 0; ; ) {
      const end = this.#rest.indexOf('\n')
      bytes += end >= 0 ? end : this.#rest.length
      if (bytes > bytesMost) return null
      if (end >= 0) {
        pieces.push(this.#rest.subarray(0, end))
        this.#rest = this.#rest.subarray(end + 1)
        return Buffer.concat(pieces).toString('utf8')
      }
      pieces.push(this.#rest)
      if (await this.#read()) continue
      if (pieces.every(({ length }) => length === 0)) return undefined
      throw new Error('the stream ends in a line')
    }
  }

  async take(bytes: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of this.pieces(bytes)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  /** The next `bytes` bytes, in pieces as they arrive. */
  async *pieces(bytes: number): AsyncGenerator<Buffer> {
    for (let missing = bytes; missing > 0; ) {
      if (this.#rest.length === 0 && !(await this.#read())) throw new Error('the stream ends in a record')
      const piece = this.#rest.subarray(0, missing)
      this.#rest = this.#rest.subarray(piece.length)
      missing -= piece.length
      yield piece
    }
  }

  async #read(): Promise<boolean> {
    const { value, done } = await this.#chunks.next()
    this.#rest = done ? Buffer.alloc(0) : value
    return !done
  }
}
