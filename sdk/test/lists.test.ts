import { describe, expect, it } from 'vitest'
import { EventLog } from '../../server/src/events/event-log.ts'
import { startCrawlTest } from '../../server/test/support/crawl/crawl-sites.ts'
import { pageUpdate } from '../../server/test/support/event-entries.ts'
import { makePlace } from '../../server/test/support/graph/world.ts'
import { plainPage } from '../../server/test/support/web/local-site.ts'
import { Polegraph } from '../src/polegraph.ts'
import { renderQuery } from '../src/transport.ts'

const { service, url, key, open, clock } = await startCrawlTest()

/** A client that notes the addresses it asks. */
function noting(ofKey = key) {
  const asked: string[] = []
  const record = (address: string, init: RequestInit) => {
    asked.push(address.slice(url.length))
    return fetch(address, init)
  }
  return { asked, polegraph: new Polegraph({ url, key: ofKey, fetch: record }) }
}

async function all<Item>(list: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = []
  for await (const item of list) items.push(item)
  return items
}

describe('a list', () => {
  it('is one page when it is awaited, and every item when it is iterated', async () => {
    const { key: ownKey } = (await makePlace(service.db)) as { key: { secret: string } }
    const { polegraph, asked } = noting(ownKey.secret)
    const names = Array.from({ length: 7 }, (_, n) => `key ${n}`)
    for (const name of names) await polegraph.keys.create({ name })
    asked.length = 0
    const page = await polegraph.keys.list({ limit: 3 })
    expect([page.keys.length, typeof page.next_cursor, asked.length]).toEqual([3, 'string', 1])
    asked.length = 0
    const keys = await all(polegraph.keys.list({ limit: 3 }))
    expect(keys.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names.toReversed())
    expect(asked).toHaveLength(3)
    expect(new Set(keys.map(({ id }) => id)).size).toBe(keys.length)
  })

  it('asks for many at a time once it goes on, and keeps its filters', async () => {
    const { id: domainId } = await noting().polegraph.domains.create({ name: 'many' })
    await service.db.query(
      `insert into sources (domain_id, id, url, host, created_at)
       select $1, gen_random_uuid(), 'https://example.org/' || n, 'example.org', now() from generate_series(1, 620) n`,
      [domainId],
    )
    const { polegraph, asked } = noting()
    expect(await all(polegraph.sources.list(domainId))).toHaveLength(620)
    expect(asked.map((path) => new URLSearchParams(path.split('?')[1]).get('limit'))).toEqual([null, '500', '500'])
    asked.length = 0
    const domains = await all(polegraph.domains.list({ all: true, limit: 1 }))
    expect(domains.length).toBeGreaterThan(0)
    expect(asked.every((path) => path.includes('all=1') && path.includes('limit=1'))).toBe(true)
  })

  it('stops asking when its reader stops', async () => {
    const { polegraph, asked } = noting()
    for (let n = 0; n < 3; n++) await polegraph.domains.create({ name: `stop ${n}` })
    asked.length = 0
    for await (const { name } of polegraph.domains.list({ limit: 1 })) if (name === 'stop 1') break
    expect(asked).toHaveLength(2)
  })

  it('that breaks is an error in the middle of it', async () => {
    const { polegraph } = noting()
    const { id } = await polegraph.domains.create({ name: 'broken' })
    await expect(all(polegraph.entities.list(id, { cursor: 'wrong' }))).rejects.toMatchObject({ status: 400 })
  })

  it('may be a log, which ends where it ends', async () => {
    const { polegraph, asked } = noting()
    const { id } = await polegraph.domains.create({ name: 'log' })
    const log = new EventLog([])
    const entries = Array.from({ length: 450 }, (_, n) => pageUpdate(n))
    await service.db.transaction((tx) => log.append(tx, id, entries))
    asked.length = 0
    const events = await all(polegraph.domains.pollEvents(id, { since: 3 }))
    expect(events.map((event) => event.id)).toEqual(Array.from({ length: 447 }, (_, n) => n + 4))
    expect(asked.map((path) => path.split('?')[1])).toEqual(['since=3', 'since=203', 'since=403', 'since=450'])
  })

  it('may go by offset, and changes by their cursor', async () => {
    const place = await makePlace(service.db)
    const { polegraph } = noting(place.key.secret)
    const pages = await all(polegraph.pages.list(place.domain.id, { limit: 2 }))
    expect(pages.map(({ status }) => status).sort()).toEqual(['extracted', 'failed', 'queued'])
    for (const summary of ['One.', 'Two.']) {
      await polegraph.entities.change(place.domain.id, place.entity.id, { summary })
    }
    const changes = await all(polegraph.graph.listChanges(place.domain.id, { since: 0, limit: 1 }))
    const cursors = changes.map(({ cursor }) => cursor)
    expect(cursors.length).toBeGreaterThan(1)
    expect(cursors).toEqual([...new Set(cursors)].toSorted((a, b) => a - b))
  })
})

