import type { discoveryRoutes } from '@polegraph/contract/crawl/discoveries.ts'
import { requireCrawling } from '../crawl/change-crawl.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { listDiscoveries, startDiscovery } from './discoveries.ts'

export const discoveryHandlers = (jobs: Jobs): Handlers<typeof discoveryRoutes> => ({
  discoverSources: {
    lock: 'change',
    write: async ({ tx, domain }) => {
      await startDiscovery(tx, jobs, domain.id)
      await requireCrawling(tx, domain.id)
      return { queued: true }
    },
  },
  listDiscoveries: { read: ({ db, domain }) => listDiscoveries(db, domain.id) },
})
