import type { WordColumns } from './word-table.ts'

// The file format of the tagger: a header in JSON, then columns of numbers, all compressed. Written by
// bench/src/train/tagger.ts. Sorted columns are stored as differences, which compress better.

export interface TaggerHeader {
  words: number
  phrases: number
  organizations: number
  nouns: number
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

/** The columns in file order, widest numbers first so that all are aligned. */
function layoutOf({ words, phrases, organizations, nouns, features, weights, steps }: TaggerHeader) {
  return [
    ['words', Uint32Array, words],
    ['phrases', Uint32Array, phrases],
    ['organizations', Uint32Array, organizations],
    ['nouns', Uint32Array, nouns],
    ['features', Uint32Array, features],
    ['clusters', Uint16Array, words],
    ['weights', Int16Array, weights],
    ['steps', Int16Array, steps],
    ['marks', Uint8Array, words],
    ['counts', Uint8Array, features],
    ['labels', Uint8Array, weights],
  ] as const
}

const sorted: ReadonlySet<string> = new Set(['words', 'phrases', 'organizations', 'nouns', 'features'])

export function encodeTagger(header: TaggerHeader, columns: TaggerColumns): Buffer {
  const json = JSON.stringify(header)
  const text = Buffer.from(json.padEnd(json.length + ((4 - (Buffer.byteLength(json) % 4)) % 4)))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  const parts = layoutOf(header).map(([name]) => {
    const column = columns[name].slice()
    if (sorted.has(name))
      for (let at = column.length - 1; at > 0; at--) column[at] = (column[at] as number) - (column[at - 1] as number)
    return Buffer.from(column.buffer)
  })
  return Buffer.concat([length, text, ...parts])
}

/** Views of the buffer, without copying; differences are summed up in place. */
export function decodeTagger({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): {
  header: TaggerHeader
  columns: TaggerColumns
} {
  const headerEnd = 4 + new DataView(buffer, byteOffset).getUint32(0, true)
  const header = JSON.parse(Buffer.from(buffer, byteOffset + 4, headerEnd - 4).toString()) as TaggerHeader
  let at = headerEnd
  const columns: Record<string, unknown> = {}
  for (const [name, Column, length] of layoutOf(header)) {
    const column = new Column(buffer, byteOffset + at, length)
    if (sorted.has(name))
      for (let row = 1; row < length; row++) column[row] = (column[row] as number) + (column[row - 1] as number)
    columns[name] = column
    at += column.byteLength
  }
  if (at !== byteLength) throw new Error(`the file of the tagger has ${byteLength} bytes and not ${at}`)
  return { header, columns: columns as unknown as TaggerColumns }
}
