import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newFolder, postmasterOf, processesOn, startEmbedded, whenReady } from '../../support/embedded-service.ts'
import { readEvents } from '../../support/event-reader.ts'
import { callService } from '../../support/harness.ts'
import { type Site, startLocalSites } from '../../support/web/local-site.ts'
import { makeHonestSite } from '../crawl/honest-site.ts'

// Processes of PostgreSQL are killed while calls are answered, a crawl runs and a stream is read.

const host = 'honest.example'
const honest = makeHonestSite(3)
const site: Site = ({ path }) => {
  const page = honest.pages.get(path)
  return page && { body: honest.render(page) }
}
const pages = 60

/** What is killed, found by the titles that PostgreSQL gives its processes. */
const victims: [string, (folder: string) => number | undefined][] = [
  ['the first process', (folder) => postmasterOf(folder)],
  ['a session', (folder) => titled(folder, /^postgres: postgres postgres \[local\]/)],
  ['the checkpointer', (folder) => titled(folder, /^postgres: checkpointer/)],
  ['the first process', (folder) => postmasterOf(folder)],
]
const titled = (folder: string, title: RegExp) => processesOn(folder).find((one) => title.test(one.title))?.pid

describe('where processes of PostgreSQL are killed', () => {
  it('callers get 503 for a moment, and nothing is lost', { timeout: 240_000 }, async () => {
    const sites = await startLocalSites(new Map([[host, site]]))
    onTestFinished(() => sites.close())
    const folder = join(newFolder(), 'data')
    const environment = { ...sites.environment, CRAWL_DELAY_MS: '50', RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0' }
    const program = startEmbedded(folder, { environment })
    const { url, key = '' } = await whenReady(program)
    const call = (method: string, path: string, body?: object) =>
      callService(url, method, path, { key, ...(body && { body }) })
    const domain = (await call('POST', '/v1/domains', { name: 'harbours', max_pages: pages })).body.id as string

    let isOver = false
    const acknowledged = new Set<string>()
    const refused: (string | null)[] = []
    const write = async () => {
      for (; !isOver; await sleep(100)) {
        const answer = await call('POST', '/v1/project/keys', {})
        if (answer.status === 201) acknowledged.add(answer.body.id)
        else {
          expect(answer.status).toBe(503)
          refused.push(answer.headers.get('retry-after'))
        }
      }
    }
    const seen: number[] = []
    const follow = async () => {
      while (!isOver) {
        const reader = await readEvents(url, `/v1/domains/${domain}/events`, { key, lastEventId: seen.at(-1) ?? 0 })
        while (!reader.ended && !isOver) await sleep(20)
        seen.push(...reader.ids)
        reader.break()
        await sleep(200)
      }
    }
    const others = Promise.all([write(), write(), follow()])
    await call('POST', `/v1/domains/${domain}/sources`, { url: `http://${host}/` })

    const said = () => program.err().length
    for (const [, find] of victims) {
      const before = acknowledged.size
      await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 5)
      const from = said()
      process.kill(find(folder) as number, 'SIGKILL')
      await expect.poll(() => program.err().slice(from), { timeout: 30_000 }).toMatch(/"level":"(?:warn|error)"/)
      const after = acknowledged.size
      await expect.poll(() => acknowledged.size, { timeout: 30_000 }).toBeGreaterThan(after)
    }
    const polled = async () => (await pollAll(call, domain)).at(-1)?.type
    await expect.poll(polled, { timeout: 120_000, interval: 500 }).toBe('crawl.finished')
    isOver = true
    await others
    const read = (await call('GET', `/v1/domains/${domain}/pages?limit=500`)).body.pages as { status: string }[]
    expect(read.map(({ status }) => status)).toEqual(Array.from({ length: pages }, () => 'extracted'))

    expect(refused.filter((seconds) => !/^\d+$/.test(seconds ?? ''))).toEqual([])
    const listed = new Set<string>()
    for (let cursor = ''; ; ) {
      const { body } = await call('GET', `/v1/project/keys?limit=500${cursor}`)
      for (const { id } of body.keys) listed.add(id)
      if (!body.next_cursor) break
      cursor = `&cursor=${body.next_cursor}`
    }
    expect([...acknowledged].filter((id) => !listed.has(id))).toEqual([])
    const all = (await pollAll(call, domain)).map(({ id }) => id)
    expect(all).toEqual(all.map((_, n) => n + 1))
    expect(seen).toEqual(all.slice(0, seen.length))
    expect(seen.length).toBeGreaterThan(pages)

    program.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    // What an operator reads of it: for each what has happened, that it is started again, and that it runs.
    const lines = program.err().trim().split('\n')
    const told = lines
      .map((line) => JSON.parse(line) as { msg: string })
      .filter(({ msg }) => msg.startsWith('PostgreSQL'))
    expect(told.length).toBeGreaterThanOrEqual(victims.length)
    expect(told.length).toBeLessThanOrEqual(victims.length * 3)
    expect(program.err()).not.toMatch(/insert into|select .* from/i)
  })
})

type Call = (method: string, path: string) => ReturnType<typeof callService>

async function pollAll(call: Call, domain: string): Promise<{ id: number; type: string }[]> {
  const events: { id: number; type: string }[] = []
  for (let cursor = 0; ; ) {
    const { body } = await call('GET', `/v1/domains/${domain}/events/poll?since=${cursor}`)
    if (!body.events?.length) return events
    events.push(...body.events)
    cursor = body.cursor
  }
}
