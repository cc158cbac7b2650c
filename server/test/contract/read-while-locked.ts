import { expect } from 'vitest'
import type { TestService } from '../support/harness.ts'

/** Many readers of one project, while nobody can read entities. */
export async function readWhileLocked({ call, key, service }: TestService, status: number) {
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
  const answers = await Promise.all(Array.from({ length: 110 }, read))
  answered.resolve()
  await lock
  expect((await read()).status).toBe(200)
  return answers.find((answer) => answer.status === status)
}
