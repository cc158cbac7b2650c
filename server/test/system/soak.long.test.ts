import { expect, inject, it } from 'vitest'
import { copyDatabase } from '../support/harness.ts'
import { soak } from '../support/soak/soak.ts'
import { sharedCode } from '../support/spawn-service.ts'

// `npm run bench -- soak` makes a hundred thousand calls. These are enough to see what stays behind with each: answers
// that are kept take 43 kB a call here, and single readings differ by 5 MB, which is 12 kB a call.

const { key } = inject('template')
const calls = 400
const keptPerCall = 25_000

it('memory does not grow with the number of calls', { timeout: 300_000 }, async () => {
  const copy = await copyDatabase()
  const environment = { ...sharedCode(), ...copy.environment }
  try {
    const kept = (await soak({ environment, key, warm_up: 300, calls, readings: 2 })).map(
      ({ heap, external }) => heap + external,
    )
    expect((kept[1] as number) - (kept[0] as number)).toBeLessThan(calls * keptPerCall)
  } finally {
    await copy.remove()
  }
})
