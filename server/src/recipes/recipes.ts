import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/keyset.ts'
import {
  deleteLearning,
  insertRecipe,
  selectInForce,
  selectRecipes,
  updateAgreed,
  updateDisagreed,
  updateInvalid,
  updateRecipeFailed,
  updateRecipeFitted,
} from './queries.ts'
import type { RecipeRules } from './recipe.ts'

const done = { ok: true as const }

/** How often a recipe must agree with the model, and may fail, in a row. */
const agreementsWanted = 3
const failuresMax = 3

export async function listRecipes(db: Queryable, domainId: string, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectRecipes(db, domainId, { before, limit: query.limit + 1 })
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  return { recipes: page, next_cursor }
}

export async function invalidateRecipe(tx: Transaction, domainId: string, recipeId: string) {
  if (!(await updateInvalid(tx, domainId, recipeId))) throw fail('recipe_not_found')
  return done
}

export const recipeInForce = selectInForce

/** What was learned for a template. Nothing happens when there is a recipe by now. */
export async function saveLearned(
  tx: Transaction,
  domainId: string,
  learned: { template: string; url: string; rules: RecipeRules },
): Promise<void> {
  await insertRecipe(tx, domainId, newId(), learned)
}

/** It has read a page, or agreed with the model on one. */
export async function noteFitted(tx: Transaction, domainId: string, recipeId: string): Promise<void> {
  await updateRecipeFitted(tx, domainId, recipeId)
}

/** Says what becomes of it. */
export function noteFailed(tx: Transaction, domainId: string, recipeId: string, error: string) {
  return updateRecipeFailed(tx, domainId, recipeId, error, failuresMax)
}

/** While it is learning. True when it reads its template from now on. */
export function noteAgreed(tx: Transaction, domainId: string, recipeId: string): Promise<boolean> {
  return updateAgreed(tx, domainId, recipeId, agreementsWanted)
}

/** While it is learning. One that does not come to agree is forgotten, and another one may be learned. */
export async function noteDisagreed(tx: Transaction, domainId: string, recipeId: string): Promise<void> {
  const failures = await updateDisagreed(tx, domainId, recipeId)
  if (failures >= failuresMax) await deleteLearning(tx, domainId, recipeId)
}
