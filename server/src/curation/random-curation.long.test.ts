import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CurationPlay, type Step, someStep } from '../../test/support/curation/random-curation.ts'
import { addresses, claimsOf } from '../../test/support/curation/random-site.ts'
import { findLostDecisions } from '../../test/support/curation/replay-audit.ts'
import { pictureOf, saidGraph } from '../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'

// Random crawls and curations in any order, the same at every run: CURATION_SEED and CURATION_RUNS try others.

const test = await startTestService({
  environment: { RATE_LIMIT: '0', RATE_LIMIT_PROJECT: '0', RATE_LIMIT_TOTAL: '0', QUOTAS: 'domains=1000000' },
})
const seed = Number(process.env.CURATION_SEED ?? 1839716578)
const numRuns = Number(process.env.CURATION_RUNS ?? 500)

/** The same pages, without people. */
async function crawledOnly(steps: Step[]) {
  const graph = await saidGraph(test)
  for (const step of steps) {
    const address = 'page' in step ? (addresses[step.page] as string) : ''
    if (step.do === 'crawl') await graph.say({ [address]: claimsOf(step.says) })
    if (step.do === 'lose') await graph.silence(address)
  }
  return pictureOf(graph)
}

it(`nothing comes back, nothing pinned changes, and all can be undone (seed ${seed})`, {
  timeout: 900_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(someStep, { minLength: 3, maxLength: 14 }), async (steps) => {
      const graph = await saidGraph(test)
      const play = new CurationPlay(test, graph)
      for (const step of steps) await play.play(step)
      expect(await findLostDecisions(test.service.db, graph.id)).toEqual([])
      await play.undoAll()
      expect(await pictureOf(graph)).toEqual(await crawledOnly(steps))
    }),
    { numRuns, seed, ...(process.env.CURATION_PATH && { path: process.env.CURATION_PATH }) },
  )
})
