// The file of places: a header in JSON, then columns of numbers, all compressed. Written by bench/src/train/places.ts.
// Places are sorted by population, largest first. A name leads to targets: rows of places, then countries, then
// regions, numbered consecutively.

export interface PlaceHeader {
  places: number
  names: number
  /** ISO 3166 alpha-2 and alpha-3, and the row of the seat: the capital, or else the largest place. */
  countries: { code: string; code3: string; seat: number | null }[]
  /** First-level divisions, such as `US.TX`; places refer to them by index. */
  divisions: string[]
  /** Regions known by name: their division, the row of their seat, and the codes that people write behind a comma. */
  regions: { division: number; seat: number | null; codes: string[] }[]
  /** Rows. */
  capitals: number[]
}

export interface PlaceColumns {
  ids: Uint32Array
  /** In units of 0.0001 degrees, about 11 metres. */
  lats: Int32Array
  lons: Int32Array
  /** The population; in the file, the difference from the next smaller place. */
  populations: Uint32Array
  /** Sorted; in the file, the difference from the previous one. */
  hashes: Uint32Array
  divisions: Uint16Array
  checks: Uint16Array
  targetsLow: Uint16Array
  /** The highest bit marks an alternative name. */
  targetsHigh: Uint8Array
  nameLengths: Uint8Array
  /** Names in UTF-8, one after the other. */
  nameBytes: Uint8Array
}

export const degree = 10_000
export const otherName = 0x80

/** The columns in file order, widest numbers first so that all are aligned. */
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

/** Views of the buffer, without copying; differences are summed up in place. */
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
  // An iterator would allocate half a million arrays.
  for (let at = 0; at < distances.length; at++) {
    sum += distances[at] as number
    distances[at] = sum
  }
}
