import type { autopilotRoutes } from '@polegraph/contract/crawl/autopilot.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { createAutopilot, getAutopilot, retryAutopilot } from './autopilots.ts'

export const autopilotHandlers = (jobs: Jobs): Handlers<typeof autopilotRoutes> => ({
  createAutopilot: {
    write: ({ tx, caller, body }) =>
      createAutopilot(tx, jobs, { project_id: caller.project.id, created_by: actorOf(caller) }, body),
  },
  getAutopilot: { read: ({ db, domain }) => getAutopilot(db, domain.id) },
  retryAutopilot: {
    lock: 'change',
    write: ({ tx, caller, domain }) =>
      retryAutopilot(tx, jobs, { project_id: caller.project.id, domain_id: domain.id }),
  },
})
