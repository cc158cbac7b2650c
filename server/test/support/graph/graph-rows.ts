import { parseEdtf } from '../../../src/dates/parse-edtf.ts'
import { announceDomainChange } from '../../../src/domains/domain-change.ts'
import { entityClaim, type Where } from '../../../src/facts/claim.ts'
import { refOf } from '../../../src/facts/refs.ts'
import { dayOf } from '../../../src/graph/store/facts/day-of.ts'
import type { EntityDoc, RelationshipDoc } from '../../../src/graph/store/facts/documents.ts'
import { foldName } from '../../../src/language/fold-name.ts'
import type { Database, Queryable } from '../../../src/platform/db/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { inBatches, insertRows } from './insert-rows.ts'

// Writes a graph straight into the tables, as consistent as one from claims: for tests that need a certain graph, and
// for measurements that need a large one.

export interface GraphEntity extends Partial<Omit<EntityDoc, 'when' | 'where'>> {
  id?: string
  kind: string
  name: string
  /** EDTF. */
  when?: string | null
  where?: Where | null
  confidence?: number
  /** Another entity of the same call, or an existing one. */
  merged_into?: string
  /** When it entered the graph. */
  at?: Date
}

export interface GraphRelationship extends Partial<RelationshipDoc> {
  id?: string
  from: string
  to: string
  type: string
  merged_into?: string
  at?: Date
}

export interface GraphClaim {
  id?: string
  entity?: string
  relationship?: string
  /** The page is created if it does not exist. */
  url: string
  quote?: string
  mode?: 'agentic' | 'deterministic'
  observed_at?: Date
  retracted_at?: Date
}

export interface GraphRows {
  entities?: GraphEntity[]
  relationships?: GraphRelationship[]
  claims?: GraphClaim[]
}

/** Returns the ids, in order. Evidence is counted for rows of this call only. */
export async function insertGraph(db: Database, domainId: string, rows: GraphRows) {
  const now = new Date()
  const entities = (rows.entities ?? []).map((entity) => ({ id: newId(), at: now, ...entity }))
  const relationships = (rows.relationships ?? []).map((one) => ({ id: newId(), at: now, ...one }))
  const claims = (rows.claims ?? []).map((claim) => ({ id: newId(), observed_at: now, ...claim }))
  const survivors = new Map([...entities, ...relationships].map(({ id, merged_into = id }) => [id, merged_into]))
  const counted = countClaims(claims, survivors)
  const degrees = countEnds(relationships, survivors)
  const entityRows = entities.map((entity) => toEntityRow(entity, counted, degrees.get(entity.id) ?? 0))
  const relationshipRows = relationships.map((one) => toRelationshipRow(one, counted, survivors))
  // Targets of merges must be inserted before their sources.
  const inOrder = <Row extends { merged_into: string | null }>(list: Row[]) =>
    list.toSorted((a, b) => Number(a.merged_into !== null) - Number(b.merged_into !== null))
  await inBatches(inOrder(entityRows), (batch) => insertRows(db, domainId, 'entities', entityColumns, batch))
  await inBatches(inOrder(relationshipRows), (batch) =>
    insertRows(db, domainId, 'relationships', relationshipColumns, batch),
  )
  await insertClaims(db, domainId, claims)
  const shown = [...entityRows, ...relationshipRows].filter(({ is_shown }) => is_shown)
  await recordEntries(db, domainId, shown, entityRows.filter(({ is_shown }) => is_shown).length)
  return { entities: entities.map(({ id }) => id), relationships: relationships.map(({ id }) => id) }
}

export interface GraphStep {
  type: 'entity' | 'relationship'
  id: string
  change: 'entered' | 'changed' | 'left' | 'merged'
  /** The state from then on. */
  doc: object | null
  at: Date
  reason?: string
}

/** Adds one more state to the log, and updates the row. */
export async function changeGraph(db: Database, domainId: string, step: GraphStep): Promise<void> {
  const { type, id, change, doc, at, reason = null } = step
  const table = type === 'entity' ? 'entities' : 'relationships'
  const mergedInto = change === 'merged' ? (doc as { merged_into: string }).merged_into : null
  await db.transaction(async (tx) => {
    await tx.query('update graph_changes set until = $3 where domain_id = $1 and id = $2 and until is null', [
      domainId,
      id,
      at,
    ])
    const [row] = await tx.query<{ graph_seq: number }>(
      `update domains set graph_seq = graph_seq + 1 where id = $1 returning graph_seq`,
      [domainId],
    )
    await tx.query(
      `insert into graph_changes (domain_id, seq, at, type, id, change, doc, actor, reason)
       values ($1, $2, $3, $4, $5, $6, $7, 'pipeline', $8)`,
      [domainId, row?.graph_seq, at, type, id, change, doc === null ? null : JSON.stringify(doc), reason],
    )
    await announceDomainChange(tx, domainId)
    const isShown = change === 'entered' || change === 'changed'
    await tx.query(
      `update ${table} set is_shown = $3, merged_into = $4, updated_at = $5, doc = case when $3 then $6::jsonb else doc end
         ${type === 'entity' ? `, kind = case when $3 then $6::jsonb ->> 'kind' else kind end` : ''}
       where domain_id = $1 and id = $2`,
      [domainId, id, isShown, mergedInto, at, JSON.stringify(doc ?? {})],
    )
  })
}

