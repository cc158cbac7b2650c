import type { Transaction } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import { type SupersededState, statesApart } from '../facts/differences.ts'
import type { Counted } from '../facts/document-of.ts'
import type { EntityDoc, MergedDoc, RelationshipDoc } from '../facts/documents.ts'
import type { FactRow } from '../facts/fact-values.ts'

export interface SubjectRow {
  id: string
  key: string
  merged_into: string | null
  is_shown: boolean
  /** Empty until the entity is shown for the first time. */
  doc: EntityDoc | Record<string, never>
  confidence: number
  /** Hidden by this tombstone. */
  tombstone_id: string | null
  /** When a person chose the subject to stand for others. */
  chosen_at: string | null
  /** Made by a person. */
  is_made: boolean
}

const entityColumns = 'id, key, merged_into, is_shown, doc, confidence, tombstone_id, chosen_at, is_made'

export const newSubject = (id: string, key: string): SubjectRow => ({
  ...{ id, key, merged_into: null, is_shown: false, doc: {}, confidence: 0 },
  ...{ tombstone_id: null, chosen_at: null, is_made: false },
})

export function selectEntitiesByKey(tx: Transaction, domainId: string, keys: string[]): Promise<SubjectRow[]> {
  return tx.query<SubjectRow>(`select ${entityColumns} from entities where domain_id = $1 and key = any($2)`, [
    domainId,
    keys,
  ])
}

export async function insertEntities(
  tx: Transaction,
  domainId: string,
  entities: { id: string; key: string; kind: string }[],
): Promise<void> {
  await tx.query(
    `insert into entities (domain_id, id, key, kind, is_shown, doc, name_sort, confidence, relationship_count,
       evidence_count, source_count, created_at, updated_at)
     select $1::uuid, n.id, n.key, n.kind, false, '{}'::jsonb, '', 0, 0, 0, 0, $2::timestamptz, $2::timestamptz
     from jsonb_to_recordset($3::jsonb) as n (id uuid, key text, kind text)`,
    [domainId, tx.now, storableJson(entities)],
  )
}

export function selectEntities(tx: Transaction, domainId: string, ids: string[]): Promise<SubjectRow[]> {
  return tx.query<SubjectRow>(`select ${entityColumns} from entities where domain_id = $1 and id = any($2::uuid[])`, [
    domainId,
    ids,
  ])
}

/** Members that were merged into these heads. */
export function selectMerged(tx: Transaction, domainId: string, ids: string[]): Promise<SubjectRow[]> {
  return tx.query<SubjectRow>(
    `select ${entityColumns} from entities where domain_id = $1 and merged_into = any($2::uuid[])`,
    [domainId, ids],
  )
}

export interface EntityChange extends Counted {
  id: string
  merged_into: string | null
  is_shown: boolean
  doc: EntityDoc | Record<string, never>
  kind: string
  name_sort: string
  when_start: number | null
  when_end: number | null
  lat: number | null
  lon: number | null
  is_changed: boolean
  /** Indexes in memory must read the confidence again. */
  has_new_confidence: boolean
}

/** The number of the next change. The domain is held, so nobody else takes it. */
export const nextChange = '(select d.graph_seq + 1 from domains d where d.id = $1)'

export async function updateEntities(
  tx: Transaction,
  domainId: string,
  entities: (EntityChange & { relationships_added: number })[],
): Promise<void> {
  await tx.query(
    `update entities e set merged_into = n.merged_into, is_shown = n.is_shown, doc = n.doc, kind = n.kind,
       name_sort = n.name_sort, when_start = n.when_start, when_end = n.when_end, lat = n.lat, lon = n.lon,
       confidence = n.confidence, evidence_count = n.evidence_count, source_count = n.source_count,
       first_seen_at = n.first_seen_at, last_seen_at = n.last_seen_at,
       relationship_count = e.relationship_count + n.relationships_added,
       confidence_seq = case when n.has_new_confidence then ${nextChange} else e.confidence_seq end,
       updated_at = case when n.is_changed or (e.confidence, e.evidence_count, e.source_count)
         <> (n.confidence, n.evidence_count, n.source_count) then $2 else e.updated_at end
     from jsonb_to_recordset($3::jsonb) as n (id uuid, merged_into uuid, is_shown boolean, doc jsonb, kind text,
       name_sort text, when_start integer, when_end integer, lat double precision, lon double precision,
       confidence double precision, evidence_count integer, source_count integer, first_seen_at timestamptz,
       last_seen_at timestamptz, is_changed boolean, has_new_confidence boolean, relationships_added integer)
     where e.domain_id = $1 and e.id = n.id`,
    [domainId, tx.now, storableJson(entities)],
  )
}

