import { describeUnusable } from '../db/data-folder.ts'
import { DatabaseUnusable } from '../db/database.ts'
import { serverInstead } from './binaries.ts'
import { keeperExits } from './keeper.ts'

/** What the system said to PostgreSQL, as the code that Node has for it. */
const codes: [RegExp, string][] = [
  [/No space left on device/i, 'ENOSPC'],
  [/Disk quota exceeded/i, 'EDQUOT'],
  [/Read-only file system/i, 'EROFS'],
  [/Permission denied|Operation not permitted/i, 'EACCES'],
]

/** How the keeper ended: with a code, by a signal (null), or not begun at all. */
export type KeeperEnd = number | null | Error

/** Says in one sentence why PostgreSQL did not start, from how its keeper ended and what it wrote. */
export function describeStartFailure(folder: string, end: KeeperEnd, said: string): DatabaseUnusable {
  if (end instanceof Error)
    return new DatabaseUnusable(`the embedded database cannot be started (${end.message}); ${serverInstead}`)
  if (end === keeperExits.noFlock)
    return new DatabaseUnusable(
      `the embedded database needs the command flock; install util-linux, or ${serverInstead}`,
    )
  if (end === keeperExits.isMissing || end === keeperExits.isNoProgram)
    return new DatabaseUnusable(
      `the PostgreSQL of this package does not run on this machine (${reasonIn(said)}); ${serverInstead}`,
    )
  const code = codes.find(([pattern]) => pattern.test(said))?.[1]
  if (code) return describeUnusable(folder, { code })
  return new DatabaseUnusable(
    `the database in ${folder} does not open: ${reasonIn(said)}; where its files are damaged, restore a backup into another folder (npx polegraph restore --data)`,
  )
}

/** The first line that says what failed, without its level. */
function reasonIn(said: string): string {
  const lines = said.split('\n').map((line) => line.trim())
  const failed = lines.find((line) => /^(?:\S+: )?(?:PANIC|FATAL|error|fatal):/.test(line)) ?? lines.findLast(Boolean)
  return failed?.replace(/^(?:\S+: )?(?:PANIC|FATAL|error|fatal):\s*/, '') || 'PostgreSQL said nothing'
}
