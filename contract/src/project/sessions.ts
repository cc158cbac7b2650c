import { z } from 'zod'
import { email, id, idOf, label, listQuery, nextCursor, ok, text, timestamp, uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'
import { role } from './project.ts'

const password = text({ min: limits.password_min, max: limits.password_max })

export const session = z
  .strictObject({
    user: z.strictObject({ id, email: z.string(), name: z.string() }),
    project_id: id.nullable().describe('Current project of the session; null when the user has none.'),
    projects: z.array(z.strictObject({ id, name: z.string(), role, archived: z.boolean() })),
  })
  .meta({ id: 'Session', description: 'Who is signed in, and the projects they belong to.' })

const token: Param = {
  schema: text({ min: 1, max: 100 }),
  not_found: 'invite_not_found',
  description: 'Token of the invite.',
}

const resetToken: Param = { ...token, not_found: 'reset_not_found', description: 'Token of the reset link.' }
const sessionId: Param = { schema: uuid, not_found: 'session_not_found', description: 'Id of the session.' }

const listedSession = z
  .strictObject({
    id,
    user_agent: z
      .string()
      .describe(`What the browser called itself at sign-in, cut to ${limits.user_agent_max} characters.`),
    project_id: id.nullable(),
    created_at: timestamp,
    expires_at: timestamp,
    is_current: z.boolean().describe('Whether it is the session of this call.'),
  })
  .meta({ id: 'ListedSession' })

const sessionsEnded = ok
  .extend({ sessions_ended: z.int().describe('Number of sessions that were ended.') })
  .meta({ id: 'SessionsEnded' })

export const sessionRoutes = defineRoutes({
  previewInvite: {
    method: 'GET',
    path: '/v1/invites/{token}/accept',
    page: '/invite/{token}',
    auth: 'none',
    tag: 'Sessions',
    summary: 'Preview an invite',
    params: { token },
    status: 200,
    answer: z
      .strictObject({
        project: z.string().describe('Name of the project.'),
        role,
        email: z.string().nullable().describe('The only email that may accept it.'),
        expires_at: timestamp,
      })
      .meta({ id: 'InvitePreview' }),
  },
  acceptInvite: {
    method: 'POST',
    adds: ['sessions'],
    path: '/v1/invites/{token}/accept',
    auth: 'none',
    sets_cookie: true,
    tag: 'Sessions',
    summary: 'Accept an invite and sign in',
    description:
      'Creates a user. An existing user gives their own password and keeps their name. Starts a session in the project.',
    params: { token },
    body: z.strictObject({ email, name: label(), password }).meta({
      id: 'AcceptInvite',
      examples: [{ email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }],
    }),
    status: 200,
    answer: session,
    errors: ['invite_for_other', 'wrong_credentials', 'already_member', 'too_many_sign_ins', 'cross_origin'],
  },
  signIn: {
    method: 'POST',
    adds: ['sessions'],
    path: '/v1/session',
    auth: 'none',
    sets_cookie: true,
    tag: 'Sessions',
    summary: 'Sign in',
    description: `Sets a session cookie. The session ends after ${limits.session_days} days.`,
    body: z
      .strictObject({ email, password: text({ min: 1, max: limits.password_max }) })
      .meta({ id: 'SignIn', examples: [{ email: 'ada@example.org', password: 'correct horse battery' }] }),
    status: 200,
    answer: session,
    errors: ['wrong_credentials', 'too_many_sign_ins', 'cross_origin'],
  },
  getSession: {
    method: 'GET',
    path: '/v1/session',
    auth: 'session',
    tag: 'Sessions',
    summary: 'Get the current session',
    status: 200,
    answer: session,
  },
  signOut: {
    method: 'DELETE',
    path: '/v1/session',
    auth: 'session',
    sets_cookie: true,
    tag: 'Sessions',
    summary: 'Sign out',
    status: 200,
    answer: ok,
  },
  switchProject: {
    method: 'POST',
    path: '/v1/session/project',
    auth: 'session',
    tag: 'Sessions',
    summary: 'Switch the session to another project',
    body: z
      .strictObject({ project_id: idOf('project_not_found') })
      .meta({ id: 'SwitchProject', examples: [{ project_id: '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70' }] }),
    status: 200,
    answer: ok,
    errors: ['project_not_found'],
  },
  changePassword: {
    method: 'POST',
    path: '/v1/session/password',
    auth: 'session',
    tag: 'Sessions',
    summary: 'Change the password',
    description: 'Ends all other sessions of the person, and a reset link that is open.',
    body: z.strictObject({ current: text({ min: 1, max: limits.password_max }), password }).meta({
      id: 'ChangePassword',
      examples: [{ current: 'correct horse battery', password: 'staple battery horse' }],
    }),
    status: 200,
    answer: sessionsEnded,
    errors: ['wrong_password', 'too_many_sign_ins'],
  },
  listSessions: {
    method: 'GET',
    path: '/v1/sessions',
    auth: 'session',
    tag: 'Sessions',
    summary: 'List the sessions of the person, newest first',
    query: listQuery,
    status: 200,
    answer: z.strictObject({ sessions: z.array(listedSession), next_cursor: nextCursor }).meta({ id: 'SessionList' }),
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/v1/sessions',
    auth: 'session',
    tag: 'Sessions',
    summary: 'End all other sessions of the person',
    description: 'The session of the call goes on; `DELETE /v1/session` ends it.',
    status: 200,
    answer: sessionsEnded,
  },
  endSession: {
    method: 'DELETE',
    path: '/v1/sessions/{sessionId}',
    auth: 'session',
    tag: 'Sessions',
    summary: 'End a session of the person',
    params: { sessionId },
    status: 200,
    answer: ok,
  },
  previewReset: {
    method: 'GET',
    path: '/v1/resets/{token}',
    auth: 'none',
    tag: 'Sessions',
    summary: 'Preview a reset link',
    params: { token: resetToken },
    status: 200,
    answer: z.strictObject({ email: z.string(), name: z.string(), expires_at: timestamp }).meta({ id: 'ResetPreview' }),
  },
  resetPassword: {
    method: 'POST',
    path: '/v1/resets/{token}',
    auth: 'none',
    tag: 'Sessions',
    summary: 'Set a new password by a reset link',
    description: 'The link works once. Ends all sessions of the person, who signs in with the new password.',
    params: { token: resetToken },
    body: z.strictObject({ password }).meta({ id: 'ResetPassword', examples: [{ password: 'staple battery horse' }] }),
    status: 200,
    answer: sessionsEnded,
    errors: ['cross_origin'],
  },
})
