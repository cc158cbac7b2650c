import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'

// node bench/src/train/cmaps.ts DIR [OUT]
// Makes the file of the tables that PDFs name for Chinese, Japanese and Korean, of the folder `cmaps` of the npm package pdfjs-dist.

const folder = process.argv[2]
if (folder === undefined) throw new Error('name the folder `cmaps` of pdfjs-dist')
const out = process.argv[3] ?? resolve(import.meta.dirname, '../../../server/data/cmaps.bin.zst')

/** PDFs name no tables for these two encodings. */
const isUnused = /UTF(?:8|32)-/

const names = readdirSync(folder)
  .flatMap((name) => (name.endsWith('.bcmap') && !isUnused.test(name) ? [name.slice(0, -'.bcmap'.length)] : []))
  .toSorted()
const tables = names.map((name) => readFileSync(resolve(folder, `${name}.bcmap`)))
const list = Buffer.from(JSON.stringify(Object.fromEntries(names.map((name, at) => [name, tables[at]?.length]))))
const length = Buffer.alloc(4)
length.writeUInt32LE(list.length)
const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 23 }
const packed = zstdCompressSync(Buffer.concat([length, list, ...tables]), { params })
writeFileSync(out, packed)
console.log(`${names.length} tables, ${packed.length} bytes`)
