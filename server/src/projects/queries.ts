import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { Role } from './roles.ts'

export async function insertProject(tx: Transaction, project: { id: string; name: string }): Promise<void> {
  await tx.query('insert into projects (id, name, created_at) values ($1, $2, $3)', [project.id, project.name, tx.now])
}

/** Projects that are not archived, the oldest first. */
export function selectOpenProjects(db: Queryable) {
  return db.query<{ id: string; name: string }>(
    'select id, name from projects where archived_at is null order by created_at, id',
  )
}

/** Serialises processes that check whether there is a project yet. */
export async function selectIsEmpty(tx: Transaction): Promise<boolean> {
  await tx.query('lock table projects in share row exclusive mode')
  return (await tx.query('select id from projects limit 1')).length === 0
}

/** Locks the project's row: changes that depend on all its members run one after another. */
export async function lockProject(tx: Transaction, projectId: string) {
  const [row] = await tx.query<{ name: string }>('select name from projects where id = $1 for update', [projectId])
  return row
}

export async function updateProjectName(tx: Transaction, projectId: string, name: string): Promise<boolean> {
  const rows = await tx.query('update projects set name = $2 where id = $1 returning id', [projectId, name])
  return rows.length === 1
}

export async function updateProjectArchived(tx: Transaction, projectId: string, archivedAt: Date | null) {
  const rows = await tx.query('update projects set archived_at = $2 where id = $1 returning id', [
    projectId,
    archivedAt,
  ])
  return rows.length === 1
}

/** The project has no domains any more. Says who was a member; users without another project go too. */
export async function deleteProjectRow(tx: Transaction, projectId: string): Promise<string[]> {
  const members = await tx.query<{ user_id: string }>('select user_id from members where project_id = $1', [projectId])
  await tx.query('delete from projects where id = $1', [projectId])
  const users = members.map((member) => member.user_id)
  // Locked first, so that the delete sees a membership that another transaction is just adding.
  await tx.query('select id from users where id = any($1::uuid[]) order by id for update', [users])
  await tx.query(
    `delete from users u where u.id = any($1::uuid[]) and not exists (select from members m where m.user_id = u.id)`,
    [users],
  )
  return users
}

export interface MemberRow {
  id: string
  email: string
  name: string
  role: Role
  created_at: string
}

export function selectMembers(db: Queryable, projectId: string, after: string[] | undefined, limit: number) {
  return db.query<MemberRow>(
    `select u.id, u.email, u.name, m.role, m.created_at
     from members m join users u on u.id = m.user_id
     where m.project_id = $1 and ($2::timestamptz is null or (m.created_at, m.user_id) > ($2, $3::uuid))
     order by m.created_at, m.user_id limit $4`,
    [projectId, after?.[0] ?? null, after?.[1] ?? null, limit],
  )
}

export async function insertMember(tx: Transaction, projectId: string, userId: string, role: Role): Promise<boolean> {
  const rows = await tx.query(
    `insert into members (project_id, user_id, role, created_at) values ($1, $2, $3, $4)
     on conflict (project_id, user_id) do nothing returning user_id`,
    [projectId, userId, role, tx.now],
  )
  return rows.length === 1
}

export async function selectMemberRole(db: Queryable, projectId: string, userId: string): Promise<Role | undefined> {
  const [row] = await db.query<{ role: Role }>('select role from members where project_id = $1 and user_id = $2', [
    projectId,
    userId,
  ])
  return row?.role
}

export async function countOwners(tx: Transaction, projectId: string): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select count(*) as n from members where project_id = $1 and role = 'owner'`,
    [projectId],
  )
  return row?.n ?? 0
}

export async function updateMemberRole(tx: Transaction, projectId: string, userId: string, role: Role): Promise<void> {
  await tx.query('update members set role = $3 where project_id = $1 and user_id = $2', [projectId, userId, role])
}

/** Also ends the member's sessions in the project: they reference this row. */
export async function deleteMember(tx: Transaction, projectId: string, userId: string): Promise<void> {
  await tx.query('delete from members where project_id = $1 and user_id = $2', [projectId, userId])
}

export interface InviteRow {
  id: string
  role: Role
  email: string | null
  created_at: string
  accepted_by: string | null
  accepted_at: string | null
}

export async function insertInvite(
  tx: Transaction,
  projectId: string,
  invite: { id: string; token_hash: Buffer; role: Role; email: string | null; created_by: string; expires_at: Date },
): Promise<void> {
  await tx.query(
    `insert into invites (project_id, id, token_hash, role, email, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [projectId, invite.id, invite.token_hash, invite.role, invite.email, invite.created_by, tx.now, invite.expires_at],
  )
}

export function selectInvites(db: Queryable, projectId: string, before: string | undefined, limit: number) {
  return db.query<InviteRow>(
    `select id, role, email, created_at, accepted_by, accepted_at from invites
     where project_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [projectId, before ?? null, limit],
  )
}

export async function deleteOpenInvitesBy(tx: Transaction, projectId: string, actor: string): Promise<void> {
  await tx.query('delete from invites where project_id = $1 and created_by = $2 and accepted_at is null', [
    projectId,
    actor,
  ])
}

export async function deleteOpenInvite(tx: Transaction, projectId: string, inviteId: string): Promise<boolean> {
  const rows = await tx.query(
    'delete from invites where project_id = $1 and id = $2 and accepted_at is null returning id',
    [projectId, inviteId],
  )
  return rows.length === 1
}

/** Finds an invite by its token, which only the invited person has. */
export async function selectOpenInvite(db: Queryable, tokenHash: Buffer, now: Date) {
  const [row] = await db.query<{
    project_id: string
    id: string
    project: string
    role: Role
    email: string | null
    expires_at: string
  }>(
    `select i.project_id, i.id, p.name as project, i.role, i.email, i.expires_at
     from invites i join projects p on p.id = i.project_id
     where i.token_hash = $1 and i.accepted_at is null and i.expires_at > $2 and p.archived_at is null`,
    [tokenHash, now],
  )
  return row
}

export async function updateInviteAccepted(tx: Transaction, projectId: string, inviteId: string, userId: string) {
  const rows = await tx.query(
    `update invites set accepted_by = $3, accepted_at = $4
     where project_id = $1 and id = $2 and accepted_at is null returning id`,
    [projectId, inviteId, userId, tx.now],
  )
  return rows.length === 1
}