describe('a query', () => {
  it('has lists with commas, flags as 1 and 0, and fields of objects by a dot', () => {
    const bbox = [-10, 50.5, 10, 60] as const
    const query = { kind: ['person', 'event'], attr: { role: 'ship captain' }, all: true, provenance: false, bbox }
    const text = decodeURIComponent(renderQuery({ ...query, q: undefined, limit: 5 }).replaceAll('+', ' '))
    expect(text).toBe('?kind=person,event&attr.role=ship captain&all=1&provenance=0&bbox=-10,50.5,10,60&limit=5')
    expect(renderQuery({ q: undefined })).toBe('')
  })

  it('is understood by the service', async () => {
    const place = await makePlace(service.db)
    const { polegraph } = noting(place.key.secret)
    const { domain, entity } = place
    await polegraph.entities.change(domain.id, entity.id, { attributes: { role: 'Pilot' }, when: '1815' })
    const found = await polegraph.entities.list(domain.id, {
      kind: ['person', 'event'],
      attr: { role: 'pilot' },
      has: ['when'],
      min_confidence: 0,
      facets: ['kind', 'attr.role'],
      sort: 'name',
    })
    expect(found.entities.map(({ id }) => id)).toEqual([entity.id])
    expect(found.facets).toMatchObject({ kind: [{ value: 'person', count: 1 }] })
    expect((await polegraph.entities.list(domain.id, { kind: 'event' })).entities).toEqual([])
    const map = await polegraph.graph.getMap(domain.id, { bbox: [-180, -90, 180, 90] })
    expect(map.type).toBe('FeatureCollection')
    const file = await polegraph.graph.export(domain.id, { format: 'ndjson', provenance: true })
    expect(file.headers.get('content-type')).toBe('application/x-ndjson')
    expect((await file.text()).split('\n').length).toBeGreaterThan(2)
  })
})

describe('waitForRun', () => {
  it('waits for the end of a crawl, and says how far it is', async () => {
    const { polegraph } = noting()
    const { id } = await polegraph.domains.create({ name: 'crawled' })
    expect(await polegraph.waitForRun(id)).toBeNull()
    const host = open(({ path }) => plainPage(`Page ${path}`, path === '/' ? ['/a', '/b'] : []))
    await polegraph.sources.add(id, { url: `http://${host}/` })
    const [started] = (await polegraph.runs.list(id)).runs
    const seen: string[] = []
    const run = await polegraph.waitForRun(id, {
      interval_ms: 50,
      onUpdate: ({ status }) => {
        // What waits for its time, such as another try, need not be waited for.
        clock.advance(100)
        seen.push(status)
      },
    })
    expect(run).toMatchObject({ id: started?.id, status: 'finished', pages_done: 3 })
    expect(seen.at(-1)).toBe('finished')
    expect(await polegraph.waitForRun(id, { run_id: run?.id as string })).toEqual(run)
  })

  it('comes back from a run that is paused, and knows a run that is not there', async () => {
    const place = await makePlace(service.db)
    const { polegraph } = noting(place.key.secret)
    const run = await polegraph.waitForRun(place.domain.id)
    expect(run).toMatchObject({ id: place.run.id, status: 'running', paused_reason: 'paused by a test' })
    const unknown = polegraph.waitForRun(place.domain.id, { run_id: place.domain.id })
    await expect(unknown).rejects.toMatchObject({ code: 'not_found' })
  })

  it('ends with its signal', async () => {
    const { polegraph, asked } = noting()
    const { id } = await polegraph.domains.create({ name: 'slow' })
    const host = open(() => 'by hand')
    await polegraph.sources.add(id, { url: `http://${host}/` })
    const ending = new AbortController()
    const waiting = polegraph.waitForRun(id, { signal: ending.signal, interval_ms: 60_000 })
    await expect.poll(() => asked.filter((path) => path.endsWith('/runs')).length).toBeGreaterThan(0)
    ending.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await polegraph.runs.cancel(id)
  })
})
