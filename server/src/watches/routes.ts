import type { feedRoutes, watchRoutes } from '@polegraph/contract/events/watches.ts'
import type { FindNames } from '../graph/read/entities/find-names.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { type FeedContent, renderAtom, renderJsonFeed } from './feeds/feed-bodies.ts'
import { createFeed, readFeed, revokeFeed } from './feeds/feeds.ts'
import { lockWatch } from './queries.ts'
import {
  changeWatch,
  createWatch,
  deleteWatch,
  getWatch,
  listWatches,
  markSeen,
  readingOf,
  readNews,
  type WatchParts,
} from './watches.ts'

export function watchHandlers(parts: WatchParts): Handlers<typeof watchRoutes> {
  const { find_names } = parts
  return {
    createWatch: { direct: (call) => createWatch(parts, call.db, readingOf(call), call.body) },
    listWatches: { read: (call) => listWatches(find_names, call.db, readingOf(call), call.query) },
    getWatch: { read: (call) => getWatch(find_names, call.db, readingOf(call), call.params.watchId) },
    changeWatch: { direct: (call) => changeWatch(parts, call.db, readingOf(call), call.params.watchId, call.body) },
    deleteWatch: { write: ({ tx, domain, params }) => deleteWatch(parts, tx, domain.id, params.watchId) },
    readWatchNews: {
      read: (call) => readNews(find_names, call.db, readingOf(call), call.params.watchId, call.query),
    },
    markWatchSeen: {
      direct: (call) => markSeen(find_names, call.db, readingOf(call), call.params.watchId, call.body),
    },
    createWatchFeed: {
      write: async ({ tx, domain, params, base_url }) => {
        await requireLocked(tx, domain.id, params.watchId)
        return createFeed(tx, domain.id, params.watchId, base_url)
      },
    },
    revokeWatchFeed: {
      write: async ({ tx, domain, params }) => {
        await requireLocked(tx, domain.id, params.watchId)
        await revokeFeed(tx, domain.id, params.watchId)
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
      return render({ ...content, base_url, self_url: `${base_url}/v1/feeds/${token}.${ending}` })
    },
  })
  return { readAtomFeed: feed('atom', renderAtom), readJsonFeed: feed('json', renderJsonFeed) }
}

async function requireLocked(tx: Transaction, domainId: string, watchId: string): Promise<void> {
  if (!(await lockWatch(tx, domainId, watchId))) throw fail('watch_not_found')
}
