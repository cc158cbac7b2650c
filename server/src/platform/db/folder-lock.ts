import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describeUnusable, makeFolder } from './data-folder.ts'
import { DatabaseUnusable } from './database.ts'

// The embedded database takes no lock on its folder, and two processes in one folder silently lose
// rows. Node has no file locks, but SQLite, which ships with it, holds a real one (fcntl): the kernel
// drops it when the process dies, however it dies, so there is never a stale lock to clear away.

const lockFile = 'lock.sqlite'

interface Holder {
  pid: number
  since: string
}

/** Another process has locked the folder. */
export class FolderInUse extends DatabaseUnusable {
  override name = 'FolderInUse'
}

export interface FolderLock {
  /** False when the folder was removed, moved or replaced since. */
  isThere(): boolean
  release(): void
}

export function lockFolder(folder: string): FolderLock {
  const holderFile = join(folder, 'lock.json')
  const lock = openLock(folder)
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw describeUnusable(folder, error)
    const holder = describeHolder(holderFile)
    throw new FolderInUse(
      `the data folder ${folder} is in use by ${holder}; stop it first, or set DATABASE_URL to share one PostgreSQL`,
    )
  }
  const holder: Holder = { pid: process.pid, since: new Date().toISOString() }
  try {
    writeFileSync(holderFile, JSON.stringify(holder))
  } catch (error) {
    lock.close()
    throw describeUnusable(folder, error)
  }
  const inodeOf = () => statSync(join(folder, lockFile), { throwIfNoEntry: false })?.ino
  const inode = inodeOf()
  return {
    isThere: () => inodeOf() === inode,
    release() {
      rmSync(holderFile, { force: true })
      lock.close()
    },
  }
}

/** Whether a process has locked the folder. */
export function isFolderLocked(folder: string): boolean {
  if (!existsSync(join(folder, lockFile))) return false
  const lock = openLock(folder)
  try {
    lock.exec('begin exclusive')
    return false
  } catch (error) {
    return isBusy(error)
  } finally {
    lock.close()
  }
}

function openLock(folder: string): DatabaseSync {
  makeFolder(folder)
  try {
    return new DatabaseSync(join(folder, lockFile), { timeout: 0 })
  } catch (error) {
    throw describeUnusable(folder, error)
  }
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5
  return error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy
}

function describeHolder(holderFile: string): string {
  try {
    const holder = JSON.parse(readFileSync(holderFile, 'utf8')) as Holder
    return `process ${holder.pid}, started ${holder.since}`
  } catch {
    return 'another process'
  }
}
