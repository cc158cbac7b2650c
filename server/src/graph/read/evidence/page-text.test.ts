import { pageRoutes } from '@polegraph/contract/crawl/pages.ts'
import { expect, it } from 'vitest'
import { startCrawlTest } from '../../../../test/support/crawl/crawl-sites.ts'
import { pageBounds } from '../../../reader/html/page-bounds.ts'

const test = await startCrawlTest()
const { call, key, open, makeDomain, crawl, service } = test

const name = 'Ingeborg Krüger'
const body = `<!doctype html><html lang="de"><head><title>Hafen</title>
  <script type="application/ld+json">{"@context": "https://schema.org", "@type": "Person", "name": "${name}",
    "jobTitle": "Hafenmeisterin", "worksFor": {"@type": "Organization", "name": "Hafenamt Norderney"},
    "colleague": {"@type": "Person", "name": "Knut Petersen", "jobTitle": "Lotse"}}</script></head>
  <body><main><h1>Der Hafen 🚢 von Norderney</h1>
  <p>${name} ist die Hafenmeisterin des Hafens und arbeitet seit vielen Jahren für das Hafenamt Norderney an der Küste.</p>
  <ul><li>Fähren fahren am Morgen und am Abend zum Festland.</li><li>Segler liegen im alten Becken.</li></ul>
  <p>Im Winter ruht der Betrieb, und die Boote stehen an Land, bis das Eis im Hafen wieder geschmolzen ist.</p>
  </main></body></html>`
const domain = await makeDomain({ name: 'Harbours' })
const host = open(({ path }) => {
  if (path === '/') return { headers: { 'content-type': 'text/html; charset=utf-8' }, body }
  return path === '/robots.txt' ? {} : undefined
})
await crawl(domain, `http://${host}/`)
const { pages } = (await call('GET', `/v1/domains/${domain}/pages`, { key })).body
const textOf = (pageId: string) => call('GET', `/v1/domains/${domain}/pages/${pageId}/text`, { key })
const page = pages[0].id as string

interface Quote {
  start: number
  end: number
  entity_id?: string
  relationship_id?: string
  field: string
}

it('is what readers see, with its blocks', async () => {
  const { status, body: answer } = await textOf(page)
  expect([status, answer.language]).toEqual([200, 'de'])
  expect(answer.text).not.toMatch(/jobTitle|schema\.org/)
  const blocks = answer.blocks.map(({ start, end, kind }: { start: number; end: number; kind: string }) => [
    kind,
    answer.text.slice(start, end),
  ])
  expect(blocks[0]).toEqual(['heading', 'Der Hafen 🚢 von Norderney'])
  expect(blocks).toContainEqual(['list_item', 'Segler liegen im alten Becken.'])
  expect(answer.text.endsWith(blocks.at(-1)[1])).toBe(true)
})

it('says what it is quoted for, as evidence does', async () => {
  const { text, quotes } = (await textOf(page)).body as { text: string; quotes: Quote[] }
  expect(quotes.length).toBeGreaterThan(0)
  expect(quotes.map(({ start }) => start)).toEqual(quotes.map(({ start }) => start).toSorted((a, b) => a - b))
  const { entities } = (await call('GET', `/v1/domains/${domain}/entities`, { key })).body
  const person = entities.find((entity: { name: string }) => entity.name === name)
  const { evidence } = (await call('GET', `/v1/domains/${domain}/entities/${person.id}/evidence`, { key })).body
  const expected = evidence.flatMap(({ start, end, quote, fields }: Quote & { quote: string; fields: Quote[] }) => {
    expect(text.slice(start, end)).toBe(quote)
    return [...new Set(fields.map(({ field }) => field))].map((field) => ({ start, end, entity_id: person.id, field }))
  })
  const ofPerson = quotes.filter(({ entity_id }) => entity_id === person.id)
  expect(ofPerson).toHaveLength(expected.length)
  expect(ofPerson).toEqual(expect.arrayContaining(expected))
  for (const { entity_id, relationship_id } of quotes)
    expect([entity_id, relationship_id].filter(Boolean)).toHaveLength(1)
})

it('comes as Markdown to those who ask for that', async () => {
  const path = `/v1/domains/${domain}/pages/${page}/text`
  const markdown = (etag?: string) =>
    fetch(`${test.url}${path}`, {
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'text/markdown, application/json;q=0.5',
        ...(etag && { 'if-none-match': etag }),
      },
    })
  const answer = await markdown()
  expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(answer.headers.get('vary')).toContain('accept')
  const lines = (await answer.text()).split('\n')
  expect(lines[0]).toBe('# Der Hafen 🚢 von Norderney')
  expect(lines).toContain('- Segler liegen im alten Becken.')
  expect((await markdown(answer.headers.get('etag') ?? '')).status).toBe(304)
  const json = await textOf(page)
  expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(json.headers.get('vary')).toContain('accept')
})

it('is quoted for nothing that only its structured data says', async () => {
  const { text, quotes } = (await textOf(page)).body as { text: string; quotes: Quote[] }
  const { entities } = (await call('GET', `/v1/domains/${domain}/entities?q=Knut+Petersen`, { key })).body
  const { evidence } = (await call('GET', `/v1/domains/${domain}/entities/${entities[0].id}/evidence`, { key })).body
  expect(evidence.map(({ start }: Quote) => start >= text.length)).toContain(true)
  expect(quotes.filter(({ entity_id }) => entity_id === entities[0].id)).toEqual([])
})

it('is quoted for nothing that was deleted, and for the survivor of what was merged', async () => {
  const made = { key, body: { kind: 'person', name: 'Survivor' } }
  const survivor = (await call('POST', `/v1/domains/${domain}/entities`, made)).body.id as string
  const { quotes } = (await textOf(page)).body as { quotes: Quote[] }
  const quoted = [...new Set(quotes.flatMap(({ entity_id }) => entity_id ?? []))]
  const { entities } = (await call('GET', `/v1/domains/${domain}/entities`, { key })).body
  const person = entities.find((entity: { name: string }) => entity.name === name).id
  const merged = await call('POST', `/v1/domains/${domain}/entities/merge`, {
    key,
    body: { target: survivor, sources: [person] },
  })
  expect(merged.status).toBe(200)
  const after = (await textOf(page)).body.quotes as Quote[]
  expect(after.some(({ entity_id }) => entity_id === person)).toBe(false)
  expect(after.some(({ entity_id }) => entity_id === survivor)).toBe(true)
  for (const id of quoted.filter((one) => one !== person)) {
    await call('DELETE', `/v1/domains/${domain}/entities/${id}`, { key })
  }
  await call('DELETE', `/v1/domains/${domain}/entities/${survivor}`, { key })
  expect((await textOf(page)).body.quotes).toEqual([])
})

it('is not found where none is stored, or the gate drops the page', async () => {
  for (const id of ['0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70', 'x']) {
    const { status, body: answer } = await textOf(id)
    expect([status, answer.error]).toEqual([404, 'page not found'])
  }
  const other = await makeDomain({ name: 'Other' })
  expect((await call('GET', `/v1/domains/${other}/pages/${page}/text`, { key })).status).toBe(404)
  await service.db.query(
    `update pages set status = 'irrelevant', read_status = 'irrelevant' where domain_id = $1 and id = $2`,
    [domain, page],
  )
  expect((await textOf(page)).status).toBe(404)
})

it('is bounded as the route says', () => {
  const { description } = pageRoutes.getPageText
  for (const bound of [pageBounds.text_chars, pageBounds.blocks])
    expect(description).toContain(bound.toLocaleString('en'))
})
