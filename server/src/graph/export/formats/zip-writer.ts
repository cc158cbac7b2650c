import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

// A zip file, written as its entries are: sizes follow the content of each. Without ZIP64, which some readers do not know.

interface Entry {
  name: Buffer
  crc: number
  packed: number
  size: number
  offset: number
}

/** Sizes and lengths have 32 bits. */
const most = 0xffff_ffff
const version = 20
/** The sizes follow the content; names are UTF-8. */
const flags = 0x0808
const deflated = 8
/** 1980-01-01, the first day that the format knows: a file has no other time than that in its name. */
const day = 0x0021

export class ZipWriter {
  readonly #entries: Entry[] = []
  readonly #most: number
  #offset = 0

  constructor(mostBytes = most) {
    this.#most = mostBytes
  }

  async *add(name: string, content: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    const entry: Entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.#offset }
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(version, 4)
    header.writeUInt16LE(flags, 6)
    header.writeUInt16LE(deflated, 8)
    header.writeUInt16LE(day, 12)
    header.writeUInt16LE(entry.name.length, 26)
    yield this.#count(Buffer.concat([header, entry.name]))
    const packer = createDeflateRaw({ level: 4 })
    pipeline(Readable.from(measured(content, entry)), packer, () => undefined)
    for await (const piece of packer as AsyncIterable<Buffer<ArrayBuffer>>) {
      entry.packed += piece.length
      yield this.#count(piece)
    }
    if (entry.size > most) throw new Error(`${name} has more than 4 GB, the most that a zip file holds of one`)
    const sizes = Buffer.alloc(16)
    sizes.writeUInt32LE(0x08074b50, 0)
    sizes.writeUInt32LE(entry.crc, 4)
    sizes.writeUInt32LE(entry.packed, 8)
    sizes.writeUInt32LE(entry.size, 12)
    yield this.#count(sizes)
    this.#entries.push(entry)
  }

  /** The list of all entries, which ends the file. */
  end(): Uint8Array<ArrayBuffer> {
    const start = this.#offset
    const list = Buffer.concat(this.#entries.map(listed))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.#entries.length, 8)
    end.writeUInt16LE(this.#entries.length, 10)
    end.writeUInt32LE(list.length, 12)
    end.writeUInt32LE(start, 16)
    return this.#count(Buffer.concat([list, end]))
  }

  #count<Bytes extends Uint8Array>(bytes: Bytes): Bytes {
    this.#offset += bytes.length
    // Whoever reads it finds a connection that broke off, and not half of the rows.
    if (this.#offset > this.#most) throw new Error('the file has more than 4 GB, the most that this format holds')
    return bytes
  }
}

async function* measured(content: AsyncIterable<string> | Iterable<string>, entry: Entry) {
  for await (const text of content) {
    const bytes = Buffer.from(text)
    entry.crc = crc32(bytes, entry.crc)
    entry.size += bytes.length
    yield bytes
  }
}

function listed({ name, crc, packed, size, offset }: Entry): Buffer {
  const header = Buffer.alloc(46)
  header.writeUInt32LE(0x02014b50, 0)
  header.writeUInt16LE(version, 4)
  header.writeUInt16LE(version, 6)
  header.writeUInt16LE(flags, 8)
  header.writeUInt16LE(deflated, 10)
  header.writeUInt16LE(day, 14)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(packed, 20)
  header.writeUInt32LE(size, 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt32LE(offset, 42)
  return Buffer.concat([header, name])
}
