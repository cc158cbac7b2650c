import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeUnusable, FolderUnusable } from '../db/data-folder.ts'
import { giveFolder } from '../give-folder.ts'
import type { Binaries } from './binaries.ts'
import { endsWith } from './commands.ts'

// PostgreSQL refuses to run as root. What root starts runs as the owner of the data folder; where that is root too, in a user
// namespace, in which root has another number and its folder may be closed to all others; and where namespaces are
// forbidden, as in many containers, as a user who has nothing else, to whom the folder is given.

export interface RunAs {
  /** Words before the command. */
  prefix: string[]
  user?: { uid: number; gid: number }
}

const nobody = 65_534
const inNamespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--']

/** The data folder exists. */
export function chooseUser(folder: string, { postgres }: Binaries): RunAs {
  if (process.geteuid?.() !== 0) return { prefix: [] }
  const { uid, gid } = statSync(folder)
  if (uid !== 0) {
    const user = { uid, gid }
    requireReach(user, folder, postgres)
    return { prefix: [], user }
  }
  if (endsWith(0, [...inNamespace, 'true'])) return { prefix: inNamespace }
  const user = { uid: nobody, gid: nobody }
  requireReach(user, dirname(folder), postgres)
  try {
    giveFolder(folder, user)
  } catch (error) {
    throw describeUnusable(folder, error)
  }
  return { prefix: [], user }
}

/** Every folder above must let the user through. */
function requireReach(user: { uid: number; gid: number }, folder: string, program: string): void {
  for (const path of [folder, program]) {
    if (endsWith(0, ['test', '-x', path], user)) continue
    throw new FolderUnusable(
      `PostgreSQL does not run as root, and user ${user.uid} may not reach ${path}; start the service as another user, with a data folder of its own, or set DATABASE_URL to a PostgreSQL server`,
    )
  }
}