export function entityDoc({ kind, name, ...rest }: GraphEntity): EntityDoc {
  return {
    kind,
    name,
    aliases: rest.aliases ?? [],
    summary: rest.summary ?? null,
    attributes: rest.attributes ?? {},
    when: rest.when ? (parseEdtf(rest.when) ?? null) : null,
    where: rest.where ?? null,
    external_ids: rest.external_ids ?? {},
    urls: rest.urls ?? [],
    pinned: [],
  }
}

interface Counted {
  n: number
  hosts: Set<string>
  first: Date
  last: Date
}

function countClaims(claims: (GraphClaim & { observed_at: Date })[], survivors: Map<string, string>) {
  const counted = new Map<string, Counted>()
  for (const { entity, relationship, url, observed_at, retracted_at } of claims) {
    if (retracted_at) continue
    const row = (entity ?? relationship) as string
    const owner = survivors.get(row) ?? row
    const counts = counted.get(owner) ?? { n: 0, hosts: new Set(), first: observed_at, last: observed_at }
    counts.n++
    counts.hosts.add(new URL(url).host)
    if (observed_at < counts.first) counts.first = observed_at
    if (observed_at > counts.last) counts.last = observed_at
    counted.set(owner, counts)
  }
  return counted
}

function countEnds(relationships: GraphRelationship[], survivors: Map<string, string>): Map<string, number> {
  const degrees = new Map<string, number>()
  for (const { from, to, merged_into, certainty } of relationships) {
    if (merged_into || certainty === 'denied') continue
    for (const end of new Set([from, to].map((id) => survivors.get(id) ?? id))) {
      degrees.set(end, (degrees.get(end) ?? 0) + 1)
    }
  }
  return degrees
}

