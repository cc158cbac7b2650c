import type { PublicQuery, publicRoutes, shareRoutes, View } from '@polegraph/contract/graph/shares.ts'
import type { Clock } from '../platform/clock.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { getPublicDomain, readPublicView, type ViewReaders } from './public-views.ts'
import { createShare, listShares, revokeShare } from './shares.ts'

export const shareHandlers = (box: SecretBox): Handlers<typeof shareRoutes> => ({
  createShare: { lock: 'change', write: ({ tx, domain, body }) => createShare(box, tx, domain.id, body) },
  listShares: { read: ({ db, domain, query }) => listShares(box, db, domain.id, query) },
  revokeShare: { write: ({ tx, domain, params }) => revokeShare(tx, domain.id, params.shareId) },
})

export function publicHandlers(clock: Clock, readers: ViewReaders): Handlers<typeof publicRoutes> {
  const view = <Name extends View>(name: Name) => ({
    read: (call: { db: Queryable; params: { shareToken: string }; query: PublicQuery<Name> }) =>
      readPublicView(call.db, readers, call.params.shareToken, name, () => call.query, clock.now()),
  })
  return {
    getPublicDomain: { read: (call) => getPublicDomain(call.db, call.params.shareToken, () => call.query) },
    getPublicGraph: view('graph'),
    getPublicTimeline: view('timeline'),
    getPublicMap: view('map'),
    getPublicSearch: view('search'),
  }
}
