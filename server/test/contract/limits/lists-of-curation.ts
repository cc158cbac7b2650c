import type { Database } from '../../../src/platform/db/database.ts'
import { insertGraph } from '../../support/graph/graph-rows.ts'
import type { Place } from '../../support/graph/world.ts'
import type { List } from './limits-of-lists.ts'

/** Lists of what people decided, and of what waits for them. */
export function curationLists(db: Database): Record<string, List> {
  const people = ({ domain }: Place, ids: string[]) =>
    insertGraph(db, domain.id, { entities: ids.map((id) => ({ id, kind: 'person', name: `person ${id}` })) })

  return {
    tombstones: {
      path: ({ domain }) => `/v1/domains/${domain.id}/tombstones`,
      fill: ({ domain }, ids) =>
        db.query(
          `insert into tombstones (domain_id, id, type, target_id, label, row_ids, created_by, created_at)
           select $1, id, 'entity', id, '{"kind": "person", "name": "Eve"}', array[id], 'service', now()
           from unnest($2::uuid[]) as id`,
          [domain.id, ids],
        ),
    },
    merges: {
      path: ({ domain }) => `/v1/domains/${domain.id}/merges`,
      fill: ({ domain, merged_entity, other_entity }, ids) =>
        db.query(
          `insert into merges (domain_id, id, merge_id, target_id, source_id, score, reasons, merged_by, merged_at)
           select $1, id, id, $3, $4, 1, '{}', 'pipeline', now() from unnest($2::uuid[]) as id`,
          [domain.id, ids, other_entity.id, merged_entity.id],
        ),
    },
    duplicates: {
      path: ({ domain }) => `/v1/domains/${domain.id}/duplicates`,
      fill: async (place, ids) => {
        await people(place, ids)
        await db.query(
          `insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, created_at)
           select $1, id, least(id, $3), greatest(id, $3), 'unsure', 0.5, '{}', now() from unnest($2::uuid[]) as id`,
          [place.domain.id, ids, place.entity.id],
        )
      },
    },
    relation_types: {
      path: ({ domain }) => `/v1/domains/${domain.id}/relation-types`,
      oldest_first: true,
      id: (row) => (row.type as string).replaceAll('_', '-').slice(2),
      fill: ({ domain }, ids) =>
        db.query(
          `insert into relation_types (domain_id, type, same_as, is_due)
           select $1, 't_' || replace(id, '-', '_'), 'knows', false from unnest($2::text[]) as id`,
          [domain.id, ids],
        ),
    },
    contradictions: {
      path: ({ domain }) => `/v1/domains/${domain.id}/contradictions`,
      oldest_first: true,
      id: (row) => (row.entity as { id: string }).id,
      fill: async (place, ids) => {
        await people(place, ids)
        await db.query(
          `with said as (
             insert into claims (domain_id, id, page_id, fact_key, type, fact, quote, quote_start, quote_end, origin, mode,
               gate_version, observed_at, entity_id, host)
             select $1::uuid, gen_random_uuid(), $3::uuid, id || role, 'entity',
               jsonb_build_object('kind', 'person', 'name', 'x', 'aliases', '{}'::text[], 'summary', null,
                 'attributes', jsonb_build_object('role', role), 'when', null, 'where', null, 'external_ids', '{}'::jsonb,
                 'urls', '{}'::text[]),
               role, 0, 1, 'structured', 'deterministic', 1, now(), id, 'example.org'
             from unnest($2::uuid[]) as id, unnest(array['captain', 'cook']) as role)
           insert into facts (domain_id, owner_id, field, value_key, host, origin, value, n, first_at, last_at)
           select $1::uuid, id, 'attr:role', role, 'example.org', 'structured', to_jsonb(role), 1, now(), now()
           from unnest($2::uuid[]) as id, unnest(array['captain', 'cook']) as role`,
          [place.domain.id, ids, place.extracted_page.id],
        )
      },
    },
    audit: {
      path: ({ domain }) => `/v1/domains/${domain.id}/audit`,
      fill: ({ domain, entity }, ids) =>
        db.query(
          `insert into audit (domain_id, id, seq, at, actor, request_id, action, target, entity_ids)
           select $1::uuid, n.id, n.at + (select max(seq) from audit where domain_id = $1), now(), 'service', 'request',
             'entity.edit', jsonb_build_object('type', 'entity', 'id', $3::uuid, 'name', 'Ada'), array[$3::uuid]
           from unnest($2::uuid[]) with ordinality as n (id, at)`,
          [domain.id, ids, entity.id],
        ),
    },
  }
}