export async function updateRelationshipCounts(
  tx: Transaction,
  domainId: string,
  counts: Map<string, number>,
): Promise<void> {
  await tx.query(
    `update entities e set relationship_count = e.relationship_count + n.added
     from unnest($2::uuid[], $3::integer[]) as n (id, added) where e.domain_id = $1 and e.id = n.id`,
    [domainId, [...counts.keys()], [...counts.values()]],
  )
}

/** The facts of these owners, values that people set included. */
export function selectFacts(tx: Transaction, domainId: string, owners: string[]): Promise<FactRow[]> {
  return tx.query<FactRow>(
    `select owner_id, field, value_key, host, origin, value, n, first_at, last_at from facts
     where domain_id = $1 and owner_id = any($2::uuid[])
     union all
     select owner_id, field, value_key, '', 'person', value, 1, set_at, set_at from pins
     where domain_id = $1 and owner_id = any($2::uuid[])`,
    [domainId, owners],
  )
}

const townsMost = 500

/** How many things are in each country by what pages of these hosts say; of the first `townsMost` of a host. */
export function selectTownCountries(tx: Transaction, domainId: string, hosts: string[]) {
  return tx.query<{ host: string; country: string; towns: number }>(
    `select n.host, t.country, count(distinct t.owner_id)::integer as towns from unnest($2::text[]) as n (host)
     cross join lateral (
       select owner_id, value ->> 'country' as country from facts
       where domain_id = $1 and host = n.host and field in ('where', 'place:guess') order by owner_id limit ${townsMost}
     ) t
     where t.country is not null group by n.host, t.country order by n.host, towns desc, t.country`,
    [domainId, hosts],
  )
}

/** Things whose place the home of these hosts decides. */
export async function selectOpenGuesses(tx: Transaction, domainId: string, hosts: string[]): Promise<string[]> {
  const rows = await tx.query<{ owner_id: string }>(
    `select distinct owner_id from facts where domain_id = $1 and host = any($2::text[])
       and field in ('where', 'place:guess') and (value ? 'others' or value ? 'is_unsure')`,
    [domainId, hosts],
  )
  return rows.map(({ owner_id }) => owner_id)
}

/** When live claims last stated these entities, by host and origin. */
export function selectLastSeen(tx: Transaction, domainId: string, ids: string[]) {
  return tx.query<Pick<FactRow, 'owner_id' | 'host' | 'origin' | 'last_at'>>(
    `select entity_id as owner_id, host, origin, max(observed_at) as last_at from claims
     where domain_id = $1 and entity_id = any($2::uuid[]) and retracted_at is null group by entity_id, host, origin`,
    [domainId, ids],
  )
}

export async function upsertFacts(tx: Transaction, domainId: string, facts: FactRow[]): Promise<void> {
  await tx.query(
    `insert into facts (domain_id, owner_id, field, value_key, host, origin, value, n, first_at, last_at)
     select $1::uuid, n.owner_id, n.field, n.value_key, n.host, n.origin, coalesce(n.value, 'null'), n.n, n.first_at,
       n.last_at
     from jsonb_to_recordset($2::jsonb) as n (owner_id uuid, field text, value_key text, host text, origin text,
       value jsonb, n integer, first_at timestamptz, last_at timestamptz)
     on conflict (domain_id, owner_id, field, value_key, host, origin) do update set
       n = excluded.n, first_at = excluded.first_at, last_at = excluded.last_at`,
    [domainId, storableJson(facts)],
  )
}

