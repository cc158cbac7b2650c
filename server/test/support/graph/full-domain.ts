import type { Database } from '../../../src/platform/db/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { makePlace, makeSession, type Place } from './world.ts'

// A project with a row in every table: for tests of what goes with it, or with its domain. A new table needs a row here.

const fill = (domain: string, project: string) => `
  insert into pages (domain_id, id, url, host, source_host, group_key, depth, status, created_at) values
    ('${domain}', '${newId()}', 'https://example.org/kept', 'example.org', 'example.org', '', 1, 'extracted', now());
  insert into page_texts (domain_id, page_id, text, shown_chars, words, blocks, structured)
    select domain_id, id, 'text', 4, 'text', '[]', '{}' from pages where domain_id = '${domain}' on conflict do nothing;
  insert into page_aliases (domain_id, url, page_id)
    select domain_id, url || '/alias', id from pages where domain_id = '${domain}';
  insert into frontier (domain_id, url, host, group_key, doubt, depth, status, is_followed, text, source_host, found_at,
      position)
    values ('${domain}', 'https://example.org/link', 'example.org', '', 0, 1, 'candidate', true, '', 'example.org', now(), 0);
  insert into page_groups (domain_id, key, id, host, open, settled, novel, varied, openers, grew, trap_score, maze_score, deepest,
      quiet, links, links_known, is_released)
    values ('${domain}', 'example.org/*', gen_random_uuid(), 'example.org', 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, false);
  insert into sites (domain_id, host, is_landing, groups, trap_score, novel, varied)
    values ('${domain}', 'example.org', false, 1, 0, 0, 0);
  insert into claims (domain_id, id, page_id, fact_key, type, fact, quote, quote_start, quote_end, origin, mode,
      gate_version, observed_at, entity_id, host)
    select domain_id, gen_random_uuid(), id, 'key', 'entity', '{}', 'text', 0, 4, 'structured', 'deterministic', 1, now(),
      gen_random_uuid(), host
    from pages where domain_id = '${domain}';
  insert into model_usage (domain_id, month, purpose, model, calls, tokens_input, tokens_cached, tokens_output, spend_usd)
    values ('${domain}', '2026-11-01', 'reading', 'openai:x', 1, 1, 0, 1, 0);
  insert into discoveries (domain_id, id, status) values ('${domain}', '${newId()}', 'finished');
  insert into plans (domain_id, id, status) values ('${domain}', '${newId()}', 'finished');
  insert into recipes (domain_id, id, template, version, url, status, rules, agreed, runs, consecutive_failures, created_at)
    values ('${domain}', '${newId()}', 'example.org/*', 1, 'https://example.org/', 'active', '{}', 3, 0, 0, now());
  insert into entities (domain_id, id, key, kind, is_shown, doc, name_sort, confidence, relationship_count, evidence_count,
      source_count, created_at, updated_at)
    select '${domain}', gen_random_uuid(), n::text, 'person', true, '{}', '', 1, 0, 0, 0, now(), now() from generate_series(1, 2) as n;
  insert into entities_due (domain_id, entity_id)
    select domain_id, id from entities where domain_id = '${domain}';
  insert into entity_keys (domain_id, key, entity_id, is_strong)
    select domain_id, 'ada', id, true from entities where domain_id = '${domain}';
  insert into relationships (domain_id, id, from_id, to_id, word, type, from_entity, to_entity, is_shown, doc, confidence,
      evidence_count, source_count, created_at, updated_at)
    select a.domain_id, gen_random_uuid(), a.id, b.id, 'met', 'met', a.id, b.id, true, '{}', 1, 0, 0, now(), now()
    from entities a join entities b on b.domain_id = a.domain_id and b.key = '2' where a.domain_id = '${domain}' and a.key = '1';
  insert into facts (domain_id, owner_id, field, value_key, host, origin, value, n, first_at, last_at)
    select domain_id, id, '', '', 'example.org', 'structured', 'true', 1, now(), now() from entities where domain_id = '${domain}'
    on conflict do nothing;
  insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, created_at)
    select domain_id, gen_random_uuid(), least(from_id, to_id), greatest(from_id, to_id), 'unsure', 0.5, '{}', now()
    from relationships where domain_id = '${domain}' and type = 'met';
  insert into merges (domain_id, id, merge_id, target_id, source_id, score, reasons, merged_by, merged_at)
    select domain_id, gen_random_uuid(), gen_random_uuid(), from_id, to_id, 1, '{}', 'pipeline', now() from relationships
    where domain_id = '${domain}' and type = 'met';
  insert into pins (domain_id, owner_id, field, value_key, value, set_at)
    select domain_id, id, 'name', 'Ada', '"Ada"', now() from entities where domain_id = '${domain}';
  insert into import_refs (domain_id, import_id, ref, kind, name, external_ids)
    select domain_id, id, '1', 'person', 'Mary', '{}' from imports where domain_id = '${domain}';
  insert into relation_types (domain_id, type, same_as, is_due) values ('${domain}', 'met', 'knows', true)
    on conflict do nothing;
  insert into tombstones (domain_id, id, type, target_id, label, row_ids, created_by, created_at)
    select domain_id, gen_random_uuid(), 'entity', id, '{}', array[id], 'key:1', now() from entities
    where domain_id = '${domain}';
  insert into tombstone_keys (domain_id, key, tombstone_id)
    select domain_id, 'ada', id from tombstones where domain_id = '${domain}';
  insert into split_mentions (domain_id, page_id, name_key, entity_id)
    select domain_id, id, 'person|ada', gen_random_uuid() from pages where domain_id = '${domain}';
  insert into audit (domain_id, id, seq, at, actor, request_id, action, target, entity_ids)
    values ('${domain}', gen_random_uuid(), 2, now(), 'key:1', 'r', 'entity.edit', '{}', '{}');
  update domains set curations = 2 where id = '${domain}';
  insert into audit_decisions (domain_id, audit_seq, key) values ('${domain}', 2, 'pin entity x name');
  insert into graph_changes (domain_id, seq, at, type, id, change, doc, actor)
    select domain_id, 100, now(), 'entity', id, 'left', null, 'pipeline' from entities where domain_id = '${domain}' limit 1;
  insert into event_logs (domain_id, last_id) values ('${domain}', 1);
  insert into events (domain_id, id, type, payload, created_at) values ('${domain}', 1, 'run.update', '{}', now());
  insert into activity_logs (project_id, last_id) values ('${project}', 1) on conflict do nothing;
  insert into agent_activity (project_id, id, domain_id, at, agent, action, tokens, spend_usd)
    select '${project}', coalesce(max(id), 0) + 1, '${domain}', now(), 'reader', 'read', 0, 0
    from agent_activity where project_id = '${project}';
  insert into webhook_deliveries (domain_id, id, webhook_id, event_type, status, attempts, due_at, created_at)
    select domain_id, '${newId()}', id, 'budget.hit', 'failed', 3, now(), now() from webhooks where domain_id = '${domain}';
  insert into webhook_lanes (domain_id, webhook_id, project_id)
    select domain_id, id, '${project}' from webhooks where domain_id = '${domain}';
  insert into webhook_attempts (domain_id, delivery_id, attempt, webhook_id, status, duration_ms, attempted_at)
    select domain_id, id, 1, webhook_id, 'failed', 1, now() from webhook_deliveries where domain_id = '${domain}';
  insert into watch_seen (domain_id, watch_id, reader, graph_seq, seen_at)
    select domain_id, id, 'key:1', 1, now() from watches where domain_id = '${domain}';
  insert into watch_mails (domain_id, watch_id, reader, every, graph_seq, due_at)
    select domain_id, id, 'user:1', 'day', 1, 'infinity' from watches where domain_id = '${domain}';
  insert into budget_months (domain_id, month, spent_usd, reserved_usd) values ('${domain}', '2026-11-01', 1, 1);
  insert into budget_reservations (domain_id, id, month, amount_usd, reserved_at)
    values ('${domain}', '${newId()}', '2026-11-01', 1, now())`

