// The file of places: a header in JSON, then columns of numbers, all of it compressed. Written by bench/src/train/places.ts.
// Places are sorted by population, the largest first. A name leads to targets: places by their row, then countries, then
// regions, numbered on.

export interface PlaceHeader {
  places: number
  names: number
  /** ISO 3166 alpha-2 and alpha-3, and the row of the place that stands for it: its capital, or else its largest place. */
  countries: { code: string; code3: string; seat: number | null }[]
  /** First divisions of countries, as rows of places name them; `US.TX`. */
  divisions: string[]
  /** Those that are known by name: its division, the row of its seat, the codes that people write behind a comma. */
  regions: { division: number; seat: number | null; codes: string[] }[]
  /** Rows. */
  capitals: number[]
}

export interface PlaceColumns {
  ids: Uint32Array
  /** In units of 0.0001 degrees, about 11 metres. */
  lats: Int32Array
  lons: Int32Array
  /** How many more inhabitants than the next place; the largest first. */
  populations: Uint32Array
  /** Sorted; in the file the distance from the one before it. */
  hashes: Uint32Array
  divisions: Uint16Array
  checks: Uint16Array
  targetsLow: Uint16Array
  /** The highest bit says that it is not the place's own name. */
  targetsHigh: Uint8Array
  nameLengths: Uint8Array
  /** UTF-8, one after the other. */
  nameBytes: Uint8Array
}

export const degree = 10_000
export const otherName = 0x80

/** The columns in the order of the file, widest numbers first so that all are aligned. */
function columnsOf(header: PlaceHeader, nameBytes: number) {
  const { places, names } = header
  return [
    ['ids', Uint32Array, places],
    ['lats', Int32Array, places],
    ['lons', Int32Array, places],
    ['populations', Uint32Array, places],
    ['hashes', Uint32Array, names],
    ['divisions', Uint16Array, places],
    ['checks', Uint16Array, names],
    ['targetsLow', Uint16Array, names],
    ['targetsHigh', Uint8Array, names],
    ['nameLengths', Uint8Array, places],
    ['nameBytes', Uint8Array, nameBytes],
  ] as const
}

export function encodePlaces(header: PlaceHeader, columns: PlaceColumns): Buffer {
  const json = JSON.stringify(header)
  const text = Buffer.from(json.padEnd(json.length + ((4 - (Buffer.byteLength(json) % 4)) % 4)))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  const parts = columnsOf(header, columns.nameBytes.length).map(([name]) => {
    const { buffer, byteOffset, byteLength } = columns[name]
    return Buffer.from(buffer, byteOffset, byteLength)
  })
  return Buffer.concat([length, text, ...parts])
}

/** Views of the buffer, nothing is copied; what is stored as distances is summed up in its place. */
export function decodePlaces(bytes: Uint8Array<ArrayBuffer>): { header: PlaceHeader; columns: PlaceColumns } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerEnd = 4 + view.getUint32(0, true)
  const header = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + 4, headerEnd - 4).toString()) as PlaceHeader
  let at = bytes.byteOffset + headerEnd
  const end = bytes.byteOffset + bytes.byteLength
  const columns: Record<string, unknown> = {}
  for (const [name, Column, length] of columnsOf(header, 0)) {
    const count = name === 'nameBytes' ? end - at : length
    columns[name] = new Column(bytes.buffer, at, count)
    at += count * Column.BYTES_PER_ELEMENT
  }
  const found = columns as unknown as PlaceColumns
  sumUp(found.hashes)
  sumUp(found.populations.reverse())
  found.populations.reverse()
  return { header, columns: found }
}

function sumUp(distances: Uint32Array): void {
  let sum = 0
  // An iterator would make half a million arrays.
  for (let at = 0; at < distances.length; at++) {
    sum += distances[at] as number
    distances[at] = sum
  }
}
