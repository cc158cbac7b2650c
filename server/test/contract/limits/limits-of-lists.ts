import { expect } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { insertGraph } from '../../support/graph/graph-rows.ts'
import { makePlace, type Place } from '../../support/graph/world.ts'
import type { Answer, TestService } from '../../support/harness.ts'
import { type LimitRow, said } from './limit-row.ts'
import { curationLists } from './lists-of-curation.ts'

// Limits of lists: how many rows come at a time, and that all come in the end.

export interface List {
  path(place: Place): string
  /** Adds 600 rows. */
  fill(place: Place, ids: string[]): Promise<unknown>
  /** Read from the oldest, so that rows added meanwhile come too. */
  oldest_first?: true
  /** Names a row; its `id` unless said otherwise. */
  id?(row: Record<string, unknown>): unknown
}

export function listLimits({ call, service }: TestService) {
  const { db } = service
  const lists: Record<string, List> = {
    keys: {
      path: () => '/v1/project/keys',
      fill: (place, ids) =>
        db.query(
          `insert into api_keys (project_id, id, name, scope, secret_hash, has_checksum, created_by, created_at)
           select $1, id, 'key', 'read', sha256(id::text::bytea), true, 'service', now() from unnest($2::uuid[]) as id`,
          [place.id, ids],
        ),
    },
    invites: {
      path: () => '/v1/project/invites',
      fill: (place, ids) =>
        db.query(
          `insert into invites (project_id, id, token_hash, role, created_by, created_at, expires_at)
           select $1, id, sha256(id::text::bytea), 'viewer', 'service', now(), now() from unnest($2::uuid[]) as id`,
          [place.id, ids],
        ),
    },
    // All in one moment: the order must hold among equals too.
    members: {
      path: () => '/v1/project/members',
      oldest_first: true,
      fill: (place, ids) =>
        db.query(
          `with people as (insert into users (id, email, name, password_hash, created_at)
             select id, id::text, 'somebody', '', now() from unnest($2::uuid[]) as id)
           insert into members (project_id, user_id, role, created_at)
           select $1, id, 'viewer', now() + interval '1 hour' from unnest($2::uuid[]) as id`,
          [place.id, ids],
        ),
    },
    domains: {
      path: () => '/v1/domains',
      fill: (place, ids) =>
        db.query(
          `with gate as (insert into gates (domain_id, published_version, last_version)
             select id, 1, 1 from unnest($2::uuid[]) as id),
           version as (insert into gate_versions (domain_id, version, rules, note, created_at, created_by)
             select id, 1, '{}', '', now(), 'service' from unnest($2::uuid[]) as id)
           insert into domains (project_id, id, name, description, ontology, attributes, max_depth, max_pages, crawl_state, created_at)
           select $1, id, 'd', '', '{person}', '[]', 2, 100, 'idle', now() from unnest($2::uuid[]) as id`,
          [place.id, ids],
        ),
    },
    versions: {
      path: ({ domain }) => `/v1/domains/${domain.id}/gate/versions`,
      id: ({ version }) => version,
      fill: ({ domain }, { length }) =>
        db.query(
          `with gate as (update gates set last_version = last_version + $2 where domain_id = $1 returning last_version)
           insert into gate_versions (domain_id, version, rules, note, created_at, created_by)
           select $1, last_version - $2 + n, '{}', '', now(), 'service' from gate, generate_series(1, $2) as n`,
          [domain.id, length],
        ),
    },
    webhooks: {
      path: ({ domain }) => `/v1/domains/${domain.id}/webhooks`,
      fill: ({ domain }, ids) =>
        db.query(
          `insert into webhooks (domain_id, id, url, events, secret, enabled, created_at)
           select $1, id, 'https://example.org/', '{run.update}', '', true, now() from unnest($2::uuid[]) as id`,
          [domain.id, ids],
        ),
    },
    watches: {
      path: ({ domain }) => `/v1/domains/${domain.id}/watches`,
      fill: ({ domain }, ids) =>
        db.query(
          `insert into watches (domain_id, id, name, query, began_at_seq, created_by, created_at)
           select $1, id, 'All', '{"min_confidence": 0}', 0, 'service', now() from unnest($2::uuid[]) as id`,
          [domain.id, ids],
        ),
    },
    shares: {
      path: ({ domain }) => `/v1/domains/${domain.id}/share`,
      fill: ({ domain }, ids) =>
        db.query(
          `insert into shares (domain_id, id, token_hash, token, views, created_at)
           select $1, id, sha256(id::text::bytea), 'shr_' || id, '{map}', now() from unnest($2::uuid[]) as id`,
          [domain.id, ids],
        ),
    },
    sources: {
      path: ({ domain }) => `/v1/domains/${domain.id}/sources`,
      fill: ({ domain }, ids) =>
        db.query(
          `insert into sources (domain_id, id, url, host, created_at)
           select $1, id, 'https://example.org/' || id, 'example.org', now() from unnest($2::uuid[]) as id`,
          [domain.id, ids],
        ),
    },
    dead_letters: {
      path: ({ domain }) => `/v1/domains/${domain.id}/dead-letters`,
      // A page has one letter, so each has a page of its own.
      fill: ({ domain, failed_page }, ids) =>
        db.query(
          `with page as (
             insert into pages (domain_id, id, url, host, source_host, group_key, depth, status, created_at,
               extraction_failures)
             select p.domain_id, n.id, p.url || n.id, p.host, p.source_host, p.group_key, p.depth, p.status, p.created_at, 3
             from pages p cross join unnest($2::uuid[]) as n (id) where p.domain_id = $1 and p.id = $3 returning id
           )
           insert into dead_letters (domain_id, id, page_id, error, status, created_at, closed_at)
           select $1, id, id, 'no text', 'requeued', now(), now() from page`,
          [domain.id, ids, failed_page.id],
        ),
    },
    recipes: {
      path: ({ domain }) => `/v1/domains/${domain.id}/recipes`,
      fill: ({ domain }, ids) =>
        db.query(
          `insert into recipes (domain_id, id, template, version, url, status, rules, agreed, runs, consecutive_failures,
             created_at)
           select $1, id, id::text, 1, 'https://example.org/', 'invalid', '{}', 0, 0, 0, now() from unnest($2::uuid[]) as id`,
          [domain.id, ids],
        ),
    },
    entities: {
      path: ({ domain }) => `/v1/domains/${domain.id}/entities`,
      oldest_first: true,
      fill: ({ domain }, ids) =>
        insertGraph(db, domain.id, { entities: ids.map((id) => ({ id, kind: 'person', name: `person ${id}` })) }),
    },
    relationships: {
      path: ({ domain, other_entity }) => `/v1/domains/${domain.id}/entities/${other_entity.id}/relationships`,
      oldest_first: true,
      fill: ({ domain, other_entity }, ids) =>
        insertGraph(db, domain.id, {
          relationships: ids.map((id) => ({ id, from: other_entity.id, to: other_entity.id, type: `type_${id}` })),
        }),
    },
    evidence: {
      path: ({ domain, entity }) => `/v1/domains/${domain.id}/entities/${entity.id}/evidence`,
      fill: ({ domain, entity }, ids) =>
        insertGraph(db, domain.id, {
          claims: ids.map((id) => ({ id, entity: entity.id, url: 'https://example.org/extracted' })),
        }),
    },
    ...curationLists(db),
    feedback: {
      path: () => '/v1/feedback',
      fill: (place, ids) =>
        db.query(
          `insert into feedback (project_id, id, kind, message, created_at, created_by)
           select $1, id, 'idea', 'x', now(), 'service' from unnest($2::uuid[]) as id`,
          [place.id, ids],
        ),
    },
  }

  async function fullList({ path, fill }: List) {
    const place = await makePlace(db)
    const add = () =>
      fill(
        place,
        Array.from({ length: 600 }, () => newId()),
      )
    await add()
    const read = (query: string) => call('GET', `${path(place)}${query}`, { key: place.key.secret })
    return { read, add }
  }

  async function readOn(name: string, list: List, limit: number) {
    const { read, add } = await fullList(list)
    const idsOf = ({ body }: Answer) =>
      (body[name] as Record<string, unknown>[]).map((row) => (list.id ? list.id(row) : row.id))
    const first = await read(`?limit=${limit}`)
    // Rows that come in between must not shift what is read next.
    await add()
    const seen = idsOf(first)
    let cursor: string | null = first.body.next_cursor
    while (cursor !== null) {
      const page: Answer = await read(`?limit=${limit}&cursor=${encodeURIComponent(cursor)}`)
      seen.push(...idsOf(page))
      cursor = page.body.next_cursor
    }
    return seen
  }

  const casesOf = (make: (name: string, list: List) => [title: string, check: () => Promise<unknown>]) =>
    Object.fromEntries(Object.entries(lists).map(([name, list]) => make(name, list)))

  return {
    list_default: {
      is: 50,
      cases: casesOf((name, list) => [
        `${name} without a limit are 50`,
        async () => {
          const { body } = await (await fullList(list)).read('')
          expect(body[name]).toHaveLength(50)
          expect(body.next_cursor).toEqual(expect.any(String))
        },
      ]),
    },
    list_max: {
      is: 500,
      cases: {
        ...casesOf((name, list) => [
          `${name} come 1 to 500 at a time`,
          async () => {
            const { read } = await fullList(list)
            for (const limit of [1, 500]) expect((await read(`?limit=${limit}`)).body[name]).toHaveLength(limit)
            for (const limit of ['0', '501', '-1', '1.5', '1e2', '', '٥']) {
              const answer = await read(`?limit=${encodeURIComponent(limit)}`)
              expect(said(answer), limit).toBe('400 limit must be an integer from 1 to 500')
            }
          },
        ]),
        ...casesOf((name, list) => [
          `${name} are read on to the end, each once, while more are added`,
          async () => {
            const seen = await readOn(name, list, 150)
            expect(new Set(seen).size).toBe(seen.length)
            expect(Math.floor(seen.length / 100)).toBe(list.oldest_first ? 12 : 6)
          },
        ]),
      },
    },
  } satisfies Record<string, LimitRow>
}
