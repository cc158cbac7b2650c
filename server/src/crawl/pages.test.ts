import { describe, expect, it } from 'vitest'
import { crawlByHand, failed, read, unreadable } from '../../test/support/crawl/crawl-by-hand.ts'
import { startTestService } from '../../test/support/harness.ts'
import { newId } from '../platform/ids.ts'

const { call, key, service, makeProject, clock } = await startTestService()
const { db } = service
const hand = crawlByHand(service)

interface Page {
  id: string
  url: string
  status: string
  error: string | null
}

/** A paused domain with queued pages of these names. */
async function makeDomain(names: string[] = [], withKey = key) {
  const { body } = await call('POST', '/v1/domains', { key: withKey, body: { name: 'ports', max_pages: 1000 } })
  const id: string = body.id
  const path = `/v1/domains/${id}`
  const post = (rest: string, body?: object) => call('POST', `${path}${rest}`, { key: withKey, body })
  const get = async (rest: string) => (await call('GET', `${path}${rest}`, { key: withKey })).body
  await post('/runs/pause')
  await post('/sources/bulk', { urls: names.map(urlOf) })
  const page = async (name: string) => ((await get('/pages')).pages as Page[]).find(({ url }) => url === urlOf(name))
  const failTimes = async (name: string, times: number) => {
    for (let time = 1; time <= times; time++) {
      const known = await page(name)
      if (known?.status !== 'queued') await post('/errors/requeue', { page_ids: [known?.id] })
      const taken = await hand.take(id, urlOf(name))
      await hand.settle(id, ...taken.map((one) => unreadable(one, `no text ${time}`)))
    }
  }
  const letters = async (query = '') => (await get(`/dead-letters${query}`)).dead_letters
  return { id, path, post, get, page, failTimes, letters }
}

const urlOf = (name: string) => `https://example.org/${name}`
const namesOf = (pages: Page[]) => pages.map(({ url }) => url.split('/').at(-1))

describe('the list of pages', () => {
  it('goes on from offset to offset, and ends with null', async () => {
    const domain = await makeDomain(['a', 'b', 'c', 'd', 'e'])
    const first = await domain.get('/pages?limit=2')
    expect([namesOf(first.pages), first.next_offset]).toEqual([['a', 'b'], 2])
    const second = await domain.get('/pages?limit=2&offset=2')
    expect([namesOf(second.pages), second.next_offset]).toEqual([['c', 'd'], 4])
    const last = await domain.get('/pages?limit=2&offset=4')
    expect([namesOf(last.pages), last.next_offset]).toEqual([['e'], null])
    expect(await domain.get('/pages?offset=5')).toEqual({ pages: [], next_offset: null })
    expect((await domain.get('/pages?limit=5')).next_offset).toBeNull()
  })

  it('has those whose address contains a text, as it is written', async () => {
    const domain = await makeDomain(['Ada_1', 'ada21', '50%25', 'b/ada'])
    const other = 'http://sub.example.org:8080/ada'
    await domain.post('/sources/bulk', { urls: [other] })
    const found = async (query: string) => {
      const pages: Page[] = (await domain.get(`/pages?${query}`)).pages
      return pages.map(({ url }) => url.replace('https://example.org/', ''))
    }
    expect(await found('q=ADA')).toEqual(['Ada_1', 'ada21', 'b/ada', other])
    expect(await found('q=a_1')).toEqual(['Ada_1'])
    expect(await found('q=%25')).toEqual(['50%25'])
    expect(await found('q=%5C')).toEqual([])
    expect(await found('q=ada&limit=1&offset=1')).toEqual(['ada21'])
    expect(await found('q=ada&status=extracted')).toEqual([])
    expect(await found('host=Example.org')).toEqual(['Ada_1', 'ada21', '50%25', 'b/ada'])
    for (const host of ['sub.example.org', 'sub.example.org:8080']) expect(await found(`host=${host}`)).toEqual([other])
    for (const host of ['sub.example.org:80', 'ample.org', 'example.%25']) {
      expect(await found(`host=${host}`)).toEqual([])
    }
    expect(await found('host=example.org&q=/b/')).toEqual(['b/ada'])
  })

  it('shows how each ended, and only those of a status where one is asked for', async () => {
    const domain = await makeDomain(['a', 'b', 'c'])
    const [a, b] = await hand.take(domain.id, urlOf('a'), urlOf('b'))
    if (!a || !b) throw new Error('nothing was queued')
    await hand.settle(domain.id, read(a), failed(b, 'HTTP 503'))
    const { active_run } = await domain.get('')
    expect((await domain.get('/pages?status=extracted')).pages).toEqual([
      {
        id: a.id,
        url: urlOf('a'),
        depth: 0,
        status: 'extracted',
        last_mode: 'deterministic',
        error: null,
        error_code: null,
        mode_reason: 'no model is configured',
        source_host: 'example.org',
        run_id: active_run,
        fetched_at: expect.stringMatching(/Z$/),
      },
    ])
    expect(namesOf((await domain.get('/pages?status=queued')).pages)).toEqual(['c'])
    expect((await domain.get('/pages?status=irrelevant')).pages).toEqual([])
    const { status, body } = await call('GET', `${domain.path}/pages?status=done`, { key })
    expect([status, body.error]).toEqual([400, 'status must be one of queued, extracted, irrelevant, skipped, failed'])
  })
})

