import { expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { plainPage } from '../../test/support/web/local-site.ts'

// What a crawl asks several nodes for, where tests run on a cluster that counts it (`citus.enable_stat_counters`).

const { open, makeDomain, crawl, service } = await startCrawlTest()

const [setting] = await service.db.query<{ counts: string | null }>(
  `select current_setting('citus.enable_stat_counters', true) as counts`,
)

/** How often the coordinator has asked several nodes for one statement. */
async function countedToMany(): Promise<number> {
  const [row] = await service.db.query<{ n: string }>(
    `select sum(query_execution_multi_shard) as n from citus_stat_counters where name = current_database()`,
  )
  return Number(row?.n)
}

/** Pages are settled many at a time: a statement for each time would come up to twenty times here. */
const most = 8

it.skipIf(setting?.counts !== 'on')('a page asks one node at a time', { timeout: 120_000 }, async () => {
  const paths = Array.from({ length: 99 }, (_, n) => `/${n}`)
  const host = open(({ path }) => plainPage(`page ${path}`, path === '/' ? paths : []))
  const domain = await makeDomain()
  const before = await countedToMany()
  const pages = await crawl(domain, `http://${host}/`)
  expect(pages).toHaveLength(100)
  expect((await countedToMany()) - before).toBeLessThan(most)
})
