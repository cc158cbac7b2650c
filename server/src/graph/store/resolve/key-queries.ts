import type { Transaction } from '../../../platform/db/database.ts'

export interface EntityKey {
  key: string
  entity_id: string
  is_strong: boolean
}

export function selectBlockingKeys(tx: Transaction, domainId: string, ids: string[]): Promise<EntityKey[]> {
  return tx.query<EntityKey>(
    'select key, entity_id, is_strong from entity_keys where domain_id = $1 and entity_id = any($2::uuid[])',
    [domainId, ids],
  )
}

const keyArrays = (keys: EntityKey[]) => [
  keys.map(({ key }) => key),
  keys.map(({ entity_id }) => entity_id),
  keys.map(({ is_strong }) => is_strong),
]

/** Keys that these entities do not have: to look for conflicts takes a third of the time of a statement. */
export async function insertKeys(tx: Transaction, domainId: string, keys: EntityKey[]): Promise<void> {
  await tx.query(
    `insert into entity_keys (domain_id, key, entity_id, is_strong)
     select $1::uuid, n.key, n.entity_id, n.is_strong
     from unnest($2::text[], $3::uuid[], $4::boolean[]) as n (key, entity_id, is_strong)`,
    [domainId, ...keyArrays(keys)],
  )
}

export async function updateKeys(tx: Transaction, domainId: string, keys: EntityKey[]): Promise<void> {
  await tx.query(
    `update entity_keys k set is_strong = n.is_strong
     from unnest($2::text[], $3::uuid[], $4::boolean[]) as n (key, entity_id, is_strong)
     where k.domain_id = $1 and k.key = n.key and k.entity_id = n.entity_id`,
    [domainId, ...keyArrays(keys)],
  )
}

export async function deleteKeys(tx: Transaction, domainId: string, keys: EntityKey[]): Promise<void> {
  await tx.query(
    `delete from entity_keys k using unnest($2::text[], $3::uuid[]) as n (key, entity_id)
     where k.domain_id = $1 and k.key = n.key and k.entity_id = n.entity_id`,
    [domainId, keys.map(({ key }) => key), keys.map(({ entity_id }) => entity_id)],
  )
}

/**
 * The subjects that have these keys, of each at most so many; keys that nobody has are left out. Ids come as one text,
 * because a row for each pair took most of the time of a batch; without `offset 0` they would be looked up twice.
 */
export function selectSharers(
  tx: Transaction,
  domainId: string,
  keys: { key: string; most: number }[],
): Promise<{ key: string; ids: string }[]> {
  return tx.query(
    `select n.key, array_to_string(o.ids, ' ') as ids from unnest($2::text[], $3::integer[]) as n (key, most)
     cross join lateral (
       select array(
         select k.entity_id from entity_keys k where k.domain_id = $1 and k.key = n.key limit n.most
       ) as ids offset 0
     ) o
     where cardinality(o.ids) > 0`,
    [domainId, keys.map(({ key }) => key), keys.map(({ most }) => most)],
  )
}

export interface Namesake {
  id: string
  /** The key of the subject, which ends in its site. */
  key: string
  group: string
}

/** The subjects that have these keys, by the names of their sites; of each key at most so many. */
export function selectNamesakes(
  tx: Transaction,
  domainId: string,
  groups: string[],
  most: number,
): Promise<Namesake[]> {
  return tx.query<Namesake>(
    `select o.id, o.key, g.key as "group" from unnest($2::text[]) as g (key) cross join lateral (
       select e.id, e.key from entity_keys k join entities e on e.domain_id = $1 and e.id = k.entity_id
       where k.domain_id = $1 and k.key = g.key order by e.key collate "C" limit $3
     ) o`,
    [domainId, groups, most],
  )
}
