import type { graphRoutes } from '@polegraph/contract/graph/graph.ts'
import type { graphViewRoutes } from '@polegraph/contract/graph/graph-views.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { Handlers, LoadedDomain, Redirect } from '../../platform/http/handlers.ts'
import { getEntity, relationshipStandingFor, standingFor } from './entities/entities.ts'
import { listEntities } from './entities/entity-list.ts'
import type { FindNames } from './entities/find-names.ts'
import { keepWith } from './entities/kept-counts.ts'
import { redirect } from './entities/redirect.ts'
import { getRelationship, listEntityRelationships, listRelationships } from './entities/relationships.ts'
import type { FindTally } from './entities/tally.ts'
import { listEvidence } from './evidence/evidence.ts'
import { explainEntity } from './evidence/explain.ts'
import { listChanges } from './history/changes.ts'
import { getHistory, historyOwner } from './history/history.ts'
import type { Moment } from './moment/graph-at.ts'
import { momentOf } from './moment/moment-of.ts'
import { getMap } from './views/map.ts'
import { getStats } from './views/stats.ts'
import { getTimeline } from './views/timeline.ts'
import { getUsage } from './views/usage.ts'

export interface GraphParts {
  clock: Clock
  find_names: FindNames
  find_tally: FindTally
}

interface GraphCall {
  db: Queryable
  domain: LoadedDomain
  query: { as_of?: string | undefined }
  url: string
}

export function graphHandlers(parts: GraphParts): Handlers<typeof graphRoutes> {
  const { at, ofEntity, ofRelationship } = momentsOf(parts.clock)
  return {
    listEntities: {
      read: (call) => {
        const moment = at(call)
        const keep = keepWith(call.domain, moment)
        return listEntities(call.db, parts.find_names, moment, call.query, { keep, find_tally: parts.find_tally })
      },
    },
    getEntity: {
      read: async (call) =>
        itselfOrRedirect(call, await getEntity(call.db, at(call), call.params.entityId), call.params.entityId),
    },
    listEntityRelationships: {
      read: (call) => ofEntity(call, (moment, id) => listEntityRelationships(call.db, moment, call.query, id)),
    },
    listEntityEvidence: {
      read: (call) => ofEntity(call, (moment, id) => listEvidence(call.db, moment, { entity_id: id }, call.query)),
    },
    getEntityHistory: {
      read: (call) =>
        orRedirect(call, at(call), call.params.entityId, historyOwner, (moment, id) =>
          getHistory(call.db, moment, id, call.query),
        ),
    },
    explainEntity: { read: (call) => ofEntity(call, (moment, id) => explainEntity(call.db, moment, id)) },
    listRelationships: { read: (call) => listRelationships(call.db, at(call), call.query) },
    getRelationship: {
      read: async (call) =>
        itselfOrRedirect(
          call,
          await getRelationship(call.db, at(call), call.params.relationshipId),
          call.params.relationshipId,
        ),
    },
    listRelationshipEvidence: {
      read: (call) =>
        ofRelationship(call, (moment, id) => listEvidence(call.db, moment, { relationship_id: id }, call.query)),
    },
  }
}

export function graphViewHandlers({
  clock,
  find_tally,
}: Omit<GraphParts, 'find_names'>): Handlers<typeof graphViewRoutes> {
  const { at } = momentsOf(clock)
  return {
    getTimeline: { read: (call) => getTimeline(call.db, at(call), call.query) },
    getMap: { read: (call) => getMap(call.db, at(call), call.query) },
    getStats: {
      read: (call) => {
        const moment = at(call)
        return keepWith(call.domain, moment)('stats', () => getStats(call.db, moment, find_tally))
      },
    },
    listChanges: { read: (call) => listChanges(call.db, call.domain, at(call), call.query) },
    getUsage: { read: (call) => getUsage(call.db, call.domain.id, call.query) },
  }
}

export function momentsOf(clock: Clock) {
  const at = ({ domain, query }: Pick<GraphCall, 'domain' | 'query'>): Moment =>
    momentOf(domain, query.as_of, clock.now())
  type Answer<Body> = (moment: Moment, id: string) => Promise<Body>
  return {
    at,
    ofEntity: <Body>(call: GraphCall & { params: { entityId: string } }, answer: Answer<Body>) =>
      orRedirect(call, at(call), call.params.entityId, standingFor, answer),
    ofRelationship: <Body>(call: GraphCall & { params: { relationshipId: string } }, answer: Answer<Body>) =>
      orRedirect(call, at(call), call.params.relationshipId, relationshipStandingFor, answer),
  }
}

/** Redirects the request for a merged entity or relationship to the one that it was merged into. */
async function orRedirect<Body>(
  call: GraphCall,
  moment: Moment,
  id: string,
  standing: typeof standingFor,
  answer: (moment: Moment, id: string) => Promise<Body>,
): Promise<Body | Redirect> {
  const shown = await standing(call.db, moment, id)
  return shown === id ? answer(moment, id) : redirect(call, shown)
}

function itselfOrRedirect<Body extends { id: string }>(call: GraphCall, body: Body, id: string): Body | Redirect {
  return body.id === id ? body : redirect(call, body.id)
}
