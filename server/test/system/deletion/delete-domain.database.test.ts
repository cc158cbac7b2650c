import { type RouteName, routes } from '@polegraph/contract/routes.ts'
import { describe, expect, it } from 'vitest'
import { deleteDomain } from '../../../src/domains/delete-domain.ts'
import { CrawlStops } from '../../../src/queue/crawl-stops.ts'
import { PageQueue } from '../../../src/queue/page-queue.ts'
import { sampleOf, sentBy } from '../../contract/samples.ts'
import { crawlByHand, link, read } from '../../support/crawl/crawl-by-hand.ts'
import { countRows, fillDomain, fillDomainWith, makeFullPlace, tablesWith } from '../../support/graph/full-domain.ts'
import type { Place } from '../../support/graph/world.ts'
import { startTestService } from '../../support/harness.ts'

// Deleting a domain, or a project, leaves nothing of it in any table, whichever tables there are: they are found in the
// catalogue, and each must have had a row.

const { call, service, clock } = await startTestService()
const { db } = service

const remove = ({ domain, key }: Place) =>
  call('DELETE', `/v1/domains/${domain.id}?confirm=${encodeURIComponent(domain.name)}`, { key: key.secret })
const rowsOf = (domainId: string) => countRows(db, 'domain_id', domainId)
const rowsOfProject = (projectId: string) => countRows(db, 'project_id', projectId)
const expectGone = (domainId: string) =>
  expect
    .poll(() => db.query('select id from domains where id = $1', [domainId]), { interval: 100 })
    .toEqual([])
    .then(async () => expect(tablesWith(await rowsOf(domainId))).toEqual([]))

it('has a row in every table', async () => {
  const place = await makeFullPlace(db)
  const ofDomain = await rowsOf(place.domain.id)
  expect(tablesWith(ofDomain)).toEqual(Object.keys(ofDomain))
  const ofProject = await rowsOfProject(place.id)
  expect(tablesWith(ofProject)).toEqual(Object.keys(ofProject))
  expect(Object.keys({ ...ofDomain, ...ofProject })).toEqual(expect.arrayContaining(['gates', 'shares', 'feedback']))
})

it('deletes a domain everywhere, and nothing else', async () => {
  const place = await makeFullPlace(db)
  const key = place.key.secret
  const neighbour: string = (await call('POST', '/v1/domains', { key, body: { name: 'kept' } })).body.id
  await fillDomain(db, { domain_id: neighbour, project_id: place.id })
  const stranger = await makeFullPlace(db)
  const others = () => Promise.all([neighbour, stranger.domain.id].map(rowsOf))
  const ofOthers = await others()
  const ofProject = await rowsOfProject(place.id)
  expect((await remove(place)).body).toEqual({ deleted: place.domain.id })

  await expectGone(place.domain.id)
  expect(await others()).toEqual(ofOthers)
  // Feedback outlives the domain that it is about.
  expect(await rowsOfProject(place.id)).toEqual({
    ...ofProject,
    domains: 1,
    agent_activity: 1,
    crawl_lanes: 0,
    waiting_work: 0,
    webhook_lanes: 0,
  })
})

it('deletes a project everywhere, with its domains, and nothing else', async () => {
  const [place, stranger] = [await makeFullPlace(db), await makeFullPlace(db)]
  const kept = await rowsOf(stranger.domain.id)
  const keptOfProject = await rowsOfProject(stranger.id)
  const path = `/v1/project?confirm=${encodeURIComponent(place.name)}`
  const deleted = await call('DELETE', path, { key: place.key.secret })
  expect(deleted.body).toEqual({ deleted: place.id, domains: 1, users: 3 })
  // At once, whatever rows its domains still have.
  expect(await db.query('select from projects where id = $1', [place.id])).toEqual([])

  await expectGone(place.domain.id)
  expect(tablesWith(await rowsOfProject(place.id))).toEqual([])
  expect(await rowsOf(stranger.domain.id)).toEqual(kept)
  expect(await rowsOfProject(stranger.id)).toEqual(keptOfProject)
})

