import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseUnusable } from '../db/database.ts'
import { endsWith } from './commands.ts'
import { type Layout, layoutOf } from './layout.ts'

// Who has locked a data folder, for a sentence to whoever comes second. The lock itself is the keeper's.

interface Holder {
  pid: number
  since: string
  /** When the process began, in ticks since the machine did: an id may have been given to another one since. */
  began: string | undefined
}

/** Another process has locked the folder. */
export class FolderInUse extends DatabaseUnusable {
  override name = 'FolderInUse'
}

/** What the keeper writes for this process when it has the lock. */
export function describeHolder(): string {
  const holder: Holder = { pid: process.pid, since: new Date().toISOString(), began: beganOf(process.pid) }
  return JSON.stringify(holder)
}

/** The process that has the folder, if it can be seen to run. */
function findHolder({ holderFile }: Layout): Holder | undefined {
  try {
    const holder = JSON.parse(readFileSync(holderFile, 'utf8')) as Holder
    return holder.began !== undefined && beganOf(holder.pid) === holder.began ? holder : undefined
  } catch {
    return undefined
  }
}

/** Whether a process that runs says that the folder is its own. */
export const hasHolder = (layout: Layout) => findHolder(layout) !== undefined

export function describeInUse(folder: string): FolderInUse {
  const holder = findHolder(layoutOf(folder))
  const who = holder ? `process ${holder.pid}, started ${holder.since}` : 'another process'
  return new FolderInUse(
    `the data folder ${folder} is in use by ${who}; stop it first, or set DATABASE_URL to share one PostgreSQL`,
  )
}

/** Whether a PostgreSQL runs on the folder. */
export function isFolderLocked(folder: string): boolean {
  return existsSync(folder) && endsWith(1, ['flock', '--nonblock', resolve(folder), 'true'])
}

/** Undefined where no such process runs. */
function beganOf(pid: number): string | undefined {
  try {
    // The name of the program comes second, in parentheses, and may hold blanks.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // One that was killed stays listed as a zombie until whoever started it looks.
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
