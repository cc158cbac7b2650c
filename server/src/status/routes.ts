import { timingSafeEqual } from 'node:crypto'
import type { serviceRoutes } from '@polegraph/contract/project/status.ts'
import { buildOpenapi } from '@polegraph/contract/reference/openapi.ts'
import { countWithoutModel } from '../domains/domains.ts'
import { Cache } from '../platform/cache.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { isMigrated } from '../platform/db/migrate.ts'
import { fail } from '../platform/http/errors.ts'
import { type Handlers, KeptJson } from '../platform/http/handlers.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Metrics, OwnState } from '../platform/metrics.ts'
import { hashSecret } from '../platform/secrets.ts'
import { version } from '../platform/version.ts'
import { crawlQueueState } from '../queue/queue-state.ts'
import { sharedState } from './shared-state.ts'

const readinessMs = 1000

/** One question at most in `readinessMs`, whose answer all callers share: anybody may ask, as often as they like. */
function shareAnswer<Answer>(clock: Clock, ask: () => Promise<Answer>): () => Promise<Answer> {
  let askedAt = 0
  let answer: Promise<Answer> | undefined
  return () => {
    const now = clock.now().getTime()
    if (!answer || Math.abs(now - askedAt) > readinessMs) {
      askedAt = now
      answer = ask()
    }
    return answer
  }
}

export const serviceHandlers = (options: {
  db: Database
  jobs: Jobs
  clock: Clock
  /** The kind of the database, for whoever asks. */
  database: 'embedded' | 'postgresql'
  has_model: boolean
  has_search: boolean
  metrics: Metrics | undefined
  metricsToken: string | undefined
  ownState(): OwnState
}): Handlers<typeof serviceRoutes> => ({
  getHealth: { read: () => ({ status: 'ok' }) },
  getReadiness: { read: answerReadiness(options) },
  getStatus: {
    read: async ({ db }) => {
      const now = options.clock.now()
      const [jobs, crawl, withoutModel] = await Promise.all([
        options.jobs.state(),
        crawlQueueState(db, now),
        countWithoutModel(db),
      ])
      const queue = { queued: jobs.queued + crawl.queued, running: jobs.running + crawl.running }
      const times = [jobs.oldest_queued_at, crawl.oldest_queued_at].filter((time) => time !== null)
      const oldest_queued_at = times.sort()[0] ?? null
      // Says no more: anybody may ask. The domains themselves give the provider's words.
      const problems =
        withoutModel > 0
          ? [`the provider of the model refuses the key (MODEL_API_KEY): crawls are paused in domains: ${withoutModel}`]
          : []
      const { has_model, has_search } = options
      const time = now.toISOString()
      return {
        ...{ status: 'ok', version, time, database: options.database, queue, oldest_queued_at },
        ...{ has_model, has_search, problems },
      } as const
    },
  },
  getMetrics: {
    read: async ({ credential, db }) => {
      if (!options.metrics || !options.metricsToken) throw fail('not_found')
      if (!timingSafeEqual(hashSecret(credential ?? ''), hashSecret(options.metricsToken))) {
        throw fail('invalid_api_key')
      }
      return options.metrics.render(await sharedState(db, options.jobs, options.clock), options.ownState())
    },
  },
  getOpenapi: { read: ({ known_url }) => openapiFor(known_url ?? '/') },
})

function answerReadiness({ db, jobs, clock }: { db: Database; jobs: Jobs; clock: Clock }) {
  const askMigrated = shareAnswer(clock, () => isMigrated(db.prompt))
  return async () => {
    if (!jobs.isStarted || !(await askMigrated())) throw fail('unavailable', { headers: { 'retry-after': '1' } })
    return { status: 'ready' as const }
  }
}

/** The file with this in the place of the address. */
const anyAddress = 'https://address.invalid'
let openapiFile: string | undefined
/** One file for each address under which the service is known. */
const openapiFiles = new Cache<KeptJson>('openapi', ({ text }) => 4 * text.length)

function openapiFor(address: string): KeptJson {
  const known = openapiFiles.get(address)
  if (known) return known
  openapiFile ??= JSON.stringify(buildOpenapi({ version, server_url: anyAddress }))
  const file = new KeptJson(openapiFile.replace(JSON.stringify(anyAddress), () => JSON.stringify(address)))
  openapiFiles.set(address, file)
  return file
}
