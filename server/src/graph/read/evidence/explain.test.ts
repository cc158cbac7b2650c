import { expect, it } from 'vitest'
import { startCrawlTest } from '../../../../test/support/crawl/crawl-sites.ts'

// From a page of the web to the answer of `/explain`, without a shortcut.

const { open, makeDomain, crawl, call, key } = await startCrawlTest()

const page = (title: string, data: object) =>
  `<html lang="en"><head><title>${title}</title>
   <script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...data })}</script></head>
   <body><main><h1>${title}</h1><p>Of the harbour and its people, in a few plain words that make a page.</p></main></body></html>`

it('names the pages, their quotes, the rule that kept them, and where they disagree', async () => {
  const ada = { '@type': 'Person', name: 'Ada Lovelace' }
  const one = open(({ path }) =>
    path === '/' ? { body: page('One', { ...ada, birthDate: '1815-12-10', jobTitle: 'Countess' }) } : undefined,
  )
  const two = open(({ path }) =>
    path === '/' ? { body: page('Two', { ...ada, birthDate: '1815', jobTitle: 'Engineer' }) } : undefined,
  )
  const domain = await makeDomain()
  const versions = `/v1/domains/${domain}/gate/versions`
  const { version } = (await call('POST', versions, { key, body: { rules: { include_terms: ['harbour'] }, note: '' } }))
    .body
  await call('POST', `${versions}/${version}/publish`, { key, body: {} })
  await crawl(domain, `http://${one}/`)
  await crawl(domain, `http://${two}/`)

  const get = async (path: string) => (await call('GET', `/v1/domains/${domain}${path}`, { key })).body
  const { entities } = await get('/entities?kind=person')
  expect(entities).toMatchObject([{ name: 'Ada Lovelace', source_count: 2, attributes: { birth_date: '1815-12-10' } }])
  const { pages, contradictions, merges } = await get(`/entities/${entities[0].id}/explain`)
  expect(pages.map(({ host }: { host: string }) => host).sort()).toEqual([one, two].sort())
  for (const { gate_rule, quotes, mode_reason } of pages) {
    expect([gate_rule, mode_reason]).toEqual(['gate v2: include_terms harbour', 'no model is configured'])
    expect(quotes.at(-1)).toMatchObject({
      quote: expect.stringContaining('Ada Lovelace'),
      mode: 'deterministic',
      gate_version: 2,
    })
  }
  // Different birth dates make two subjects; the name makes them the same.
  expect(merges).toMatchObject([{ target: { name: 'Ada Lovelace' }, reasons: expect.arrayContaining(['same name']) }])
  const jobs = contradictions.find(({ field }: { field: string }) => field === 'attributes.job_title')
  expect(jobs.values).toMatchObject([
    { value: 'Countess', hosts: [one] },
    { value: 'Engineer', hosts: [two] },
  ])
})
