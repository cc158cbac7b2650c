import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject, it, onTestFinished } from 'vitest'
import type { Autopilot } from '../../../src/autopilot/state/record.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { createLog } from '../../../src/platform/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openDatabase } from '../../../src/settings/open-database.ts'
import { type CallOptions, callService, copyDatabase } from '../../support/harness.ts'
import { type SpawnedService, spawnService } from '../../support/spawn-service.ts'
import { finds, harbourSite, stagesOf, startAutopilot } from '../../support/web/autopilot-web.ts'
import { type Site, startLocalSites } from '../../support/web/local-site.ts'

// The whole program is killed (SIGKILL) again and again while an autopilot works. What it makes is what it makes without.

const { key } = inject('template')
const searchHost = 'search.example'
const hosts = { Alpha: 'alpha.example', Beta: 'beta.example', Gamma: 'gamma.example' }

interface Seen {
  autopilot: Autopilot
  /** Requests to the search and to the sites since the process began. */
  searches: number
  pages: number
}

/** When a process is killed. Each moment comes once, in this order. */
const moments: [string, (seen: Seen) => boolean][] = [
  ['as soon as it is asked', () => true],
  ['while it searches', ({ searches }) => searches > 0],
  ['while it looks at sites', ({ pages }) => pages > 1],
  ['as soon as it crawls', ({ autopilot }) => autopilot.stage === 'crawling'],
  ['after the first page', ({ autopilot, pages }) => autopilot.stage === 'crawling' && pages > 0],
  ['between two pages', ({ pages }) => pages > 1],
  ['after the first assessment', ({ autopilot }) => autopilot.cycle > 1],
  ['in the second cycle', ({ autopilot, pages }) => autopilot.cycle > 1 && pages > 1],
  ['at its end', ({ autopilot }) => autopilot.cycle > 2],
  ['in the third', ({ autopilot, pages }) => autopilot.cycle > 2 && pages > 0],
]

async function startWorld() {
  const copy = await copyDatabase()
  onTestFinished(copy.remove)
  const addresses = Object.values(hosts).map((host) => `http://${host}/`)
  const sites = new Map<string, Site>([[searchHost, finds(...addresses)]])
  for (const [name, host] of Object.entries(hosts)) sites.set(host, harbourSite(name, { pages: 7 }))
  const local = await startLocalSites(sites)
  onTestFinished(() => local.close())
  const environment = {
    ...{ ...copy.environment, ...local.environment, CRAWL_DELAY_MS: '300' },
    ...{ SEARCH: 'searxng', SEARCH_BASE_URL: `http://${searchHost}` },
  }
  return { environment, requests: local.requests }
}

type World = Awaited<ReturnType<typeof startWorld>>

/**
 * Ends the leases of a dead process, as if a few minutes had passed. A page that was under way at three deaths is taken
 * for their cause and given up; here it is not.
 */
async function letTimePass({ environment }: World): Promise<void> {
  const log = createLog({ level: 'silent' })
  const db = await openDatabase({ config: readConfig(environment), clock: systemClock, log })
  for (const table of ['autopilots', 'plans', 'discoveries']) {
    await db.query(`update ${table} set lease_ends = now() where lease_ends is not null`)
  }
  await db.query('update pages set begun = 0 where begun > 0')
  await db.query(`update pgboss.job set state = 'retry', start_after = now() where state = 'active'`)
  await db.close()
}

async function start({ environment }: World) {
  const program = await spawnService(environment)
  onTestFinished(() => void program.child.kill('SIGKILL'))
  const call = (method: string, path: string, options?: CallOptions) => callService(program.url, method, path, options)
  return { program, call }
}

async function kill({ child, ended }: SpawnedService): Promise<void> {
  child.kill('SIGKILL')
  expect(await ended).toBe('SIGKILL')
}

/** Runs an autopilot to its end, with these deaths on the way; returns all that it has made. */
async function run(deaths: typeof moments) {
  const world = await startWorld()
  let { program, call } = await start(world)
  let since = world.requests.length
  const later = (method: string, path: string, options?: CallOptions) => call(method, path, options)
  const pilot = await startAutopilot(later, key, { max_pages: 24, max_cycles: 3 })
  const died: string[] = []
  killing: for (const [moment, isNow] of deaths) {
    for (;;) {
      const autopilot = await pilot.get()
      const own = world.requests.slice(since).filter(({ path }) => path !== '/robots.txt')
      const searches = own.filter(({ host }) => host === searchHost).length
      if (isNow({ autopilot, searches, pages: own.length - searches })) break
      if (autopilot.stage === 'failed') throw new Error(`failed before it died ${moment}: ${autopilot.error}`)
      // On a busy machine the last moment may be over before it is seen.
      if (autopilot.stage === 'steady') break killing
      await sleep(5)
    }
    await kill(program)
    died.push(moment)
    await letTimePass(world)
    ;({ program, call } = await start(world))
    since = world.requests.length
  }
  const autopilot = await pilot.end()
  const { sources } = await pilot.list('sources')
  const { pages } = await pilot.list('pages')
  const { entities } = await pilot.list('entities?limit=500')
  const { runs } = await pilot.list('runs')
  const { discoveries } = await pilot.list('discoveries')
  await kill(program)
  const urls = (rows: { url: string }[]) => rows.map(({ url }) => url).sort()
  return {
    died,
    made: {
      ...{ stage: autopilot.stage, stages: stagesOf(autopilot), brief: autopilot.brief },
      ...{ score: autopilot.last_report?.score, gaps: autopilot.last_report?.gaps },
      ...{ sources: urls(sources), pages: urls(pages) },
      entities: entities.map(({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`).sort(),
      runs: runs.map(({ status }: { status: string }) => status),
      discoveries: discoveries.length,
    },
  }
}

it('an autopilot that dies again and again makes what it makes without', { timeout: 600_000 }, async () => {
  const whole = await run([])
  const broken = await run(moments)
  expect(whole.made).toMatchObject({ stage: 'steady', discoveries: 1 })
  expect(whole.made.pages).toHaveLength(24)
  expect(broken.died.length).toBeGreaterThanOrEqual(moments.length - 1)
  expect(broken.made).toEqual(whole.made)
})