describe('failed pages', () => {
  it('are listed, the last to fail first', async () => {
    const domain = await makeDomain(['a', 'b', 'c', 'd'])
    for (const name of ['c', 'a', 'b']) {
      clock.advance(1000)
      const taken = await hand.take(domain.id, urlOf(name))
      await hand.settle(
        domain.id,
        ...taken.map((page) => ({ ...failed(page, `HTTP 500 ${name}`), fetched_at: clock.now() })),
      )
    }
    const { failed: list } = await domain.get('/errors')
    expect(namesOf(list)).toEqual(['b', 'a', 'c'])
    expect(list[0]).toEqual({
      id: (await domain.page('b'))?.id,
      url: urlOf('b'),
      depth: 0,
      error: 'HTTP 500 b',
      error_code: 'http_status',
      fetched_at: expect.any(String),
      source_host: 'example.org',
    })
    await domain.post('/runs/cancel')
    // A page that fails in a later run counts as the last to fail, even when it could not be fetched.
    await domain.post('/errors/requeue', { page_ids: [(await domain.page('c'))?.id] })
    await hand.finish(domain.id, (page) => ({ ...failed(page, 'name not found'), fetched_at: null }))
    expect(namesOf((await domain.get('/errors')).failed)).toEqual(['c', 'b', 'a'])
  })

  it('are queued again by their ids; whatever else is named is ignored', async () => {
    const domain = await makeDomain(['a', 'b', 'c', 'd'])
    const stranger = await makeDomain(['a'], (await makeProject()).key)
    await hand.finish(stranger.id, (page) => failed(page))
    const taken = await hand.take(domain.id, urlOf('a'), urlOf('b'), urlOf('c'))
    await hand.settle(domain.id, ...taken.map((page) => (page.url === urlOf('c') ? read(page) : failed(page))))
    const idOf = async (name: string) => (await domain.page(name))?.id ?? ''
    const ids = [await idOf('a'), await idOf('c'), await idOf('d'), (await stranger.page('a'))?.id, newId(), 'x', '']
    const { status, body } = await domain.post('/errors/requeue', { page_ids: [...ids, ids[0]?.toUpperCase()] })
    expect([status, body]).toEqual([200, { requeued: 1 }])
    expect(await domain.page('a')).toMatchObject({ status: 'queued', error: null })
    expect(await domain.page('b')).toMatchObject({ status: 'failed' })
    expect(await domain.page('c')).toMatchObject({ status: 'extracted' })
    expect(await stranger.page('a')).toMatchObject({ status: 'failed' })
    expect((await domain.post('/errors/requeue', { page_ids: [] })).body).toEqual({ requeued: 0 })
    expect((await domain.post('/errors/requeue', { all: true })).body).toEqual({ requeued: 1 })
    expect((await domain.post('/errors/requeue', { all: true })).body).toEqual({ requeued: 0 })
    expect((await domain.get('/runs')).runs).toEqual([expect.objectContaining({ pages_total: 4, pages_done: 1 })])
  })

  it('need to be named', async () => {
    const domain = await makeDomain()
    for (const body of [undefined, {}, { all: false }]) {
      const answer = await domain.post('/errors/requeue', body)
      expect([answer.status, answer.body.error]).toEqual([400, 'pass page_ids or all=true'])
    }
    expect((await domain.post('/errors/requeue', { page_ids: null })).body.error).toBe(
      'page_ids must be a list of at most 100',
    )
  })

  it('all of them: without those that wait as dead letters or were given up', async () => {
    const domain = await makeDomain(['open', 'discarded', 'twice', 'fetch'])
    await domain.failTimes('open', 3)
    await domain.failTimes('discarded', 3)
    await domain.failTimes('twice', 2)
    await hand.finish(domain.id, (page) => failed(page))
    const [letter] = await domain.letters()
    expect(letter.url).toBe(urlOf('discarded'))
    await domain.post(`/dead-letters/${letter.id}/discard`)
    expect((await domain.post('/errors/requeue', { all: true })).body).toEqual({ requeued: 2 })
    expect(namesOf((await domain.get('/pages?status=queued')).pages)).toEqual(['twice', 'fetch'])
    expect(namesOf((await domain.get('/errors')).failed).sort()).toEqual(['discarded', 'open'])
  })

  it('of an archived domain stay as they are', async () => {
    const domain = await makeDomain(['a'])
    await domain.failTimes('a', 3)
    const [{ id }] = await domain.letters()
    await domain.post('/archive')
    for (const path of ['/errors/requeue', `/dead-letters/${id}/requeue`]) {
      const answer = await domain.post(path, path.startsWith('/errors') ? { all: true } : undefined)
      expect([answer.status, answer.body.error]).toEqual([409, 'domain is archived'])
    }
    expect((await domain.post(`/dead-letters/${id}/discard`)).status).toBe(200)
  })
})

