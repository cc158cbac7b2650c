import { expect, it } from 'vitest'
import { says } from '../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'

const test = await startTestService({
  environment: { RATE_LIMIT: '0', RATE_LIMIT_PROJECT: '0', RATE_LIMIT_TOTAL: '0' },
})
const { call, key, clock } = test
const { db } = test.service

/** Letters that stand for a number: names of things that nobody compares with each other. */
const word = (n: number) => [...String(n)].map((digit) => 'bdfgklmnrs'[Number(digit)]).join('a')

/** Two entities, each merged by people of so many subjects. */
async function twoLarge(size: number) {
  const graph = await saidGraph(test)
  const base = `/v1/domains/${graph.id}`
  const post = async (path: string, body: object) => {
    clock.advance(1000)
    const answer = await call('POST', `${base}${path}`, { key, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  for (let from = 0; from < 2 * size; from += 500) {
    const names = Array.from({ length: Math.min(500, 2 * size - from) }, (_, n) => `Z${word(from + n)} Q${word(n)}`)
    await graph.say({ [`site${from}.example/1`]: names.map((name) => says('object', name)) })
  }
  const ids = (await graph.entities()).map(({ id }) => id)
  expect(ids).toHaveLength(2 * size)
  const heads: string[] = []
  for (const half of [ids.slice(0, size), ids.slice(size)]) {
    const [target = '', ...others] = half
    heads.push(target)
    for (let at = 0; at < others.length; at += 100) {
      await post('/entities/merge', { target, sources: others.slice(at, at + 100) })
    }
  }
  const rowsOf = async (table: string) =>
    Number((await db.query<{ n: number }>(`select count(*) as n from ${table} where domain_id = $1`, [graph.id]))[0]?.n)
  const written = async () => (await rowsOf('entity_pairs')) + (await rowsOf('audit_decisions'))
  return { graph, heads, post, written }
}

it.each([300, 1000])(
  'reverting a merge of two with %i subjects each writes no product of them',
  {
    timeout: 300_000,
  },
  async (size) => {
    const { graph, heads, post, written } = await twoLarge(size)
    const [target, source] = heads
    const before = await graph.entities()
    const { merge_id } = await post('/entities/merge', { target, sources: [source] })
    expect(await graph.entities()).toHaveLength(1)
    const rows = await written()
    await post(`/merges/${merge_id}/revert`, {})
    expect((await written()) - rows).toBeLessThanOrEqual(10 * size)
    expect(await graph.entities()).toEqual(before)
    // Undoing the revert, and the merge, gives back each state.
    const undo = async () =>
      post(`/audit/${(await call('GET', `/v1/domains/${graph.id}/audit?limit=1`, { key })).body.audit[0].id}/undo`, {})
    await undo()
    expect(await graph.entities()).toHaveLength(1)
    await undo()
    expect(await graph.entities()).toEqual(before)
  },
)
