import { accessSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseUnusable, errorCode } from '../db/database.ts'
import { majorVersion } from './binaries.ts'
import { layoutOf } from './layout.ts'

const versionFile = (database: string) => join(database, 'PG_VERSION')

/** The major version of PostgreSQL that made the database in a data folder; undefined where there is none, or only a part of one. */
export function clusterVersion(folder: string): string | undefined {
  const file = versionFile(layoutOf(folder).database)
  return existsSync(file) ? /^\d+$/m.exec(readFileSync(file, 'utf8'))?.[0] : undefined
}

/** For those who need a database that is there: opening a folder makes one. */
export function requireDatabase(folder: string): void {
  refuseEarlier(folder)
  if (clusterVersion(folder) !== undefined) return
  if (isClosed(versionFile(layoutOf(folder).database))) throw describeClosed(folder)
  throw new DatabaseUnusable(`there is no database in ${folder}; name its folder with --data or DATA_DIR`)
}

export const describeClosed = (folder: string) =>
  new DatabaseUnusable(`the database in ${folder} belongs to another user; do this as that user, or as root`)

function isClosed(file: string): boolean {
  try {
    accessSync(file)
    return false
  } catch (error) {
    return errorCode(error) === 'EACCES'
  }
}

/** Throws, with what to do, for a folder that a PostgreSQL of the version cannot open. One without a database can be opened. */
export function requireOpenable(folder: string, needed = String(majorVersion)): void {
  refuseEarlier(folder)
  if (movedVersion(folder) !== undefined) {
    throw new DatabaseUnusable(
      `the database in ${folder} was being moved to PostgreSQL ${majorVersion}, which did not end; end it with: npx polegraph upgrade-database --data ${folder}`,
    )
  }
  const { database } = layoutOf(folder)
  if (!existsSync(database)) return
  requireOwner(folder)
  const version = clusterVersion(folder)
  if (version === undefined) {
    throw new DatabaseUnusable(
      `${database} is no database any more: files are missing; restore a backup into another folder (npx polegraph restore --data)`,
    )
  }
  if (version !== needed) {
    throw new DatabaseUnusable(
      `the database in ${folder} is one of PostgreSQL ${version}, and this version comes with ${majorVersion}; move it with: npx polegraph upgrade-database --data ${folder}`,
    )
  }
}

/** The version that a database had which was moved, and whose place is empty because the process that did it was killed. */
export function movedVersion(folder: string): string | undefined {
  const { folder: own, database, moving } = layoutOf(folder)
  if (existsSync(database) || !existsSync(versionFile(layoutOf(moving).database))) return undefined
  return readdirSync(own).flatMap((name) => /^postgres-(\d+)$/.exec(name)?.[1] ?? [])[0]
}

/** PostgreSQL opens nothing that belongs to others, and root becomes the owner of the folder. */
function requireOwner(folder: string): void {
  const { uid } = statSync(layoutOf(folder).database)
  const self = process.geteuid?.() ?? uid
  const own = self === 0 ? statSync(folder).uid : self
  if (uid === own) return
  throw new DatabaseUnusable(
    self === 0
      ? `the database in ${folder} belongs to user ${uid}, and the folder to user ${own}; give all of it to the one who shall run it (chown -R)`
      : `the database in ${folder} belongs to user ${uid}, and this is user ${own}; start as that user, or set DATA_DIR to another one`,
  )
}

function refuseEarlier(folder: string): void {
  const { earlier, database } = layoutOf(folder)
  if (existsSync(database) || !existsSync(versionFile(earlier))) return
  throw new DatabaseUnusable(
    `the database in ${folder} was made by an earlier version, in a form that this one does not read; make a backup with that version (npx polegraph backup), and restore it with this one into a new folder (npx polegraph restore --data)`,
  )
}
