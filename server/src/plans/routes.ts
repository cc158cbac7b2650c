import type { planRoutes } from '@polegraph/contract/crawl/plans.ts'
import { requireCrawling } from '../crawl/change-crawl.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { listPlans, type StartPlanParts, startPlan } from './plans.ts'

export const planHandlers = (parts: StartPlanParts): Handlers<typeof planRoutes> => ({
  planFrontier: {
    lock: 'change',
    write: async ({ tx, domain }) => {
      await startPlan(parts, tx, domain.id, { page_limit: null })
      await requireCrawling(tx, domain.id)
      return { queued: true }
    },
  },
  listPlans: { read: ({ db, domain }) => listPlans(db, domain.id) },
})
