import { foldName } from '../../../server/src/language/fold-name.ts'
import type { Database, Transaction } from '../../../server/src/platform/db/database.ts'
import { newId } from '../../../server/src/platform/ids.ts'
import { NameMaker, randomFrom } from './graph-names.ts'

// A large graph, the same in every run but for its ids: few are well connected, most are not, and one is a hub.

export interface GraphSize {
  entities: number
  relationships: number
  /** How many relationships the hub has. */
  hub: number
}

export interface BenchGraph {
  ids: string[]
  names: string[]
}

const rowsAtOnce = 10_000
const types = Array.from({ length: 20 }, (_, n) => `relation_${n}`)
const pages = 2_000

export async function fillGraph(db: Database, domainId: string, size: GraphSize): Promise<BenchGraph> {
  const maker = new NameMaker(1)
  const ids: string[] = []
  const names: string[] = []
  const kinds: string[] = []
  for (let n = 0; n < size.entities; n++) {
    const { kind, name } = maker.thing(n)
    ids.push(newId())
    names.push(name)
    kinds.push(kind)
  }
  const ends = drawEnds(size)
  const degrees = new Int32Array(size.entities)
  for (const node of ends) degrees[node] = (degrees[node] as number) + 1
  await inSteps(db, size.entities, (tx, from, to) =>
    insertEntities(tx, domainId, { ids, names, kinds, degrees }, from, to),
  )
  await inSteps(db, size.relationships, (tx, from, to) => insertEdges(tx, domainId, ids, ends, from, to))
  await insertPages(db, domainId, names)
  for (const table of ['entities', 'relationships', 'pages', 'page_texts']) await db.query(`analyze ${table}`)
  return { ids, names }
}

/** Pairs of entities, the first of each more often one that came early. */
function drawEnds({ entities, relationships, hub }: GraphSize): Int32Array {
  const random = randomFrom(2)
  const ends = new Int32Array(relationships * 2)
  for (let n = 0; n < relationships; n++) {
    const from = n < hub ? 0 : Math.floor(random() ** 2 * entities)
    const to = n < hub ? n + 1 : Math.floor(random() * entities)
    ends[2 * n] = from
    ends[2 * n + 1] = from === to ? (to + 1) % entities : to
  }
  return ends
}

async function inSteps(
  db: Database,
  rows: number,
  write: (tx: Transaction, from: number, to: number) => Promise<unknown>,
) {
  for (let from = 0; from < rows; from += rowsAtOnce) {
    await db.transaction(async (tx) => {
      // What refers to what is known; looking it up a million times would be most of the time.
      await tx.query('set local session_replication_role = replica')
      await write(tx, from, Math.min(rows, from + rowsAtOnce))
    })
  }
}

function insertEntities(
  tx: Transaction,
  domainId: string,
  { ids, names, kinds, degrees }: BenchGraph & { kinds: string[]; degrees: Int32Array },
  from: number,
  to: number,
) {
  return tx.query(
    `insert into entities (domain_id, id, key, kind, is_shown, doc, name_sort, confidence, relationship_count,
       evidence_count, source_count, created_at, updated_at)
     select $1, n.id, n.kind || '|' || n.id, n.kind, true, jsonb_build_object('kind', n.kind, 'name', n.name, 'aliases', '[]'::jsonb,
         'summary', null, 'attributes', '{}'::jsonb, 'when', null, 'where', null, 'external_ids', '{}'::jsonb, 'urls', '[]'::jsonb,
         'pinned', '[]'::jsonb),
       n.sort, 0.9, n.degree, 1, 1, $7, $7
     from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::integer[]) as n (id, kind, name, sort, degree)`,
    [
      ...[domainId, ids.slice(from, to), kinds.slice(from, to), names.slice(from, to)],
      ...[names.slice(from, to).map(foldName), [...degrees.slice(from, to)], tx.now],
    ],
  )
}

