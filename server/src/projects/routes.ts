import type { projectRoutes } from '@polegraph/contract/project/project.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { createInvite, listInvites, withdrawInvite } from './invites.ts'
import { changeMember, listMembers, removeMember } from './members.ts'
import {
  archiveProject,
  createProject,
  deleteProject,
  describeProject,
  type ProjectParts,
  renameProject,
  unarchiveProject,
} from './projects.ts'
import { createReset } from './resets.ts'

export const projectHandlers = (parts: ProjectParts): Handlers<typeof projectRoutes> => ({
  getProject: { read: ({ caller }) => describeProject(caller) },
  renameProject: { write: ({ tx, caller, body }) => renameProject(tx, caller.project.id, body.name) },
  deleteProject: {
    write: ({ tx, caller, query }) => deleteProject(parts, tx, caller.project.id, query.confirm),
  },
  archiveProject: { write: ({ tx, caller }) => archiveProject(tx, caller.project.id) },
  unarchiveProject: { write: ({ tx, caller }) => unarchiveProject(tx, caller.project.id) },
  createProject: { write: ({ tx, caller, body }) => createProject(tx, { name: body.name, ownerId: caller.user_id }) },
  listMembers: { read: ({ db, caller, query }) => listMembers(db, caller.project.id, query) },
  changeMember: {
    write: ({ tx, caller, params, body }) => changeMember(tx, caller.project.id, params.userId, body.role),
  },
  removeMember: {
    write: ({ tx, caller, params, query }) =>
      removeMember(parts.revokeKeysBy, tx, caller.project.id, params.userId, query),
  },
  createReset: { write: ({ tx, caller, params }) => createReset(tx, caller, params.userId) },
  createInvite: { write: ({ tx, caller, body }) => createInvite(tx, caller.project.id, body, actorOf(caller)) },
  listInvites: { read: ({ db, caller, query }) => listInvites(db, caller.project.id, query) },
  withdrawInvite: { write: ({ tx, caller, params }) => withdrawInvite(tx, caller.project.id, params.inviteId) },
})
