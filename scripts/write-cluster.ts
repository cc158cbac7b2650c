import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import server from '../server/package.json' with { type: 'json' }
import { type ClusterIndex, clusterFile } from '../server/src/platform/db/empty-cluster.ts'
import { hashMigrations, migrateCluster } from './migrate-cluster.ts'

// Makes an empty cluster with the installed PGlite and the present schema, and writes it to server/data/. Needed after another
// version of PGlite, and after a migration: making the tables takes a second of the first start.

const folder = mkdtempSync(join(tmpdir(), 'polegraph-cluster-'))
// Awaiting PGlite does not keep the process alive.
const alive = setInterval(() => undefined, 1_000)
try {
  const database = await PGlite.create({ dataDir: folder })
  // Two copies of the system tables, two thirds of all files: databases are made from them, and there is only one.
  await database.exec(`update pg_database set datistemplate = false`)
  for (const name of ['template0', 'template1']) await database.query(`drop database ${name}`)
  await migrateCluster(database)
  await database.exec('checkpoint')
  await database.close()
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: relative(folder, join(entry.parentPath, entry.name)) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
  const paths = entries.filter(({ entry }) => entry.isFile()).map(({ path }) => path)
  const contents = paths.map((path) => readFileSync(join(folder, path)))
  const index: ClusterIndex = {
    pglite: server.dependencies['@electric-sql/pglite'],
    migrations: await hashMigrations(),
    folders: entries
      .filter(({ entry, path }) => entry.isDirectory() && !paths.some((file) => file.startsWith(`${path}/`)))
      .map(({ path }) => path),
    files: paths.map((path, n) => ({ path, bytes: contents[n]?.length ?? 0 })),
  }
  const head = Buffer.from(JSON.stringify(index))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  // The log repeats pages of the files, further back than compression looks by default.
  const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 26 }
  writeFileSync(clusterFile, zstdCompressSync(Buffer.concat([length, head, ...contents]), { params }))
} finally {
  clearInterval(alive)
  rmSync(folder, { recursive: true })
}
