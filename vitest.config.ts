import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['contract/test/**/*.test.ts', 'server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
    globalSetup: ['server/test/template.ts'],
    pool: 'forks',
    maxWorkers: 2,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
