import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { type EventReader, readEvents } from '../../test/support/event-reader.ts'
import { startTestService } from '../../test/support/harness.ts'
import { appendActivity, EventLog, eventChannel } from './event-log.ts'

const { service, clock, url, call, key, makeProject, makeMember } = await startTestService()
const { db } = service
const log = new EventLog([])

async function makeDomain(ofKey = key): Promise<string> {
  const { body } = await call('POST', '/v1/domains', { key: ofKey, body: { name: 'ports' } })
  return body.id
}

const entry = (n: number, padding = '') => ({ type: 'run.update' as const, payload: { n, padding } })
const append = (domainId: string, ...entries: ReturnType<typeof entry>[]) =>
  db.transaction((tx) => log.append(tx, domainId, entries))
const appendMany = (domainId: string, count: number) =>
  append(domainId, ...Array.from({ length: count }, (_, n) => entry(n)))

const follow = (domainId: string, options: { key?: string; lastEventId?: number | string; query?: string } = {}) =>
  readEvents(url, `/v1/domains/${domainId}/events${options.query ?? ''}`, { key, ...options })
const soon = { timeout: 20_000, interval: 5 }
const numbersTo = (last: number, first = 1) => Array.from({ length: last - first + 1 }, (_, n) => first + n)

/** The reader follows once it has received the position of the log. */
async function live(reader: EventReader): Promise<EventReader> {
  await expect.poll(() => reader.lastId, soon).toBeDefined()
  return reader
}

describe('a stream', () => {
  it('has the id, type and data of each event, as they are committed', async () => {
    const domainId = await makeDomain()
    await appendMany(domainId, 2)
    const reader = await live(await follow(domainId))
    expect(reader.response.statusCode).toBe(200)
    expect(reader.response.headers['content-type']).toBe('text/event-stream; charset=utf-8')
    expect(reader.response.headers['x-request-id']).toBeTruthy()
    expect(reader.retry).toBe(1000)
    const payload = { url: 'https://example.org/', page_id: 'p', status: 'failed', mode: null, error: 'HTTP 500' }
    await db.transaction((tx) => log.append(tx, domainId, [{ type: 'page.update', payload }, entry(3)]))
    await expect.poll(() => reader.ids, soon).toEqual([3, 4])
    expect(reader.messages[0]).toEqual({ id: 3, event: 'page.update', data: payload })
    reader.break()
  })

  it('goes on after Last-Event-ID, or after since, and first where it is told both', async () => {
    const domainId = await makeDomain()
    await appendMany(domainId, 450)
    const readers = [
      await follow(domainId, { lastEventId: 0 }),
      await follow(domainId, { query: '?since=447' }),
      await follow(domainId, { lastEventId: 448, query: '?since=1' }),
      // From before a backup was restored.
      await follow(domainId, { lastEventId: 9000 }),
    ]
    await append(domainId, entry(451))
    await expect.poll(() => readers.map(({ ids }) => ids.length), soon).toEqual([451, 4, 3, 1])
    expect(readers[0]?.ids).toEqual(numbersTo(451))
    expect(readers[2]?.ids).toEqual([449, 450, 451])
    expect(readers[3]?.ids).toEqual([451])
    for (const reader of readers) reader.break()
  })

  it('says where it begins, so that who breaks off before the first event misses nothing', async () => {
    const domainId = await makeDomain()
    await appendMany(domainId, 5)
    const first = await live(await follow(domainId))
    first.break()
    await appendMany(domainId, 1)
    const second = await follow(domainId, { lastEventId: first.lastId as number })
    await expect.poll(() => second.ids, soon).toEqual([6])
    second.break()
  })

  it('refuses a Last-Event-ID that is none, before it begins', async () => {
    const domainId = await makeDomain()
    for (const lastEventId of ['x', '-1', '1.5', '9'.repeat(16)]) {
      const headers = { 'last-event-id': lastEventId }
      const { status, body } = await call('GET', `/v1/domains/${domainId}/events`, { key, headers })
      expect([status, body.error]).toEqual([400, 'Last-Event-ID must be the id of an event'])
    }
  })

  it('answers HEAD without a body', async () => {
    const { status, headers } = await call('HEAD', `/v1/domains/${await makeDomain()}/events`, { key })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
  })

  it('sends a comment every 15 seconds and closes after 240', async () => {
    const domainId = await makeDomain()
    const reader = await live(await follow(domainId))
    clock.advance(14_000)
    await append(domainId, entry(1))
    await expect.poll(() => reader.ids, soon).toEqual([1])
    expect(reader.comments).toBe(0)
    clock.advance(1_000)
    await expect.poll(() => reader.comments, soon).toBe(1)
    clock.advance(15_000)
    await expect.poll(() => reader.comments, soon).toBe(2)
    clock.advance(205_000)
    await expect.poll(() => reader.comments, soon).toBe(3)
    expect(reader.ended).toBe(false)
    clock.advance(5_000)
    await expect.poll(() => reader.ended, soon).toBe(true)
    expect(reader.response.complete).toBe(true)
  })

  it('is shared by many: each of 200 readers gets each event once', async () => {
    const domainId = await makeDomain()
    const readers = await Promise.all(Array.from({ length: 200 }, async () => live(await follow(domainId))))
    for (let n = 1; n <= 20; n++) await append(domainId, entry(n))
    await expect.poll(() => readers.every(({ ids }) => ids.length >= 20), soon).toBe(true)
    for (const reader of readers) {
      expect(reader.ids).toEqual(numbersTo(20))
      reader.break()
    }
    await expect.poll(() => service.app.streams.count, soon).toBe(0)
  })
})

