import { limits } from '@polegraph/contract/limits.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { appendActivity, EventLog } from '../../server/src/events/event-log.ts'
import type { Database } from '../../server/src/platform/db/database.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { type Service, startService } from '../../server/src/service/start.ts'
import { readConfig } from '../../server/src/settings/config.ts'
import { pageUpdate } from '../../server/test/support/event-entries.ts'
import { closedNetwork, copyDatabase, startTestService, TestClock } from '../../server/test/support/harness.ts'
import { startLocalSites } from '../../server/test/support/web/local-site.ts'
import type { StreamedEvent } from '../src/contract-types.ts'
import { EventParser } from '../src/event-parser.ts'
import { defaultSilenceMs, type StreamOptions } from '../src/event-stream.ts'
import { Polegraph } from '../src/polegraph.ts'
import { type Fate, startGateway } from './support/gateway.ts'

const { service, clock, url, key, makeProject } = await startTestService()
const log = new EventLog([])
const soon = { timeout: 30_000, interval: 5 }

const append = (db: Database, domainId: string, ...numbers: number[]) =>
  db.transaction((tx) => log.append(tx, domainId, numbers.map(pageUpdate)))
const numbersTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)

/** Reads a stream in the background, and keeps what it says. */
class Reader {
  readonly events: StreamedEvent[] = []
  /** In order: live, or not live. */
  readonly states: boolean[] = []
  readonly errors: unknown[] = []
  /** How the stream ended. */
  end: unknown
  readonly ending = new AbortController()

  constructor(polegraph: Polegraph, domainId: string, options: StreamOptions = {}) {
    const onLive = (isLive: boolean, error?: unknown) => {
      this.states.push(isLive)
      if (error) this.errors.push(error)
    }
    void this.#read(polegraph.events(domainId, { signal: this.ending.signal, onLive, ...options }))
  }

  async #read(events: AsyncGenerator<StreamedEvent>): Promise<void> {
    try {
      for await (const event of events) this.events.push(event)
      this.end = 'by itself'
    } catch (error) {
      this.end = error
    }
  }

  get ids(): number[] {
    return this.events.map(({ id }) => id)
  }

  async live(): Promise<this> {
    await expect.poll(() => this.states.at(-1), soon).toBe(true)
    return this
  }

  async stop(): Promise<void> {
    this.ending.abort()
    await expect.poll(() => this.end, soon).toBeDefined()
  }
}

async function makeDomain(ofKey = key) {
  const polegraph = new Polegraph({ url, key: ofKey })
  return { polegraph, domainId: (await polegraph.domains.create({ name: 'ports' })).id }
}

/** Starts a service on a database of its own, again and again. */
async function restartable(settings: Record<string, string> = {}): Promise<() => Promise<Service>> {
  const copy = await copyDatabase()
  let running: Service | undefined
  onTestFinished(async () => {
    await running?.stop()
    await copy.remove()
  })
  return async () => {
    const config = readConfig({ PORT: '0', RATE_LIMIT: '0', ...settings, ...copy.environment })
    const log = createLog({ level: 'silent' })
    running = await startService({ config, clock: new TestClock(), log, network: closedNetwork })
    await running.working
    return running
  }
}

