import type { scorecardRoutes } from '@polegraph/contract/crawl/scorecard.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { getScorecard } from './scorecard.ts'

export const scorecardHandlers: Handlers<typeof scorecardRoutes> = {
  getScorecard: { read: ({ db, domain }) => getScorecard(db, domain.id) },
}