describe('a stream ends', () => {
  it('when its key is revoked', async () => {
    const { key: ownKey } = await makeProject()
    const domainId = await makeDomain(ownKey)
    const { body: created } = await call('POST', '/v1/project/keys', { key: ownKey })
    const doomed = await live(await follow(domainId, { key: created.key }))
    const other = await live(await follow(domainId, { key: ownKey }))
    await call('DELETE', `/v1/project/keys/${created.id}`, { key: ownKey })
    await append(domainId, entry(1))
    await expect.poll(() => other.ids, soon).toEqual([1])
    await expect.poll(() => doomed.ended, soon).toBe(true)
    expect(doomed.ids).toEqual([])
    expect(other.ended).toBe(false)
    other.break()
  })

  it('when its reader is removed from the project, or the project is archived', async () => {
    const { key: ownKey } = await makeProject()
    const viewer = await makeMember(ownKey, 'viewer')
    const domainId = await makeDomain(ownKey)
    const path = `/v1/domains/${domainId}/events`
    const byViewer = await live(await readEvents(url, path, { cookie: viewer.cookie }))
    const byKey = await live(await readEvents(url, path, { key: ownKey }))
    await call('DELETE', `/v1/project/members/${viewer.id}`, { key: ownKey })
    await expect.poll(() => byViewer.ended, soon).toBe(true)
    expect(byKey.ended).toBe(false)
    await call('POST', '/v1/project/archive', { key: ownKey })
    await expect.poll(() => byKey.ended, soon).toBe(true)
  })

  it('when its domain is deleted', async () => {
    const domainId = await makeDomain()
    const reader = await live(await follow(domainId))
    const notices: string[] = []
    await db.listen(eventChannel, { onNotice: (owner) => notices.push(owner) })
    await call('DELETE', `/v1/domains/${domainId}?confirm=ports`, { key })
    await expect.poll(() => reader.ended, soon).toBe(true)
    // At once, without the safety net.
    expect(notices).toContain(domainId)
  })

  it('when its reader does not read, and only then', async () => {
    const domainId = await makeDomain()
    const reader = await live(await follow(domainId))
    const { hostname, port } = new URL(url)
    const stuck = connect(Number(port), hostname)
    stuck.write(`GET /v1/domains/${domainId}/events HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${key}\r\n\r\n`)
    stuck.pause()
    await expect.poll(() => service.app.streams.count, soon).toBe(2)
    const megabyte = 'x'.repeat(1024 * 1024)
    const before = process.memoryUsage().arrayBuffers
    let n = 0
    // The kernel buffers some megabytes before anything waits in the process.
    while (service.app.streams.count === 2 && n < 60) {
      await append(domainId, entry(++n, megabyte))
      await expect.poll(() => reader.ids.length, soon).toBe(n)
    }
    expect(service.app.streams.count).toBe(1)
    expect(reader.ids).toEqual(numbersTo(n))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 * 1024 * 1024)
    stuck.destroy()
    reader.break()
  })
})

