import { z } from 'zod'
import {
  confirmation,
  email,
  id,
  label,
  listQuery,
  nextCursor,
  nothing,
  ok,
  oneOf,
  queryFlag,
  timestamp,
  uuid,
} from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'

export const roles = ['owner', 'editor', 'viewer'] as const
export const scopes = ['full', 'read'] as const

export const role = z
  .enum(roles)
  .meta({ id: 'Role', description: '`owner`: everything; `editor`: build and change graphs; `viewer`: read.' })
export const scope = z
  .enum(scopes)
  .meta({ id: 'Scope', description: '`full`: everything; `read`: GET endpoints and feedback.' })

export const project = z
  .strictObject({
    id,
    name: z.string(),
    role: role.describe("The caller's role; a full key counts as owner, a read key as viewer."),
    scope: scope.describe("The scope of the caller's key; owners and editors count as full, viewers as read."),
  })
  .meta({
    id: 'Project',
    description: 'The tenant: it owns keys, members, invites and domains.',
    examples: [{ id: '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70', name: 'default', role: 'owner', scope: 'full' }],
  })

export const member = z
  .strictObject({ id, email: z.string(), name: z.string(), role, created_at: timestamp })
  .meta({ id: 'Member', description: 'A person in the project.' })

export const invite = z
  .strictObject({
    id,
    role,
    email: z.string().nullable().describe('The only email that may accept it; null when anybody with the token may.'),
    created_at: timestamp,
    accepted_by: id.nullable().describe('The member who accepted it.'),
    accepted_at: timestamp.nullable(),
  })
  .meta({ id: 'Invite', description: 'An invitation to join the project; it lasts 14 days and works once.' })

const memberId: Param = { schema: uuid, not_found: 'member_not_found', description: 'Id of the member.' }
const inviteId: Param = { schema: uuid, not_found: 'invite_not_found', description: 'Id of the invite.' }

