import { expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'

// Without a model, pages are read for their structured data and for the names in their text.

const { open, makeDomain, crawl, recrawl, service, call, key } = await startCrawlTest()

const page = (paragraphs: string[], head = '') =>
  `<html lang="en"><head><title>The harbour</title>${head}</head><body><main><h1>The harbour</h1>${paragraphs
    .map((text) => `<p>${text}</p>`)
    .join('')}</main></body></html>`

const grace = 'In 1952 Grace Hopper moved to Philadelphia, where she worked with John Mauchly for several years.'
const ada = 'Ada Lovelace (10 December 1815 – 27 November 1852) was an English mathematician who lived in London.'

const abraham =
  'In 1837 Abraham Lincoln moved to Springfield, Illinois, where he worked with John Stuart for several years.'

function openPage(paragraphs: string[], head = '') {
  const state = { paragraphs, head }
  const host = open(({ path }) => (path === '/' ? { body: page(state.paragraphs, state.head) } : undefined))
  return { state, url: `http://${host}/` }
}

const claimsOf = (domainId: string) =>
  service.db.query<{
    origin: string
    mode: string
    quote: string
    fact: { kind: string; name: string; when: { edtf: string } | null; where: { lat?: number } | null }
  }>(
    `select c.origin, c.mode, c.quote, c.fact from claims c
     join page_texts t on t.domain_id = c.domain_id and t.page_id = c.page_id
     where c.domain_id = $1 and c.retracted_at is null
       and substr(t.text, c.quote_start + 1, c.quote_end - c.quote_start) = c.quote order by c.quote_start, c.fact ->> 'name'`,
    [domainId],
  )

it('reads the names in the text, with the sentences that say them', async () => {
  const { state, url } = openPage([grace, ada, abraham])
  const domain = await makeDomain()
  expect(await crawl(domain, url)).toMatchObject([
    { status: 'extracted', last_mode: 'deterministic', mode_reason: 'no model is configured' },
  ])
  const claims = await claimsOf(domain)
  const named = new Map(claims.map((claim) => [claim.fact.name, claim]))
  expect(named.get('Grace Hopper')).toMatchObject({ origin: 'text', mode: 'deterministic', quote: grace })
  expect(named.get('Grace Hopper')?.fact.kind).toBe('person')
  expect(named.get('London')?.fact.kind).toBe('location')
  const lived = claims.find(({ fact }) => fact.name === 'Ada Lovelace' && fact.when !== null)
  expect(lived?.fact.when?.edtf).toBe('1815-12-10/1852-11-27')
  // The context decides: there are larger towns of this name.
  expect(named.get('Springfield')?.fact.where?.lat).toBeCloseTo(39.8, 1)
  state.paragraphs = [ada]
  await recrawl(domain)
  const names = (await claimsOf(domain)).map(({ fact }) => fact.name)
  expect(names).toContain('Ada Lovelace')
  expect(names).not.toContain('Grace Hopper')
})

it('says that a page is in a language whose names are not read, whatever the page declares', async () => {
  const swedish =
    'Sällskapet grundades på artonhundratalet av en liten grupp människor som ville samla brev och papper från sin stad. ' +
    'Det har sedan dess varit öppet för alla, och medlemmarna träffas en gång i månaden i det gamla biblioteket för att ' +
    'tala om nya fynd som har kommit in under de senaste veckorna. Karl Berg leder arbetet sedan några år.'
  const { url } = openPage([swedish])
  expect(await crawl(await makeDomain(), url)).toMatchObject([
    {
      status: 'extracted',
      mode_reason: 'no model is configured; its text is in Swedish, in which few names are read without a model',
    },
  ])
})

it('leaves to the data what the data says', async () => {
  const person = { '@context': 'https://schema.org', '@type': 'Person', name: 'Grace Hopper', jobTitle: 'Admiral' }
  const { url } = openPage([grace], `<script type="application/ld+json">${JSON.stringify(person)}</script>`)
  const domain = await makeDomain()
  await crawl(domain, url)
  const claims = await claimsOf(domain)
  const origins = claims.filter(({ fact }) => fact.name === 'Grace Hopper').map(({ origin }) => origin)
  expect(new Set(origins)).toEqual(new Set(['structured']))
  expect(claims.map(({ fact }) => fact.name)).toContain('Philadelphia')
})

it('reads only kinds that the domain has', async () => {
  const { url } = openPage([grace])
  const domain = await makeDomain({ ontology: ['place'] })
  await crawl(domain, url)
  const claims = await claimsOf(domain)
  expect(claims.map(({ fact }) => [fact.kind, fact.name])).toEqual([['place', 'Philadelphia']])
})

it('finds towns and countries once, whatever they are called', async () => {
  const { url } = openPage([
    'In 1952 Grace Hopper left the United States and went to Vienna, where John Mauchly lived.',
    'Ada Lovelace came from Wien to the USA, and stayed in Philadelphia.',
  ])
  const domain = await makeDomain()
  await crawl(domain, url)
  const { entities } = (await call('GET', `/v1/domains/${domain}/entities?kind=location`, { key })).body
  const names = entities.map(({ name, aliases }: { name: string; aliases: string[] }) => [name, ...aliases].sort())
  expect(names.sort()).toEqual([['Philadelphia'], ['USA', 'United States'], ['Vienna', 'Wien']])
})

it('is surer of a name in many sentences than of one in a notice that every page has', async () => {
  const notice = 'Typeset: Lark Ferris, Philadelphia.'
  const paths = Array.from({ length: 14 }, (_, at) => `/${at}`)
  const links = paths.map((path) => `<a href="${path}">page ${path}</a>`).join(' ')
  const host = open(({ path }) => {
    const own = `On day ${path.slice(1)} of the journey Grace Hopper wrote letter ${path.slice(1)} to her sister in the north.`
    return { body: page([own, notice, path === '/' ? links : '']) }
  })
  const domain = await makeDomain()
  await crawl(domain, `http://${host}/`)
  const { entities } = (await call('GET', `/v1/domains/${domain}/entities?kind=person`, { key })).body
  const sure = new Map(entities.map((one: { name: string; confidence: number }) => [one.name, one.confidence]))
  const { entities: shown } = (
    await call('GET', `/v1/domains/${domain}/entities?kind=person&min_confidence=0.94`, { key })
  ).body
  expect(sure.get('Grace Hopper')).toBeGreaterThan(sure.get('Lark Ferris') as number)
  expect(shown.map(({ name }: { name: string }) => name)).toEqual(['Grace Hopper'])
})
