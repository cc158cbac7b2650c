import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { RecipeInForce, RecipeRules, RecipeStatus } from './recipe.ts'

export interface RecipeRow {
  id: string
  url: string
  version: number
  status: Exclude<RecipeStatus, 'learning'>
  consecutive_failures: number
  last_run_at: string | null
  last_error: string | null
  created_at: string
}

export function selectRecipes(
  db: Queryable,
  domainId: string,
  options: { before: string | undefined; limit: number },
): Promise<RecipeRow[]> {
  return db.query<RecipeRow>(
    `select id, url, version, status, consecutive_failures, last_run_at, last_error, created_at from recipes
     where domain_id = $1 and status <> 'learning' and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [domainId, options.before ?? null, options.limit],
  )
}

/** The recipe that reads the template, or is learning to. */
export async function selectInForce(
  db: Queryable,
  domainId: string,
  template: string,
): Promise<RecipeInForce | undefined> {
  const [row] = await db.query<RecipeInForce>(
    `select id, template, version, status, created_at, rules from recipes
     where domain_id = $1 and template = $2 and status <> 'invalid'`,
    [domainId, template],
  )
  return row
}

/** A template has at most one recipe in force. A deleted domain learns nothing. */
export async function insertRecipe(
  tx: Transaction,
  domainId: string,
  id: string,
  learned: { template: string; url: string; rules: RecipeRules },
): Promise<void> {
  await tx.query(
    `insert into recipes (domain_id, id, template, version, url, status, rules, agreed, runs, consecutive_failures,
       created_at)
     select $1::uuid, $2::uuid, $3::text, coalesce(max(version), 0) + 1, $4::text, 'learning', $5::jsonb, 0, 0, 0,
       $6::timestamptz from recipes
     where domain_id = $1 and template = $3
     having count(*) filter (where status <> 'invalid') = 0
       and exists (select from domains where id = $1 and project_id is not null)
     on conflict do nothing`,
    [domainId, id, learned.template, learned.url, JSON.stringify(learned.rules), tx.now],
  )
}

/** True when the recipe exists; an invalid one stays invalid. */
export async function updateInvalid(
  tx: Transaction,
  domainId: string,
  id: string,
  reason: string | null = null,
): Promise<boolean> {
  const rows = await tx.query(
    `update recipes set status = 'invalid', last_error = coalesce($3, last_error)
     where domain_id = $1 and id = $2 and status <> 'learning' returning id`,
    [domainId, id, reason],
  )
  return rows.length === 1
}

/** Counts a page that the recipe has read. Returns the new count; undefined when the recipe is no longer in force. */
export async function updateRecipeRun(tx: Transaction, domainId: string, id: string) {
  const [row] = await tx.query<{ runs: number; status: 'active' | 'failing' }>(
    `update recipes set runs = runs + 1, last_run_at = $3
     where domain_id = $1 and id = $2 and status in ('active', 'failing') returning runs, status`,
    [domainId, id, tx.now],
  )
  return row
}

export async function updateRecipeRecovered(tx: Transaction, domainId: string, id: string): Promise<void> {
  await tx.query(
    `update recipes set status = 'active', consecutive_failures = 0, last_error = null
     where domain_id = $1 and id = $2 and status in ('active', 'failing')`,
    [domainId, id],
  )
}

export async function updateRecipeFailed(
  tx: Transaction,
  domainId: string,
  id: string,
  error: string,
  failuresMax: number,
): Promise<'failing' | 'invalid' | undefined> {
  const [row] = await tx.query<{ status: 'failing' | 'invalid' }>(
    `update recipes set runs = runs + 1, consecutive_failures = consecutive_failures + 1, last_run_at = $3,
       last_error = $4, status = case when consecutive_failures + 1 >= $5 then 'invalid' else 'failing' end
     where domain_id = $1 and id = $2 and status in ('active', 'failing') returning status`,
    [domainId, id, tx.now, error, failuresMax],
  )
  return row?.status
}

export async function updateAgreed(tx: Transaction, domainId: string, id: string, wanted: number): Promise<boolean> {
  const [row] = await tx.query<{ status: RecipeStatus }>(
    `update recipes set agreed = agreed + 1, consecutive_failures = 0, last_run_at = $3,
       status = case when agreed + 1 >= $4 then 'active' else 'learning' end
     where domain_id = $1 and id = $2 and status = 'learning' returning status`,
    [domainId, id, tx.now, wanted],
  )
  return row?.status === 'active'
}

/** Returns how often in a row. */
export async function updateDisagreed(tx: Transaction, domainId: string, id: string): Promise<number> {
  const [row] = await tx.query<{ consecutive_failures: number }>(
    `update recipes set agreed = 0, consecutive_failures = consecutive_failures + 1, last_run_at = $3
     where domain_id = $1 and id = $2 and status = 'learning' returning consecutive_failures`,
    [domainId, id, tx.now],
  )
  return row?.consecutive_failures ?? 0
}

export async function deleteLearning(tx: Transaction, domainId: string, id: string): Promise<void> {
  await tx.query(`delete from recipes where domain_id = $1 and id = $2 and status = 'learning'`, [domainId, id])
}
