import { type PublicQuery, publicDomain, publicViews, type View } from '@polegraph/contract/graph/shares.ts'
import type { z } from 'zod'
import type { Moment } from '../graph/read/moment/graph-at.ts'
import { type DatedDomain, momentOf } from '../graph/read/moment/moment-of.ts'
import type { Queryable } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { hasChecksum, hashSecret } from '../platform/secrets.ts'
import { type OpenedShare, selectShareByToken } from './queries.ts'
import { sharePrefix } from './shares.ts'

// What the holder of a share link sees. Types do not remove fields at run time, so every answer passes through its
// closed schema: one field too many is an error in the log, and never a leak.

/** Reads the content of a view. Its answer is not trusted. */
export type ViewReaders = {
  [Name in View]: (db: Queryable, moment: Moment, query: Omit<PublicQuery<Name>, 'as_of'>) => Promise<unknown>
}

/** `judgeQuery` throws when the query is wrong: a link that opens nothing is a 404 before that. */
export async function getPublicDomain(db: Queryable, token: string, judgeQuery: () => unknown) {
  const { name, description, views } = await openShare(db, token)
  judgeQuery()
  return publicDomain.parse({ name, description, views })
}

export async function readPublicView<Name extends View>(
  db: Queryable,
  readers: ViewReaders,
  token: string,
  view: Name,
  readQuery: () => PublicQuery<Name>,
  now: Date,
): Promise<z.output<(typeof publicViews)[Name]>> {
  const domain = await openDomain(db, token, view)
  const { as_of, ...query } = readQuery()
  return closeView(view, await readers[view](db, momentOf(domain, as_of, now), query))
}

/** The graph of now that a link shows in this view. */
export async function openView(db: Queryable, token: string, view: View): Promise<Moment> {
  const { id, ...domain } = await openDomain(db, token, view)
  return { domain_id: id, ...domain, as_of: undefined }
}

/** A link without the view is as unknown as one that does not exist. */
async function openDomain(db: Queryable, token: string, view: View): Promise<DatedDomain> {
  const { domain_id, graph_seq, history_since, views } = await openShare(db, token)
  if (!views.includes(view)) throw fail('not_found')
  return { id: domain_id, graph_seq, history_since }
}

/** Returns the answer; throws when it has a field, at any depth, that is not in the view. */
export function closeView<Name extends View>(view: Name, answer: unknown): z.output<(typeof publicViews)[Name]> {
  return publicViews[view].parse(answer) as z.output<(typeof publicViews)[Name]>
}

/** A mistyped, unknown or revoked token, and one of an archived project, give the same answer. */
async function openShare(db: Queryable, token: string): Promise<OpenedShare> {
  const share = hasChecksum(sharePrefix, token) ? await selectShareByToken(db, hashSecret(token)) : undefined
  if (!share) throw fail('not_found')
  return share
}
