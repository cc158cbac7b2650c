import {
  type PublicAnswer,
  type PublicQuery,
  publicDomain,
  relationshipFilters,
  type SharedPart,
  type View,
  viewsThatShow,
} from '@polegraph/contract/graph/shares.ts'
import { invalidField } from '../graph/read/entities/invalid-field.ts'
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
  [Name in View]: (
    db: Queryable,
    moment: Moment,
    query: Omit<PublicQuery<Name>, 'as_of'>,
    show: readonly SharedPart[],
  ) => Promise<unknown>
}

/** `judgeQuery` throws when the query is wrong: a link that opens nothing is a 404 before that. */
export async function getPublicDomain(db: Queryable, token: string, judgeQuery: () => unknown) {
  const { name, description, views, show } = await openShare(db, token)
  judgeQuery()
  return publicDomain.parse({ name, description, views, show })
}

export async function readPublicView<Name extends View>(
  db: Queryable,
  readers: ViewReaders,
  token: string,
  view: Name,
  readQuery: () => PublicQuery<Name>,
  now: Date,
): Promise<PublicAnswer<Name>> {
  const { domain, show } = await openDomain(db, token, view)
  const { as_of, ...query } = readQuery()
  if (!show.includes('relationships')) refuseRelationshipFilters(query)
  return closeView(view, show, await readers[view](db, momentOf(domain, as_of, now), query, show))
}

function refuseRelationshipFilters(query: Record<string, unknown>): void {
  const wrong = relationshipFilters.find((name) => query[name] !== undefined)
  if (wrong) throw invalidField(wrong, 'is not a known field')
}

/** The graph of now that a link shows in this view, and what it shows of it. */
export async function openView(
  db: Queryable,
  token: string,
  view: View,
): Promise<{ moment: Moment; show: readonly SharedPart[] }> {
  const { domain, show } = await openDomain(db, token, view)
  const { id, ...rest } = domain
  return { moment: { domain_id: id, ...rest, as_of: undefined }, show }
}

/** A link without the view is as unknown as one that does not exist. */
async function openDomain(
  db: Queryable,
  token: string,
  view: View,
): Promise<{ domain: DatedDomain; show: readonly SharedPart[] }> {
  const { domain_id, graph_seq, history_since, views, show } = await openShare(db, token)
  if (!views.includes(view)) throw fail('not_found')
  return { domain: { id: domain_id, graph_seq, history_since }, show }
}

/** Returns the answer; throws when it has a field, at any depth, that a link which shows these parts does not have. */
export function closeView<Name extends View>(view: Name, show: readonly SharedPart[], answer: unknown) {
  return viewsThatShow(show)[view].parse(answer) as PublicAnswer<Name>
}

/** A mistyped, unknown or revoked token, and one of an archived project, give the same answer. */
async function openShare(db: Queryable, token: string): Promise<OpenedShare> {
  const share = hasChecksum(sharePrefix, token) ? await selectShareByToken(db, hashSecret(token)) : undefined
  if (!share) throw fail('not_found')
  return share
}
