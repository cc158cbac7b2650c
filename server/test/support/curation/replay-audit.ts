import type { Database } from '../../../src/platform/db/database.ts'

/** Decisions that are not as the audit left them: replaying it must give what holds now. */
export async function findLostDecisions(db: Database, domainId: string): Promise<string[]> {
  const said = await db.query<{ key: string; after: unknown }>(
    `select distinct on (key) key, after from audit_decisions where domain_id = $1 order by key, audit_seq desc`,
    [domainId],
  )
  const held = new Map<string, unknown>()
  for (const { owner_id, type, field, values } of await db.query<
    Record<'owner_id' | 'type' | 'field', string> & { values: unknown[] }
  >(
    `select p.owner_id, case when r.id is null then 'entity' else 'relationship' end as type, p.field,
       jsonb_agg(p.value order by p.value_key) as values
     from pins p left join relationships r on r.domain_id = $1 and r.id = p.owner_id
     where p.domain_id = $1 group by 1, 2, 3`,
    [domainId],
  ))
    held.set(`pin ${type} ${owner_id} ${field}`, values)
  for (const { a_id, b_id, judgement } of await db.query<Record<'a_id' | 'b_id' | 'judgement', string>>(
    'select a_id, b_id, judgement from entity_pairs where domain_id = $1 and judgement is not null',
    [domainId],
  ))
    held.set(`pair ${a_id} ${b_id}`, judgement)
  for (const { id } of await db.query<{ id: string }>(
    'select id from tombstones where domain_id = $1 and lifted_at is null',
    [domainId],
  ))
    held.set(`tombstone ${id}`, true)
  for (const { id } of await db.query<{ id: string }>(
    'select id from entities where domain_id = $1 and chosen_at is not null',
    [domainId],
  ))
    held.set(`head ${id}`, true)
  const lost: string[] = []
  for (const { key, after } of said) {
    if (key.startsWith('split ')) continue
    const now = held.get(key)
    held.delete(key)
    if (JSON.stringify(plain(after)) !== JSON.stringify(plain(now)))
      lost.push(`${key}: ${JSON.stringify(after)}, not ${JSON.stringify(now)}`)
  }
  return [...lost, ...[...held.keys()].map((key) => `${key} is in no entry`)]
}

/** A decision without who made it when. */
function plain(state: unknown): unknown {
  if (state === undefined || state === null || state === false) return null
  if (Array.isArray(state)) {
    return state.length === 0
      ? null
      : state
          .map((one) => (isPin(one) ? one.value : one))
          .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  if (typeof state === 'object' && 'judgement' in state) return state.judgement
  return typeof state === 'string' && /^\d{4}-/.test(state) ? true : state
}

const isPin = (one: unknown): one is { value: unknown } => typeof one === 'object' && one !== null && 'value_key' in one
