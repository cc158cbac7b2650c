import type { RouteName } from '@polegraph/contract/routes.ts'
import { type Place, password } from './world.ts'

// One valid request for every route, written by hand: what it names exists in the place.

export interface Sample {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: Record<string, unknown>
}

let people = 0

export const samples = {
  getHealth: () => ({ method: 'GET', path: '/healthz' }),
  getReadiness: () => ({ method: 'GET', path: '/readyz' }),
  getStatus: () => ({ method: 'GET', path: '/v1/status' }),
  getMetrics: () => ({ method: 'GET', path: '/metrics' }),
  getOpenapi: () => ({ method: 'GET', path: '/v1/openapi.json' }),

  listKeys: () => ({ method: 'GET', path: '/v1/project/keys' }),
  createKey: () => ({ method: 'POST', path: '/v1/project/keys', body: { name: 'dashboard', scope: 'read' } }),
  rotateKey: ({ key }) => ({ method: 'POST', path: `/v1/project/keys/${key.id}/rotate` }),
  revokeKey: ({ key }) => ({ method: 'DELETE', path: `/v1/project/keys/${key.id}` }),

  getProject: () => ({ method: 'GET', path: '/v1/project' }),
  renameProject: () => ({ method: 'PATCH', path: '/v1/project', body: { name: 'renamed' } }),
  deleteProject: ({ name }) => ({ method: 'DELETE', path: `/v1/project?confirm=${encodeURIComponent(name)}` }),
  archiveProject: () => ({ method: 'POST', path: '/v1/project/archive' }),
  unarchiveProject: () => ({ method: 'POST', path: '/v1/project/unarchive' }),
  createProject: () => ({ method: 'POST', path: '/v1/projects', body: { name: 'another' } }),
  listMembers: () => ({ method: 'GET', path: '/v1/project/members' }),
  changeMember: ({ mate }) => ({ method: 'PATCH', path: `/v1/project/members/${mate.id}`, body: { role: 'viewer' } }),
  removeMember: ({ mate }) => ({ method: 'DELETE', path: `/v1/project/members/${mate.id}` }),
  createInvite: () => ({ method: 'POST', path: '/v1/project/invites', body: { role: 'viewer' } }),
  listInvites: () => ({ method: 'GET', path: '/v1/project/invites' }),
  withdrawInvite: ({ invite }) => ({ method: 'DELETE', path: `/v1/project/invites/${invite.id}` }),

  previewInvite: ({ invite }) => ({ method: 'GET', path: `/v1/invites/${invite.token}/accept` }),
  acceptInvite: ({ invite }) => ({
    method: 'POST',
    path: `/v1/invites/${invite.token}/accept`,
    body: { email: `person-${++people}@example.org`, name: 'Ada', password },
  }),
  signIn: ({ mate }) => ({ method: 'POST', path: '/v1/session', body: { email: mate.email, password } }),
  getSession: () => ({ method: 'GET', path: '/v1/session' }),
  signOut: () => ({ method: 'DELETE', path: '/v1/session' }),
  switchProject: ({ id }) => ({ method: 'POST', path: '/v1/session/project', body: { project_id: id } }),
} satisfies Record<RouteName, (place: Place) => Sample>

export const sampleOf = (name: RouteName, place: Place): Sample => samples[name](place)
