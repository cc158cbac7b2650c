import type { Transaction } from '../platform/db/database.ts'
import { setNodesInTurn } from '../platform/db/nodes.ts'
import type { ProjectCaller } from '../platform/http/caller.ts'
import { fail } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import { announceAccessChange } from './access-change.ts'
import { addMember, type RevokeKeysBy } from './members.ts'
import {
  deleteProjectRow,
  insertProject,
  lockProject,
  selectIsEmpty,
  updateProjectArchived,
  updateProjectName,
} from './queries.ts'
import { announceStop } from './stops.ts'

const done = { ok: true } as const

export function describeProject({ project, role }: ProjectCaller) {
  return { id: project.id, name: project.name, role, scope: role === 'viewer' ? ('read' as const) : ('full' as const) }
}

export async function createProject(tx: Transaction, options: { name: string; owner_id?: string }) {
  const id = newId()
  await insertProject(tx, { id, name: options.name })
  if (options.owner_id) await addMember(tx, id, options.owner_id, 'owner')
  return { id, name: options.name }
}

/** True for the one transaction that may make the first project; others wait for it and get false. */
export function lockFirstProject(tx: Transaction): Promise<boolean> {
  return selectIsEmpty(tx)
}

export async function renameProject(tx: Transaction, projectId: string, name: string) {
  if (!(await updateProjectName(tx, projectId, name))) throw fail('project_not_found')
  await announceAccessChange(tx, projectId)
  return done
}

export async function archiveProject(tx: Transaction, projectId: string) {
  if (!(await updateProjectArchived(tx, projectId, tx.now))) throw fail('project_not_found')
  await announceAccessChange(tx, projectId)
  await announceStop(tx, projectId)
  return done
}

export async function unarchiveProject(tx: Transaction, projectId: string) {
  if (!(await updateProjectArchived(tx, projectId, null))) throw fail('project_not_found')
  await announceAccessChange(tx, projectId)
  return done
}

/** Deletes the domains of a project, as callers see it; says how many. */
export type DeleteDomains = (tx: Transaction, projectId: string) => Promise<number>

/** Moves the sessions in a project to another project of their users, where they have one. */
export type MoveSessions = (tx: Transaction, projectId: string) => Promise<void>

export interface ProjectParts {
  deleteDomains: DeleteDomains
  moveSessions: MoveSessions
  revokeKeysBy: RevokeKeysBy
}

export async function deleteProject(
  { deleteDomains, moveSessions }: ProjectParts,
  tx: Transaction,
  projectId: string,
  confirm: string | undefined,
) {
  await setNodesInTurn(tx)
  const project = await lockProject(tx, projectId)
  if (!project || confirm !== project.name) throw fail('project_confirm')
  const domains = await deleteDomains(tx, projectId)
  await moveSessions(tx, projectId)
  const users = await deleteProjectRow(tx, projectId)
  await announceAccessChange(tx, projectId)
  for (const userId of users) await announceAccessChange(tx, userId)
  return { deleted: projectId, domains, users: users.length }
}
