import { routes } from '@polegraph/contract/routes.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { type Callers, readCredential } from './access/callers.ts'
import type { Config } from './config.ts'
import { judgeAnewBy } from './crawl/judge-job.ts'
import { previewVersion } from './crawl/judge-stored.ts'
import { pageHandlers, runHandlers } from './crawl/routes.ts'
import { deleteDomainsBy, type EndDomains } from './domains/delete-domain.ts'
import { deleteRowsBy } from './domains/delete-rows.ts'
import type { LoadedDomains } from './domains/loaded-domains.ts'
import { domainHandlers } from './domains/routes.ts'
import type { Feeds } from './events/feeds.ts'
import { eventHandlers } from './events/routes.ts'
import { forwardBy } from './feedback/forward.ts'
import { feedbackHandlers } from './feedback/routes.ts'
import { gateHandlers } from './gate/routes.ts'
import { askHandlers } from './graph/ask/routes.ts'
import { exportHandlers } from './graph/export/routes.ts'
import type { GraphIndexes } from './graph/memory/graph-indexes.ts'
import { findPassages } from './graph/memory/passages.ts'
import { graphSearchHandlers } from './graph/memory/routes.ts'
import { findNamesBy } from './graph/memory/search.ts'
import { tallyBy } from './graph/memory/tally.ts'
import { graphHandlers, graphViewHandlers } from './graph/read/routes.ts'
import { keyHandlers } from './keys/routes.ts'
import type { Model } from './model/model.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { type App, buildApp } from './platform/http/build-app.ts'
import { fail } from './platform/http/errors.ts'
import type { AnyHandler, Handlers } from './platform/http/handlers.ts'
import type { Jobs } from './platform/jobs/jobs.ts'
import type { Log } from './platform/log.ts'
import type { RequestMetrics } from './platform/metrics.ts'
import { projectHandlers } from './projects/routes.ts'
import { recipeHandlers } from './recipes/routes.ts'
import { scorecardHandlers } from './scorecard/routes.ts'
import { sessionHandlers } from './sessions/routes.ts'
import { publicHandlers, shareHandlers } from './shares/routes.ts'
import { revokeAllShares } from './shares/shares.ts'
import { createViewReaders } from './shares/view-readers.ts'
import { sourceHandlers } from './sources/routes.ts'
import type { SourceParts } from './sources/sources.ts'
import { serviceHandlers } from './status/routes.ts'
import { webhookHandlers } from './webhooks/routes.ts'
import { silenceWebhooks, type WebhookParts } from './webhooks/webhooks.ts'

export interface AppParts {
  config: Config
  db: Database
  clock: Clock
  log: Log
  jobs: Jobs
  callers: Callers
  domains: LoadedDomains
  feeds: Feeds
  webhooks: WebhookParts
  crawl: SourceParts
  model: Model | undefined
  indexes: GraphIndexes
  /** Aborted when the process begins to stop. */
  stopping: AbortSignal
  metrics: RequestMetrics | undefined
  isReady(): boolean
}

/** The HTTP side of the service: every route of the contract with its handler. */
export function createApp(parts: AppParts): App {
  const { config, db, clock, log, jobs, callers, metrics, indexes } = parts
  const find_names = findNamesBy(indexes)
  const find_tally = tallyBy(indexes)
  const { model, stopping } = parts
  const endDomains = endDomainsBy(jobs)
  const handlers: Handlers<typeof routes> = {
    ...serviceHandlers({ jobs, clock, metrics, metricsToken: config.METRICS_TOKEN }),
    ...keyHandlers,
    ...projectHandlers(deleteDomainsBy(endDomains)),
    ...sessionHandlers(clock),
    ...domainHandlers(endDomains),
    ...gateHandlers({ judgeAnew: judgeAnewBy(jobs), preview: previewVersion }),
    ...sourceHandlers(parts.crawl),
    ...pageHandlers(parts.crawl.events),
    ...runHandlers(parts.crawl.events),
    ...recipeHandlers,
    ...graphHandlers({ clock, find_names, find_tally }),
    ...graphSearchHandlers({ clock, indexes }),
    ...graphViewHandlers({ clock, find_tally }),
    ...askHandlers({ clock, log, model, stopping, find_names, find_passages: findPassages }),
    ...exportHandlers(clock),
    ...scorecardHandlers,
    ...eventHandlers(parts.feeds),
    ...webhookHandlers(parts.webhooks),
    ...shareHandlers,
    ...publicHandlers(createViewReaders(find_names)),
    ...feedbackHandlers(config.FEEDBACK_WEBHOOK_URL ? forwardBy(jobs) : undefined),
  }
  const app = buildApp({
    routes,
    handlers: handlers as unknown as Record<string, AnyHandler>,
    db,
    clock,
    log,
    loadDomain: parts.domains.load,
    publicUrl: config.PUBLIC_URL,
    trustProxy: config.TRUST_PROXY,
    rateLimit: config.RATE_LIMIT,
    rateLimitAnonymous: config.RATE_LIMIT_ANONYMOUS,
    metrics,
    isReady: parts.isReady,
    readCredential,
    findCaller: (credential) => callers.find(credential),
  })
  addReference(app)
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

// The page has its script and styles inline; it may load nothing from elsewhere.
const referencePolicy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

/** The reference is 4 MB of script, so it is loaded on the first request. */
function addReference({ fastify }: App): void {
  let reference: Promise<FastifyInstance> | undefined
  const options = { config: { csp: referencePolicy } }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    reference ??= loadReference()
    const page = await (await reference).inject({ method: 'GET', url: request.url })
    if (page.statusCode === 404) throw fail('not_found')
    const { 'content-type': type = 'text/html', location } = page.headers
    return reply
      .code(page.statusCode)
      .headers({ 'content-type': String(type), ...(location && { location: String(location) }) })
      .send(page.rawPayload)
  }
  fastify.get('/docs', options, answer)
  fastify.get('/docs/*', options, answer)
  fastify.get('/', options, (_request, reply) => reply.redirect('/docs'))
}

async function loadReference(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/v1/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // These would send the description to the vendor's cloud.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  })
  return pages
}
