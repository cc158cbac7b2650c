import { type SharedPart, shownChoices, type View, views } from '@polegraph/contract/graph/shares.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertGraph } from '../../test/support/graph/graph-rows.ts'
import { startTestService } from '../../test/support/harness.ts'
import { type Json, reconcilerAt } from '../../test/support/reconciler.ts'
import { newId } from '../platform/ids.ts'

// What a link shows beside entities, for every choice that its owner has, in every view; and what no link shows.

const { call, key, service, url } = await startTestService()
const { db } = service

const [ada, society, kiel, gone, merged, lost] = Array.from({ length: 6 }, () => newId()) as [
  ...[string, string, string, string, string, string],
]
const [works, denied, lives] = Array.from({ length: 3 }, () => newId()) as [string, string, string]

/** What tells that a part is shown, wherever it stands in an answer. */
const signs: Record<SharedPart, RegExp> = {
  relationships: /"edges"|works_for/,
  facts: /Q4242|geonames:2891122|home\.example/,
  sources: /page\.example|as the page has it|"quotes"/,
}
const never =
  /Hidden|Gone Person|"member_of"|"(?:pinned|confidence|host|page_id|run_id|mode|model|source_count|evidence_count|relationship_count|merged_from|said_as)"/

let domain: string
const bases = new Map<string, string>()
const baseOf = (show: SharedPart[]) => bases.get(show.join()) as string
const read = async (show: SharedPart[], rest: string) => {
  const { status, body } = await call('GET', `${baseOf(show)}/${rest}`)
  return status === 200 ? body : `${status} ${body.error}`
}

beforeAll(async () => {
  domain = (await call('POST', '/v1/domains', { key, body: { name: 'harbour', description: '' } })).body.id
  const point = { lat: 54.32, lon: 10.12, precision: 'city' as const, country: 'DE', place_id: 'geonames:2891122' }
  const at = new Date(Date.now() - 60_000)
  await insertGraph(db, domain, {
    entities: [
      {
        ...{ id: ada, kind: 'person', name: 'Ada Berg', when: '1970-05', where: point, at },
        attributes: { role: 'treasurer' },
        external_ids: { wikidata: 'Q4242' },
        urls: ['https://home.example/'],
      },
      { id: society, kind: 'object', name: 'Harbour Society', when: '1998', at },
      { id: kiel, kind: 'location', name: 'Kiel', where: point, at },
      { id: merged, kind: 'person', name: 'A. Berg', merged_into: ada, at },
      { id: lost, kind: 'person', name: 'Hidden Berg', merged_into: ada, at },
      { id: gone, kind: 'person', name: 'Gone Person', when: '1971', where: point, at },
    ],
    relationships: [
      { id: works, from: ada, to: society, type: 'works_for', at },
      { id: lives, from: gone, to: kiel, type: 'located_in', at },
      { id: denied, from: ada, to: kiel, type: 'member_of', certainty: 'denied', at },
    ],
    claims: [
      { entity: ada, url: 'https://page.example/ada', quote: 'Ada, as the page has it' },
      { entity: ada, url: 'https://page.example/ids', quote: 'Ada is Q4242' },
      { entity: ada, url: 'https://page.example/not', quote: 'Hidden: there was no Ada' },
      { entity: ada, url: 'https://page.example/old', quote: 'Hidden: no longer said', retracted_at: new Date() },
      { entity: merged, url: 'https://page.example/a', quote: 'A. Berg, as the page has it' },
      { entity: lost, url: 'https://page.example/lost', quote: 'Hidden by a person' },
      { entity: gone, url: 'https://page.example/gone', quote: 'Hidden with the one it is about' },
      { entity: kiel, url: 'https://page.example/kiel', quote: 'Kiel, as the page has it' },
      { relationship: works, url: 'https://page.example/works', quote: 'She works there, as the page has it' },
      { relationship: denied, url: 'https://page.example/denied', quote: 'Hidden: she was never a member' },
    ],
  })
  const addToFact = (quote: string, more: object) =>
    db.query('update claims set fact = fact || $3 where domain_id = $1 and quote = $2', [
      ...[domain, quote, JSON.stringify(more)],
    ])
  await addToFact('Ada is Q4242', { external_ids: { wikidata: 'Q4242' } })
  await addToFact('Hidden: there was no Ada', { certainty: 'denied' })
  for (const id of [gone, lost]) {
    await db.query('update entities set tombstone_id = $3, is_shown = false where domain_id = $1 and id = $2', [
      ...[domain, id, newId()],
    ])
  }
  await db.query('update relationships set is_shown = false where domain_id = $1 and id = $2', [domain, lives])
  for (const show of shownChoices) {
    const { body } = await call('POST', `/v1/domains/${domain}/share`, { key, body: { views, show } })
    expect(body.show).toEqual(show)
    bases.set(show.join(), body.public_base)
  }
})