/** A row of the domain for each table in which a place has none. */
export async function fillDomain(db: Database, place: { domain_id: string; project_id: string }): Promise<void> {
  await db.query(fill(place.domain_id, place.project_id))
}

export async function makeFullPlace(db: Database): Promise<Place> {
  const place = await makePlace(db)
  await makeSession(db, place.id)
  await fillDomain(db, { domain_id: place.domain.id, project_id: place.id })
  return place
}

/** Many more rows of a full domain: of pages and of entities, and as many of what refers to them. */
export async function fillDomainWith(db: Database, domainId: string, count: number): Promise<void> {
  await db.query(
    `insert into pages (domain_id, id, url, host, source_host, group_key, depth, status, created_at)
     select $1, gen_random_uuid(), 'https://example.org/many/' || n, 'example.org', 'example.org', '', 1, 'extracted', now()
     from generate_series(1, $2::integer) n`,
    [domainId, count],
  )
  await db.query(
    `insert into page_aliases (domain_id, url, page_id) select domain_id, url || '/alias', id from pages
     where domain_id = $1 and url like 'https://example.org/many/%'`,
    [domainId],
  )
  await db.query(
    `insert into entities (domain_id, id, key, kind, is_shown, doc, name_sort, confidence, relationship_count,
       evidence_count, source_count, created_at, updated_at)
     select $1, gen_random_uuid(), 'many ' || n, 'person', false, '{}', '', 1, 0, 0, 0, now(), now()
     from generate_series(1, $2::integer) n`,
    [domainId, count],
  )
  // PostgreSQL counts rows within a minute of their coming. Until then it may plan as if a domain had one entity, and
  // read all of them for each.
  await db.query('analyze pages, page_aliases, entities')
  // Every second one is merged into the one before it.
  await db.query(
    `update entities e set merged_into = o.id from entities o
     where e.domain_id = $1 and o.domain_id = $1 and e.key like 'many %' and substr(e.key, 6)::integer % 2 = 0
       and o.key = 'many ' || substr(e.key, 6)::integer - 1`,
    [domainId],
  )
  await db.query(
    `insert into relationships (domain_id, id, from_id, to_id, word, type, from_entity, to_entity, is_shown, doc, confidence,
       evidence_count, source_count, created_at, updated_at)
     select domain_id, gen_random_uuid(), id, merged_into, 'is', 'is', id, merged_into, false, '{}', 1, 0, 0, now(), now()
     from entities where domain_id = $1 and merged_into is not null`,
    [domainId],
  )
  await db.query('analyze entities, relationships')
}

/** How many rows each table with that column has for an id. */
export async function countRows(
  db: Database,
  column: 'domain_id' | 'project_id',
  id: string,
): Promise<Record<string, number>> {
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = $1 and table_schema = 'public' order by table_name`,
    [column],
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await db.query<{ n: number }>(`select count(*) as n from ${name} where ${column} = $1`, [id])
    counts[name] = row?.n ?? 0
  }
  return counts
}

/** Tables that have rows. */
export const tablesWith = (counts: Record<string, number>) => Object.keys(counts).filter((table) => counts[table])
