import type { auditActions, auditEntry } from '@polegraph/contract/graph/curation-fields.ts'
import type { z } from 'zod'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { storableJson } from '../platform/db/storable-json.ts'
import { type ListedRows, queryList } from '../platform/http/keyset.ts'

export interface NewAuditEntry {
  id: string
  /** The domain is held, so numbers follow the order of commits. */
  seq: number
  actor: string
  request_id: string
  action: (typeof auditActions)[number]
  target: z.output<typeof auditEntry>['target']
  entity_ids: string[]
  before: object | null
  after: object | null
  reason: string | null
  undoes: string | null
  batch_id: string | null
}

export interface StoredDecision {
  key: string
  before: unknown
  after: unknown
}

export async function insertAudit(
  tx: Transaction,
  domainId: string,
  entry: NewAuditEntry,
  decisions: StoredDecision[],
): Promise<void> {
  await tx.query(
    `insert into audit (domain_id, id, seq, at, actor, request_id, action, target, entity_ids, before, after, reason, undoes, batch_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::uuid[], $10, $11, $12, $13, $14)`,
    [
      ...[
        domainId,
        entry.id,
        entry.seq,
        tx.now,
        entry.actor,
        entry.request_id,
        entry.action,
        storableJson(entry.target),
      ],
      ...[entry.entity_ids, entry.before && storableJson(entry.before), entry.after && storableJson(entry.after)],
      ...[entry.reason, entry.undoes, entry.batch_id],
    ],
  )
  if (decisions.length > 0) {
    await tx.query(
      `insert into audit_decisions (domain_id, audit_seq, key, before, after)
       select $1::uuid, $2::bigint, n.key, n.before, n.after
       from jsonb_to_recordset($3::jsonb) as n (key text, before jsonb, after jsonb)`,
      [domainId, entry.seq, storableJson(decisions)],
    )
  }
  if (entry.undoes === null) return
  // An entry whose undo is undone holds again; if it is an undo itself, what it undid does not, and so on.
  await tx.query(
    `with recursive chain (id, undoes, undone_by, depth) as (
       select id, undoes, $3::uuid, 0 from audit where domain_id = $1 and id = $2
       union all
       select a.id, a.undoes, case when c.depth % 2 = 1 then c.id end, c.depth + 1
       from chain c join audit a on a.domain_id = $1 and a.id = c.undoes
     )
     update audit a set undone_by = c.undone_by from chain c where a.domain_id = $1 and a.id = c.id`,
    [domainId, entry.undoes, entry.id],
  )
}

export type AuditRow = z.output<typeof auditEntry> & { seq: number }

const columns = `id, at, actor, action, target, entity_ids, before, after, reason, request_id, undoes, undone_by, batch_id`

export interface AuditFilter {
  entity?: string | undefined
  actor?: string | undefined
  action?: string | undefined
}

export function selectAudit(
  db: Queryable,
  domainId: string,
  { entity, actor, action }: AuditFilter,
  before: string | undefined,
  limit: number,
): Promise<ListedRows<AuditRow>> {
  const values: unknown[] = [domainId]
  const conditions = ['domain_id = $1']
  const add = (value: unknown) => `$${values.push(value)}`
  if (entity !== undefined) conditions.push(`entity_ids @> array[${add(entity)}::uuid]`)
  if (actor !== undefined) conditions.push(`actor = ${add(actor)}`)
  if (action !== undefined) conditions.push(`action = ${add(action)}`)
  if (before !== undefined) conditions.push(`seq < ${add(before)}::bigint`)
  return queryList(
    db,
    `select seq, ${columns} from audit where ${conditions.join(' and ')} order by seq desc limit ${add(limit)}`,
    values,
  )
}

export async function selectAuditEntry(tx: Transaction, domainId: string, id: string): Promise<AuditRow | undefined> {
  const [row] = await tx.query<AuditRow>(`select seq, ${columns} from audit where domain_id = $1 and id = $2`, [
    domainId,
    id,
  ])
  return row
}

export function selectDecisions(tx: Transaction, domainId: string, seq: number): Promise<StoredDecision[]> {
  return tx.query<StoredDecision>(
    'select key, before, after from audit_decisions where domain_id = $1 and audit_seq = $2 order by key',
    [domainId, seq],
  )
}

