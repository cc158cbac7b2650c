import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type Count, type FindTally, sumOf } from '../entities/tally.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'

export async function getStats(db: Queryable, moment: Moment, find: FindTally) {
  const tally = await find(db, moment)
  const [kindsInMemory, typesInMemory] = [tally?.kinds(), tally?.types()]
  const kinds = kindsInMemory ?? (await countBy(db, moment, (at) => `e.kind from ${at.entities} e`))
  const types = typesInMemory ?? (await countBy(db, moment, (at) => `r.type from ${at.relationships} r`))
  const hosts = await countBy(db, moment, (at) => `h.host from ${at.hosts} h`)
  const modes = await countBy(
    db,
    moment,
    (at) => `c.mode from claims c where c.domain_id = $1 and ${at.holds('c')}
      and (c.entity_id is not null or c.relationship_id is not null)${at.isLive ? notHidden : ''}`,
  )
  return {
    entities: sumOf(kinds),
    relationships: sumOf(types),
    evidence: sumOf(modes),
    kinds,
    types: types.slice(0, limits.facet_values),
    hosts: hosts.slice(0, limits.facet_values),
    modes,
    growth: await selectGrowth(db, moment),
  }
}

/** Claims about what a tombstone hides are not counted. */
const notHidden = `
      and not exists (select from entities h where h.domain_id = $1 and h.tombstone_id is not null and h.id = c.entity_id)
      and not exists (
        select from relationships r
        join relationships h on h.domain_id = $1 and h.id = coalesce(r.merged_into, r.id)
        join entities f on f.domain_id = $1 and f.id = r.from_id
        join entities t on t.domain_id = $1 and t.id = r.to_id
        where r.domain_id = $1 and r.id = c.relationship_id
          and coalesce(h.tombstone_id, f.tombstone_id, t.tombstone_id) is not null)`

/** The most frequent first. */
function countBy(db: Queryable, moment: Moment, from: (at: GraphAt) => string): Promise<Count[]> {
  const at = new GraphAt(moment)
  return db.query<Count>(
    `select v.value, count(*) from (select ${from(at)}) as v (value) group by v.value order by count(*) desc, v.value`,
    at.values,
  )
}

interface GrowthRow {
  day: string
  entities_added: number
  entities_removed: number
  relationships_added: number
  relationships_removed: number
}

/** One leap year. */
const growthDays = 366

/**
 * The last days on which entities or relationships entered or left, as far back as history is complete. A merge counts
 * only for one that was shown before. What is denied is no growth.
 */
function selectGrowth(db: Queryable, moment: Moment): Promise<GrowthRow[]> {
  const at = new GraphAt(moment)
  const since = `${at.add(moment.history_since ?? null)}::timestamptz`
  const counted = (type: string, moves: string) => `count(*) filter (where m.type = '${type}' and m.${moves})`
  return db.query<GrowthRow>(
    `select * from (
       select to_char(m.at at time zone 'UTC', 'YYYY-MM-DD') as day,
         ${counted('entity', 'came')} as entities_added, ${counted('entity', 'went')} as entities_removed,
         ${counted('relationship', 'came')} as relationships_added, ${counted('relationship', 'went')} as relationships_removed
       from (
         select g.type, g.at, g.change = 'entered' as came, g.change = 'left' or (g.change = 'merged' and exists (
             select from graph_changes b where b.domain_id = $1 and b.id = g.id and b.seq < g.seq)) as went
         from graph_changes g where g.domain_id = $1 and g.change <> 'changed' and ${at.happened('g')}
           and (${since} is null or g.at >= ${since})
           and (g.type = 'entity' or not exists (
             select from relationships r where r.domain_id = $1 and r.id = g.id and r.certainty = 'denied'))
       ) m
       group by 1 order by 1 desc limit ${at.add(growthDays)}
     ) days order by day`,
    at.values,
  )
}
