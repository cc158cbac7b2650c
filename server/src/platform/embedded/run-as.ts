import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describeUnusable, FolderUnusable } from '../db/data-folder.ts'
import { DatabaseUnusable } from '../db/database.ts'
import { giveFolder } from '../give-folder.ts'
import { type Binaries, serverInstead } from './binaries.ts'
import { endsWith } from './commands.ts'
import type { Layout } from './layout.ts'

// PostgreSQL refuses to run as root. What root starts runs as the owner of the data folder; where that is root too, in a user
// namespace, in which root has another number and its folder may be closed to all others; and where namespaces are
// forbidden, as in many containers, as a user who has nothing else, to whom the folder is given.

interface User {
  uid: number
  gid: number
}

export interface RunAs {
  /** Words before the command. */
  prefix: string[]
  user?: User
}

const nobody = 65_534
const inNamespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--']

/** The data folder exists. */
export function chooseUser(layout: Layout, { postgres }: Binaries): RunAs {
  if (process.geteuid?.() !== 0) return { prefix: prefixFor(layout) }
  const { uid, gid } = statSync(layout.folder)
  if (uid !== 0) {
    const user = { uid, gid }
    requireReach(user, layout.folder, postgres)
    return { prefix: prefixFor(layout, user), user }
  }
  if (mayMakeNamespace()) return { prefix: inNamespace }
  const user = { uid: nobody, gid: nobody }
  requireReach(user, dirname(layout.folder), postgres)
  requireOwnFolder(layout)
  try {
    giveFolder(layout.folder, user)
  } catch (error) {
    throw describeUnusable(layout.folder, error)
  }
  return { prefix: prefixFor(layout, user), user }
}

/** What the service makes in a data folder, now or in earlier versions. */
const ownNames = /^(?:postgres(?:\.new|-\d+)?|libraries(?:-\d+)?|moving|lock(?:\.json)?|secrets\.key|compiled)$/

/** All of the folder will belong to another user: nothing else may be in it. */
function requireOwnFolder({ folder }: Layout): void {
  const other = readdirSync(folder).find((name) => !ownNames.test(name))
  if (other === undefined) return
  throw new FolderUnusable(
    `PostgreSQL does not run as root, and the data folder ${folder}, which would be given to user ${nobody}, holds other things (${other}); set DATA_DIR to a folder of its own`,
  )
}

const mayMakeNamespace = (user?: User) => endsWith(0, [...inNamespace, 'true'], user)

/** Whoever makes a database must have a name, and in a container many users have only a number: they take the name of nobody. */
function prefixFor(layout: Layout, user?: User): string[] {
  if (existsSync(layout.database) || endsWith(0, ['id', '--user', '--name'], user)) return []
  if (mayMakeNamespace(user)) return inNamespace
  throw new DatabaseUnusable(
    `PostgreSQL makes no database for user ${user?.uid ?? process.geteuid?.()}, who has no name on this machine; add one to /etc/passwd, start as a user who has one, or ${serverInstead}`,
  )
}

/** Every folder above must let the user through. */
function requireReach(user: User, folder: string, program: string): void {
  for (const path of [folder, program]) {
    if (endsWith(0, ['test', '-x', path], user)) continue
    throw new FolderUnusable(
      `PostgreSQL does not run as root, and user ${user.uid} may not reach ${path}; start the service as another user, with a data folder of its own, or ${serverInstead}`,
    )
  }
}
