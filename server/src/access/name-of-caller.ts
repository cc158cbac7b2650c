import { findKeyName } from '../keys/keys.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { ProjectCaller } from '../platform/http/caller.ts'
import { findUser } from '../projects/users.ts'

/** How a person would call the caller: `the key "crawler"`, or the name of a member. */
export async function nameOfCaller(db: Queryable, caller: ProjectCaller): Promise<string> {
  if (caller.user_id === null) return `the key "${await findKeyName(db, caller.project.id, caller.id)}"`
  return (await findUser(db, caller.user_id))?.name ?? 'a member'
}