const entityColumns = {
  id: 'uuid',
  key: 'text',
  kind: 'text',
  merged_into: 'uuid',
  is_shown: 'boolean',
  doc: 'jsonb',
  name_sort: 'text',
  when_start: 'integer',
  when_end: 'integer',
  lat: 'double precision',
  lon: 'double precision',
  confidence: 'double precision',
  relationship_count: 'integer',
  evidence_count: 'integer',
  source_count: 'integer',
  first_seen_at: 'timestamptz',
  last_seen_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

function toEntityRow(
  entity: GraphEntity & { id: string; at: Date },
  counted: Map<string, Counted>,
  relationship_count: number,
) {
  const doc = entityDoc(entity)
  const counts = counted.get(entity.id)
  return {
    type: 'entity' as const,
    id: entity.id,
    key: `${doc.kind} ${foldName(doc.name)} ${entity.id}`,
    kind: doc.kind,
    merged_into: entity.merged_into ?? null,
    is_shown: entity.merged_into === undefined,
    doc,
    name_sort: foldName(doc.name).slice(0, 300),
    when_start: doc.when?.start ? dayOf(doc.when.start) : null,
    when_end: doc.when?.end ? dayOf(doc.when.end) : null,
    lat: doc.where?.lat ?? null,
    lon: doc.where?.lon ?? null,
    confidence: entity.confidence ?? 0.9,
    relationship_count,
    evidence_count: counts?.n ?? 0,
    source_count: counts?.hosts.size ?? 0,
    first_seen_at: counts?.first ?? null,
    last_seen_at: counts?.last ?? null,
    created_at: entity.at,
    updated_at: entity.at,
  }
}

const relationshipColumns = {
  id: 'uuid',
  from_id: 'uuid',
  to_id: 'uuid',
  word: 'text',
  type: 'text',
  certainty: 'text',
  from_entity: 'uuid',
  to_entity: 'uuid',
  merged_into: 'uuid',
  is_shown: 'boolean',
  doc: 'jsonb',
  confidence: 'double precision',
  evidence_count: 'integer',
  source_count: 'integer',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
}

function toRelationshipRow(
  one: GraphRelationship & { id: string; at: Date },
  counted: Map<string, Counted>,
  survivors: Map<string, string>,
) {
  const { id, from, to, type, certainty = 'said', said_as = [], at, attributes = {}, since = null, until = null } = one
  const counts = counted.get(id)
  const [from_entity, to_entity] = [survivors.get(from) ?? from, survivors.get(to) ?? to]
  const doc: RelationshipDoc = {
    from: from_entity,
    to: to_entity,
    type,
    certainty,
    said_as,
    attributes,
    since,
    until,
    pinned: [],
  }
  return {
    id,
    from_id: from,
    to_id: to,
    word: type,
    type,
    certainty,
    from_entity,
    to_entity,
    merged_into: one.merged_into ?? null,
    is_shown: one.merged_into === undefined,
    doc,
    confidence: 0.8,
    evidence_count: counts?.n ?? 0,
    source_count: counts?.hosts.size ?? 0,
    created_at: at,
    updated_at: at,
  }
}

const claimColumns = {
  id: 'uuid',
  page_id: 'uuid',
  fact_key: 'text',
  type: 'text',
  fact: 'jsonb',
  quote: 'text',
  quote_start: 'integer',
  block_hash: 'text',
  quote_end: 'integer',
  origin: 'text',
  mode: 'text',
  gate_version: 'integer',
  observed_at: 'timestamptz',
  retracted_at: 'timestamptz',
  entity_id: 'uuid',
  relationship_id: 'uuid',
  host: 'text',
}

/** A claim that an entity of this name exists, and nothing else. */
function factOf(name: string) {
  const quote = { text: name, start: 0, end: name.length }
  const { type: _, quote: _quote, ...fact } = entityClaim({ ref: refOf('person', name), kind: 'person', name, quote })
  return fact
}

async function insertClaims(
  db: Queryable,
  domainId: string,
  claims: (GraphClaim & { id: string; observed_at: Date })[],
) {
  const pages = await pageIds(db, domainId, [...new Set(claims.map(({ url }) => url))])
  const rows = claims.map(
    ({ id, entity, relationship, url, quote = 'as it says', mode, observed_at, retracted_at }) => ({
      id,
      page_id: pages.get(url),
      fact_key: id,
      type: entity ? 'entity' : 'relationship',
      fact: entity ? factOf(quote) : { relation: 'related_to', since: null, until: null },
      quote,
      quote_start: 0,
      block_hash: 'block',
      quote_end: quote.length,
      origin: mode === 'agentic' ? 'model' : 'structured',
      mode: mode ?? 'deterministic',
      gate_version: 1,
      observed_at,
      retracted_at: retracted_at ?? null,
      entity_id: entity ?? null,
      relationship_id: relationship ?? null,
      host: new URL(url).host,
    }),
  )
  await inBatches(rows, (batch) => insertRows(db, domainId, 'claims', claimColumns, batch))
  await db.query(
    `insert into facts (domain_id, owner_id, field, value_key, host, origin, value, n, first_at, last_at)
     select $1, coalesce(entity_id, relationship_id), '', '', host, origin, 'true', count(*), min(observed_at), max(observed_at)
     from claims where domain_id = $1 and id = any($2::uuid[]) and retracted_at is null
     group by coalesce(entity_id, relationship_id), host, origin
     on conflict (domain_id, owner_id, field, value_key, host, origin) do update set n = facts.n + excluded.n`,
    [domainId, rows.map(({ id }) => id)],
  )
}

async function pageIds(db: Queryable, domainId: string, urls: string[]): Promise<Map<string, string>> {
  await inBatches(urls, (batch) =>
    db.query(
      `insert into pages (domain_id, id, url, host, source_host, group_key, depth, status, mode_reason, created_at, read_at)
       select $1, n.id, n.url, n.host, n.host, n.host, 0, 'extracted', 'structured data', now(), now()
       from unnest($2::uuid[], $3::text[], $4::text[]) as n (id, url, host) on conflict (domain_id, url) do nothing`,
      [domainId, batch.map(() => newId()), batch, batch.map((url) => new URL(url).host)],
    ),
  )
  const rows = await db.query<{ id: string; url: string }>(
    'select id, url from pages where domain_id = $1 and url = any($2::text[])',
    [domainId, urls],
  )
  return new Map(rows.map(({ id, url }) => [url, id]))
}

interface Entry {
  type?: string
  id: string
  doc: object
  created_at: Date
}

/** Logs that each of them entered the graph, in the order of their times. */
async function recordEntries(db: Database, domainId: string, entries: Entry[], entityCount: number): Promise<void> {
  const [row] = await db.query<{ graph_seq: number }>(
    `update domains set graph_seq = graph_seq + $2, entity_count = entity_count + $3 where id = $1 returning graph_seq`,
    [domainId, entries.length, entityCount],
  )
  const first = (row?.graph_seq ?? 0) - entries.length + 1
  const changes = entries
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime())
    .map(({ type, id, doc, created_at }, index) => ({
      seq: first + index,
      at: created_at,
      type: type === 'entity' ? 'entity' : 'relationship',
      id,
      change: 'entered',
      doc,
      actor: 'pipeline',
    }))
  const columns = {
    seq: 'bigint',
    at: 'timestamptz',
    type: 'text',
    id: 'uuid',
    change: 'text',
    doc: 'jsonb',
    actor: 'text',
  }
  await inBatches(changes, (batch) => insertRows(db, domainId, 'graph_changes', columns, batch))
  await db.transaction((tx) => announceDomainChange(tx, domainId))
}
