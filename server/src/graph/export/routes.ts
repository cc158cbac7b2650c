import type { exportRoutes } from '@polegraph/contract/graph/export.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import type { FindNames } from '../read/entities/find-names.ts'
import { exportGraph } from './export.ts'

interface ExportParts {
  clock: Clock
  find_names: FindNames
}

export function exportHandlers({ clock, find_names }: ExportParts): Handlers<typeof exportRoutes> {
  return {
    exportGraph: {
      download: ({ db, domain, query }) => exportGraph(db, find_names, domain, { ...query, now: clock.now() }),
    },
  }
}
