import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'

// What the codes of fonts for Chinese, Japanese and Korean mean, where a PDF names one of the usual tables instead of holding its
// own. Loaded with the first PDF that asks.

const file = resolve(import.meta.dirname, '../../../../data/cmaps.bin.zst')

let tables: Map<string, Uint8Array> | undefined

/** Of the file: the length of the list, the list as JSON, and the tables one after the other. */
export function readCmaps(packed: Uint8Array): Map<string, Uint8Array> {
  const bytes = zstdDecompressSync(packed)
  const listEnd = 4 + bytes.readUInt32LE(0)
  const lengths = JSON.parse(bytes.toString('utf8', 4, listEnd)) as Record<string, number>
  const found = new Map<string, Uint8Array>()
  let at = listEnd
  for (const [name, length] of Object.entries(lengths)) {
    found.set(name, bytes.subarray(at, at + length))
    at += length
  }
  return found
}

/** What the library asks for: nothing but these tables is there. Fonts have the measures that it knows by itself. */
export class CmapFiles {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    tables ??= readCmaps(readFileSync(file))
    const table = kind === 'cMapUrl' ? tables.get(filename.replace(/\.bcmap$/, '')) : undefined
    if (!table) throw new Error(`there is no ${filename}`)
    // A copy: the library may hand its bytes on.
    return new Uint8Array(table)
  }
}