describe('events()', () => {
  it('has each event with its id, type and data', async () => {
    const { polegraph, domainId } = await makeDomain()
    await append(service.db, domainId, 1, 2)
    const fresh = await new Reader(polegraph, domainId).live()
    const all = new Reader(polegraph, domainId, { since: 0 })
    const some = new Reader(polegraph, domainId, { since: 1 })
    await append(service.db, domainId, 3)
    await expect.poll(() => [fresh.ids, all.ids, some.ids], soon).toEqual([[3], [1, 2, 3], [2, 3]])
    expect(fresh.events[0]).toEqual({ id: 3, type: 'page.update', data: pageUpdate(3).payload })
    for (const reader of [fresh, all, some]) await reader.stop()
    expect(fresh.end).toBe(fresh.ending.signal.reason)
  })

  it('leaves no stream behind when its reader leaves', async () => {
    const { polegraph, domainId } = await makeDomain()
    await append(service.db, domainId, 1, 2)
    for await (const { id } of polegraph.events(domainId, { since: 0 })) if (id === 1) break
    await expect.poll(() => service.app.streams.count, soon).toBe(0)
  })

  it('goes on when the service closes the stream, as it does after a while', async () => {
    const { polegraph, domainId } = await makeDomain()
    const reader = await new Reader(polegraph, domainId).live()
    clock.advance(limits.event_stream_seconds * 1000 + 1000)
    await expect.poll(() => reader.states, soon).toEqual([true, false, true])
    await append(service.db, domainId, 1)
    await expect.poll(() => reader.ids, soon).toEqual([1])
    expect(reader.errors).toEqual([])
    await reader.stop()
  })

  it('loses nothing and repeats nothing when connections break in the middle of messages', async () => {
    const { domainId } = await makeDomain()
    const gateway = await startGateway(url)
    const reader = await new Reader(new Polegraph({ url: gateway.url, key }), domainId).live()
    for (let n = 1; n <= 40; n++) {
      await append(service.db, domainId, n)
      if (n === 10 || n === 20) gateway.breakAll()
      if (n === 30) {
        // Half of the first words of a stream, and another stream that does not even open.
        gateway.next = ['cut answer', 'lose']
        gateway.breakAll()
      }
    }
    await expect.poll(() => reader.ids.length, soon).toBe(40)
    expect(reader.ids).toEqual(numbersTo(40))
    expect(gateway.passed.slice(1).every(({ headers }) => 'last-event-id' in headers)).toBe(true)
    await reader.stop()
  })

  it('is an error when the key is revoked, the domain is deleted or was never there', async () => {
    const { key: ownKey } = await makeProject()
    const { polegraph, domainId } = await makeDomain(ownKey)
    const doomed = await polegraph.keys.create({ scope: 'read' })
    const byKey = await new Reader(new Polegraph({ url, key: doomed.key }), domainId).live()
    const byDomain = await new Reader(polegraph, domainId).live()
    await polegraph.keys.revoke(doomed.id)
    await expect.poll(() => byKey.end, soon).toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(byDomain.end).toBeUndefined()
    await polegraph.domains.delete(domainId, { confirm: 'ports' })
    await expect.poll(() => byDomain.end, soon).toMatchObject({ status: 404, code: 'domain_not_found' })
    const none = new Reader(polegraph, domainId)
    await expect.poll(() => none.end, soon).toMatchObject({ code: 'domain_not_found' })
  })

  it('is an error when nobody is there, after the attempts of a call', async () => {
    const reader = new Reader(new Polegraph({ url: 'http://127.0.0.1:1', key }), 'any', { retries: 1 })
    await expect.poll(() => reader.end, soon).toMatchObject({ status: 0, code: 'connection_failed' })
    expect(reader.states).toEqual([false])
  })

  it('is an error when the answer is no stream', async () => {
    const gateway = await startGateway(url)
    gateway.next = [{ status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>' }]
    const reader = new Reader(new Polegraph({ url: gateway.url, key }), 'any')
    await expect.poll(() => reader.end, soon).toMatchObject({ status: 200, code: 'unexpected_answer' })
  })

  it('takes a stream that says nothing for dead', async () => {
    const { domainId } = await makeDomain()
    const gateway = await startGateway(url)
    const polegraph = new Polegraph({ url: gateway.url, key })
    const reader = await new Reader(polegraph, domainId, { silence_ms: 200 }).live()
    await expect.poll(() => reader.errors[0], soon).toMatchObject({ code: 'timeout' })
    await append(service.db, domainId, 1)
    await expect.poll(() => reader.ids, soon).toEqual([1])
    await reader.stop()
    expect(defaultSilenceMs).toBeGreaterThan(2 * limits.event_comment_seconds * 1000)
  })

  it('tries again what is refused for the moment', async () => {
    const { domainId } = await makeDomain()
    const gateway = await startGateway(url)
    const body = JSON.stringify({ error: 'rate limit exceeded', code: 'rate_limited', request_id: 'r' })
    const refused: Fate = { status: 429, headers: { 'retry-after': '0', 'content-type': 'application/json' }, body }
    // What the service answers to a stream while it restarts.
    const stream = { 'retry-after': '0', 'content-type': 'text/event-stream' }
    gateway.next = [refused, { status: 502, body: '<h1>' }, { status: 200, headers: stream, body: 'retry: 10\n\n' }]
    const reader = await new Reader(new Polegraph({ url: gateway.url, key }), domainId).live()
    expect(reader.errors).toMatchObject([{ code: 'rate_limited' }, { status: 502 }, { code: 'unavailable' }])
    expect(reader.states).toEqual([false, false, false, true])
    await reader.stop()
  })

  it('misses nothing while the service restarts', async () => {
    const start = await restartable()
    const before = await start()
    const gateway = await startGateway(before.url as string)
    const polegraph = new Polegraph({ url: gateway.url, key })
    const { id: domainId } = await polegraph.domains.create({ name: 'ports' })
    const reader = await new Reader(polegraph, domainId).live()
    await append(before.db, domainId, ...numbersTo(5))
    await expect.poll(() => reader.ids.length, soon).toBe(5)
    // Not read any more by the first service, perhaps.
    await append(before.db, domainId, 6, 7)
    await before.stop()
    const after = await start()
    await append(after.db, domainId, 8)
    gateway.target = after.url as string
    await reader.live()
    await append(after.db, domainId, 9, 10)
    await expect.poll(() => reader.ids.length, soon).toBe(10)
    expect(reader.ids).toEqual(numbersTo(10))
    expect(reader.end).toBeUndefined()
    await reader.stop()
  })
})

describe('waitForRun', () => {
  it('waits on while the service restarts, as events() does', async () => {
    // A page that is never answered keeps the run open.
    const sites = await startLocalSites(new Map([['slow.example', () => 'by hand' as const]]))
    onTestFinished(() => sites.close())
    const start = await restartable(sites.environment)
    const before = await start()
    const gateway = await startGateway(before.url as string)
    // Each look has one attempt, so that the first failure is one of the look.
    const polegraph = new Polegraph({ url: gateway.url, key, retries: 0 })
    const { id: domainId } = await polegraph.domains.create({ name: 'ports' })
    await polegraph.sources.add(domainId, { url: 'http://slow.example/' })
    const looks: string[] = []
    const failures: unknown[] = []
    const waiting = polegraph.waitForRun(domainId, {
      interval_ms: 20,
      onUpdate: ({ status }) => looks.push(status),
      onFailure: (error) => failures.push(error),
    })
    let end: unknown
    waiting.catch((error) => {
      end = error
    })
    await expect.poll(() => looks[0], soon).toBe('running')
    await before.stop()
    gateway.breakAll()
    await expect.poll(() => failures.length > 1 || end !== undefined, soon).toBe(true)
    expect(end).toBeUndefined()
    expect(failures[0]).toMatchObject({ code: expect.stringMatching(/^(?:connection_failed|unavailable)$/) })
    gateway.target = (await start()).url as string
    await polegraph.runs.cancel(domainId)
    expect(await waiting).toMatchObject({ status: 'cancelled' })
  })

  it('is refused where the service refuses for good, or was never reached', async () => {
    const { polegraph, domainId } = await makeDomain()
    await polegraph.domains.delete(domainId, { confirm: 'ports' })
    await expect(polegraph.waitForRun(domainId)).rejects.toMatchObject({ code: 'domain_not_found' })
    const nowhere = new Polegraph({ url: 'http://127.0.0.1:9', key, retries: 0 })
    await expect(nowhere.waitForRun(domainId)).rejects.toMatchObject({ code: 'connection_failed' })
  })
})

describe('agents()', () => {
  it('has the activity of the project', async () => {
    const { polegraph, domainId } = await makeDomain()
    const { id: projectId } = await polegraph.project.get()
    const activity = { agent: 'reader', action: 'read', subject: 'https://example.org/', detail: null } as const
    let isLive = false
    const ending = new AbortController()
    const stream = polegraph.agents({
      signal: ending.signal,
      onLive: () => {
        isLive = true
      },
    })
    const first = stream.next()
    await expect.poll(() => isLive, soon).toBe(true)
    await service.db.transaction((tx) =>
      appendActivity(tx, projectId, domainId, { ...activity, tokens: 7, spend_usd: 0.5 }),
    )
    expect((await first).value).toMatchObject({ ...activity, domain_id: domainId, tokens: 7, spend_usd: 0.5 })
    ending.abort()
    await expect(stream.next()).rejects.toThrow()
  })
})

describe('the parser', () => {
  const read = (parser: EventParser, ...pieces: string[]) => pieces.flatMap((piece) => [...parser.read(piece)])

  it('reads every way to end a line, in whatever pieces they come', () => {
    const whole =
      'id: 1\r\nevent: a\r\ndata: x\r\n\r\n:\n\nid: 2\rdata:y\rdata: z\r\rretry: 50\nid\nevent: b\ndata\n\ndata: cut'
    const expected = [
      { type: 'a', data: 'x' },
      { type: 'message', data: 'y\nz' },
      { type: 'b', data: '' },
    ]
    for (let size = 1; size <= whole.length; size++) {
      const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      const parser = new EventParser(undefined)
      expect(read(parser, ...pieces), `in pieces of ${size}`).toEqual(expected)
      expect([parser.last_id, parser.retry_ms]).toEqual(['', 50])
    }
  })

  it('knows the id of a message only when it has all of it', () => {
    const parser = new EventParser('6')
    expect(read(parser, 'id: 7\ndata: x\n')).toEqual([])
    expect(parser.last_id).toBe('6')
    expect(read(parser, '\n')).toEqual([{ type: 'message', data: 'x' }])
    expect(parser.last_id).toBe('7')
    read(parser, 'id: 8\n\nid: 9\0\n\n')
    expect(parser.last_id).toBe('8')
  })
})
