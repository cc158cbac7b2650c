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
  values: string[]
}

interface Evidence {
  start: number
  end: number
  quote: string
  certainty: string
  fields: { field: string; value: string }[]
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
  const expected = evidence.flatMap(({ start, end, quote, fields, certainty }: Evidence) => {
    expect(text.slice(start, end)).toBe(quote)
    return [...Map.groupBy(fields, ({ field }) => field)].map(([field, claimed]) => {
      const values = claimed.map(({ value }) => value)
      return { start, end, entity_id: person.id, field, values, certainty }
    })
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
  const { text, quotes, unseen } = (await textOf(page)).body as {
    text: string
    quotes: Quote[]
    unseen: (Quote & { quote: string })[]
  }
  const { entities } = (await call('GET', `/v1/domains/${domain}/entities?q=Knut+Petersen`, { key })).body
  const { evidence } = (await call('GET', `/v1/domains/${domain}/entities/${entities[0].id}/evidence`, { key })).body
  expect(evidence.map(({ start }: Evidence) => start >= text.length)).toContain(true)
  expect(quotes.filter(({ entity_id }) => entity_id === entities[0].id)).toEqual([])
  const ofKnut = unseen.filter(({ entity_id }) => entity_id === entities[0].id)
  expect(ofKnut).toContainEqual(expect.objectContaining({ field: 'attributes.job_title', values: ['Lotse'] }))
  const quoted = evidence.map(({ start, end, quote }: Evidence) => ({ start, end, quote }))
  for (const { start, end, quote } of ofKnut) expect(quoted).toContainEqual({ start, end, quote })
})

it('names the entities and relationships that it is quoted for, and no others', async () => {
  const { quotes, unseen, entities, relationships } = (await textOf(page)).body
  const owners = [...quotes, ...unseen] as Quote[]
  const named = (list: { id: string }[]) => list.map(({ id }) => id).toSorted()
  const ends = relationships.flatMap(({ from, to }: { from: string; to: string }) => [from, to])
  expect(named(relationships)).toEqual([...new Set(owners.flatMap((one) => one.relationship_id ?? []))].toSorted())
  expect(named(entities)).toEqual([...new Set([...owners.flatMap((one) => one.entity_id ?? []), ...ends])].toSorted())
  expect(relationships.length).toBeGreaterThan(0)
  for (const { id, type } of relationships) {
    const { body: shown } = await call('GET', `/v1/domains/${domain}/relationships/${id}`, { key })
    expect(shown.type).toBe(type)
  }
  for (const { id, kind, name: called } of entities) {
    expect((await call('GET', `/v1/domains/${domain}/entities/${id}`, { key })).body).toMatchObject({
      kind,
      name: called,
    })
  }
})

it('belongs to a page that says what became of it', async () => {
  const { status, body: answer } = await call('GET', `/v1/domains/${domain}/pages/${page}`, { key })
  expect([status, answer]).toEqual([200, pages[0]])
  const unknown = await call('GET', `/v1/domains/${domain}/pages/0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70`, { key })
  expect([unknown.status, unknown.body.error]).toEqual([404, 'page not found'])
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
