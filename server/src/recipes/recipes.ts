import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import {
  deleteLearning,
  insertRecipe,
  selectInForce,
  selectRecipes,
  updateAgreed,
  updateDisagreed,
  updateInvalid,
  updateRecipeFailed,
  updateRecipeRecovered,
  updateRecipeRun,
} from './queries.ts'
import type { RecipeRules } from './recipe.ts'

const done = { ok: true as const }

/** How often in a row a recipe must agree with the model, and may fail. */
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

/** The recipe that reads pages of a template, or is learning to. */
export function recipeInForce(db: Queryable, domainId: string, template: string) {
  return selectInForce(db, domainId, template)
}

/** Saves what was learned for a template. Does nothing when the template has a recipe by now. */
export async function saveLearned(
  tx: Transaction,
  domainId: string,
  learned: { template: string; url: string; rules: RecipeRules },
): Promise<void> {
  await insertRecipe(tx, domainId, newId(), learned)
}

/** The model reads one of so many pages too, and every page while the recipe is failing. */
const checkEvery = 20

/**
 * Counts a page that the recipe has read. Returns whether the model should check it; undefined when the recipe is no
 * longer in force.
 */
export async function noteRun(tx: Transaction, domainId: string, recipeId: string) {
  const run = await updateRecipeRun(tx, domainId, recipeId)
  return run && { is_check: run.status === 'failing' || run.runs % checkEvery === 0 }
}

/** The recipe agrees with the model, or there is no model to disagree. */
export function noteRecovered(tx: Transaction, domainId: string, recipeId: string): Promise<void> {
  return updateRecipeRecovered(tx, domainId, recipeId)
}

/** An attribute was added after the recipe was learned. */
export async function noteOutdated(tx: Transaction, domainId: string, recipeId: string): Promise<void> {
  await updateInvalid(tx, domainId, recipeId, 'an attribute was added since it was learned')
}

/** Returns the new status. */
export function noteFailed(tx: Transaction, domainId: string, recipeId: string, error: string) {
  return updateRecipeFailed(tx, domainId, recipeId, error, failuresMax)
}

/** For a recipe that is learning. True when it is active from now on. */
export function noteAgreed(tx: Transaction, domainId: string, recipeId: string): Promise<boolean> {
  return updateAgreed(tx, domainId, recipeId, agreementsWanted)
}

/** For a recipe that is learning. One that keeps disagreeing becomes invalid, and another may be learned. */
export async function noteDisagreed(tx: Transaction, domainId: string, recipeId: string): Promise<void> {
  const failures = await updateDisagreed(tx, domainId, recipeId)
  if (failures >= failuresMax) await deleteLearning(tx, domainId, recipeId)
}
