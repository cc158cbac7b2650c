import type { publicRoutes, shareRoutes } from '@polegraph/contract/shares.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { getPublicDomain, readPublicView, type ViewReaders } from './public-views.ts'
import { createShare, listShares, revokeShare } from './shares.ts'

export const shareHandlers = (box: SecretBox): Handlers<typeof shareRoutes> => ({
  createShare: { lock: 'change', write: ({ tx, domain, body }) => createShare(box, tx, domain.id, body.views) },
  listShares: { read: ({ db, domain, query }) => listShares(box, db, domain.id, query) },
  revokeShare: { write: ({ tx, domain, params }) => revokeShare(tx, domain.id, params.shareId) },
})

export const publicHandlers = (readers: ViewReaders): Handlers<typeof publicRoutes> => ({
  getPublicDomain: { read: (call) => getPublicDomain(call.db, call.params.shareToken, () => call.query) },
  getPublicGraph: {
    read: (call) => readPublicView(call.db, readers, call.params.shareToken, 'graph', () => call.query),
  },
  getPublicTimeline: {
    read: (call) => readPublicView(call.db, readers, call.params.shareToken, 'timeline', () => call.query),
  },
  getPublicMap: { read: (call) => readPublicView(call.db, readers, call.params.shareToken, 'map', () => call.query) },
  getPublicSearch: {
    read: (call) => readPublicView(call.db, readers, call.params.shareToken, 'search', () => call.query),
  },
})