describe('a dead letter', () => {
  it('is written for the third failure of reading, over requeues and runs, and for no other', async () => {
    const domain = await makeDomain(['a', 'b'])
    await domain.failTimes('a', 2)
    const [b] = await hand.take(domain.id, urlOf('b'))
    if (!b) throw new Error('nothing was queued')
    await hand.settle(domain.id, failed(b))
    // A failed fetch in between neither counts nor resets the counter.
    await domain.post('/errors/requeue', { page_ids: [(await domain.page('a'))?.id] })
    await hand.finish(domain.id, (page) => failed(page))
    expect(await domain.letters()).toEqual([])
    await domain.failTimes('a', 1)
    expect(await domain.letters()).toEqual([
      {
        id: expect.any(String),
        url: urlOf('a'),
        depth: 0,
        error: 'no text 1',
        error_code: 'unreadable',
        status: 'open',
        created_at: expect.stringMatching(/Z$/),
      },
    ])
    expect(await domain.page('a')).toMatchObject({ status: 'failed' })
  })

  it('is not written when a read succeeded in between', async () => {
    const domain = await makeDomain(['a'])
    await domain.failTimes('a', 2)
    await domain.post('/errors/requeue', { all: true })
    await hand.finish(domain.id)
    await domain.post('/recrawl')
    await domain.failTimes('a', 2)
    expect(await domain.letters()).toEqual([])
  })

  it('is requeued once, and is replaced if its page cannot be read again: a page has one', async () => {
    const domain = await makeDomain(['a'])
    await domain.failTimes('a', 3)
    const [{ id }] = await domain.letters()
    const requeue = async () => (await domain.post(`/dead-letters/${id}/requeue`)).body
    for (const _time of ['once', 'twice']) expect(await requeue()).toEqual({ ok: true })
    expect(await domain.page('a')).toMatchObject({ status: 'queued' })
    await domain.failTimes('a', 1)
    const letters = await domain.letters()
    expect(letters).toEqual([expect.objectContaining({ url: urlOf('a'), status: 'open' })])
    expect(letters[0].id).not.toBe(id)
    expect(await domain.letters('?status=requeued')).toEqual([])
    // The letter that was answered is gone, and a repeated call does nothing more.
    expect((await requeue()).error).toBe('not found')
    expect(await domain.page('a')).toMatchObject({ status: 'failed' })
  })

  it('counts as requeued when its page is queued in another way', async () => {
    const domain = await makeDomain(['a'])
    await domain.failTimes('a', 3)
    await domain.post('/sources', { url: urlOf('a') })
    expect(await domain.letters()).toEqual([expect.objectContaining({ status: 'requeued' })])
  })

  it('can be discarded, and requeued after all', async () => {
    const domain = await makeDomain(['a'])
    await domain.failTimes('a', 3)
    const [{ id }] = await domain.letters()
    for (let time = 1; time <= 2; time++) {
      expect((await domain.post(`/dead-letters/${id}/discard`)).body).toEqual({ ok: true })
      expect(await domain.letters()).toEqual([expect.objectContaining({ id, status: 'discarded' })])
    }
    expect(await domain.page('a')).toMatchObject({ status: 'failed' })
    expect((await domain.post(`/dead-letters/${id}/requeue`)).body).toEqual({ ok: true })
    expect(await domain.letters()).toEqual([expect.objectContaining({ id, status: 'requeued' })])
    expect(await domain.page('a')).toMatchObject({ status: 'queued' })
    // Once the page has been read, an old letter no longer keeps it from being queued.
    await hand.finish(domain.id)
    await domain.post(`/dead-letters/${id}/discard`)
    await domain.post('/recrawl')
    await hand.finish(domain.id, (page) => failed(page))
    expect((await domain.post('/errors/requeue', { all: true })).body).toEqual({ requeued: 1 })
  })

  it('is not found by others', async () => {
    const domain = await makeDomain(['a'])
    await domain.failTimes('a', 3)
    const [{ id }] = await domain.letters()
    const sibling = await makeDomain()
    const { key: other } = await makeProject()
    for (const action of ['requeue', 'discard']) {
      expect((await sibling.post(`/dead-letters/${id}/${action}`)).body.error).toBe('not found')
      const answer = await call('POST', `${domain.path}/dead-letters/${id}/${action}`, { key: other })
      expect(answer.body.error).toBe('domain not found')
    }
    expect(await domain.letters()).toEqual([expect.objectContaining({ status: 'open' })])
    expect(await db.query('select 1 from pages where domain_id = $1', [sibling.id])).toEqual([])
  })
})
