import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { PageEnding } from '../crawl/page-ending.ts'
import type { ModelWork } from './parts/page-work.ts'
import { ReadingPool } from './reading-pool.ts'

/** A pool whose model answers when it is told. */
function makePool() {
  const calls: { project: string; end(): void }[] = []
  const ended: string[] = []
  const read = ({ page }: ModelWork) => {
    const { promise, resolve } = Promise.withResolvers<PageEnding>()
    calls.push({ project: page.project_id, end: () => resolve({ page } as PageEnding) })
    return promise
  }
  const pool = new ReadingPool(read, ({ page }) => ended.push(page.project_id))
  const add = (project_id: string, count: number, chars = 10) => {
    for (let n = 0; n < count; n++) {
      const content = { text: 'x'.repeat(chars), data: '', stored_blocks: '', structured: '' }
      pool.add({ page: { project_id }, read: { content } } as ModelWork)
    }
  }
  const callsOf = (project: string) => calls.filter((call) => call.project === project).length
  return { pool, calls, ended, add, callsOf }
}

it('begins calls of a project while another has many pages', async () => {
  const { calls, ended, add, callsOf } = makePool()
  add('many', 30)
  expect(callsOf('many')).toBe(8)
  add('few', 1)
  expect(callsOf('few')).toBe(1)
  calls.at(-1)?.end()
  await nextTurn()
  expect(ended).toEqual(['few'])
})

it('stops fetching for the project whose pages wait, and for no other', () => {
  const { pool, add } = makePool()
  add('many', 8 + 24)
  add('few', 2)
  expect([pool.full_projects, pool.isFull]).toEqual([['many'], false])
})

it('counts pages that wait in bytes', () => {
  const { pool, add } = makePool()
  add('large', 8 + 4, 5_000_000)
  expect(pool.use.bytes).toBe(4 * 2 * 5_000_000)
  expect([pool.full_projects, pool.isFull]).toEqual([['large'], false])
  add('large', 4, 5_000_000)
  expect(pool.isFull).toBe(true)
})

it('gives back what waits when it stops, and ends what is under way', async () => {
  const { pool, calls, ended, add } = makePool()
  add('one', 10)
  expect(pool.stop()).toHaveLength(2)
  expect([pool.size, pool.add({ page: { project_id: 'one' } } as ModelWork)]).toEqual([8, false])
  for (const call of calls) call.end()
  await nextTurn()
  expect([ended.length, pool.size, calls.length]).toEqual([8, 0, 8])
})
