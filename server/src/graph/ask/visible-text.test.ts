import { expect, it } from 'vitest'
import { startCrawlTest } from '../../../test/support/crawl/crawl-sites.ts'

// Pages say much to machines that people do not see. Whoever asks gets sentences that stand on the page.

const { open, makeDomain, crawl, call, key } = await startCrawlTest()

const seen = 'The Solberg Expedition was paid for by the Norvik Trading Company, which lent two ships.'
const data = {
  '@context': 'https://schema.org',
  '@type': 'Event',
  name: 'Solberg Expedition',
  description: 'The Solberg Expedition was paid for by the Norvik Trading Company. It set out from Tromsø in May 1897.',
  startDate: '1897-05-02',
  funder: { '@type': 'Organization', name: 'Norvik Trading Company' },
  organizer: { '@type': 'Person', name: 'Henrik Solberg', jobTitle: 'polar explorer' },
}
const body = `<html lang="en"><head><title>Solberg Expedition</title>
  <meta name="description" content="Who paid for the Solberg Expedition, and who led the expedition to the polar explorer's hut.">
  <script type="application/ld+json">${JSON.stringify(data)}</script></head>
  <body><main><h1>Solberg Expedition</h1><p>Henrik Solberg led the voyage. ${seen} It came home after two winters.</p></main></body></html>`

const astrid = {
  '@context': 'https://schema.org',
  '@type': 'Person',
  name: 'Astrid Lindholm',
  description: 'Danish shipowner who paid for the lighthouse of Tana.',
}
const other = `<html lang="en"><head><script type="application/ld+json">${JSON.stringify(astrid)}</script></head>
  <body><main><h1>Astrid Lindholm</h1><p>Astrid Lindholm inherited eleven ships at the age of thirty and sold them one by one.
  With the third she paid for the lighthouse of Tana.</p></main></body></html>`

const host = open(({ path }) => (path === '/' ? { body } : path === '/astrid' ? { body: other } : undefined))
const domain = await makeDomain()
await crawl(domain, `http://${host}/`)
await crawl(domain, `http://${host}/astrid`)
const text = [body, other]
  .map((html) => html.replaceAll(/<script.*?<\/script>|<[^>]*>/gs, '').replaceAll(/\s+/g, ' '))
  .join(' ')

it.each([
  ['Who paid for the Solberg Expedition?', seen],
  ['Which company paid for the Solberg Expedition?', seen],
  ['Who inherited eleven ships?', 'inherited eleven ships'],
  ['Who paid for the lighthouse of Tana?', 'With the third she paid for the lighthouse of Tana.'],
  ['Who led the voyage?', 'Henrik Solberg led the voyage.'],
  ['Henrik Solberg', 'Henrik Solberg led the voyage.'],
])('%s is answered by a sentence that people can see', async (q, sentence) => {
  const { body: answer } = await call('GET', `/v1/domains/${domain}/ask?q=${encodeURIComponent(q)}`, { key })
  expect(answer.citations[0]?.quote).toContain(sentence)
  for (const { quote } of answer.citations) {
    expect(text).toContain(quote)
    expect(quote).not.toMatch(/[{}]|":/)
  }
})

it.each(['polar explorer', 'set out from Tromsø', 'who led the expedition', 'Solberg'])(
  'a search for %s gives no passage that only machines see',
  async (q) => {
    const { body: found } = await call('GET', `/v1/domains/${domain}/search?q=${encodeURIComponent(q)}`, { key })
    for (const { quote } of found.passages) expect(text).toContain(quote)
  },
)
