import { beforeAll, describe, expect, it } from 'vitest'
import { relates, says } from '../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'
import { type Reconciler, reconcilerAt } from '../../test/support/reconciler.ts'
import { newSecret } from '../platform/secrets.ts'

// The reconciliation API by a share link, as OpenRefine uses it: without a key, and without what a link keeps back.

const test = await startTestService()
const { url, key, call } = test

let graph: Awaited<ReturnType<typeof saidGraph>>
let token = ''
let shared: Reconciler
let adaId = ''
const hostile = `<img src=x onerror=alert(1)> & "Ada" 'Berg'`

beforeAll(async () => {
  graph = await saidGraph(test)
  await graph.say({
    'secret-host.example/1': [
      says('person', hostile, {
        summary: '</title><script>alert(2)</script>',
        attributes: { birth_date: '1815-12-10' },
        external_ids: { wikidata: 'Q424242' },
        urls: ['https://home.example/'],
      }),
      relates(['person', hostile], 'member_of', ['object', 'Secret Society']),
    ],
  })
  adaId = (await graph.entities()).find(({ doc }) => doc.kind === 'person')?.id as string
  token = await share(['search'])
  shared = reconcilerAt(`${url}/v1/public/${token}/reconcile`)
})

async function share(views: string[], show: string[] = []): Promise<string> {
  return (await call('POST', `/v1/domains/${graph.id}/share`, { key, body: { views, show } })).body.token
}

it('has a manifest with a preview and no authentication, which any page may read', async () => {
  const { body, headers } = await shared.get('', 'manifest')
  expect(body).toMatchObject({
    suggest: { entity: { service_url: url, service_path: `/v1/public/${token}/reconcile/suggest/entity` } },
    preview: { url: `${url}/s/${token}/preview/{{id}}`, width: 420, height: 260 },
    view: { url: `${url}/s/${token}/preview/{{id}}` },
  })
  expect(body.authentication).toBeUndefined()
  expect(headers.get('access-control-allow-origin')).toBe('*')
})

it('reconciles, extends and suggests', async () => {
  const [first] = await shared.reconcile({ query: hostile })
  expect(first).toMatchObject({ id: adaId, name: hostile, match: true })
  const { rows } = await shared.extend([adaId], ['birth_date'])
  expect(rows[adaId].birth_date).toEqual([{ str: '1815-12-10' }])
  const { body } = await shared.get('/suggest/entity?prefix=Ada', 'suggest-entities-response')
  expect(body.result).toMatchObject([{ id: adaId }])
  expect((await shared.get('/suggest/type?prefix=', 'suggest-types-response')).body.result).toHaveLength(4)
})

it('takes a batch from a page of anywhere, as a simple request of CORS', async () => {
  const response = await fetch(`${url}/v1/public/${token}/reconcile`, {
    method: 'POST',
    headers: { origin: 'https://refine.example', 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ queries: '{"q0":{"query":"Ada"}}' }),
  })
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
})

it('says nothing about relationships, sources and ids in registers, and cannot be asked about them', async () => {
  const everything = [
    'out.member_of',
    'in.member_of',
    'external_ids.wikidata',
    'urls',
    'where.place_id',
    'attributes.birth_date',
  ]
  const told = [
    await shared.extend([adaId], everything),
    (await shared.get('/properties?type=person', 'data-extension-property-proposal')).body,
    (await shared.get('/suggest/property?prefix=', 'suggest-properties-response')).body,
    await shared.reconcile({
      query: 'Ada',
      properties: everything.map((pid) => ({ pid, v: ['Secret Society', 'Q424242'] })),
    }),
  ]
  for (const secret of ['Q424242', 'Secret Society', 'home.example', 'secret-host']) {
    expect(JSON.stringify(told), secret).not.toContain(secret)
  }
  const offered = [...told[1].properties, ...told[2].result].map(({ id }: { id: string }) => id)
  expect(offered.filter((id) => /^(?:out|in|external_ids|urls|where\.place_id)/.test(id))).toEqual([])
  expect(told[0].rows[adaId]).toMatchObject({ 'out.member_of': [], 'external_ids.wikidata': [], urls: [] })
  const properties = [{ pid: 'external_ids.wikidata', v: 'Q424242' }]
  expect(await shared.reconcile({ properties })).toEqual([])
  const [first] = await shared.reconcile({ query: 'Ada', properties })
  expect(first.features).toContainEqual({ id: 'external_ids.wikidata', value: false })
})

it('finds by an id in a register, for a link that shows facts', async () => {
  const properties = [{ pid: 'external_ids.wikidata', v: 'Q424242' }]
  const found = async (show: string[]) =>
    (await reconcilerAt(`${url}/v1/public/${await share(['search'], show)}/reconcile`).reconcile({ properties })).map(
      ({ id }) => id,
    )
  expect(await found(['facts'])).toEqual([adaId])
  expect(await found(['relationships', 'sources'])).toEqual([])
})

describe('a link', () => {
  it.each([
    ['without the search', async () => share(['graph', 'timeline', 'map'])],
    ['that is unknown', async () => newSecret('shr_')],
    ['that is no link', async () => 'shr_nothing'],
  ])('%s opens nothing, whatever is asked', async (_what, make) => {
    const other = await make()
    const closed = reconcilerAt(`${url}/v1/public/${other}/reconcile`)
    const answers = [
      await closed.get(),
      await closed.get('?queries={'),
      await closed.post({ queries: 'nonsense' }),
      await closed.get('/suggest/entity?prefix=a'),
      await closed.get('/properties?type=person'),
    ]
    expect(answers.map(({ status, body }) => `${status} ${body.error}`)).toEqual(Array(5).fill('404 not found'))
    expect((await fetch(`${url}/s/${other}/preview/${adaId}`)).status).toBe(404)
  })

  it('that was revoked opens nothing any more', async () => {
    const { body } = await call('POST', `/v1/domains/${graph.id}/share`, { key, body: { views: ['search'] } })
    await call('DELETE', `/v1/domains/${graph.id}/share/${body.id}`, { key })
    expect((await reconcilerAt(`${url}/v1/public/${body.token}/reconcile`).get()).status).toBe(404)
  })
})

describe('the preview', () => {
  it('shows an entity as text, in a frame of any page, and loads and runs nothing', async () => {
    const response = await fetch(`${url}/s/${token}/preview/${adaId}`)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('<h1>&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Ada&quot; &#39;Berg&#39;</h1>')
    expect(html).toContain('<dt>birth date</dt><dd>1815-12-10</dd>')
    expect(html).not.toMatch(/<script|<img|Q424242|Secret Society|home\.example/)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-\S+'; base-uri 'none'; form-action 'none'; frame-ancestors \*$/,
    )
    expect(response.headers.get('x-frame-options')).toBeNull()
    expect(html.length).toBeLessThan(4000)
  })

  it.each(['nothing', '00000000-0000-7000-8000-000000000000'])('of %s is not found', async (id) => {
    expect((await fetch(`${url}/s/${token}/preview/${id}`)).status).toBe(404)
  })
})
