import { limits } from '@polegraph/contract/limits.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { addressGroup } from '../platform/http/app/rate-limit.ts'
import type { Caller, PersonCaller } from '../platform/http/caller.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import { hashSecret, newSecret } from '../platform/secrets.ts'
import { announceAccessChange } from '../projects/access-change.ts'
import { findInvite, markInviteAccepted, requireInvited } from '../projects/invites.ts'
import { addMember } from '../projects/members.ts'
import { forgetEndedResets } from '../projects/resets.ts'
import { addUser, findUser, findUserByEmail, holdPassword, listProjectsOfUser } from '../projects/users.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'
import {
  deleteEndedSessions,
  deleteOldAttempts,
  deleteOldestSessions,
  deleteSession,
  deleteSessionOf,
  deleteSessionsOf,
  insertSession,
  selectSession,
  selectSessions,
  updateSessionProject,
  updateSessionsOfProject,
} from './queries.ts'
import { attemptWindowMs, countingAttempt } from './sign-in-attempts.ts'

export const sessionPrefix = 'ses_'
const sessionMs = limits.session_days * 24 * 3_600_000

/** Who asks for a session, and how many a person may have. */
interface Client {
  address: string
  user_agent: string
  sessions_max: number
}

export interface StartedSession {
  token: string
  userId: string
  projectId: string | null
}

export async function signIn(
  db: Database,
  options: Client & { email: string; password: string },
): Promise<StartedSession> {
  const user = await findUserByEmail(db, options.email)
  await countingAttempt(db, options, () => isPasswordOf(user, options.password))
  if (!user) throw fail('wrong_credentials')
  return db.transaction(async (tx) => {
    if (!(await holdPassword(tx, user))) throw fail('wrong_credentials')
    const [project] = await listProjectsOfUser(tx, user.id)
    return startSession(tx, user.id, project?.id ?? null, options)
  })
}

export async function previewInvite(db: Queryable, token: string, now: Date) {
  const { project, role, email, expires_at } = await findInvite(db, token, now)
  return { project, role, email, expires_at }
}

/** A known user proves it by the password; for anyone else a user is created. */
export async function acceptInvite(
  db: Database,
  token: string,
  options: Client & { email: string; name: string; password: string; now: Date },
): Promise<StartedSession> {
  const { email, name, password } = options
  requireInvited(await findInvite(db, token, options.now), email)
  const known = await findUserByEmail(db, email)
  if (known) await countingAttempt(db, options, () => isPasswordOf(known, password))
  const user = known ?? { id: newId(), email, name, password_hash: await hashPassword(password) }
  return db.transaction(async (tx) => {
    // Read again: another request may have used the invite while the password was hashed.
    const invite = await findInvite(tx, token, tx.now)
    const isTheirs = known ? await holdPassword(tx, known) : await addUser(tx, user)
    if (!isTheirs) throw fail('wrong_credentials')
    await addMember(tx, invite.project_id, user.id, invite.role)
    await markInviteAccepted(tx, invite, user.id)
    return startSession(tx, user.id, invite.project_id, options)
  })
}

async function startSession(
  tx: Transaction,
  userId: string,
  projectId: string | null,
  { address, user_agent, sessions_max }: Client,
): Promise<StartedSession> {
  const token = newSecret(sessionPrefix)
  await insertSession(tx, {
    token_hash: hashSecret(token),
    id: newId(),
    user_id: userId,
    project_id: projectId,
    user_agent: user_agent.slice(0, limits.user_agent_max),
    address: addressGroup(address),
    expires_at: new Date(tx.now.getTime() + sessionMs),
  })
  // The oldest end: a person who signs in everywhere need not know of it.
  if (await deleteOldestSessions(tx, userId, sessions_max)) await announceAccessChange(tx, userId)
  return { token, userId, projectId }
}

export async function describeSession(db: Queryable, userId: string, projectId: string | null) {
  const user = await findUser(db, userId)
  if (!user) throw fail('invalid_api_key')
  return { user, project_id: projectId, projects: await listProjectsOfUser(db, userId) }
}

export async function signOut(tx: Transaction, caller: PersonCaller, token: string) {
  await deleteSession(tx, hashSecret(token))
  await announceAccessChange(tx, caller.user_id)
  return { ok: true as const }
}

export async function listSessions(db: Queryable, userId: string, token: string, now: Date, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectSessions(db, userId, { current: hashSecret(token), now, before, limit: query.limit + 1 })
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  return { sessions: page, next_cursor }
}

export async function endSession(tx: Transaction, userId: string, sessionId: string) {
  if (!(await deleteSessionOf(tx, userId, sessionId))) throw fail('session_not_found')
  await announceAccessChange(tx, userId)
  return { ok: true as const }
}

/** Ends the sessions of a person, but for the one with this token. */
export async function endSessions(tx: Transaction, userId: string, exceptToken: string | null) {
  const sessions_ended = await deleteSessionsOf(tx, userId, exceptToken === null ? null : hashSecret(exceptToken))
  await announceAccessChange(tx, userId)
  return { ok: true as const, sessions_ended }
}

export async function switchProject(tx: Transaction, caller: PersonCaller, token: string, projectId: string) {
  const projects = await listProjectsOfUser(tx, caller.user_id)
  if (!projects.some((project) => project.id === projectId)) throw fail('project_not_found')
  await updateSessionProject(tx, hashSecret(token), projectId)
  await announceAccessChange(tx, caller.user_id)
  return { ok: true as const }
}

/** For a project that is deleted: sessions of users with another project go on there. */
export function leaveProject(tx: Transaction, projectId: string): Promise<void> {
  return updateSessionsOfProject(tx, projectId)
}

/** The user with this session token, if any, and when the session ends. */
export async function findSessionCaller(
  db: Queryable,
  tokenHash: Buffer,
): Promise<{ caller: Caller; expires_at: string } | null> {
  const row = await selectSession(db, tokenHash)
  if (!row) return null
  const project = row.project_id
    ? { id: row.project_id, name: row.project_name ?? '', archived: row.archived ?? false }
    : null
  const id = tokenHash.toString('hex')
  return { caller: { kind: 'session', id, user_id: row.user_id, project, role: row.role }, expires_at: row.expires_at }
}

export async function forgetEndedSessions(tx: Transaction): Promise<void> {
  await forgetEndedResets(tx)
  await deleteEndedSessions(tx)
  await deleteOldAttempts(tx, new Date(tx.now.getTime() - attemptWindowMs))
}
