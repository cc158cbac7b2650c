import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { startTestService } from '../support/harness.ts'
import { attacks, giveUp } from '../support/neighbours/attacks.ts'
import { prepareBattlefield } from '../support/neighbours/battlefield.ts'
import { hostNames, startHostileSite } from '../support/neighbours/hostile-site.ts'
import { callUntil, crawlOnePage } from '../support/neighbours/victim.ts'
import { isThorough } from '../support/thorough.ts'

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

/** The others are tried where there is more time. */
const quick = ['explain of what 500 pages say', 'hosts that hang']
const tried = isThorough ? attacks : attacks.filter(({ name }) => quick.includes(name))

it.each(tried.map((attack) => [attack.name, attack] as const))(
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