export const projectRoutes = defineRoutes({
  getProject: {
    method: 'GET',
    path: '/v1/project',
    auth: 'any',
    tag: 'Project',
    summary: 'Get the project of the key or session',
    status: 200,
    answer: project,
  },
  renameProject: {
    method: 'PATCH',
    path: '/v1/project',
    auth: 'owner',
    tag: 'Project',
    summary: 'Rename the project',
    body: z
      .strictObject({ name: label({ required: 'name required' }) })
      .meta({ id: 'RenameProject', examples: [{ name: 'Ports of the Baltic' }] }),
    status: 200,
    answer: ok,
    errors: ['project_name_required'],
  },
  deleteProject: {
    method: 'DELETE',
    path: '/v1/project',
    in_archived_project: true,
    auth: 'owner',
    tag: 'Project',
    summary: 'Delete the project permanently',
    description:
      'Deletes every domain, graph, key, invite and membership. Users without another project are deleted too. A job deletes the rows of domains in the background.',
    query: z.strictObject({
      confirm: confirmation.optional().describe('Must equal the project name exactly.'),
    }),
    status: 200,
    answer: z
      .strictObject({
        deleted: id.describe('Id of the deleted project.'),
        domains: z.int().describe('Number of deleted domains.'),
        users: z.int().describe('Number of deleted memberships.'),
      })
      .meta({ id: 'ProjectDeleted' }),
    errors: ['project_confirm'],
  },
  archiveProject: {
    method: 'POST',
    path: '/v1/project/archive',
    auth: 'owner',
    tag: 'Project',
    summary: 'Archive the project',
    description: 'Its keys get 403 and all work stops; the data is kept. A signed-in owner can unarchive it.',
    body: nothing,
    status: 200,
    answer: ok,
  },
  unarchiveProject: {
    method: 'POST',
    path: '/v1/project/unarchive',
    in_archived_project: true,
    auth: 'owner_session',
    tag: 'Project',
    summary: 'Unarchive the project',
    body: nothing,
    status: 200,
    answer: ok,
  },
  createProject: {
    method: 'POST',
    adds: ['projects'],
    path: '/v1/projects',
    auth: 'session',
    tag: 'Project',
    summary: 'Create a project',
    description: 'The signed-in user becomes its owner. The session stays in its current project.',
    body: z
      .strictObject({ name: label({ required: 'name required' }) })
      .meta({ id: 'CreateProject', examples: [{ name: 'Harbours' }] }),
    status: 201,
    answer: z.strictObject({ id, name: z.string() }).meta({ id: 'ProjectCreated' }),
    errors: ['project_name_required'],
  },
  listMembers: {
    method: 'GET',
    path: '/v1/project/members',
    auth: 'any',
    tag: 'Project',
    summary: 'List the members, oldest first',
    query: listQuery,
    status: 200,
    answer: z.strictObject({ members: z.array(member), next_cursor: nextCursor }).meta({ id: 'MemberList' }),
  },
  changeMember: {
    method: 'PATCH',
    path: '/v1/project/members/{userId}',
    auth: 'owner',
    tag: 'Project',
    summary: "Change a member's role",
    params: { userId: memberId },
    body: z.strictObject({ role: oneOf(roles) }).meta({ id: 'ChangeMember', examples: [{ role: 'viewer' }] }),
    status: 200,
    answer: ok,
    errors: ['last_owner'],
  },
  removeMember: {
    method: 'DELETE',
    path: '/v1/project/members/{userId}',
    auth: 'owner',
    tag: 'Project',
    summary: 'Remove a member',
    description:
      "The member's sessions in this project end at once. Keys that they made go on working, unless `revoke_keys` is given.",
    params: { userId: memberId },
    query: z.strictObject({
      revoke_keys: queryFlag.optional().describe('Revokes the keys that the member made, and those made with these.'),
    }),
    status: 200,
    answer: ok,
    errors: ['last_owner'],
  },
  createReset: {
    method: 'POST',
    path: '/v1/project/members/{userId}/reset',
    auth: 'owner',
    tag: 'Project',
    summary: 'Make a link that resets the password of a member',
    description: `For the owner to hand on. The token is shown once. It works once, within ${limits.reset_hours} hours, and replaces an earlier one. The member must not belong to a project that the caller does not own.`,
    params: { userId: memberId },
    body: nothing,
    status: 201,
    answer: z
      .strictObject({
        token: z.string(),
        reset_path: z.string().describe('Path that sets the new password.'),
        expires_at: timestamp,
      })
      .meta({ id: 'ResetCreated' }),
    errors: ['own_reset', 'member_elsewhere'],
  },
  createInvite: {
    method: 'POST',
    adds: ['invites'],
    path: '/v1/project/invites',
    auth: 'owner',
    tag: 'Project',
    summary: 'Invite a person',
    description: `The token is shown once. It works once, within ${limits.invite_days} days. An invite that names an \`email\` can be accepted by that email only.`,
    body: z
      .strictObject({ role: oneOf(['editor', 'viewer', 'owner']).default('editor'), email: email.optional() })
      .meta({ id: 'CreateInvite', examples: [{ role: 'viewer', email: 'ada@example.org' }] }),
    status: 201,
    answer: z
      .strictObject({ token: z.string(), role, accept_path: z.string().describe('Path that accepts the invite.') })
      .meta({ id: 'InviteCreated' }),
  },
  listInvites: {
    method: 'GET',
    path: '/v1/project/invites',
    auth: 'any',
    tag: 'Project',
    summary: 'List the invites, newest first',
    query: listQuery,
    status: 200,
    answer: z.strictObject({ invites: z.array(invite), next_cursor: nextCursor }).meta({ id: 'InviteList' }),
  },
  withdrawInvite: {
    method: 'DELETE',
    path: '/v1/project/invites/{inviteId}',
    auth: 'owner',
    tag: 'Project',
    summary: 'Withdraw an invite that was not accepted yet',
    params: { inviteId },
    status: 200,
    answer: ok,
  },
})
