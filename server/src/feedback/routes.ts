import type { feedbackRoutes } from '@polegraph/contract/project/feedback.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { type EnqueueForward, listFeedback, sendFeedback } from './feedback.ts'

export const feedbackHandlers = (forward: EnqueueForward | undefined): Handlers<typeof feedbackRoutes> => ({
  sendFeedback: {
    write: ({ tx, caller, body }) => sendFeedback(tx, caller.project.id, actorOf(caller), body, forward),
  },
  listFeedback: { read: ({ db, caller, query }) => listFeedback(db, caller.project.id, query) },
})