function insertEdges(tx: Transaction, domainId: string, ids: string[], ends: Int32Array, from: number, to: number) {
  const numbers = Array.from({ length: to - from }, (_, n) => from + n)
  return tx.query(
    `insert into relationships (domain_id, id, from_id, to_id, word, type, from_entity, to_entity, is_shown, doc, confidence,
       evidence_count, source_count, created_at, updated_at)
     select $1, n.id, n.a, n.b, n.type, n.type, n.a, n.b, true, jsonb_build_object('from', n.a, 'to', n.b, 'type', n.type,
       'certainty', 'said', 'said_as', '[]'::jsonb, 'attributes', '{}'::jsonb, 'since', null, 'until', null, 'pinned', '[]'::jsonb), 0.8, 1, 1, $6, $6
     from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[]) as n (id, a, b, type)
     on conflict do nothing`,
    [
      ...[domainId, numbers.map(() => newId()), numbers.map((n) => ids[ends[2 * n] as number])],
      ...[numbers.map((n) => ids[ends[2 * n + 1] as number]), numbers.map((n) => types[n % types.length]), tx.now],
    ],
  )
}

/** Each speaks of some entities, among other things. */
async function insertPages(db: Database, domainId: string, names: string[]): Promise<void> {
  const random = randomFrom(3)
  const someone = () => names[Math.floor(random() * names.length)]
  const numbers = Array.from({ length: pages }, (_, n) => n)
  const texts = numbers.map(() =>
    Array.from({ length: 30 }, () => `${someone()} met ${someone()} and spoke of many things for a while.`).join(' '),
  )
  await db.query(
    `with added as (
       insert into pages (domain_id, id, url, host, source_host, group_key, depth, status, created_at, read_at)
       select $1, n.id, 'https://example.org/' || n.id, 'example.org', 'example.org', 'example.org', 0, 'extracted', now(), now()
       from unnest($2::uuid[]) as n (id) returning id)
     insert into page_texts (domain_id, page_id, text, shown_chars, words, blocks, structured)
     select $1, n.id, n.text, length(n.text), to_tsvector('simple', n.text), '[]', '[]' from unnest($2::uuid[], $3::text[]) as n (id, text) join added on added.id = n.id`,
    [domainId, numbers.map(() => newId()), texts],
  )
}

/**
 * States every entity and relationship by a fact, so that the graph can be written, and gives one more entity so many
 * relationships.
 */
export async function stateAll(db: Database, domainId: string, hub: string, relationships: number): Promise<void> {
  await db.query(
    `insert into relationships (domain_id, id, from_id, to_id, word, type, from_entity, to_entity, is_shown, doc, confidence,
       evidence_count, source_count, created_at, updated_at)
     select $1, gen_random_uuid(), $2, e.id, 'leads', 'leads', $2, e.id, true, jsonb_build_object('from', $2::uuid, 'to', e.id,
       'type', 'leads', 'certainty', 'said', 'said_as', '[]'::jsonb, 'attributes', '{}'::jsonb, 'since', null, 'until', null, 'pinned', '[]'::jsonb), 0.8, 1, 1, now(), now()
     from entities e where e.domain_id = $1 and e.id <> $2 order by e.id desc limit $3`,
    [domainId, hub, relationships],
  )
  for (const [table, field, value] of [
    ['entities', '', 'null'],
    ['entities', 'name', `t.doc -> 'name'`],
    ['relationships', '', 'null'],
  ] as const) {
    await db.query(
      `insert into facts (domain_id, owner_id, field, value_key, host, origin, value, n, first_at, last_at)
       select $1, t.id, '${field}', '', 'example.org', 'structured', ${value === 'null' ? `'null'::jsonb` : value}, 1, now(), now()
       from ${table} t where t.domain_id = $1`,
      [domainId],
    )
  }
  await db.query(
    `update entities e set relationship_count = n.count from (
       select u.id, count(*)::integer as count from (
         select from_entity as id from relationships where domain_id = $1 and is_shown
         union all select to_entity from relationships where domain_id = $1 and is_shown) u group by u.id) n
     where e.domain_id = $1 and e.id = n.id and e.relationship_count <> n.count`,
    [domainId],
  )
  await db.query(
    'update domains set entity_count = (select count(*) from entities where domain_id = $1 and is_shown) where id = $1',
    [domainId],
  )
  for (const table of ['entities', 'relationships', 'facts']) await db.query(`analyze ${table}`)
}
