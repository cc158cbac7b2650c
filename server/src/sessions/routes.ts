import type { sessionRoutes } from '@polegraph/contract/project/sessions.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { changePassword, previewReset, resetPassword } from './change-password.ts'
import { endedCookie, sessionCookie } from './session-cookie.ts'
import {
  acceptInvite,
  describeSession,
  endSession,
  endSessions,
  listSessions,
  previewInvite,
  type StartedSession,
  signIn,
  signOut,
  switchProject,
} from './sessions.ts'

interface Reply {
  db: Database
  base_url: string
  headers: Record<string, string>
}

const clientOf = ({ address, user_agent }: { address: string; user_agent: string }) => ({ address, user_agent })

const isSecure = ({ base_url }: Reply) => base_url.startsWith('https:')

function answerStarted(reply: Reply, session: StartedSession) {
  reply.headers['set-cookie'] = sessionCookie(session.token, { secure: isSecure(reply) })
  return describeSession(reply.db, session.userId, session.projectId)
}

export const sessionHandlers = (clock: Clock, sessions_max: number): Handlers<typeof sessionRoutes> => ({
  previewInvite: { read: ({ db, params }) => previewInvite(db, params.token, clock.now()) },
  acceptInvite: {
    direct: async (call) =>
      answerStarted(
        call,
        await acceptInvite(call.db, call.params.token, {
          ...call.body,
          ...clientOf(call),
          sessions_max,
          now: clock.now(),
        }),
      ),
  },
  signIn: {
    direct: async (call) =>
      answerStarted(call, await signIn(call.db, { ...call.body, ...clientOf(call), sessions_max })),
  },
  getSession: { read: ({ db, caller }) => describeSession(db, caller.user_id, caller.project?.id ?? null) },
  signOut: {
    write: (call) => {
      call.headers['set-cookie'] = endedCookie({ secure: isSecure(call) })
      return signOut(call.tx, call.caller, call.credential ?? '')
    },
  },
  switchProject: {
    write: ({ tx, caller, credential, body }) => switchProject(tx, caller, credential ?? '', body.project_id),
  },
  changePassword: {
    direct: ({ db, caller, credential, body }) =>
      changePassword(db, caller.user_id, { ...body, token: credential ?? '' }),
  },
  listSessions: {
    read: ({ db, caller, credential, query }) => listSessions(db, caller.user_id, credential ?? '', clock.now(), query),
  },
  endOtherSessions: { write: ({ tx, caller, credential }) => endSessions(tx, caller.user_id, credential ?? '') },
  endSession: { write: ({ tx, caller, params }) => endSession(tx, caller.user_id, params.sessionId) },
  previewReset: { read: ({ db, params }) => previewReset(db, params.token, clock.now()) },
  resetPassword: {
    direct: ({ db, params, body }) => resetPassword(db, params.token, { ...body, now: clock.now() }),
  },
})
