import { defaultExclude, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begun first, so that no worker is left alone with one of them in the end. Longest first. */
const longFiles = [
  'server/test/system/crawl-politeness.test.ts',
  'cli/test/documents.test.ts',
  'demo/test/demo.test.ts',
  'server/src/pipeline/failures.test.ts',
  'server/src/autopilot/autopilot.test.ts',
  'server/test/system/autopilot-crash.test.ts',
  'server/test/contract/every-field.test.ts',
  'server/test/contract/every-limit.test.ts',
  'server/test/system/soak.test.ts',
  'server/test/system/start-stop.test.ts',
  'server/test/system/crawl-crash.test.ts',
  'server/test/bad-web/engine.test.ts',
  'server/test/system/delete-rows.test.ts',
  'server/src/sessions/sessions.test.ts',
  'server/src/pipeline/recipes.test.ts',
  'server/src/webhooks/crash.test.ts',
  'server/test/system/migrate.test.ts',
  'server/test/contract/http.test.ts',
  'server/test/contract/every-route.test.ts',
  'server/src/pipeline/agentic/reading.test.ts',
  'server/src/graph/export/export.test.ts',
  'server/test/system/crawl-alike.test.ts',
  'server/test/bad-web/bad-web.test.ts',
  'server/test/system/crawl-traps.test.ts',
  'server/test/system/durability.test.ts',
  'server/test/system/start-memory.test.ts',
  'server/src/web/sitemap/sitemap-hostile.test.ts',
  'server/src/reader/read-page/hostile-pages.test.ts',
  'sdk/test/events.test.ts',
  'sdk/test/calls.test.ts',
  'server/src/events/streams.test.ts',
  'contract/test/openapi-tools.test.ts',
  'server/test/system/takeover.test.ts',
]

/**
 * Long files that say the same on both databases. They run on PostgreSQL, as CI does: with them the tests on the embedded
 * database would take more than five minutes.
 */
const onPostgresOnly = [
  'cli/test/autopilot.test.ts',
  'cli/test/backup.test.ts',
  'cli/test/doctor.test.ts',
  'cli/test/documents.test.ts',
  'cli/test/faults.test.ts',
  'cli/test/follow.test.ts',
  'cli/test/package.test.ts',
  'cli/test/start.test.ts',
  'demo/test/demo.test.ts',
  'mcp/test/access.test.ts',
  'mcp/test/long-answers.test.ts',
  'mcp/test/stdio.test.ts',
  'mcp/test/writing.test.ts',
  'sdk/test/browser.test.ts',
  'sdk/test/calls.test.ts',
  'sdk/test/events.test.ts',
  'sdk/test/lists.test.ts',
  'sdk/test/package.test.ts',
  'sdk/test/requests.test.ts',
  'server/src/autopilot/autopilot-model.test.ts',
  'server/src/autopilot/autopilot.test.ts',
  'server/src/autopilot/left-to-compare.test.ts',
  'server/src/crawl/crawl-model.test.ts',
  'server/src/crawl/judge-bounds.test.ts',
  'server/src/curation/hard-cases.test.ts',
  'server/src/curation/random-curation.test.ts',
  'server/src/discovery/discovery.test.ts',
  'server/src/discovery/slots.test.ts',
  'server/src/events/streams.test.ts',
  'server/src/graph/export/export.test.ts',
  'server/src/graph/store/apart.test.ts',
  'server/src/graph/store/forget-history.test.ts',
  'server/src/graph/store/namesakes.test.ts',
  'server/src/pipeline/addresses.test.ts',
  'server/src/pipeline/agentic/lists.test.ts',
  'server/src/pipeline/agentic/paid-once.test.ts',
  'server/src/pipeline/agentic/reading.test.ts',
  'server/src/pipeline/agentic/stopping.test.ts',
  'server/src/pipeline/caches.test.ts',
  'server/src/pipeline/failures.test.ts',
  'server/src/pipeline/names.test.ts',
  'server/src/pipeline/recipe-lists.test.ts',
  'server/src/pipeline/recipes.test.ts',
  'server/src/pipeline/refusals.test.ts',
  'server/src/pipeline/unchanged.test.ts',
  'server/src/plans/doubted-groups.test.ts',
  'server/src/platform/db/folder-copies.test.ts',
  'server/src/plans/plans.test.ts',
  'server/src/reader/read-page/hostile-pages.test.ts',
  'server/src/reader/read-page/parse-threads.test.ts',
  'server/src/sources/sources.test.ts',
  'server/src/web/render/renderer.test.ts',
  'server/src/web/sitemap/sitemap-hostile.test.ts',
  'server/src/webhooks/crash.test.ts',
  'server/src/webhooks/dispatcher.test.ts',
  'server/src/webhooks/failing.test.ts',
  'server/src/webhooks/receivers.test.ts',
  'server/test/bad-web/bad-web.test.ts',
  'server/test/bad-web/engine.test.ts',
  'server/test/contract/every-error.test.ts',
  'server/test/contract/every-field.test.ts',
  'server/test/contract/every-limit.test.ts',
  'server/test/contract/every-route.test.ts',
  'server/test/contract/rate-limit.test.ts',
  'server/test/system/autopilot-crash.test.ts',
  'server/test/system/backup-crawl.test.ts',
  'server/test/system/backup-restore.test.ts',
  'server/test/system/crawl-alike.test.ts',
  'server/test/system/crawl-crash.test.ts',
  'server/test/system/crawl-held.test.ts',
  'server/test/system/crawl-politeness.test.ts',
  'server/test/system/crawl-traps.test.ts',
  'server/test/system/delete-domain.test.ts',
  'server/test/system/delete-rows.test.ts',
  'server/test/system/discovery-crash.test.ts',
  'server/test/system/follow-events.test.ts',
  'server/test/system/neighbours.test.ts',
  'server/test/system/proxies.test.ts',
  'server/test/system/soak.test.ts',
  'server/test/system/takeover.test.ts',
]
const isThorough = process.env.TEST_DATABASE_URL !== undefined

/** Vitest itself knows what took long only where the tests have run before. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const index = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
      return index === -1 ? longFiles.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  test: {
    include: [
      'cli/test/**/*.test.ts',
      'contract/test/**/*.test.ts',
      'demo/test/**/*.test.ts',
      'mcp/test/**/*.test.ts',
      'scripts/**/*.test.ts',
      'sdk/test/**/*.test.ts',
      'server/src/**/*.test.ts',
      'server/test/**/*.test.ts',
    ],
    exclude: [...defaultExclude, ...(isThorough ? [] : onPostgresOnly)],
    globalSetup: ['server/test/support/template.ts'],
    setupFiles: ['server/test/support/keep-compiled.ts'],
    sequence: { sequencer: LongFilesFirst },
    pool: 'forks',
    maxWorkers: 3,
    // Files share the loaded program of their worker: each starts its own service on its own database, and
    // loading it anew for each would be a third of the time.
    isolate: false,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Tests wait for what happens, on however busy a machine.
    expect: { poll: { timeout: 40_000 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
