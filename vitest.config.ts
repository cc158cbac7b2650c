import { defineConfig } from 'vitest/config'

// What follows a test's name says where it runs: CONTRIBUTING.md. Files are begun in vitest's own order, the longest of the last run first or,
// where there was none, the largest: on a fresh clone that costs a fifteenth of the time.

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
