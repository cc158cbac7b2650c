import { randomBytes } from 'node:crypto'
import type { Database, Transaction } from '../src/platform/db/database.ts'
import { newId } from '../src/platform/ids.ts'
import { hashSecret, newSecret } from '../src/platform/secrets.ts'
import { hashPassword } from '../src/sessions/passwords.ts'

// Projects with something of everything in them, written straight into the database: a table test
// needs hundreds, and hashing a password for each would be most of its time.

export type Role = 'owner' | 'editor' | 'viewer'

export interface Credentials {
  key?: string
  cookie?: string
}

export interface Person {
  id: string
  email: string
}

/** A project with an owner, and one of each thing that a route can name. */
export interface Place {
  id: string
  name: string
  key: { id: string; secret: string }
  owner: Person
  /** An editor. */
  mate: Person
  invite: { id: string; token: string }
}

export const password = 'correct horse battery'
let passwordHash: Promise<string> | undefined

const dayMs = 86_400_000
const later = (tx: Transaction) => new Date(tx.now.getTime() + dayMs)

// One statement each: a round trip per row would be most of the time of a test.

export async function makePlace(db: Database, options: { archived?: boolean } = {}): Promise<Place> {
  passwordHash ??= hashPassword(password)
  const hash = await passwordHash
  const place: Place = {
    id: newId(),
    name: `place ${randomBytes(6).toString('hex')}`,
    key: { id: newId(), secret: newSecret('svc_') },
    owner: newPerson(),
    mate: newPerson(),
    invite: { id: newId(), token: newSecret('inv_') },
  }
  const { id, name, key, owner, mate, invite } = place
  await db.transaction((tx) =>
    tx.query(
      `with project as (insert into projects (id, name, archived_at, created_at) values ($1, $2, $3, $4)),
         people as (insert into users (id, email, name, password_hash, created_at)
           values ($5, $6, 'owner', $9, $4), ($7, $8, 'mate', $9, $4)),
         memberships as (insert into members (project_id, user_id, role, created_at)
           values ($1, $5, 'owner', $4), ($1, $7, 'editor', $4)),
         invite as (insert into invites (project_id, id, token_hash, role, created_at, expires_at)
           values ($1, $10, $11, 'viewer', $4, $12))
       insert into api_keys (project_id, id, name, scope, secret_hash, has_checksum, created_at)
         values ($1, $13, 'key', 'full', $14, true, $4)`,
      [
        ...[id, name, options.archived ? tx.now : null, tx.now],
        ...[owner.id, owner.email, mate.id, mate.email, hash],
        ...[invite.id, hashSecret(invite.token), later(tx), key.id, hashSecret(key.secret)],
      ],
    ),
  )
  return place
}

export async function makeKey(
  db: Database,
  projectId: string,
  scope: 'full' | 'read',
  options: { revoked?: boolean } = {},
) {
  const key = { id: newId(), secret: newSecret('svc_') }
  await db.transaction((tx) =>
    tx.query(
      `insert into api_keys (project_id, id, name, scope, secret_hash, has_checksum, created_at, revoked_at)
       values ($1, $2, 'key', $3, $4, true, $5, $6)`,
      [projectId, key.id, scope, hashSecret(key.secret), tx.now, options.revoked ? tx.now : null],
    ),
  )
  return key
}

/** A signed-in person: with a role in a project, or in no project at all. */
export async function makeSession(db: Database, projectId: string | null, role: Role = 'owner') {
  passwordHash ??= hashPassword(password)
  const hash = await passwordHash
  const person = newPerson()
  const token = newSecret('ses_')
  await db.transaction((tx) =>
    tx.query(
      `with person as (insert into users (id, email, name, password_hash, created_at) values ($1, $2, 'person', $3, $4)),
         membership as (insert into members (project_id, user_id, role, created_at)
           select $5::uuid, $1::uuid, $6, $4::timestamptz where $5::uuid is not null)
       insert into sessions (token_hash, user_id, project_id, created_at, expires_at) values ($7, $1, $5, $4, $8)`,
      [person.id, person.email, hash, tx.now, projectId, role, hashSecret(token), later(tx)],
    ),
  )
  return { ...person, cookie: `polegraph_session=${token}` }
}

const newPerson = (): Person => ({ id: newId(), email: `${randomBytes(8).toString('hex')}@example.org` })

/** Everything a call could change about a project, and how many projects, people and sessions there are. */
export async function snapshot(db: Database, projectId: string): Promise<string> {
  const [row] = await db.query<object>(
    `select (select json_build_array(name, archived_at) from projects where id = $1) as project,
            (select json_agg(json_build_array(id, name, scope, secret_hash, revoked_at) order by id)
             from api_keys where project_id = $1) as keys,
            (select json_agg(json_build_array(user_id, role) order by user_id) from members where project_id = $1) as members,
            (select json_agg(json_build_array(id, role, accepted_by) order by id) from invites where project_id = $1) as invites,
            (select count(*) from projects) as projects,
            (select count(*) from users) as users,
            (select count(*) from sessions) as sessions`,
    [projectId],
  )
  return JSON.stringify(row)
}
