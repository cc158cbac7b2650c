import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseUnusable } from './database.ts'

/** The setting names a folder in which nothing can be kept. */
export class FolderUnusable extends DatabaseUnusable {
  override name = 'FolderUnusable'
  /** Whether room on the disk is all that is missing. */
  readonly isFull: boolean

  constructor(message: string, isFull = false) {
    super(message)
    this.isFull = isFull
  }
}

const reasons: Record<string, string> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'it is below a file',
  ENOENT: 'no folder can be made there',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the disk is read-only',
  ENOSPC: 'no room is left on the disk',
  EDQUOT: 'no room is left on the disk',
}

const withoutRoom = new Set(['ENOSPC', 'EDQUOT'])

/** Says in one sentence why a file of the folder could not be written, and what to do. */
export function describeUnusable(folder: string, error: unknown): FolderUnusable {
  const { code = '' } = error as { code?: string }
  const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error))
  const remedy = withoutRoom.has(code) ? 'make room, or set DATA_DIR to another one' : 'set DATA_DIR to another one'
  return new FolderUnusable(`the data folder ${folder} cannot be used: ${reason}; ${remedy}`, withoutRoom.has(code))
}

/**
 * Makes a folder for its owner alone, and those above it that are missing. Step by step: Node's own recursive way never ends below
 * /proc, where a folder can be made in none that is there, and it hears no signal meanwhile.
 */
export function makeFolder(folder: string): void {
  const existing = nearestExisting(folder)
  const missing: string[] = []
  for (let path = resolve(folder); path !== existing; path = dirname(path)) missing.unshift(path)
  try {
    for (const path of missing.length > 0 ? missing : [existing]) makeOne(path)
  } catch (error) {
    throw describeUnusable(folder, error)
  }
}

function makeOne(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // It was there, or another process has made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/** The folder, or where it would be made. */
export function nearestExisting(folder: string): string {
  let existing = resolve(folder)
  while (!existsSync(existing) && dirname(existing) !== existing) existing = dirname(existing)
  return existing
}
