import type { reviewRoutes } from '@polegraph/contract/graph/review.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { curatorOf } from '../curator.ts'
import { judgeByReason, undoBatch } from './batches.ts'
import { selectPairReasons, selectReviewCounts } from './review-queries.ts'

const lock = 'change'

export const reviewHandlers: Handlers<typeof reviewRoutes> = {
  countReview: { read: ({ db, domain }) => selectReviewCounts(db, domain.id) },
  listPairReasons: {
    read: async ({ db, domain }) => ({ reasons: await selectPairReasons(db, domain.id, limits.list_max) }),
  },
  judgeByReason: { lock, write: (call) => judgeByReason(curatorOf(call, call.body.reason), call.body) },
  undoBatch: { lock, write: (call) => undoBatch(curatorOf(call, call.body.reason), call.params.batchId) },
}
