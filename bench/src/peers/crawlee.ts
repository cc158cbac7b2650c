import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio'

// The same sites with Crawlee's CheerioCrawler: follows the links of each host, and keeps title, text and links of every
// page. Asked with `crawl <stored|in-memory> <most pages> <addresses as JSON>`; answers how many pages it has
// fetched, dead ones included.

log.setLevel(log.LEVELS.ERROR)

async function crawl(storage: string, most: number, addresses: string[]): Promise<number> {
  let read = 0
  const configuration = new Configuration({
    persistStorage: storage === 'stored',
    purgeOnStart: true,
    availableMemoryRatio: 0.5,
  })
  const crawler = new CheerioCrawler(
    {
      maxConcurrency: 48,
      maxRequestsPerCrawl: most,
      maxRequestRetries: 0,
      failedRequestHandler: () => {
        read++
      },
      async requestHandler({ $, request, enqueueLinks, pushData }) {
        read++
        const text = $('body').text().replaceAll(/\s+/g, ' ')
        await pushData({ url: request.url, title: $('title').text(), text })
        await enqueueLinks({ strategy: 'same-hostname' })
      },
    },
    configuration,
  )
  await crawler.run(addresses)
  return read
}

process.on('message', async (question: string) => {
  const [verb, storage = '', most = '0', ...rest] = question.split(' ')
  if (verb === 'crawl') process.send?.(await crawl(storage, Number(most), JSON.parse(rest.join(' ')) as string[]))
})
process.channel?.ref()
process.on('SIGTERM', () => process.exit(0))
