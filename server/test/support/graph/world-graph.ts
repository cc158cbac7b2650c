// The graph of a place, as one statement: a round trip per row would take most of the time of a test.

const docOf = (name: string) =>
  `'{"kind": "person", "name": "${name}", "aliases": [], "summary": null, "attributes": {"role": "captain"},
    "when": {"edtf": "1815", "start": "1815-01-01", "end": "1815-12-31", "precision": "year"},
    "where": {"lat": 51.5, "lon": -0.13, "precision": "city", "country": "GB", "place_id": "geonames:2643743"},
    "external_ids": {}, "urls": [], "pinned": []}'`

const knows = `jsonb_build_object('from', $28::uuid, 'to', $29::uuid, 'type', 'knows', 'certainty', 'said', 'said_as', '[]'::jsonb, 'attributes', '{}'::jsonb,
  'since', null, 'until', null, 'pinned', '[]'::jsonb)`

/** As the page said it. */
const knowsFact = `'{"from": {"ref": "a", "kind": "person", "name": "Ada"}, "to": {"ref": "b", "kind": "person", "name": "Mary"},
  "relation": "knows", "since": null, "until": null}'`

/** Entities $28 (Ada) and $29 (Mary), with the relationship $30, in the domain $15, with claims of its page $25. */
const shown = `
  people_known as (insert into entities (domain_id, id, key, kind, is_shown, doc, name_sort, when_start, when_end, lat, lon,
      confidence, relationship_count, evidence_count, source_count, first_seen_at, last_seen_at, created_at, updated_at,
      merged_into, tombstone_id)
    select $15::uuid, n.id, n.key, 'person', n.is_shown, n.doc::jsonb, lower(n.name), -56613, -56249,
      51.5, -0.13, 0.9, case when n.is_shown then 1 else 0 end, 1, 1, $4::timestamptz, $4::timestamptz, $4::timestamptz,
      $4::timestamptz, n.merged_into, n.tombstone_id
    from (values ($28::uuid, 'person|ada|', 'Ada', ${docOf('Ada')}, true, null::uuid, null::uuid),
      ($29::uuid, 'person|mary|', 'Mary', ${docOf('Mary')}, true, null, null),
      ($39::uuid, 'person|mary|at:example.org', 'Mary', ${docOf('Mary')}, false, $29::uuid, null),
      ($41::uuid, 'person|eve|', 'Eve', ${docOf('Eve')}, false, null, $40::uuid))
      as n (id, key, name, doc, is_shown, merged_into, tombstone_id)),
  known as (insert into relationships (domain_id, id, from_id, to_id, word, type, from_entity, to_entity, is_shown, doc, confidence,
      evidence_count, source_count, created_at, updated_at)
    select $15::uuid, $30::uuid, $28::uuid, $29::uuid, 'knows', 'knows', $28::uuid, $29::uuid, true, ${knows}, 0.9, 1, 1,
      $4::timestamptz, $4::timestamptz),
  said as (insert into claims (domain_id, id, page_id, fact_key, type, fact, quote, quote_start, quote_end, origin, mode,
      gate_version, observed_at, entity_id, relationship_id, host)
    select $15::uuid, n.claim, $25::uuid, n.id::text, n.type, n.fact::jsonb, 'Ada knows Mary', 0, 14, 'structured', 'deterministic',
      1, $4::timestamptz, case n.type when 'entity' then n.id end, case n.type when 'relationship' then n.id end,
      'example.org'
    from (values ($36::uuid, $28::uuid, 'entity', ${docOf('Ada')}), (gen_random_uuid(), $29::uuid, 'entity', ${docOf('Mary')}),
      (gen_random_uuid(), $30::uuid, 'relationship', ${knowsFact})) as n (claim, id, type, fact)),
  stated as (insert into facts (domain_id, owner_id, field, value_key, host, origin, value, n, first_at, last_at)
    select $15::uuid, n.id, v.field, case v.field when 'name' then n.name else v.value_key end, 'example.org', 'structured',
      case v.field when 'name' then to_jsonb(n.name) else v.value::jsonb end, 1, $4::timestamptz, $4::timestamptz
    from (values ($28::uuid, 'Ada'), ($29::uuid, 'Mary'), ($39::uuid, 'Mary'), ($41::uuid, 'Eve'), ($30::uuid, null))
      as n (id, name)
    join (values ('', '', 'null'), ('name', '', 'null'), ('attr:role', 'captain', '"captain"'),
      ('when', '1815', '{"edtf": "1815", "start": "1815-01-01", "end": "1815-12-31", "precision": "year"}'),
      ('where', 'city geonames:2643743 51.5 -0.13 GB',
        '{"lat": 51.5, "lon": -0.13, "precision": "city", "country": "GB", "place_id": "geonames:2643743"}'))
      as v (field, value_key, value) on n.name is not null or v.field = ''),
  graph as (insert into graph_changes (domain_id, seq, at, type, id, change, doc, actor)
    select $15::uuid, n.seq, $4::timestamptz, n.type, n.id, 'entered', n.doc::jsonb, 'pipeline'
    from (values (1, 'entity', $28::uuid, ${docOf('Ada')}), (2, 'entity', $29::uuid, ${docOf('Mary')}),
      (3, 'relationship', $30::uuid, ${knows}::text)) as n (seq, type, id, doc))`

/**
 * Ada and Mary may be the same, by the pair $37. Another Mary ($39) was merged into Mary, by $38. A person deleted Eve ($41),
 * by the tombstone $40 and the entry $42 of the audit. A person called `met` the same as `knows`.
 */
const curated = `
  pair as (insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, created_at)
    select $15::uuid, n.id, least(n.a, n.b), greatest(n.a, n.b), n.decision, n.score, n.reasons::text[], $4::timestamptz
    from (values ($37::uuid, $28::uuid, $29::uuid, 'unsure', 0.6, '{same birth date}'),
      (gen_random_uuid(), $29::uuid, $39::uuid, 'same', 1, '{same name}')) as n (id, a, b, decision, score, reasons)),
  merge as (insert into merges (domain_id, id, merge_id, target_id, source_id, score, reasons, merged_by, merged_at)
    values ($15, $38, $38, $29, $39, 1, '{same name}', 'pipeline', $4)),
  tombstone as (insert into tombstones (domain_id, id, type, target_id, label, row_ids, created_by, created_at)
    values ($15, $40, 'entity', $41, '{"kind": "person", "name": "Eve"}', array[$41::uuid], 'service', $4)),
  mapped as (insert into relation_types (domain_id, type, same_as, is_due) values ($15, 'met', 'knows', false)),
  entry as (insert into audit (domain_id, id, seq, at, actor, request_id, action, target, entity_ids, after,
      batch_id)
    values ($15, $42, 1, $4, 'service', 'request', 'entity.delete',
      jsonb_build_object('type', 'entity', 'id', $41::uuid, 'name', 'Eve'), array[$41::uuid],
      jsonb_build_object('tombstone_ids', array[$40::uuid]), $42)),
  decision as (insert into audit_decisions (domain_id, audit_seq, key, before, after)
    values ($15, 1, 'tombstone ' || $40::uuid, 'false', 'true'))`

export const insertGraph = `${shown}, ${curated}`
