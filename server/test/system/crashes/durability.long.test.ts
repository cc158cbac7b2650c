import { afterAll, describe, expect, inject, it } from 'vitest'
import { callService, copyDatabase } from '../../support/harness.ts'
import { spawnService } from '../../support/spawn-service.ts'

const { key } = inject('template')
const { environment, remove } = await copyDatabase()
afterAll(remove)

const rounds = 20
const writers = 4

describe('kill -9 in a burst of writes', () => {
  it(`loses no acknowledged write, ${rounds} times`, { timeout: 180_000 }, async () => {
    const acknowledged = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const program = await spawnService(environment)
      await expectAll(program.url, acknowledged)
      const before = acknowledged.size
      const bursts = Array.from({ length: writers }, () => writeUntilKilled(program.url, acknowledged))
      // In the middle of a burst, whenever that is on this machine, and each time at another point of it.
      await expect.poll(() => acknowledged.size - before, { interval: 1, timeout: 20_000 }).toBeGreaterThan(round % 7)
      await new Promise((resolve) => setTimeout(resolve, (round * 7) % 20))
      program.child.kill('SIGKILL')
      await Promise.all(bursts)
      expect(await program.ended).toBe('SIGKILL')
    }
    const program = await spawnService(environment)
    await expectAll(program.url, acknowledged)
    expect(acknowledged.size).toBeGreaterThanOrEqual(rounds)
    program.child.kill('SIGTERM')
    await program.ended
  })
})

async function writeUntilKilled(url: string, acknowledged: Set<string>): Promise<void> {
  for (;;) {
    try {
      const { status, body } = await callService(url, 'POST', '/v1/project/keys', { key, body: {} })
      if (status === 201) acknowledged.add(body.id)
    } catch {
      return
    }
  }
}

async function expectAll(url: string, acknowledged: Set<string>): Promise<void> {
  const listed = new Set<string>()
  let cursor = ''
  do {
    const { body } = await callService(url, 'GET', `/v1/project/keys?limit=500${cursor}`, { key })
    for (const row of body.keys) listed.add(row.id)
    cursor = body.next_cursor ? `&cursor=${body.next_cursor}` : ''
  } while (cursor)
  expect([...acknowledged].filter((id) => !listed.has(id))).toEqual([])
}
