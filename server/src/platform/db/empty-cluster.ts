import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'

// A cluster of the embedded database with the tables and nothing in them, made by `npm run cluster`: making one takes 1.5 GB and
// five seconds. A cluster with fewer migrations than the program knows is migrated like any other.

export const clusterFile = new URL('../../../data/empty-cluster.zst', import.meta.url)

/** Stands before the contents of the files, which follow each other without a gap, after its own length in four bytes. */
export interface ClusterIndex {
  /** The version of PGlite that made it. */
  pglite: string
  /** Of the migrations that are applied in it. */
  migrations: string
  /** Folders that hold nothing. */
  folders: string[]
  files: { path: string; bytes: number }[]
}

export function readCluster(): { index: ClusterIndex; contents: Buffer } {
  const bytes = zstdDecompressSync(readFileSync(clusterFile), { chunkSize: 1024 * 1024 })
  const indexEnd = 4 + bytes.readUInt32LE(0)
  const index = JSON.parse(bytes.toString('utf8', 4, indexEnd)) as ClusterIndex
  return { index, contents: bytes.subarray(indexEnd) }
}

/** Puts the empty cluster into a folder that is empty or does not exist. */
export function placeEmptyCluster(folder: string): void {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  // In another folder first: a process that is killed here must not leave half a cluster that looks whole.
  const making = `${folder}.new`
  rmSync(making, { recursive: true, force: true })
  const { index, contents } = readCluster()
  const folders = [...index.folders, ...index.files.map(({ path }) => dirname(path))]
  for (const path of new Set(folders)) mkdirSync(join(making, path), { recursive: true, mode: 0o700 })
  let at = 0
  for (const { path, bytes } of index.files) {
    writeFileSync(join(making, path), contents.subarray(at, at + bytes), { mode: 0o600 })
    at += bytes
  }
  renameSync(making, folder)
}
