import { expect } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { sayingPages, says } from '../../support/graph/claims-fixture.ts'
import { insertGraph } from '../../support/graph/graph-rows.ts'
import { makePlace, type Place } from '../../support/graph/world.ts'
import type { Answer, TestService } from '../../support/harness.ts'
import { type LimitRow, said } from './limit-row.ts'

// Limits of what people correct in one call.

export function curationLimits({ call, service }: TestService) {
  const { db } = service
  const send = ({ domain, key }: Place, method: string, rest: string, body: object) =>
    call(method, `/v1/domains/${domain.id}${rest}`, { key: key.secret, body })
  const edit = (place: Place, body: object) => send(place, 'PATCH', `/entities/${place.entity.id}`, body)
  const create = (place: Place, body: object) =>
    send(place, 'POST', '/entities', { kind: 'person', name: 'x', ...body })
  const editKnows = (place: Place, body: object) =>
    send(place, 'PATCH', `/relationships/${place.relationship.id}`, body)
  const relate = (place: Place, body: object) =>
    send(place, 'POST', '/relationships', { from: place.other_entity.id, to: place.entity.id, type: 'knew', ...body })

  /** Both values in one place, by every way to set them: the edge works, a step further does not. */
  async function expectEdge(
    ways: ((place: Place, value: object) => Promise<Answer>)[],
    last: object,
    next: object,
    refusal: string,
  ) {
    const place = await makePlace(db)
    for (const way of ways) {
      expect(said(await way(place, next))).toBe(`400 ${refusal}`)
      expect(said(await way(place, last))).toBeTypeOf('number')
    }
  }

  const texts = (count: number, word: string) => Array.from({ length: count }, (_, n) => `${word}${n}`)
  const byWord = (count: number) => Object.fromEntries(texts(count, 'k').map((key) => [key, 'x']))

  /** As many people, all of whom know Ada. */
  async function crowd(count: number) {
    const place = await makePlace(db)
    const entities = texts(count, 'person ').map((name) => ({ id: newId(), kind: 'person', name }))
    const relationships = entities.map(({ id }) => ({ id: newId(), from: id, to: place.entity.id, type: 'knows' }))
    const claims = [
      ...entities.map(({ id }) => ({ entity: id, url: 'https://example.org/extracted' })),
      ...relationships.map(({ id }) => ({ relationship: id, url: 'https://example.org/extracted' })),
    ]
    const ids = await insertGraph(db, place.domain.id, { entities, relationships, claims })
    return { place, ...ids }
  }

  /** An entity of which as many pages speak. */
  async function spokenOf(count: number) {
    const place = await makePlace(db)
    const { say } = sayingPages(db, place.domain.id)
    await say(Object.fromEntries(texts(count, 'zoe.example/').map((page) => [page, [says('person', 'Zoe Hill')]])))
    const rows = await db.query<{ id: string; entity_id: string }>(
      `select c.id, c.entity_id from claims c join entities e on e.domain_id = c.domain_id and e.id = c.entity_id
       where c.domain_id = $1 and e.doc ->> 'name' = 'Zoe Hill'`,
      [place.domain.id],
    )
    return { place, path: `/entities/${rows[0]?.entity_id}/split`, evidence: rows.map(({ id }) => id) }
  }

  return {
    bulk_targets: {
      is: 100,
      cases: {
        '1 to 100 entities are deleted': async () => {
          const { place, entities } = await crowd(101)
          const remove = (ids: string[]) => send(place, 'POST', '/entities/delete', { ids })
          for (const ids of [[], entities]) expect(said(await remove(ids))).toBe('400 ids must be a list of 1 to 100')
          const { body } = await remove(entities.slice(1))
          expect(new Set(body.tombstone_ids).size).toBe(100)
        },
        '1 to 100 relationships are deleted': async () => {
          const { place, relationships } = await crowd(101)
          const remove = (ids: string[]) => send(place, 'POST', '/relationships/delete', { ids })
          for (const ids of [[], relationships])
            expect(said(await remove(ids))).toBe('400 ids must be a list of 1 to 100')
          const { body } = await remove(relationships.slice(1))
          expect(new Set(body.tombstone_ids).size).toBe(100)
        },
        '1 to 100 entities are merged into another': async () => {
          const { place, entities } = await crowd(101)
          const merge = (sources: string[]) =>
            send(place, 'POST', '/entities/merge', { target: place.entity.id, sources })
          for (const ids of [[], entities])
            expect(said(await merge(ids))).toBe('400 sources must be a list of 1 to 100')
          expect(said(await merge(entities.slice(1)))).toBe(200)
        },
        '1 to 100 pairs are judged': async () => {
          const { place, entities } = await crowd(101)
          await db.query(
            `insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, created_at)
             select $1, id, least(id, $3), greatest(id, $3), 'unsure', 0.5, '{}', now() from unnest($2::uuid[]) as id`,
            [place.domain.id, entities, place.entity.id],
          )
          const judge = (ids: string[]) =>
            send(place, 'POST', '/duplicates/judge', { judgements: ids.map((id) => ({ id, judgement: 'different' })) })
          for (const ids of [[], entities])
            expect(said(await judge(ids))).toBe('400 judgements must be a list of 1 to 100')
          expect(said(await judge(entities.slice(1)))).toBe(200)
        },
      },
    },
    places_found: {
      is: 10,
      cases: {
        'of towns that begin with a letter, 10 are found': async () => {
          const place = await makePlace(db)
          const { body } = await call('GET', '/v1/places?q=b', { key: place.key.secret })
          expect(body.places).toHaveLength(10)
        },
      },
    },
    review_counted: {
      is: 999,
      cases: {
        'of 1000 pairs that wait, 999 are counted': async () => {
          const { place, entities } = await crowd(50)
          await db.query(
            `insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, created_at)
             select $1, gen_random_uuid(), a, b, 'unsure', 0.7, '{}', now()
             from unnest($2::uuid[]) a join unnest($2::uuid[]) b on a < b limit 1000`,
            [place.domain.id, entities],
          )
          const { body } = await call('GET', `/v1/domains/${place.domain.id}/review`, { key: place.key.secret })
          expect(body.duplicates).toBe(999)
        },
      },
    },
    split_groups: {
      is: 20,
      cases: {
        'an entity is split into 1 to 20 parts at once': async () => {
          const { place, path, evidence } = await spokenOf(21)
          const groups = evidence.map((id, n) => ({ name: `Zoe ${n}`, evidence_ids: [id] }))
          for (const wrong of [[], groups]) {
            expect(said(await send(place, 'POST', path, { groups: wrong }))).toBe(
              '400 groups must be a list of 1 to 20',
            )
          }
          const { body } = await send(place, 'POST', path, { groups: groups.slice(1) })
          expect(new Set(body.entities).size).toBe(20)
        },
      },
    },
    split_evidence: {
      is: 5000,
      cases: {
        'a part takes 1 to 5000 pieces of evidence': async () => {
          const place = await makePlace(db)
          const claims = Array.from({ length: 5000 }, () => newId())
          const {
            entities: [id],
          } = await insertGraph(db, place.domain.id, { entities: [{ kind: 'person', name: 'Zoe Hill' }] })
          const url = 'https://example.org/extracted'
          await insertGraph(db, place.domain.id, { claims: claims.map((claim) => ({ id: claim, entity: id, url })) })
          const split = (evidence_ids: string[]) =>
            send(place, 'POST', `/entities/${id}/split`, { groups: [{ name: 'Zoe', evidence_ids }] })
          for (const ids of [[], [...claims, newId()]])
            expect(said(await split(ids))).toBe('400 groups.0.evidence_ids must be a list of 1 to 5000')
          expect((await split(claims)).body).toMatchObject({ entities: [id] })
        },
      },
    },
    entity_values: {
      is: 200,
      cases: {
        '200 attributes and ids together work, one more does not, and another value does': async () => {
          const place = await makePlace(db)
          const words = texts(199, 'k')
          for (let at = 0; at < words.length; at += 20) {
            const attributes = Object.fromEntries(words.slice(at, at + 20).map((key) => [key, 'x']))
            expect(said(await edit(place, { attributes }))).toBe(200)
            expect(said(await editKnows(place, { attributes }))).toBe(200)
          }
          expect(said(await edit(place, { external_ids: { club: '1' } }))).toBe(200)
          expect(said(await edit(place, { external_ids: { guild: '1' } }))).toBe('409 entity is full')
          expect(said(await edit(place, { attributes: { k200: 'x' } }))).toBe('409 entity is full')
          expect(said(await edit(place, { attributes: { k0: 'y' } }))).toBe(200)
          expect(said(await edit(place, { pinned: { 'attributes.k0': null } }))).toBe(200)
          expect(said(await edit(place, { attributes: { k200: 'x' } }))).toBe(200)
          expect(said(await editKnows(place, { attributes: { k200: 'x', k201: 'x' } }))).toBe('409 entity is full')
          expect(said(await editKnows(place, { attributes: { k200: 'x' } }))).toBe(200)
        },
      },
    },
    entity_bytes: {
      is: 262_144,
      cases: {
        'all that people set has 256 KB at most': async () => {
          const place = await makePlace(db)
          const urls = (length: number) => texts(100, 'https://example.org/').map((url) => url.padEnd(length, 'x'))
          const aliases = texts(200, '').map((text) => text.padEnd(200, '語'))
          expect(said(await edit(place, { urls: urls(1900) }))).toBe(200)
          expect(said(await edit(place, { aliases }))).toBe('409 entity is full')
          expect(said(await create(place, { urls: urls(1900), aliases }))).toBe('409 entity is full')
          expect(said(await edit(place, { urls: urls(1000), aliases }))).toBe(200)
        },
      },
    },
    list_bytes: {
      is: 8_388_608,
      cases: {
        'a list ends when it has 8 MB, and its cursor goes on': async () => {
          const place = await makePlace(db)
          const urls = texts(100, 'https://example.org/').map((url) => url.padEnd(1900, 'x'))
          await edit(place, { urls })
          for (let n = 0; n < 30; n++) expect(said(await edit(place, { summary: `Number ${n}.` }))).toBe(200)
          const { domain, entity, key } = place
          const base = `/v1/domains/${domain.id}`
          const read = async (path: string) => (await call('GET', `${base}${path}`, { key: key.secret })).body
          const seen: unknown[] = []
          const pages: number[] = []
          for (let cursor = ''; ; ) {
            const { history, next_cursor } = await read(`/entities/${entity.id}/history?limit=500${cursor}`)
            pages.push(JSON.stringify(history).length)
            for (const { after } of history) if (after?.summary?.startsWith('Number')) seen.push(after.summary)
            if (next_cursor === null) break
            cursor = `&cursor=${next_cursor}`
          }
          expect(seen).toEqual(Array.from({ length: 30 }, (_, n) => `Number ${n}.`))
          expect(pages.length).toBeGreaterThan(1)
          expect(Math.max(...pages)).toBeLessThan(9_000_000)
          const changed: unknown[] = []
          for (let since = 0; ; ) {
            const { changes, cursor } = await read(`/changes?limit=500&since=${since}`)
            expect(JSON.stringify(changes).length).toBeLessThan(9_000_000)
            for (const { after } of changes) if (after?.summary?.startsWith('Number')) changed.push(after.summary)
            if (changes.length === 0) break
            since = cursor
          }
          expect(changed).toEqual(seen)
        },
      },
    },
    curated_attributes_max: {
      is: 20,
      cases: {
        'a call sets 20 attributes at most': () =>
          expectEdge(
            [edit, create, relate, editKnows],
            { attributes: byWord(20) },
            { attributes: byWord(21) },
            'attributes must be an object of at most 20 texts by lower-case words',
          ),
      },
    },
    external_ids_max: {
      is: 20,
      cases: {
        'a call sets 20 ids at most': () =>
          expectEdge(
            [edit, create],
            { external_ids: byWord(20) },
            { external_ids: byWord(21) },
            'external_ids must be an object of at most 20 texts by lower-case words',
          ),
      },
    },
  } satisfies Record<string, LimitRow>
}
