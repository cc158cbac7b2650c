import { expect } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { insertGraph } from '../../support/graph/graph-rows.ts'
import { makePlace, type Place } from '../../support/graph/world.ts'
import type { TestService } from '../../support/harness.ts'
import { type LimitRow, said } from './limit-row.ts'

// Limits of what is asked of the graph.

export function graphLimits({ call, service }: TestService) {
  const { db } = service
  const ask = (place: Place, rest: string) =>
    call('GET', `/v1/domains/${place.domain.id}${rest}`, { key: place.key.secret })
  const reconcile = (place: Place, body: object) =>
    call('POST', `/v1/domains/${place.domain.id}/reconcile`, { key: place.key.secret, body })
  const days = (count: number) =>
    Array.from({ length: count }, (_, n) => new Date(Date.UTC(2000, 0, 1 + n)).toISOString().slice(0, 10))

  return {
    export_pages: {
      is: 1000,
      cases: {
        'a fact of an export names 1,000 pages at most': async () => {
          const place = await makePlace(db)
          const entity = newId()
          await insertGraph(db, place.domain.id, {
            entities: [{ id: entity, kind: 'person', name: 'Everywhere' }],
            claims: Array.from({ length: 1001 }, (_, n) => ({ entity, url: `https://example.org/${n}` })),
          })
          const { body } = await ask(place, '/export?format=ndjson&provenance=1')
          const lines = (body as string).trimEnd().split('\n')
          const line = lines.map((text) => JSON.parse(text).entity).find((one) => one?.id === entity)
          expect(line.pages).toHaveLength(1000)
        },
      },
    },
    reconcile_queries: {
      is: 100,
      cases: {
        'a batch has 100 queries at most': async () => {
          const place = await makePlace(db)
          const batchOf = (count: number) =>
            JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`q${n}`, { query: '' }])))
          expect(said(await reconcile(place, { queries: batchOf(100) }))).toBe(200)
          const message = '400 queries must have at most 100 queries'
          expect(said(await reconcile(place, { queries: batchOf(101) }))).toBe(message)
        },
      },
    },
    reconcile_ids: {
      is: 500,
      cases: {
        'an extension has 500 ids at most': async () => {
          const place = await makePlace(db)
          const extendOf = (count: number) => JSON.stringify({ ids: Array(count).fill('x'), properties: [] })
          expect(said(await reconcile(place, { extend: extendOf(500) }))).toBe(200)
          const message = '400 extend.ids must be a list of at most 500 ids'
          expect(said(await reconcile(place, { extend: extendOf(501) }))).toBe(message)
        },
      },
    },
    reconcile_properties: {
      is: 50,
      cases: {
        'an extension has 50 properties at most': async () => {
          const place = await makePlace(db)
          const extendOf = (count: number) => JSON.stringify({ ids: [], properties: Array(count).fill({ id: 'x' }) })
          expect(said(await reconcile(place, { extend: extendOf(50) }))).toBe(200)
          const message = '400 extend.properties must be a list of at most 50'
          expect(said(await reconcile(place, { extend: extendOf(51) }))).toBe(message)
        },
      },
    },
    question_max: {
      is: 10_000,
      cases: {
        'questions have 10,000 characters at most, wherever they are asked': async () => {
          const place = await makePlace(db)
          for (const path of ['/entities', '/search', '/graph', '/ask']) {
            expect(said(await ask(place, `${path}?q=${'x'.repeat(10_000)}`))).toBe(200)
            const message = String(said(await ask(place, `${path}?q=${'x'.repeat(10_001)}`)))
            expect(message).toMatch(/^400 q must be a string of .*10000 characters$/)
          }
        },
      },
    },
    facet_values: {
      is: 50,
      cases: {
        'a facet shows its 50 most frequent values': async () => {
          const place = await makePlace(db)
          const roles = Array.from({ length: 51 }, (_, n) => ({ role: `role ${n}` }))
          await insertGraph(db, place.domain.id, {
            entities: roles.map((attributes) => ({ kind: 'person', name: attributes.role, attributes })),
          })
          const { body } = await ask(place, '/entities?facets=attr.role')
          expect(body.facets['attr.role']).toHaveLength(50)
          expect(body.facets['attr.role'][0]).toEqual({ value: 'captain', count: 2 })
        },
      },
    },
    timeline_buckets: {
      is: 500,
      cases: {
        'as many buckets as asked for up to 500, then larger ones': async () => {
          const sizeOf = async (count: number) => {
            const place = await makePlace(db)
            await db.query('update entities set is_shown = false where domain_id = $1', [place.domain.id])
            const entities = days(count).map((when) => ({ kind: 'event', name: when, when }))
            await insertGraph(db, place.domain.id, { entities })
            const { body } = await ask(place, '/timeline?bucket=day&limit=1')
            return [body.bucket, body.buckets.length]
          }
          expect(await sizeOf(500)).toEqual(['day', 500])
          expect(await sizeOf(501)).toEqual(['week', 73])
        },
      },
    },
    map_default: {
      is: 500,
      cases: {
        'without a limit a map has 500 features': async () => expect(await featuresOf('')).toEqual([500, true]),
      },
    },
    map_max: {
      is: 5000,
      cases: {
        'a map has 1 to 5000 features': async () => {
          expect(await featuresOf('?limit=1')).toEqual([1, true])
          expect(await featuresOf('?limit=5000')).toEqual([602, false])
        },
      },
    },
    explain_quotes: {
      is: 500,
      cases: {
        'an explanation has 500 quotes, the latest': async () => {
          const place = await makePlace(db)
          const quotes = Array.from({ length: 501 }, (_, n) => `quote ${n}`)
          const claims = quotes.map((quote) => ({
            entity: place.entity.id,
            url: 'https://example.org/extracted',
            quote,
          }))
          await insertGraph(db, place.domain.id, { claims })
          const { body } = await ask(place, `/entities/${place.entity.id}/explain`)
          const shown = body.pages.flatMap((page: { quotes: { quote: string }[] }) => page.quotes)
          expect(shown).toHaveLength(500)
        },
      },
    },
    paths_default: {
      is: 5,
      cases: { 'without a limit there are 5 paths': async () => expect(await pathsOf('')).toBe(5) },
    },
    paths_max: {
      is: 50,
      cases: {
        '1 to 50 paths': async () => {
          expect([await pathsOf('&limit=1'), await pathsOf('&limit=50')]).toEqual([1, 50])
        },
      },
    },
    graph_default: {
      is: 500,
      cases: { 'without a limit a drawing has 500 nodes': async () => expect(await drawn('')).toEqual([500, 102]) },
    },
    graph_max: {
      is: 5000,
      cases: {
        'a drawing has 1 to 5000 nodes': async () => {
          expect([await drawn('?limit=1'), await drawn('?limit=5000')]).toEqual([
            [1, 601],
            [602, 0],
          ])
        },
      },
    },
    search_default: {
      is: 20,
      cases: { 'without a limit 20 entities are found': async () => expect(await found('')).toBe(20) },
    },
    search_max: {
      is: 100,
      cases: {
        '1 to 100 entities are found': async () => {
          expect([await found('&limit=1'), await found('&limit=100')]).toEqual([1, 100])
        },
      },
    },
    usage_months_default: {
      is: 12,
      cases: { 'without a number, twelve months': async () => expect(await monthsOf('')).toBe(12) },
    },
    usage_months_max: {
      is: 120,
      cases: {
        '1 to 120 months': async () => {
          expect([await monthsOf('?months=1'), await monthsOf('?months=120')]).toEqual([1, 120])
        },
      },
    },
  } satisfies Record<string, LimitRow>

  /** From Ada to Mary by way of 60 others. */
  async function pathsOf(query: string): Promise<number> {
    const place = await makePlace(db)
    const others = Array.from({ length: 60 }, (_, n) => ({ id: newId(), kind: 'person', name: `Other ${n}` }))
    const relationships = others.flatMap(({ id }) => [
      { from: place.entity.id, to: id, type: 'knows' },
      { from: id, to: place.other_entity.id, type: 'knows' },
    ])
    await insertGraph(db, place.domain.id, { entities: others, relationships })
    const { body } = await ask(place, `/paths?from=${place.entity.id}&to=${place.other_entity.id}${query}`)
    return body.paths.length
  }

  /** A place with 600 more of one name. */
  async function crowd(): Promise<Place> {
    const place = await makePlace(db)
    const entities = Array.from({ length: 600 }, (_, n) => ({ kind: 'person', name: `Somebody ${n}` }))
    await insertGraph(db, place.domain.id, { entities })
    return place
  }

  async function drawn(query: string): Promise<number[]> {
    const { body } = await ask(await crowd(), `/graph${query}`)
    return [body.nodes.length, body.omitted]
  }

  async function found(query: string): Promise<number> {
    const { body } = await ask(await crowd(), `/search?q=somebody${query}`)
    return body.entities.length
  }

  async function featuresOf(query: string) {
    const place = await makePlace(db)
    const where = { lat: 1, lon: 2, precision: 'point' as const, country: null, place_id: null }
    const entities = Array.from({ length: 600 }, () => ({ kind: 'location', name: newId(), where }))
    await insertGraph(db, place.domain.id, { entities })
    const { body } = await ask(place, `/map${query}`)
    return [body.features.length, body.truncated]
  }

  async function monthsOf(query: string): Promise<number> {
    const place = await makePlace(db)
    await db.query(
      `insert into model_usage (domain_id, month, purpose, model, calls, tokens_input, tokens_cached, tokens_output, spend_usd)
       select $1, (date '2000-01-01' + make_interval(months => n))::date, 'reading', 'openai:x', 1, 1, 0, 1, 0
       from generate_series(1, 121) as n`,
      [place.domain.id],
    )
    return (await ask(place, `/usage${query}`)).body.months.length
  }
}