const choices = shownChoices.map((show) => ({ show, title: show.join(', ') || 'nothing more' }))
const signsIn = (text: string) => Object.keys(signs).filter((part) => signs[part as SharedPart].test(text))
const adaIn = ({ nodes, items, features, entities }: Json) =>
  (nodes ?? items ?? entities ?? features.map(({ properties }: Json) => properties)).find((one: Json) => one.id === ada)

describe.each(choices)('a link that shows $title', ({ show }) => {
  const has = (part: SharedPart) => show.includes(part)

  it('says so', async () => {
    expect(await call('GET', baseOf(show))).toMatchObject({
      body: { name: 'harbour', description: '', views: [...views], show },
    })
  })

  it.each([...views])('has that and nothing more in its %s', async (view) => {
    const answer = await read(show, view === 'search' ? 'search?q=ada' : view)
    const text = JSON.stringify(answer)
    // Only a graph has lines.
    expect(signsIn(text)).toEqual(show.filter((part) => part !== 'relationships' || view === 'graph'))
    expect(text).not.toMatch(never)
    const entity = adaIn(answer)
    expect(entity).toMatchObject({ name: 'Ada Berg', attributes: { role: 'treasurer' }, when: { edtf: '1970-05' } })
    expect(entity.external_ids).toEqual(has('facts') ? { wikidata: 'Q4242' } : undefined)
    expect(entity.urls).toEqual(has('facts') ? ['https://home.example/'] : undefined)
    expect(entity.where.place_id).toBe(has('facts') ? 'geonames:2891122' : undefined)
    const quotes = [
      { quote: 'A. Berg, as the page has it', url: 'https://page.example/a', observed_at: expect.any(String) },
      ...(has('facts')
        ? [{ quote: 'Ada is Q4242', url: 'https://page.example/ids', observed_at: expect.any(String) }]
        : []),
      { quote: 'Ada, as the page has it', url: 'https://page.example/ada', observed_at: expect.any(String) },
    ]
    expect(entity.quotes).toEqual(has('sources') ? quotes : undefined)
  })

  it('has the lines between the entities of its graph, or none', async () => {
    const { nodes, edges, omitted, truncated } = await read(show, 'graph')
    expect([nodes.length, omitted, truncated]).toEqual([3, 0, false])
    const quotes = [
      {
        ...{ quote: 'She works there, as the page has it', url: 'https://page.example/works' },
        observed_at: expect.any(String),
      },
    ]
    const ends = { from: ada, to: society, source: ada, target: society }
    const line = { id: works, ...ends, type: 'works_for', certainty: 'said', ...(has('sources') && { quotes }) }
    expect(edges).toEqual(has('relationships') ? [line] : undefined)
  })

  it.each<[View, string, string[]]>([
    ['graph', 'type=works_for', ['Ada Berg', 'Harbour Society']],
    ['graph', `seed=${society}`, ['Ada Berg', 'Harbour Society']],
    ['graph', `seed=${kiel}&depth=2`, ['Kiel']],
    ['graph', 'q=society', ['Ada Berg', 'Harbour Society']],
    ['graph', 'certainty=reported', ['Ada Berg', 'Harbour Society', 'Kiel']],
    ['timeline', `entity=${society}`, ['Ada Berg', 'Harbour Society']],
    ['timeline', 'type=located_in', []],
    ['map', 'type=works_for', ['Ada Berg']],
    ['search', 'q=ada&certainty=said', ['Ada Berg']],
  ])('is asked for its %s by %s only if it shows relationships', async (view, query, expected) => {
    const answer = await read(show, `${view}?${query}`)
    const [name] = query.split(/[=&]/).filter((one) => ['type', 'seed', 'certainty', 'entity'].includes(one))
    if (!has('relationships') && name !== undefined) {
      expect(answer).toBe(`400 ${name} is not a known field`)
      return
    }
    const { nodes, items, features, entities } = answer
    const shown = nodes ?? items ?? entities ?? features.map(({ properties }: Json) => properties)
    const names = shown.map((one: Json) => one.name).toSorted()
    expect(names).toEqual(has('relationships') || view !== 'graph' ? expected : ['Harbour Society'])
  })

  it.each<[View, string, string]>([
    ['graph', 'certainty=denied', '400 certainty must be one or more of said, reported, separated by commas'],
    ['graph', 'host=page.example', '400 host is not a known field'],
    ['map', 'min_confidence=0.5', '400 min_confidence is not a known field'],
    ['timeline', 'entity=nobody', '400 entity must be a UUID'],
    ['graph', 'seed=nobody', '400 seed must be a UUID'],
    ['graph', 'neighbors=1', '400 neighbors is not a known field'],
    ['map', 'sort=connections', '400 sort is not a known field'],
  ])('is never asked for its %s by %s', async (view, query, expected) => {
    expect(await read(show, `${view}?${query}`)).toBe(expected)
  })

  it('tells as much to those who reconcile', async () => {
    const reconciler = reconcilerAt(`${url}${baseOf(show)}/reconcile`)
    const asked = ['out.works_for', 'out.member_of', 'external_ids.wikidata', 'urls', 'where.place_id']
    const { rows } = await reconciler.extend([ada], asked)
    expect(rows[ada]).toEqual({
      'out.works_for': has('relationships') ? [{ id: society, name: 'Harbour Society' }] : [],
      'out.member_of': [],
      'external_ids.wikidata': has('facts') ? [{ str: 'Q4242' }] : [],
      urls: has('facts') ? [{ str: 'https://home.example/' }] : [],
      'where.place_id': has('facts') ? [{ str: 'geonames:2891122' }] : [],
    })
    const { properties } = (await reconciler.get('/properties?type=person')).body
    const offered = properties.map(({ id }: { id: string }) => id)
    const ofParts = [...(has('relationships') ? ['out.works_for'] : []), ...(has('facts') ? asked.slice(2) : [])]
    expect(offered.filter((id: string) => asked.includes(id)).toSorted()).toEqual(ofParts.toSorted())
    const given = [
      { pid: 'external_ids.wikidata', v: 'Q4242' },
      { pid: 'out.works_for', v: 'Harbour Society' },
    ]
    const [first] = await reconciler.reconcile({ query: 'Ada Berg', properties: given })
    expect(first.features.slice(2)).toEqual([
      { id: 'external_ids.wikidata', value: has('facts') },
      { id: 'out.works_for', value: has('relationships') },
    ])
    const told = JSON.stringify([rows, properties, await reconciler.reconcile({ query: 'Ada' })])
    expect(signsIn(told)).not.toContain('sources')
    expect(told).not.toMatch(never)
  })

  it('shows the graph as it was, with the same parts', async () => {
    for (const view of ['graph', 'timeline', 'map', 'search?q=ada']) {
      const of = (time: string) => read(show, `${view}${view.includes('?') ? '&' : '?'}as_of=${time}`)
      const then = JSON.stringify(await of(new Date().toISOString()))
      expect(signsIn(then).filter((part) => !has(part as SharedPart))).toEqual([])
      expect(then).not.toMatch(/no longer said|there was no Ada|by a person|she was never/)
      expect(JSON.stringify(await of('2020-01-01'))).not.toContain('Ada Berg')
    }
  })
})

it('answers an entity that is not there only to those who may ask by it', async () => {
  const nobody = newId()
  for (const [view, field] of [
    ['graph', 'seed'],
    ['timeline', 'entity'],
  ]) {
    expect(await read(['relationships'], `${view}?${field}=${nobody}`)).toBe('404 entity not found')
    expect(await read([], `${view}?${field}=${nobody}`)).toBe(`400 ${field} is not a known field`)
  }
})
