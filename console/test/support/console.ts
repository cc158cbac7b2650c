import { type CrawlTest, startCrawlTest } from '../../../server/test/support/crawl/crawl-sites.ts'
import type { Member } from '../../../server/test/support/harness.ts'
import { harbourSite } from './harbour-site.ts'

// A service with the console, a local site, and a graph that was crawled from it without a model.

export interface ConsoleTest extends CrawlTest {
  owner: Member
  /** Host of the made-up port. */
  host: string
  /** A graph of the port. */
  makeGraph(name?: string): Promise<string>
}

export async function startConsoleTest(options: Parameters<typeof startCrawlTest>[0] = {}): Promise<ConsoleTest> {
  const test = await startCrawlTest(options)
  const host = test.open(harbourSite)
  const owner = await test.makeMember(test.key, 'owner', 'ada@example.org')
  return {
    ...test,
    owner,
    host,
    makeGraph: async (name = 'Baltic ports') => {
      const domainId = await test.makeDomain({ name, description: 'The port of Rostvik and its people.', max_depth: 4 })
      await test.crawl(domainId, `http://${host}/`)
      return domainId
    },
  }
}
