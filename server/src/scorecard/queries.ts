import type { scorecard } from '@polegraph/contract/crawl/scorecard.ts'
import type { z } from 'zod'
import type { Queryable } from '../platform/db/database.ts'

export type GraphMetrics = z.output<typeof scorecard>['metrics'] & {
  ontology: string[]
  /** Shares of the evidence, by host. */
  host_shares: number[]
}

type Counts = Omit<GraphMetrics, 'entities_by_kind' | 'hosts' | 'largest_host_share' | 'host_shares' | 'ontology'>

/** Judged by a person, one way or the other. */
const isJudged = `d.judgement in ('same', 'different') and not starts_with(d.judged_by, 'model:')`

export async function selectMetrics(db: Queryable, domainId: string): Promise<GraphMetrics> {
  const [counts] = (await db.query<Counts>(
    `select count(*)::integer as entities,
       (select count(*)::integer from relationships r where r.domain_id = $1 and r.is_shown and r.certainty <> 'denied') as relationships,
       coalesce(sum(evidence_count), 0)::integer as evidence,
       round(coalesce(avg(confidence), 0)::numeric, 4)::double precision as mean_confidence,
       (select count(distinct e.id)::integer from entity_pairs d
        join entities e on e.domain_id = $1 and e.is_shown and e.id in (d.a_id, d.b_id)
        where d.domain_id = $1 and d.decision = 'unsure' and d.judgement is null) as pending_duplicates,
       (select count(*)::integer from entity_pairs d where d.domain_id = $1 and ${isJudged}) as judged_pairs,
       (select round(avg((d.judgement = 'same')::integer), 4)::double precision from entity_pairs d
        where d.domain_id = $1 and ${isJudged} and d.decision = 'same') as merge_precision,
       (select round(avg((d.decision = 'same')::integer), 4)::double precision from entity_pairs d
        where d.domain_id = $1 and ${isJudged} and d.judgement = 'same') as merge_recall,
       count(*) filter (where relationship_count > 0)::integer as connected,
       count(*) filter (where source_count = 1 and evidence_count > 1)::integer as repeated,
       count(*) filter (where source_count > 1)::integer as corroborated,
       count(*) filter (where doc ->> 'summary' is not null)::integer as with_summary,
       count(*) filter (where doc -> 'attributes' <> '{}')::integer as with_attributes,
       count(*) filter (where doc -> 'when' <> 'null')::integer as with_when,
       count(*) filter (where doc -> 'where' <> 'null')::integer as with_where,
       count(*) filter (where doc -> 'external_ids' <> '{}' or doc -> 'urls' <> '[]')::integer as with_identifier
     from entities where domain_id = $1 and is_shown`,
    [domainId],
  )) as [Counts]
  const kinds = await db.query<{ kind: string; count: number; is_of_ontology: boolean }>(
    `select kind, coalesce(e.count, 0) as count, o.kind is not null as is_of_ontology
     from (select unnest(ontology) as kind from domains where id = $1) o
     full join (
       select kind, count(*)::integer as count from entities where domain_id = $1 and is_shown group by kind
     ) e using (kind) order by kind`,
    [domainId],
  )
  const hosts = await db.query<{ share: number }>(
    `select (sum(n)::double precision / sum(sum(n)) over ()) as share from facts f
     where f.domain_id = $1 and f.field = '' and exists (
       select from entities e where e.domain_id = $1 and e.id = f.owner_id and e.tombstone_id is null
     )
     group by host order by 1 desc, host`,
    [domainId],
  )
  const host_shares = hosts.map(({ share }) => share)
  return {
    ...counts,
    entities_by_kind: Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])),
    ontology: kinds.flatMap(({ kind, is_of_ontology }) => (is_of_ontology ? [kind] : [])),
    hosts: host_shares.length,
    largest_host_share: Math.round((host_shares[0] ?? 0) * 10_000) / 10_000,
    host_shares,
  }
}