const breaks = 1000
it(`is never missed by readers that break off ${breaks} times`, { timeout: 90_000 }, async () => {
  const domainId = await makeDomain()
  const readers = Array.from({ length: 4 }, () => [] as number[])
  const breaksEach = breaks / readers.length
  let reading = readers.length
  let appended = 0
  const write = async () => {
    while (reading > 0) {
      const slowest = Math.min(...readers.map((seen) => seen.length))
      if (appended < slowest + 50) await append(domainId, entry(++appended), entry(++appended))
      else await new Promise((resolve) => setTimeout(resolve, 2))
    }
  }
  const read = async (seen: number[], index: number) => {
    for (let broken = 0; broken < breaksEach; broken++) {
      const reader = await follow(domainId, { lastEventId: seen.at(-1) ?? 0 })
      const wanted = 1 + ((broken * 7 + index) % 5)
      await new Promise<void>((resolve) => {
        const check = () => (reader.ids.length >= wanted || reader.ended) && resolve()
        reader.response.on('data', check)
        reader.response.on('close', check)
        check()
      })
      reader.break()
      // Disconnected in the middle: events after the last one that it took count as unread.
      seen.push(...reader.ids.slice(0, wanted))
    }
    reading--
  }
  await Promise.all([write(), ...readers.map(read)])
  for (const seen of readers) {
    const last = await follow(domainId, { lastEventId: seen.at(-1) as number })
    await expect.poll(() => seen.length + last.ids.length, soon).toBeGreaterThanOrEqual(appended)
    expect([...seen, ...last.ids]).toEqual(numbersTo(appended))
    last.break()
  }
})

describe('agent activity', () => {
  const path = '/v1/agents/events'
  async function makeOwnProject() {
    const { id, key: ownKey } = await makeProject()
    const domains = [await makeDomain(ownKey), await makeDomain(ownKey)] as const
    const act = (domainId: string, action: string) =>
      db.transaction((tx) =>
        appendActivity(tx, id, domainId, {
          agent: 'reader',
          action,
          subject: 'https://example.org/',
          tokens: 12,
          spend_usd: 0.25,
        }),
      )
    return { ownKey, domains, act }
  }

  it('is streamed across all domains of the project, and of no other', async () => {
    const [one, two] = [await makeOwnProject(), await makeOwnProject()]
    const reader = await live(await readEvents(url, path, { key: one.ownKey }))
    await two.act(two.domains[0], 'elsewhere')
    await one.act(one.domains[0], 'read')
    await one.act(one.domains[1], 'skip')
    await expect.poll(() => reader.messages.length, soon).toBe(2)
    expect(reader.messages[0]).toEqual({
      id: 1,
      event: 'agent.activity',
      data: {
        id: 1,
        at: expect.stringMatching(/Z$/),
        domain_id: one.domains[0],
        agent: 'reader',
        action: 'read',
        subject: 'https://example.org/',
        detail: null,
        tokens: 12,
        spend_usd: 0.25,
      },
    })
    expect(reader.messages[1]?.data.domain_id).toBe(one.domains[1])
    reader.break()
  })

  it('goes on after Last-Event-ID', async () => {
    const project = await makeOwnProject()
    for (const action of ['a', 'b', 'c']) await project.act(project.domains[0], action)
    const reader = await readEvents(url, path, { key: project.ownKey, lastEventId: 1 })
    await expect.poll(() => reader.messages.map(({ data }) => data.action), soon).toEqual(['b', 'c'])
    reader.break()
  })
})
