import { createKey } from '../keys/keys.ts'
import type { Database } from '../platform/db/database.ts'
import { createInvite } from '../projects/invites.ts'
import { createProject, lockFirstProject } from '../projects/projects.ts'

export interface FirstStart {
  /** Undefined for a key that was given: whoever gave it knows it, and logs are kept. */
  key: string | undefined
  /** The page of the console that accepts the owner's invite. */
  invite_path: string
}

/** Creates the project `default`, a full key and an owner's invite in an empty database. Happens once, on one node. */
export async function bootstrap(db: Database, bootstrapKey: string | undefined): Promise<FirstStart | undefined> {
  return db.transaction(async (tx) => {
    if (!(await lockFirstProject(tx))) return undefined
    const project = await createProject(tx, { name: 'default' })
    const { key } = await createKey(tx, project.id, { name: 'bootstrap', secret: bootstrapKey })
    const { token } = await createInvite(tx, project.id, { role: 'owner' })
    return { key: bootstrapKey === undefined ? key : undefined, invite_path: `/invite/${token}` }
  })
}
