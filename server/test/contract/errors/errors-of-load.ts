import { expect } from 'vitest'
import { type Answer, startTestService, type TestService } from '../../support/harness.ts'

/** Provocations of the errors of too much at once, too long and too many, of a service with low limits. */
export async function provokeLoad() {
  const test = await startTestService({ environment: { READ_SECONDS: '1', QUOTAS: 'invites=2' } })
  const { call, key } = test

  async function inviteMany() {
    const invite = () => call('POST', '/v1/project/invites', { key, body: { role: 'viewer' } })
    const answers = [await invite(), await invite(), await invite()]
    return answers.at(-1) as Answer
  }

  return {
    too_many_at_once: [429, 'too many requests at once', () => readWhileLocked(test, 429)],
    took_too_long: [503, 'took too long; ask for less', () => readWhileLocked(test, 503)],
    quota_reached: [409, 'quota reached: invites', inviteMany],
  } satisfies Record<string, [number, string, () => Promise<Answer | undefined>]>
}

/** Many readers of one project, while nobody can read entities. */
async function readWhileLocked({ call, key, service }: TestService, status: number) {
  const { body } = await call('POST', '/v1/domains', { key, body: { name: 'locked' } })
  const answered = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const lock = service.db.transaction(async (tx) => {
    await tx.query('lock table entities in access exclusive mode')
    locked.resolve()
    await answered.promise
  })
  await locked.promise
  const read = () => call('GET', `/v1/domains/${body.id}/entities`, { key })
  let found: Answer | undefined
  // On a busy machine the first calls may be given up before the last have arrived.
  for (let round = 0; round < 3 && !found; round++) {
    const answers = await Promise.all(Array.from({ length: 110 }, read))
    found = answers.find((answer) => answer.status === status)
  }
  answered.resolve()
  await lock
  expect((await read()).status).toBe(200)
  return found
}