/** The subjects that an entry called the same as another. */
const calledSame = `
  select unnest(array[split_part(own.key, ' ', 2), split_part(own.key, ' ', 3)]) from audit_decisions own
  where own.domain_id = $1 and own.audit_seq = $2 and starts_with(own.key, 'pair ')
    and own.after ->> 'judgement' = 'same'`

/**
 * Entries after this one that hold and build on it, undos left out, which only restore what was before: one called what it had put together the same as a third, or deleted a
 * part that it had split off.
 */
const builtOn = `
  select later.audit_seq from audit_decisions later
  join entity_pairs p on p.domain_id = $1 and p.a_id = split_part(later.key, ' ', 2)::uuid
    and p.b_id = split_part(later.key, ' ', 3)::uuid and p.judgement = 'same'
  where later.domain_id = $1 and later.audit_seq > $2 and starts_with(later.key, 'pair ')
    and later.after ->> 'judgement' = 'same'
    and (split_part(later.key, ' ', 2) in (${calledSame}) or split_part(later.key, ' ', 3) in (${calledSame}))
    and not exists (
      select from audit_decisions o where o.domain_id = $1 and o.audit_seq = $2 and o.key = later.key)
  union all
  select later.audit_seq from audit_decisions own
  join tombstones t on t.domain_id = $1 and t.lifted_at is null and t.type = 'entity'
    and t.row_ids @> array[split_part(own.key, ' ', 2)::uuid]
  join audit_decisions later on later.domain_id = $1 and later.key = 'tombstone ' || t.id
    and later.audit_seq > own.audit_seq and later.after = 'true'
  where own.domain_id = $1 and own.audit_seq = $2 and starts_with(own.key, 'split ') and own.after <> 'null'`

/** Entries after this one that changed one of its decisions or build on it, the latest first. */
export function selectLater(tx: Transaction, domainId: string, seq: number) {
  return tx.query<{ id: string; undoes: string | null }>(
    `select a.id, a.undoes from audit a where a.domain_id = $1 and a.seq in (
       select later.audit_seq from audit_decisions own
       join audit_decisions later on later.domain_id = $1 and later.key = own.key and later.audit_seq > own.audit_seq
       where own.domain_id = $1 and own.audit_seq = $2)
       or (a.seq > $2 and a.undone_by is null and a.undoes is null and a.seq in (${builtOn}))
     order by a.seq desc`,
    [domainId, seq],
  )
}

/** A decision about a field of one of the entities $3. */
const isPinOf = (decision: string) =>
  `starts_with(${decision}.key, 'pin entity ') and split_part(${decision}.key, ' ', 3) = any($3::uuid[]::text[])`

/**
 * Decisions of people about a merged entity since a merge: the values of its fields and the attributes that were
 * deleted, and with the merge itself that it
 * stands for others, and which subjects are the same. Each with what was there before. Pairs that somebody has judged again
 * are left out.
 */
export function selectEditsSince(
  tx: Transaction,
  domainId: string,
  { target, sources }: { target: string; sources: string[] },
  mergeId: string,
): Promise<StoredDecision[]> {
  return tx.query<StoredDecision>(
    `with merge (seq) as (
       select coalesce(
         (select max(seq) from audit where domain_id = $1 and action = 'entity.merge' and after ->> 'merge_id' = $2),
         (select max(a.seq) from audit a join merges m on m.domain_id = $1 and m.merge_id = $2::uuid
          where a.domain_id = $1 and a.at <= m.merged_at))
     ), first as (
       select distinct on (d.key) d.key, d.before from audit_decisions d, merge
       where d.domain_id = $1 and ((d.audit_seq > merge.seq and ${isPinOf('d')})
         or (d.audit_seq > merge.seq and exists (
           select from tombstones t where t.domain_id = $1 and d.key = 'tombstone ' || t.id and t.type = 'attribute'
             and t.target_id = any($3::uuid[])))
         or (d.key = $4 and d.audit_seq >= merge.seq)
         or (starts_with(d.key, 'pair ') and d.audit_seq = merge.seq and not exists (
           select from audit_decisions l where l.domain_id = $1 and l.key = d.key and l.audit_seq > d.audit_seq)))
       order by d.key, d.audit_seq
     )
     select f.key, f.before, l.after from first f cross join lateral (
       select d.after from audit_decisions d where d.domain_id = $1 and d.key = f.key order by d.audit_seq desc limit 1
     ) l`,
    [domainId, mergeId, [target, ...sources], `head ${target}`],
  )
}
