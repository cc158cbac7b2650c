import { publicReconcileRoutes, reconcileRoutes } from '@polegraph/contract/graph/reconcile.ts'
import { routes } from '@polegraph/contract/routes.ts'
import { type Callers, readCredential } from '../access/callers.ts'
import { autopilotHandlers } from '../autopilot/routes.ts'
import { judgedCrawlBy } from '../crawl/judge/judge-job.ts'
import { previewBy } from '../crawl/judge/judge-stored.ts'
import { pageHandlers, runHandlers } from '../crawl/routes.ts'
import { reviewHandlers } from '../curation/review/routes.ts'
import { curationHandlers } from '../curation/routes.ts'
import { discoveryHandlers } from '../discovery/routes.ts'
import { deleteDomainsBy, type EndDomains } from '../domains/delete-domain.ts'
import { deleteRowsBy } from '../domains/delete-rows.ts'
import type { LoadedDomains } from '../domains/loaded-domains.ts'
import { domainHandlers } from '../domains/routes.ts'
import type { Feed } from '../events/feed.ts'
import type { Feeds } from '../events/feeds.ts'
import { eventHandlers } from '../events/routes.ts'
import { forwardBy } from '../feedback/forward.ts'
import { feedbackHandlers } from '../feedback/routes.ts'
import { gateHandlers } from '../gate/routes.ts'
import { askHandlers } from '../graph/ask/routes.ts'
import type { GraphEvent } from '../graph/events/graph-event.ts'
import { followGraphBy } from '../graph/events/graph-feed.ts'
import { exportHandlers } from '../graph/export/routes.ts'
import { graphSearchHandlers } from '../graph/memory/routes.ts'
import { findPassages } from '../graph/memory/search/passages.ts'
import { tallyBy } from '../graph/memory/search/tally.ts'
import { graphHandlers, graphViewHandlers } from '../graph/read/routes.ts'
import { importHandlers } from '../imports/routes.ts'
import { revokeKeysBy } from '../keys/keys.ts'
import { keyHandlers } from '../keys/routes.ts'
import { addConsole } from '../pages/console.ts'
import { addMcp } from '../pages/mcp.ts'
import { addPreview } from '../pages/preview.ts'
import { addReference } from '../pages/reference/reference.ts'
import { createLocator } from '../pipeline/parts/locate.ts'
import { Places } from '../places/find-place.ts'
import { placeHandlers } from '../places/routes.ts'
import { planHandlers } from '../plans/routes.ts'
import { type App, buildApp } from '../platform/http/app/build-app.ts'
import type { AnyHandler, Handlers } from '../platform/http/handlers.ts'
import { projectSlots } from '../platform/http/project-slots.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { projectHandlers } from '../projects/routes.ts'
import { quotasBy, requireQuota } from '../quotas/quotas.ts'
import { recipeHandlers } from '../recipes/routes.ts'
import { publicReconcileHandlers, reconcileHandlers } from '../reconcile/routes.ts'
import { savedViewHandlers } from '../saved-views/routes.ts'
import { scorecardHandlers } from '../scorecard/routes.ts'
import { sessionHandlers } from '../sessions/routes.ts'
import { leaveProject } from '../sessions/sessions.ts'
import { publicHandlers, shareHandlers } from '../shares/routes.ts'
import { revokeAllShares } from '../shares/shares.ts'
import { createViewReaders } from '../shares/view-readers.ts'
import { sourceHandlers } from '../sources/routes.ts'
import { serviceHandlers } from '../status/routes.ts'
import { watchStreamsBy } from '../watches/news/watch-streams.ts'
import { feedHandlers, watchHandlers } from '../watches/routes.ts'
import { webhookHandlers } from '../webhooks/routes.ts'
import { endWebhooksOf, silenceWebhooks } from '../webhooks/webhooks.ts'
import type { SharedParts } from './shared-parts.ts'

export interface AppParts extends SharedParts {
  callers: Callers
  domains: LoadedDomains
  feeds: Feeds
  graphFeed: Feed<GraphEvent>
  /** The built console, where it is not in its usual place. */
  consoleFolder: string | undefined
  isReady(): boolean
}

/** What the service answers: the API, and the reconciliation API of other programs. */
const allRoutes = { ...routes, ...reconcileRoutes, ...publicReconcileRoutes }

