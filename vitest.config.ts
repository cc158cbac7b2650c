import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begun first, so that no worker is left alone with one of them in the end. Longest first. */
const longFiles = [
  'server/test/system/crawl-politeness.long.test.ts',
  'cli/test/documents.long.test.ts',
  'demo/test/demo.long.test.ts',
  'demo/test/ending.long.test.ts',
  'server/test/system/large-entity.long.test.ts',
  'server/src/pipeline/failures.long.test.ts',
  'server/src/autopilot/autopilot.database.long.test.ts',
  'server/test/system/autopilot-crash.long.test.ts',
  'server/test/contract/every-field.database.test.ts',
  'server/test/contract/every-limit.database.test.ts',
  'server/test/system/soak.long.test.ts',
  'server/test/system/start-stop.test.ts',
  'server/test/system/crawl-crash.long.test.ts',
  'server/test/bad-web/engine.long.test.ts',
  'server/test/system/crawl-nothing.long.test.ts',
  'server/test/system/delete-rows.database.test.ts',
  'server/src/sessions/sessions.test.ts',
  'server/src/pipeline/recipes.database.test.ts',
  'server/src/webhooks/crash.test.ts',
  'server/test/system/migrate.database.test.ts',
  'server/test/contract/http.test.ts',
  'server/test/contract/every-route.database.test.ts',
  'server/src/pipeline/agentic/reading.test.ts',
  'server/src/graph/export/export.database.test.ts',
  'server/test/system/crawl-alike.long.test.ts',
  'server/test/bad-web/bad-web.long.test.ts',
  'server/test/system/crawl-traps.long.test.ts',
  'server/test/system/durability.long.test.ts',
  'server/test/system/start-memory.long.test.ts',
  'server/src/web/sitemap/sitemap-hostile.long.test.ts',
  'server/src/reader/read-page/hostile-pages.long.test.ts',
  'sdk/test/events.test.ts',
  'sdk/test/calls.test.ts',
  'server/src/events/streams.long.test.ts',
  'contract/test/openapi-tools.long.test.ts',
  'server/test/system/takeover.long.test.ts',
]

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
    globalSetup: ['server/test/support/template.ts'],
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