/** 21,000 rows. */
const many = 6_000

describe('a large domain', () => {
  it('is gone for every call at once, and its rows later', async () => {
    const place = await makeFullPlace(db)
    await fillDomainWith(db, place.domain.id, many)
    const before = await rowsOf(place.domain.id)
    expect(Object.values(before).reduce((sum, n) => sum + n)).toBeGreaterThan(3.5 * many)
    expect((await remove(place)).body).toEqual({ deleted: place.domain.id })
    // The last that goes.
    expect((await rowsOf(place.domain.id)).pages).toBe(before.pages)

    for (const name of Object.keys(routes) as RouteName[]) {
      const sample = sampleOf(name, place)
      const { method, path } = sample
      const isPublic = routes[name].path.startsWith('/v1/public/')
      if (!isPublic && !path.includes(place.domain.id)) continue
      const answer = await call(method, path, { key: place.key.secret, ...sentBy(sample) })
      const error = isPublic ? 'not found' : 'domain not found'
      expect([name, answer.status, answer.body.error]).toEqual([name, 404, error])
    }
    const again = await call('POST', '/v1/domains', { key: place.key.secret, body: { name: place.domain.name } })
    const { body } = await call('GET', '/v1/domains?all=1', { key: place.key.secret })
    expect(body.domains.map(({ id }: { id: string }) => id)).toEqual([again.body.id])

    await expectGone(place.domain.id)
    expect(tablesWith(await rowsOf(again.body.id))).toEqual(['gate_versions', 'gates'])
  })
})

describe('a worker that comes back with a page of a deleted domain', () => {
  /** As the call does it, without the job: the rows stay. */
  const detach = (place: Place) =>
    db.transaction((tx) =>
      deleteDomain(tx, { project_id: place.id, domain_id: place.domain.id }, place.domain.name, async () => undefined),
    )

  it('writes nothing while the rows are there', async () => {
    const place = await makeFullPlace(db)
    const worker = crawlByHand(service)
    const [page] = await worker.take(place.domain.id)
    if (!page) throw new Error('nothing is queued')
    await detach(place)
    const before = await rowsOf(place.domain.id)
    await worker.settle(place.domain.id, read(page, { links: [link('https://example.org/next')] }))
    expect(await rowsOf(place.domain.id)).toEqual(before)
    const [row] = await db.query('select status from pages where domain_id = $1 and id = $2', [page.domain_id, page.id])
    expect(row).toEqual({ status: 'queued' })
  })

  it('writes nothing when they are gone', async () => {
    const place = await makeFullPlace(db)
    const worker = crawlByHand(service)
    const [page] = await worker.take(place.domain.id)
    if (!page) throw new Error('nothing is queued')
    await remove(place)
    await expectGone(place.domain.id)
    await worker.settle(place.domain.id, read(page))
    expect(tablesWith(await rowsOf(place.domain.id))).toEqual([])
  })

  it('is the last: no other takes one', async () => {
    const place = await makeFullPlace(db)
    await detach(place)
    // As if it had been crawling.
    await db.query(`update domains set crawl_state = 'running', paused_reason = null, paused_by = null where id = $1`, [
      place.domain.id,
    ])
    const queue = new PageQueue({ db, clock, delay_ms: 0, stops: new CrawlStops() })
    await db.query(
      `insert into crawl_hosts (host, next_request_at, due_at, crawl_delay_ms, failures)
       values ('example.org', now(), now(), 0, 0) on conflict (host) do update set due_at = now(), holder = null`,
    )
    expect(await queue.claim(10, 10)).toEqual([])
    await queue.openForgotten()
    const lanes = await db.query('select is_open from crawl_lanes where domain_id = $1', [place.domain.id])
    expect(lanes).toEqual([{ is_open: false }])
  })
})
