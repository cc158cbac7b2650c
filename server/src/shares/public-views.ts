import { type PublicQuery, publicDomain, publicViews, type View } from '@polegraph/contract/shares.ts'
import type { z } from 'zod'
import type { Moment } from '../graph/read/graph-at.ts'
import type { Queryable } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { hasChecksum, hashSecret } from '../platform/secrets.ts'
import { type OpenedShare, selectShareByToken } from './queries.ts'
import { sharePrefix } from './shares.ts'

// What the holder of a share link sees. Types do not remove fields at run time, so every answer passes through its
// closed schema: one field too many is an error in the log, and never a leak.

/** Reads the content of a view. Its answer is not trusted. */
export type ViewReaders = {
  [Name in View]: (db: Queryable, moment: Moment, query: PublicQuery<Name>) => Promise<unknown>
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
): Promise<z.output<(typeof publicViews)[Name]>> {
  const moment = await openView(db, token, view)
  return closeView(view, await readers[view](db, moment, readQuery()))
}

/** The graph that a link shows in this view. A link without it is as unknown as one that does not exist. */
export async function openView(db: Queryable, token: string, view: View): Promise<Moment> {
  const { domain_id, graph_seq, views } = await openShare(db, token)
  if (!views.includes(view)) throw fail('not_found')
  return { domain_id, graph_seq, as_of: undefined }
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
