import { defineConfig } from 'vitest/config'

// The console in a real browser, against the real service. `npm run test:console`

export default defineConfig({
  root: import.meta.dirname,
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build.ts', '../server/test/support/template.ts'],
    pool: 'forks',
    // Two services with a browser each are all that two cores carry.
    maxWorkers: 2,
    isolate: false,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // A browser that draws by software on a busy machine now and then misses what a person would wait for.
    retry: 1,
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
})
