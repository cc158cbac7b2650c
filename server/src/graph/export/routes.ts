import type { exportRoutes } from '@polegraph/contract/graph/export.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { exportGraph } from './export.ts'

export function exportHandlers(clock: Clock): Handlers<typeof exportRoutes> {
  return {
    exportGraph: {
      download: ({ db, domain, query }) => exportGraph(db, domain, { ...query, now: clock.now() }),
    },
  }
}