/** The HTTP side of the service: every route of the contract with its handler. */
export function createApp(parts: AppParts): App {
  const { config, db, clock, log, jobs, callers, metrics, indexes, find_names, threads, model, events, stopping } =
    parts
  const find_tally = tallyBy(indexes)
  const endDomains = endDomainsBy(jobs)
  const slots = projectSlots()
  const quotas = quotasBy(config.QUOTAS)
  const handlers: Handlers<typeof allRoutes> = {
    ...serviceHandlers({
      ...{ db, jobs, clock, metrics, metricsToken: config.METRICS_TOKEN },
      has_model: model !== undefined,
      has_search: config.SEARCH !== 'wikipedia',
      database: config.DATABASE_URL ? 'postgresql' : 'embedded',
      ownState: () => ({ graphs: indexes.use, reads: slots.reads.use }),
    }),
    ...keyHandlers,
    ...projectHandlers({ deleteDomains: deleteDomainsBy(endDomains), moveSessions: leaveProject, revokeKeysBy }),
    ...sessionHandlers(clock, quotas.sessions),
    ...domainHandlers(clock, endDomains),
    ...autopilotHandlers(jobs),
    ...gateHandlers({ crawl: judgedCrawlBy(jobs), preview: previewBy({ db, threads }) }),
    ...sourceHandlers(parts),
    ...discoveryHandlers(jobs),
    ...planHandlers({ jobs, events }),
    ...pageHandlers(events),
    ...runHandlers(events),
    ...recipeHandlers,
    ...graphHandlers({ clock, find_names, find_tally }),
    ...graphSearchHandlers({ clock, indexes }),
    ...graphViewHandlers({ clock, find_tally }),
    ...curationHandlers,
    ...reviewHandlers,
    ...placeHandlers,
    ...askHandlers({ clock, log, model, stopping, find_names, find_passages: findPassages }),
    ...exportHandlers(clock),
    ...importHandlers({ db, jobs, locator: createLocator(() => Places.load()) }),
    ...scorecardHandlers,
    ...eventHandlers(parts.feeds, followGraphBy(db, parts.graphFeed, watchStreamsBy(db, find_names))),
    ...webhookHandlers(parts),
    ...savedViewHandlers,
    ...watchHandlers({ find_names, has_mail: config.SMTP_URL !== undefined, endWebhooksOf }),
    ...feedHandlers(find_names),
    ...shareHandlers(parts.box),
    ...publicHandlers(clock, createViewReaders(indexes)),
    ...reconcileHandlers(indexes),
    ...publicReconcileHandlers(indexes),
    ...feedbackHandlers(config.FEEDBACK_WEBHOOK_URL ? forwardBy(jobs) : undefined),
  }
  const prefix = config.PUBLIC_URL ? new URL(config.PUBLIC_URL).pathname.replace(/\/$/, '') : ''
  const app = buildApp({
    routes: allRoutes,
    handlers: handlers as unknown as Record<string, AnyHandler>,
    db,
    clock,
    log,
    loadDomain: parts.domains.load,
    publicUrl: config.PUBLIC_URL,
    prefix,
    trustProxy: config.TRUST_PROXY,
    rateLimit: config.RATE_LIMIT,
    rateLimitProject: config.RATE_LIMIT_PROJECT,
    rateLimitTotal: config.RATE_LIMIT_TOTAL,
    rateLimitAnonymous: config.RATE_LIMIT_ANONYMOUS,
    metrics,
    slots,
    requireQuota: (tx, name, ownerId) => requireQuota(tx, quotas, name, ownerId),
    streamsMax: quotas,
    answerWithinMs: config.READ_SECONDS * 1000,
    isReady: parts.isReady,
    readCredential,
    findCaller: (credential) => callers.find(credential),
  })
  addReference(app, prefix)
  addPreview(app, db)
  addMcp(app, { publicUrl: config.PUBLIC_URL })
  addConsole(app, { prefix, folder: parts.consoleFolder, log, embedOrigins: config.EMBED_ORIGINS })
  return app
}

/** What ends with a domain, in the slices that know of domains. */
function endDomainsBy(jobs: Jobs): EndDomains {
  const deleteRows = deleteRowsBy(jobs)
  return async (tx, domainIds) => {
    await revokeAllShares(tx, domainIds)
    await silenceWebhooks(tx, domainIds)
    await deleteRows(tx)
  }
}
