import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { componentsOf } from '../../../resolution/components.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'

// Joins by name: the sites of an entity that are there by the name alone. Nothing that they say of the person is ground to take it for the one
// that the other sites speak of.

interface NameJoin {
  by: 'name'
  name: string
  sites: string[]
  others: string[]
  duplicate_id: string
  reasons: string[]
}

export async function findNameJoins(
  db: Queryable,
  moment: Moment,
  { id, name }: { id: string; name: string },
): Promise<NameJoin[]> {
  const pairs = await selectSamePairs(db, moment, id)
  if (!pairs.some(({ is_by_name }) => is_by_name)) return []
  const members = [id, ...new Set(pairs.flatMap(({ a_id, b_id }) => [a_id, b_id]))]
  const groups = componentsOf(
    new Set(members),
    pairs.filter(({ is_by_name }) => !is_by_name),
  )
  const groupOf = new Map(groups.flatMap((ids) => ids.map((member) => [member, ids])))
  const own = groupOf.get(id)
  const sitesOf = await selectSites(db, moment.domain_id, members)
  const sitesIn = (ids: string[]) => [...new Set(ids.flatMap((member) => sitesOf.get(member) ?? []))].sort()
  return groups.flatMap((ids): NameJoin[] => {
    if (ids === own) return []
    const isIn = new Set(ids)
    const across = pairs.filter(({ a_id, b_id }) => isIn.has(a_id) !== isIn.has(b_id))
    const pair = across.find(({ a_id, b_id }) => groupOf.get(isIn.has(a_id) ? b_id : a_id) === own) ?? across[0]
    if (!pair) return []
    const others = groupOf.get(isIn.has(pair.a_id) ? pair.b_id : pair.a_id) as string[]
    const [sites, otherSites] = [sitesIn(ids), sitesIn(others)]
    return [{ by: 'name', name, sites, others: otherSites, duplicate_id: pair.id, reasons: pair.reasons }]
  })
}

interface SamePair {
  id: string
  a_id: string
  b_id: string
  is_by_name: boolean
  reasons: string[]
}

/** The pairs inside the cluster that are the same, the likeliest first. What somebody has judged rests on that. */
function selectSamePairs(db: Queryable, moment: Moment, id: string): Promise<SamePair[]> {
  const at = new GraphAt(moment)
  const until = moment.as_of === undefined ? 'true' : 'd.created_at <= $2'
  return db.query<SamePair>(
    `with members (id) as (${at.membersOf(`${at.add(id)}::uuid`)})
     select d.id, d.a_id, d.b_id, d.is_by_name and d.judgement is null as is_by_name, d.reasons
     from entity_pairs d join members a on d.domain_id = $1 and d.a_id = a.id join members b on d.b_id = b.id
     where coalesce(d.judgement, d.decision) = 'same' and ${until}
     order by d.score desc, d.id limit ${at.add(pairsMost)}`,
    at.values,
  )
}

/** Pairs that an explanation reads at most. */
const pairsMost = 20 * limits.list_max

async function selectSites(db: Queryable, domainId: string, ids: string[]): Promise<Map<string, string[]>> {
  const rows = await db.query<{ owner_id: string; host: string }>(
    `select distinct owner_id, host from facts
     where domain_id = $1 and owner_id = any($2::uuid[]) and field = '' and origin <> 'person'`,
    [domainId, ids],
  )
  const sitesOf = Map.groupBy(rows, ({ owner_id }) => owner_id)
  return new Map([...sitesOf].map(([id, found]) => [id, found.map(({ host }) => host)]))
}
