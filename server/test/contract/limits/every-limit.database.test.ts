import { limits } from '@polegraph/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../support/harness.ts'
import type { LimitRow } from './limit-row.ts'
import { accessLimits } from './limits-of-access.ts'
import { autopilotLimits } from './limits-of-autopilot.ts'
import { crawlLimits } from './limits-of-crawl.ts'
import { curationLimits } from './limits-of-curation.ts'
import { domainLimits } from './limits-of-domains.ts'
import { eventLimits } from './limits-of-events.ts'
import { graphLimits } from './limits-of-graph.ts'
import { importLimits } from './limits-of-imports.ts'
import { listLimits } from './limits-of-lists.ts'
import { requestLimits } from './limits-of-requests.ts'
import { viewLimits } from './limits-of-views.ts'
import { watchLimits } from './limits-of-watches.ts'
import { schemaLimits } from './schema-limits.ts'

// Every number a caller can run into, at its edge: the last allowed value works, the next is refused
// by a text that names the field and the rule. The numbers stand here a second time, from the documents. Limits that single
// fields have are tried without a service (`every-edge.test.ts`).

const test = await startTestService({ environment: { TRUST_PROXY: '127.0.0.1', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' } })

const rows = {
  ...requestLimits(test),
  ...listLimits(test),
  ...accessLimits(test),
  ...domainLimits(test),
  ...crawlLimits(test),
  ...autopilotLimits(test),
  ...eventLimits(test),
  ...viewLimits(test),
  ...importLimits(test),
  ...watchLimits(test),
  ...graphLimits(test),
  ...curationLimits(test),
} satisfies Record<Exclude<keyof typeof limits, keyof typeof schemaLimits>, LimitRow>

it('has a row for every limit, with the number of the documents', () => {
  const numbers = Object.fromEntries(Object.entries({ ...rows, ...schemaLimits }).map(([name, { is }]) => [name, is]))
  expect(numbers).toEqual(limits)
})

describe.each(Object.entries<LimitRow>(rows))('%s', (_name, { cases }) => {
  it.each(Object.entries(cases))('%s', async (_title, check) => {
    expect.hasAssertions()
    await check()
  })
})
