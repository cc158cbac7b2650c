import { limits } from '@polegraph/contract/limits.ts'
import type { FindNames } from '../../graph/read/entities/find-names.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { hasChecksum, hashSecret, newSecret } from '../../platform/secrets.ts'
import { openWatch } from '../news/open-watch.ts'
import { readLatestNews } from '../news/watch-news.ts'
import type { FeedContent } from './feed-bodies.ts'
import { selectFeedByToken, upsertFeed } from './queries.ts'

const feedPrefix = 'fed_'

/** The caller has locked the watch. The feed that it had before ends. */
export async function createFeed(tx: Transaction, domainId: string, watchId: string, base: string) {
  const token = newSecret(feedPrefix)
  await upsertFeed(tx, domainId, watchId, hashSecret(token))
  const address = `${base}/v1/feeds/${token}`
  return { token, atom_url: `${address}.atom`, json_url: `${address}.json` }
}

/** A mistyped, unknown or revoked token, and one of an archived project, give the same answer. */
export async function readFeed(
  findNames: FindNames,
  db: Queryable,
  token: string,
): Promise<Pick<FeedContent, 'feed' | 'events'>> {
  const feed = hasChecksum(feedPrefix, token) ? await selectFeedByToken(db, hashSecret(token)) : undefined
  const watch = feed && (await openWatch(db, findNames, feed.domain_id, feed.watch_id))
  if (!feed || !watch) throw fail('not_found')
  return { feed, events: await readLatestNews(db, watch, limits.feed_entries) }
}
