import type { WordColumns } from './word-table.ts'

// The file format of the tagger: a header in JSON, then columns of numbers, all compressed. Written by
// bench/src/train/tagger.ts. Multi-byte numbers are stored byte plane by byte plane, low bytes first, and sorted
// columns as differences: that compresses best.

export interface TaggerHeader {
  words: number
  phrases: number
  features: number
  weights: number
  steps: number
  /** The log weight of one unit of a stored weight. */
  unit: number
  trained_on: string[]
}

export interface TaggerColumns extends WordColumns {
  /** Feature hashes, sorted, and how many labels each has a weight for. */
  features: Uint32Array
  counts: Uint8Array
  labels: Uint8Array
  weights: Int16Array
  /** Transition weights of label pairs. */
  steps: Int16Array
}

function layoutOf({ words, phrases, features, weights, steps }: TaggerHeader) {
  return [
    ['words', Uint32Array, words],
    ['clusters', Uint16Array, words],
    ['marks', Uint8Array, words],
    ['phrases', Uint32Array, phrases],
    ['features', Uint32Array, features],
    ['counts', Uint8Array, features],
    ['labels', Uint8Array, weights],
    ['weights', Int16Array, weights],
    ['steps', Int16Array, steps],
  ] as const
}

const sorted: ReadonlySet<string> = new Set(['words', 'phrases', 'features'])

export function encodeTagger(header: TaggerHeader, columns: TaggerColumns): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  const parts = layoutOf(header).map(([name]) => {
    const column = columns[name].slice()
    if (sorted.has(name))
      for (let at = column.length - 1; at > 0; at--) column[at] = (column[at] as number) - (column[at - 1] as number)
    return splitBytes(column)
  })
  return Buffer.concat([length, text, ...parts])
}

export function decodeTagger(bytes: Uint8Array): { header: TaggerHeader; columns: TaggerColumns } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 4 + buffer.readUInt32LE(0)
  const header = JSON.parse(buffer.toString('utf8', 4, at)) as TaggerHeader
  const columns: Record<string, unknown> = {}
  for (const [name, Column, length] of layoutOf(header)) {
    const column = new Column(length)
    joinBytes(column, buffer.subarray(at, at + column.byteLength))
    if (sorted.has(name))
      for (let row = 1; row < length; row++) column[row] = (column[row] as number) + (column[row - 1] as number)
    columns[name] = column
    at += column.byteLength
  }
  if (at !== buffer.length) throw new Error(`the file of the tagger has ${buffer.length} bytes and not ${at}`)
  return { header, columns: columns as unknown as TaggerColumns }
}

type Column = Uint32Array | Uint16Array | Uint8Array | Int16Array

function splitBytes(column: Column): Buffer {
  const width = column.BYTES_PER_ELEMENT
  const out = Buffer.alloc(column.byteLength)
  for (let plane = 0; plane < width; plane++) {
    for (let at = 0; at < column.length; at++)
      out[plane * column.length + at] = ((column[at] as number) >>> (8 * plane)) & 255
  }
  return out
}

function joinBytes(column: Column, bytes: Uint8Array): void {
  const { length, BYTES_PER_ELEMENT: width } = column
  const target = new Uint8Array(column.buffer)
  // Typed arrays use the byte order of the machine, which is little-endian wherever this runs.
  for (let plane = 0; plane < width; plane++) {
    for (let at = 0; at < length; at++) target[at * width + plane] = bytes[plane * length + at] as number
  }
}
