import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract/test/**/*.test.ts', 'server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
    globalSetup: ['server/test/template.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // Files share the loaded program of their worker: each starts its own service on its own database, and
    // loading it anew for each would be a third of the time.
    isolate: false,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Tests wait for what happens, on however busy a machine.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