export async function deleteFacts(tx: Transaction, domainId: string, facts: FactRow[]): Promise<void> {
  await tx.query(
    `delete from facts f using jsonb_to_recordset($2::jsonb) as n (owner_id uuid, field text, value_key text, host text,
       origin text)
     where f.domain_id = $1 and f.owner_id = n.owner_id and f.field = n.field and f.value_key = n.value_key
       and f.host = n.host and f.origin = n.origin`,
    [domainId, storableJson(facts)],
  )
}

export interface ChangeEntry {
  type: 'entity' | 'relationship'
  id: string
  change: 'entered' | 'changed' | 'left' | 'merged'
  doc: EntityDoc | RelationshipDoc | MergedDoc | null
  /** What is kept of the state before, where that is not all of it. */
  superseded?: SupersededState | undefined
  reason: string | null
}

export async function insertChanges(
  tx: Transaction,
  domainId: string,
  last: number,
  actor: string,
  changes: ChangeEntry[],
): Promise<void> {
  const superseded = changes.flatMap(({ id, superseded }) => (superseded ? [{ id, ...superseded }] : []))
  if (superseded.length > 0) {
    await tx.query(
      `update graph_changes g set doc = n.doc, difference = n.difference
       from jsonb_to_recordset($2::jsonb) as n (id uuid, doc jsonb, difference jsonb)
       where g.domain_id = $1 and g.id = n.id and g.until is null and (
         select count(*) from (
           select p.difference from graph_changes p where p.domain_id = $1 and p.id = n.id and p.seq < g.seq
           order by p.seq desc limit $3 - 1
         ) p where p.difference is not null) < $3 - 1`,
      [domainId, storableJson(superseded), statesApart],
    )
  }
  await tx.query(
    `update graph_changes set until = $3 where domain_id = $1 and id = any($2::uuid[]) and until is null`,
    [domainId, changes.map(({ id }) => id), tx.now],
  )
  await tx.query(
    `insert into graph_changes (domain_id, seq, at, type, id, change, doc, actor, reason)
     select $1::uuid, n.seq, $2::timestamptz, n.type, n.id, n.change, n.doc, $3::text, n.reason
     from jsonb_to_recordset($4::jsonb) as n (seq bigint, type text, id uuid, change text, doc jsonb, reason text)`,
    [
      domainId,
      tx.now,
      actor,
      storableJson(changes.map(({ superseded: _, ...change }, index) => ({ ...change, seq: last + index + 1 }))),
    ],
  )
}

/** Subjects that only one of these pages has live claims about, and no person made; one row for each `ref`. */
export function selectOwnSubjects(tx: Transaction, domainId: string, pageIds: string[]) {
  return tx.query<{ id: string; key: string; tombstone_id: string | null; page_id: string; ref: string }>(
    `select distinct e.id, e.key, e.tombstone_id, c.page_id, c.fact ->> 'ref' as ref from claims c
     join entities e on e.domain_id = $1 and e.id = c.entity_id and not e.is_made
     where c.domain_id = $1 and c.page_id = any($2::uuid[]) and c.retracted_at is null and not exists (
       select from claims o where o.domain_id = $1 and o.entity_id = c.entity_id and o.retracted_at is null
         and o.page_id <> c.page_id
     )
     order by e.id`,
    [domainId, pageIds],
  )
}

export async function updateEntityKeys(
  tx: Transaction,
  domainId: string,
  entities: { id: string; key: string }[],
): Promise<void> {
  await tx.query(
    `update entities e set key = n.key from unnest($2::uuid[], $3::text[]) as n (id, key)
     where e.domain_id = $1 and e.id = n.id`,
    [domainId, entities.map(({ id }) => id), entities.map(({ key }) => key)],
  )
}
