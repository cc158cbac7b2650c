import { expect, it } from 'vitest'
import { startTestService } from '../../../../test/support/harness.ts'
import { forgetHistory } from './forget-history.ts'

const { call, key, clock, service } = await startTestService({
  environment: { RATE_LIMIT: '0', RATE_LIMIT_PROJECT: '0', RATE_LIMIT_TOTAL: '0' },
})
const { db } = service

it('an entity that is edited often stores what was edited, and every state of it is read whole', {
  timeout: 120_000,
}, async () => {
  const { id: domain } = (await call('POST', '/v1/domains', { key, body: { name: 'large' } })).body
  const base = `/v1/domains/${domain}`
  const get = async (path: string) => (await call('GET', `${base}${path}`, { key })).body
  const made = { kind: 'person', name: 'Ada Large', aliases: ['Ada'], summary: 'First.' }
  const { id } = (await call('POST', `${base}/entities`, { key, body: made })).body
  const edits = 120
  const states: { at: string; shown: Record<string, unknown> }[] = []
  for (let n = 0; n < edits; n++) {
    clock.advance(60_000)
    const keys = Array.from({ length: 4 }, (_, m) => `a${(4 * n + m) % 120}`)
    const attributes = Object.fromEntries(keys.map((name) => [name, `${n} `.padEnd(500, 'x')]))
    const more =
      n % 10 === 7 ? { name: `Ada ${n}`, aliases: [`Ada the ${n}th`], external_ids: { club: String(n) } } : {}
    const taken =
      n % 10 === 9 ? { pinned: { [`attributes.a${(4 * n - 8) % 120}`]: null, 'external_ids.club': null } } : {}
    const answer = await call('PATCH', `${base}/entities/${id}`, { key, body: { attributes, ...more, ...taken } })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    states.push({ at: clock.now().toISOString(), shown: answer.body })
  }
  const [stored] = await db.query<{ whole: number; bytes: number }>(
    `select count(*) filter (where difference is null) as whole,
       sum(octet_length(doc::text) + coalesce(octet_length(difference::text), 0)) as bytes
     from graph_changes where domain_id = $1 and id = $2`,
    [domain, id],
  )
  const once = JSON.stringify(states.at(-1)?.shown).length
  // 120 states of 60 KB each would be seven megabytes.
  expect(stored?.bytes).toBeLessThan(20 * once)
  const fieldsOf = ({ kind, name, aliases, summary, attributes, external_ids, pinned }: Record<string, unknown>) => ({
    ...{ kind, name, aliases, summary, attributes, external_ids, pinned },
  })
  const expectStates = async (from: number) => {
    for (const { at, shown } of states.slice(from).filter((_, n) => n % 7 === 0)) {
      expect(fieldsOf(await get(`/entities/${id}?as_of=${at}`))).toEqual(fieldsOf(shown))
    }
  }
  await expectStates(0)
  const listed = async (path: string, name: string) => {
    const after: unknown[] = []
    const rows: { before: object; after: object }[] = []
    for (let cursor = ''; ; ) {
      const page = await get(`${path}?limit=100${cursor}`)
      rows.push(...page[name].filter((row: { change: string }) => row.change === 'changed'))
      const next =
        name === 'changes'
          ? page.changes.length > 0
            ? `&since=${page.cursor}`
            : null
          : page.next_cursor && `&cursor=${page.next_cursor}`
      if (!next) break
      cursor = next
    }
    for (const [n, row] of rows.entries()) {
      if (n > 0) expect(row.before).toEqual(rows[n - 1]?.after)
      after.push(fieldsOf(row.after as Record<string, unknown>))
    }
    return after
  }
  const expected = states.map(({ shown }) => fieldsOf(shown))
  expect((await listed(`/entities/${id}/history`, 'history')).slice(-edits)).toEqual(expected)
  expect((await listed('/changes', 'changes')).slice(-edits)).toEqual(expected)
  const then = states[40] as (typeof states)[number]
  const found = await get(
    `/entities?attr.a0=${encodeURIComponent((then.shown.attributes as Record<string, string>).a0 as string)}&as_of=${then.at}`,
  )
  expect(found.entities.map((one: { id: string }) => one.id)).toEqual([id])
  const exported = await fetch(`${service.url}${base}/export?format=ndjson&as_of=${then.at}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(
    fieldsOf(JSON.parse((await exported.text()).split('\n').find((line) => line.includes(id)) as string).entity),
  ).toEqual(fieldsOf(then.shown))
  const searched = await get(`/graph?q=${encodeURIComponent(String(then.shown.name))}&as_of=${then.at}`)
  expect(searched.nodes.map((one: { id: string }) => one.id)).toEqual([id])
  // What was superseded long ago is forgotten, and the others stay whole.
  await forgetHistory(db, domain, new Date(states[50]?.at as string), new AbortController().signal)
  await expectStates(51)
})
