import type { publicReconcileRoutes, reconcileRoutes } from '@polegraph/contract/graph/reconcile.ts'
import { assignmentOf } from '../domains/domains.ts'
import type { GraphIndexes } from '../graph/memory/load/graph-indexes.ts'
import type { Moment } from '../graph/read/moment/graph-at.ts'
import type { Queryable } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import type { Handlers, LoadedDomain } from '../platform/http/handlers.ts'
import { openView } from '../shares/public-views.ts'
import { answerRequest, type SentFields } from './answer-request.ts'
import { listProperties } from './known-properties.ts'
import { describeService } from './manifest.ts'
import type { ReconcileScope } from './scope.ts'
import { suggest } from './suggest.ts'

interface OwnCall {
  db: Queryable
  domain: LoadedDomain
}

interface LinkCall {
  db: Queryable
  params: { shareToken: string }
}

interface PublicCall extends LinkCall {
  base_url: string
}

const propertiesMax = 500

export function reconcileHandlers(indexes: GraphIndexes): Handlers<typeof reconcileRoutes> {
  const answer = async (call: OwnCall & { base_url: string }, sent: SentFields) => {
    const scope = await ownScope(call)
    const path = `/v1/domains/${call.domain.id}/reconcile`
    const place = { base: call.base_url, path, view: `/d/${call.domain.id}/e` }
    return (await answerRequest(call.db, indexes, scope, sent)) ?? describeService(scope, place)
  }
  return {
    readReconciliation: { read: (call) => answer(call, call.query) },
    askReconciliation: { read: (call) => answer(call, call.body) },
    proposeProperties: { read: async (call) => propose(call.db, await ownScope(call), call.query) },
    suggestForReconciliation: {
      read: async (call) => suggest(call.db, indexes, await ownScope(call), call.params.suggested, call.query),
    },
  }
}

/** What a link shows is looked at before the rest of a request: an unknown one is a 404, whatever else is wrong. */
export function publicReconcileHandlers(indexes: GraphIndexes): Handlers<typeof publicReconcileRoutes> {
  const answer = async (call: PublicCall, readSent: () => SentFields) => {
    const scope = await linkScope(call)
    const { shareToken } = call.params
    const place = { base: call.base_url, path: `/v1/public/${shareToken}/reconcile`, view: `/s/${shareToken}/preview` }
    return (await answerRequest(call.db, indexes, scope, readSent())) ?? describeService(scope, place)
  }
  return {
    readPublicReconciliation: { read: (call) => answer(call, () => call.query) },
    askPublicReconciliation: { read: (call) => answer(call, () => call.body) },
    proposePublicProperties: { read: async (call) => propose(call.db, await linkScope(call), call.query) },
    suggestForPublicReconciliation: {
      read: async (call) => suggest(call.db, indexes, await linkScope(call), call.params.suggested, call.query),
    },
  }
}

async function ownScope({ db, domain }: OwnCall): Promise<ReconcileScope> {
  const moment = { domain_id: domain.id, graph_seq: domain.graph_seq, as_of: undefined }
  return {
    moment,
    ...(await assigned(db, moment, 'domain_not_found')),
    is_public: false,
    has_relationships: true,
    has_facts: true,
  }
}

/** A link that shows the search may be reconciled with: both find entities by their names. */
async function linkScope({ db, params }: LinkCall): Promise<ReconcileScope> {
  const { moment, show } = await openView(db, params.shareToken, 'search')
  return {
    moment,
    ...(await assigned(db, moment, 'not_found')),
    is_public: true,
    has_relationships: show.includes('relationships'),
    has_facts: show.includes('facts'),
  }
}

async function assigned(db: Queryable, moment: Moment, missing: 'not_found' | 'domain_not_found') {
  const domain = await assignmentOf(db, moment.domain_id)
  if (!domain) throw fail(missing)
  return { name: domain.name, ontology: domain.ontology }
}

async function propose(
  db: Queryable,
  scope: ReconcileScope,
  { type, limit }: { type: string; limit?: number | undefined },
) {
  const properties = await listProperties(db, scope, type)
  return { type, ...(limit !== undefined && { limit }), properties: properties.slice(0, limit ?? propertiesMax) }
}
