import { expect, it } from 'vitest'
import { says } from '../../test/support/claims-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'
import type { PageEnding } from '../crawl/page-ending.ts'
import { SeenLinks } from '../frontier/seen-links.ts'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { CrawlStops } from '../queue/crawl-stops.ts'
import { PageQueue } from '../queue/page-queue.ts'
import { PageSettler, portionsOf } from './page-settler.ts'

const read = (claims: number): PageEnding =>
  ({ type: 'read', facts: { claims: Array.from({ length: claims }, (_, n) => says('person', `Ann ${n}`)) } }) as never

it('pages with many claims are written in transactions of their own, in the order in which they ended', () => {
  const pages = [10, 500, 500, 100, 2_000, 20, 0].map(read)
  const portions = [...portionsOf(pages)]
  expect(portions.flat()).toEqual(pages)
  expect(portions.map(({ length }) => length)).toEqual([2, 2, 1, 2])
})

it('pages with few claims are written together', () => {
  const pages = Array.from({ length: 64 }, () => read(5))
  expect([...portionsOf(pages)]).toEqual([pages])
})

const { service, clock } = await startTestService()

it('the pages of one project do not wait for all those of another', async () => {
  const { db, events } = service
  const queue = new PageQueue({ db, clock, delay_ms: 0, stops: new CrawlStops() })
  const settler = new PageSettler({ db, log: createLog({ level: 'silent' }), events, seen: new SeenLinks(), queue })
  const order: string[] = []
  // Their domains are gone: nothing is written, in as many transactions.
  const add = (name: string, page: object, claims: number) =>
    settler.add({ endings: [{ ...read(claims), page } as PageEnding], done: () => order.push(name) })
  const large = { project_id: newId(), domain_id: newId() }
  for (let n = 0; n < 10; n++) add('large', large, 800)
  add('small', { project_id: newId(), domain_id: newId() }, 1)
  await settler.flush()
  expect(order).toHaveLength(11)
  expect(order.indexOf('small')).toBeLessThan(3)
})
