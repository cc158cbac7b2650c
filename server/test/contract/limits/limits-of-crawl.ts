import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limits } from '@polegraph/contract/limits.ts'
import { expect, onTestFinished, vi } from 'vitest'
import { boundClaims } from '../../../src/pipeline/steps/facts/bound-claims.ts'
import { type TakenPlan, updatePlanStep } from '../../../src/plans/queries.ts'
import { newId } from '../../../src/platform/ids.ts'
import { readFetched } from '../../../src/reader/read-page/read-answer.ts'
import { createAddressGuard } from '../../../src/web/address/address-guard.ts'
import { Fetcher } from '../../../src/web/fetch/fetcher.ts'
import { crawlByHand, unreadable } from '../../support/crawl/crawl-by-hand.ts'
import { says } from '../../support/graph/claims-fixture.ts'
import { makePlace, type Place } from '../../support/graph/world.ts'
import { closedNetwork, type TestService } from '../../support/harness.ts'
import { writePdf } from '../../support/pdf/write-pdf.ts'
import { type LimitRow, said, secondMs } from './limit-row.ts'

// Limits of sources, pages and runs, and of one fetch.

/** A site on this machine. */
async function serve(answer: RequestListener): Promise<string> {
  const site = createServer((request, response) => {
    response.setHeader('connection', 'close')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    site.closeAllConnections()
    site.close()
  })
  await once(site, 'listening')
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

function makeFetcher(): Fetcher {
  const guard = createAddressGuard({ allow: ['127.0.0.0/8'], resolve: closedNetwork.resolve })
  const fetcher = new Fetcher({ guard, user_agent: 'test', connect: closedNetwork.connect })
  onTestFinished(() => fetcher.close())
  return fetcher
}

export function crawlLimits({ call, service }: TestService) {
  const { db } = service
  const hand = crawlByHand(service)
  const base = ({ domain }: Place) => `/v1/domains/${domain.id}`
  const post = (place: Place, rest: string, body?: object) =>
    call('POST', `${base(place)}${rest}`, { key: place.key.secret, body })
  const get = (place: Place, rest: string) => call('GET', `${base(place)}${rest}`, { key: place.key.secret })
  const listsLastFive = async (table: 'discoveries' | 'plans') => {
    const place = await makePlace(db)
    const ids = some(7, () => newId())
    await db.query(
      `insert into ${table} (domain_id, id, status) select $1, id, 'finished' from unnest($2::uuid[]) as id`,
      [place.domain.id, ids],
    )
    const listed = (await get(place, `/${table}`)).body[table]
    expect(listed.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2).toReversed())
  }
  const some = <Item>(count: number, make: (n: number) => Item) => Array.from({ length: count }, (_, n) => make(n))

  /** Beside the pages of the place. */
  const addPages = async (place: Place, status: 'extracted' | 'failed', count: number) => {
    const ids = some(count, () => newId())
    await db.query(
      `insert into pages (domain_id, id, url, host, source_host, group_key, depth, status, created_at)
       select $1, id, 'https://many.example/' || id, 'many.example', 'many.example', '', 1, $3, now()
       from unnest($2::uuid[]) as id`,
      [place.domain.id, ids, status],
    )
    return ids
  }

  return {
    bulk_sources: {
      is: 100,
      cases: {
        'a hundred work, one more does not': async () => {
          const place = await makePlace(db)
          const urls = (count: number) => ({ urls: some(count, (n) => `https://bulk.example/${n}`) })
          const refused = await post(place, '/sources/bulk', urls(101))
          expect(said(refused)).toBe('400 urls must be a list of at most 100')
          expect(said(await post(place, '/sources/bulk', urls(100)))).toBe(201)
          const { sources } = (await get(place, '/sources?limit=500')).body
          expect(sources).toHaveLength(101)
        },
      },
    },
    sitemap_entries: {
      is: 50,
      cases: {
        'the first fifty are queued': async () => {
          const entries = some(51, (n) => `https://listed.example/${n}`)
          const url = await serve((_request, response) => response.end(entries.join('\n')))
          const { body } = await post(await makePlace(db), '/sources/sitemap', { url: `${url}/sitemap.txt` })
          expect(body).toMatchObject({ discovered: 51, queued: 50 })
        },
      },
    },
    pages_default: {
      is: 100,
      cases: {
        'a hundred pages come, or as many as are asked for up to 500': async () => {
          const place = await makePlace(db)
          await addPages(place, 'extracted', 600)
          const list = async (query: string) => (await get(place, `/pages${query}`)).body
          const first = await list('')
          expect([first.pages.length, first.next_offset]).toEqual([100, 100])
          const most = await list('?limit=500&offset=100')
          expect([most.pages.length, most.next_offset]).toEqual([500, 600])
          const last = await list('?limit=500&offset=600')
          expect([last.pages.length, last.next_offset]).toEqual([3, null])
          expect(said(await get(place, '/pages?limit=501'))).toBe('400 limit must be an integer from 1 to 500')
          expect(said(await get(place, '/pages?offset=10000000'))).toBe(200)
          expect(said(await get(place, '/pages?offset=10000001'))).toBe(
            '400 offset must be an integer from 0 to 10000000',
          )
        },
      },
    },
    discoveries: { is: 5, cases: { 'the last five are listed, newest first': () => listsLastFive('discoveries') } },
    plans: { is: 5, cases: { 'the last five are listed, newest first': () => listsLastFive('plans') } },
    plan_selected: {
      is: 200,
      cases: {
        'a plan lists the first ones': async () => {
          const place = await makePlace(db)
          const taken = { domain_id: place.domain.id, id: newId(), fence: 0 } as TakenPlan
          await db.query(
            `insert into plans (domain_id, id, status, due_at) values ($1, $2, 'running', now() + interval '1 hour')`,
            [taken.domain_id, taken.id],
          )
          const batch = some(120, (at) => ({ url: `http://ports.example/${at}`, reason: 'it is there' }))
          for (let at = 0; at < 3; at++) {
            const step = { due_at: new Date(Date.now() + 3_600_000), selected: batch, rejected: 0, entities_before: 0 }
            await db.transaction((tx) => updatePlanStep(tx, taken, step, limits.plan_selected))
          }
          const [plan] = (await get(place, '/plans')).body.plans
          expect([plan.selected.length, plan.enqueued]).toEqual([200, 360])
        },
      },
    },
    runs: {
      is: 20,
      cases: {
        'the last twenty are listed': async () => {
          const place = await makePlace(db)
          await db.query(
            `insert into runs select domain_id, id, 'finished', 'call', now(), now(), 'nothing left', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
             from (select $1::uuid as domain_id, unnest($2::uuid[]) as id) as new`,
            [place.domain.id, some(20, () => newId())],
          )
          const { runs } = (await get(place, '/runs')).body
          expect(runs).toHaveLength(20)
          // The one of the place is the oldest.
          expect(runs.map(({ id }: { id: string }) => id)).not.toContain(place.run.id)
        },
      },
    },
    failed_pages: {
      is: 200,
      cases: {
        'the last two hundred are listed': async () => {
          const place = await makePlace(db)
          await addPages(place, 'failed', 250)
          expect((await get(place, '/errors')).body.failed).toHaveLength(200)
        },
      },
    },
    requeue_ids: {
      is: 100,
      cases: {
        'a hundred work, one more does not': async () => {
          const place = await makePlace(db)
          const page_ids = await addPages(place, 'failed', 101)
          const requeue = (ids: string[]) => post(place, '/errors/requeue', { page_ids: ids })
          expect(said(await requeue(page_ids))).toBe('400 page_ids must be a list of at most 100')
          expect((await requeue(page_ids.slice(1))).body).toEqual({ requeued: 100 })
        },
      },
    },
    requeue_all: {
      is: 200,
      cases: {
        'all are two hundred at a time': async () => {
          const place = await makePlace(db)
          await addPages(place, 'failed', 250)
          const requeue = async () => (await post(place, '/errors/requeue', { all: true })).body.requeued
          expect([await requeue(), await requeue(), await requeue()]).toEqual([200, 50, 0])
        },
      },
    },
    page_entities_max: {
      is: 1000,
      cases: {
        'the first thousand are kept': async () => {
          const people = Array.from({ length: 1001 }, (_, n) => says('person', `Ann ${n}`))
          expect(boundClaims(people).claims).toEqual(people.slice(0, 1000))
        },
      },
    },
    page_claims_max: {
      is: 5000,
      cases: {
        'the first five thousand are kept': async () => {
          const claims = Array.from({ length: 5001 }, () => says('person', 'Ann Lee'))
          expect(boundClaims(claims).claims).toHaveLength(5000)
        },
      },
    },
    dead_after: {
      is: 3,
      cases: {
        'the third failure of reading makes a dead letter': async () => {
          const place = await makePlace(db)
          const url = 'https://example.org/queued'
          const letters = async () =>
            (await get(place, '/dead-letters')).body.dead_letters.filter((one: { url: string }) => one.url === url)
          for (const expected of [0, 0, 1]) {
            await hand.settle(
              place.domain.id,
              ...(await hand.take(place.domain.id, url)).map((page) => unreadable(page)),
            )
            expect(await letters()).toHaveLength(expected)
            await post(place, '/errors/requeue', { page_ids: [place.queued_page.id] })
          }
        },
      },
    },
    fetch_bytes: {
      is: 10 * 1024 * 1024,
      cases: {
        '10 MiB are read, one byte more is not': async () => {
          const url = await serve((request, response) => response.end(Buffer.alloc(Number(request.url?.slice(1)))))
          const fetcher = makeFetcher()
          const whole = await fetcher.fetch({ url: `${url}/10485760` })
          expect(whole.body.length).toBe(10_485_760)
          whole.release()
          await expect(fetcher.fetch({ url: `${url}/10485761` })).rejects.toThrow('larger than 10 MiB')
        },
      },
    },
    fetch_seconds: {
      is: 20,
      cases: {
        'an answer may take 20 seconds': async () => {
          const asked = Promise.withResolvers<void>()
          const url = await serve(() => asked.resolve())
          const fetcher = makeFetcher()
          // Only the fetch's own clock: the connection is real.
          vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
          onTestFinished(() => void vi.useRealTimers())
          let ended: unknown
          const fetching = fetcher.fetch({ url: `${url}/` }).catch((error) => {
            ended = error
          })
          await asked.promise
          await vi.advanceTimersByTimeAsync(20 * secondMs - 100)
          expect(ended).toBeUndefined()
          await vi.advanceTimersByTimeAsync(100)
          vi.useRealTimers()
          await fetching
          expect(ended).toMatchObject({ message: 'no answer within 20 s', kind: 'timeout' })
        },
      },
    },
    pdf_pages: {
      is: 500,
      cases: {
        'of 501 pages the first 500 are read, and the page says so': async () => {
          const read = async (pages: number) => {
            const texts = [{ text: 'The harbour of Riga', x: 60, y: 60 }]
            const body = writePdf({ pages: Array.from({ length: pages }, () => ({ texts })) })
            const job = { body, content_type: 'application/pdf', url: 'https://example.org/a.pdf', status: 200 }
            const reading = await readFetched({ ...job, x_robots_tag: null })
            return 'page' in reading ? reading.page.verdict : reading
          }
          expect(await read(500)).toBeNull()
          expect(await read(501)).toEqual({ kind: 'partly read', signal: 'the first 500 of its 501 pages' })
        },
      },
    },
    fetch_redirects: {
      is: 10,
      cases: {
        'ten are followed, eleven are not': async () => {
          const url = await serve((request, response) => {
            const left = Number(request.url?.slice(1))
            if (left === 0) response.end('here')
            else response.writeHead(302, { location: `/${left - 1}` }).end()
          })
          const fetcher = makeFetcher()
          const answer = await fetcher.fetch({ url: `${url}/10` })
          expect([answer.status, answer.hops.length]).toEqual([200, 10])
          answer.release()
          await expect(fetcher.fetch({ url: `${url}/11` })).rejects.toThrow('more than 10 redirects')
        },
      },
    },
  } satisfies Record<string, LimitRow>
}
