import type { feedRoutes, watchRoutes } from '@polegraph/contract/events/watches.ts'
import type { FindNames } from '../graph/read/entities/find-names.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { type FeedContent, renderAtom, renderJsonFeed } from './feeds/feed-bodies.ts'
import { createFeed, readFeed } from './feeds/feeds.ts'
import { deleteFeed } from './feeds/queries.ts'
import {
  changeWatch,
  createWatch,
  deleteWatch,
  getWatch,
  holdWatch,
  listWatches,
  markSeen,
  readNews,
  startMail,
  stopMail,
  type WatchParts,
  watchReaderOf,
} from './watches.ts'

export function watchHandlers(parts: WatchParts): Handlers<typeof watchRoutes> {
  const { find_names } = parts
  return {
    createWatch: { direct: (call) => createWatch(parts, call.db, watchReaderOf(call), call.body) },
    listWatches: { read: (call) => listWatches(find_names, call.db, watchReaderOf(call), call.query) },
    getWatch: { read: (call) => getWatch(find_names, call.db, watchReaderOf(call), call.params.watchId) },
    changeWatch: { direct: (call) => changeWatch(parts, call.db, watchReaderOf(call), call.params.watchId, call.body) },
    deleteWatch: { write: ({ tx, domain, params }) => deleteWatch(parts, tx, domain.id, params.watchId) },
    readWatchNews: {
      read: (call) => readNews(find_names, call.db, watchReaderOf(call), call.params.watchId, call.query),
    },
    markWatchSeen: {
      direct: (call) => markSeen(find_names, call.db, watchReaderOf(call), call.params.watchId, call.body),
    },
    startWatchMail: {
      direct: (call) => startMail(parts, call.db, watchReaderOf(call), call.params.watchId, call.body.every),
    },
    stopWatchMail: { direct: (call) => stopMail(parts, call.db, watchReaderOf(call), call.params.watchId) },
    createWatchFeed: {
      write: async ({ tx, domain, params, base_url }) => {
        await holdWatch(tx, domain.id, params.watchId)
        return createFeed(tx, domain.id, params.watchId, base_url)
      },
    },
    revokeWatchFeed: {
      write: async ({ tx, domain, params }) => {
        await holdWatch(tx, domain.id, params.watchId)
        await deleteFeed(tx, domain.id, params.watchId)
        return { ok: true as const }
      },
    },
  }
}

export function feedHandlers(findNames: FindNames): Handlers<typeof feedRoutes> {
  const feed = (ending: 'atom' | 'json', render: (content: FeedContent) => string) => ({
    read: async (call: { db: Queryable; params: { feedToken: string }; query: object; base_url: string }) => {
      const { db, base_url } = call
      const { feedToken: token } = call.params
      const content = await readFeed(findNames, db, token)
      // Judged when the address is known: one that opens nothing is a 404 before that.
      const { query: _ } = call
      return render({ ...content, base_url, self_url: `${base_url}/v1/feeds/${token}.${ending}` })
    },
  })
  return { readAtomFeed: feed('atom', renderAtom), readJsonFeed: feed('json', renderJsonFeed) }
}
