import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startTestService } from '../support/harness.ts'
import { attacks, giveUp } from '../support/neighbours/attacks.ts'
import { prepareBattlefield } from '../support/neighbours/battlefield.ts'
import { hostNames, startHostileSite } from '../support/neighbours/hostile-site.ts'
import { callUntil, crawlOnePage } from '../support/neighbours/victim.ts'

// Every attack in short: whoever works beside it gets all answers, and a page is crawled. How long that takes is measured
// by `npm run bench -- neighbours`.

const attackMs = 1_500
const size = { entities: 400, pages: 40, page_letters: 20_000, namesakes: 200 }
const site = await startHostileSite(size)
const folder = mkdtempSync(join(tmpdir(), 'polegraph-neighbours-'))
const hosts = join(folder, 'hosts')
writeFileSync(hosts, hostNames.map((name) => `${name} 127.0.0.1:${site.port}\n`).join(''))
const { service, url } = await startTestService({ environment: { CRAWL_HOSTS_FILE: hosts, CRAWL_DELAY_MS: '0' } })
const { enemy, victim } = await prepareBattlefield(service.db, size)
afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true })
})

it('writes that wait for a domain leave the others room', async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const { promise: locked, resolve: lock } = Promise.withResolvers<void>()
  const holding = service.db.transaction(async (tx) => {
    await tx.query('select from domains where id = $1 for update', [enemy.domain_id])
    lock()
    await ended
  })
  await locked
  const change = (side: { key: string; domain_id: string }) =>
    fetch(`${url}/v1/domains/${side.domain_id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${side.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ description: 'changed' }),
    })
  const waiting = Array.from({ length: 40 }, () => change(enemy))
  await expect
    .poll(
      async () =>
        (
          await service.db.prompt.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).length,
    )
    .toBe(2)
  expect((await change(victim)).status).toBe(200)
  const { failures } = await callUntil({ url, ...victim }, AbortSignal.timeout(500))
  expect(failures).toEqual([])
  end()
  await holding
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(200)
})

it.each(attacks.map((attack) => [attack.name, attack] as const))(
  '%s stops nobody else',
  async (name, attack) => {
    const ending = new AbortController()
    const { from, until, ...side } = enemy
    const attacker = { url, ...side, from: new Date(from), until: new Date(until), ended: ending.signal }
    const attacking = attack.run(attacker)
    const working = callUntil({ url, ...victim }, AbortSignal.timeout(attackMs))
    const page = await crawlOnePage({ url, ...victim }, `/${encodeURIComponent(name)}`, 60_000)
    const { calls, failures } = await working
    ending.abort()
    await attacking
    await giveUp(attacker)
    expect(failures).toEqual([])
    expect(calls.length).toBeGreaterThan(0)
    expect(page).toBeDefined()
  },
  120_000,
)
