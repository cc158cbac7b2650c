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

/** The recipe that reads pages of a template, or is learning to. */
export function recipeInForce(db: Queryable, domainId: string, template: string) {
  return selectInForce(db, domainId, template)
}

/** What was learned for a template. Nothing happens when there is a recipe by now. */
export async function saveLearned(
  tx: Transaction,
  domainId: string,
  learned: { template: string; url: string; rules: RecipeRules },
): Promise<void> {
  await insertRecipe(tx, domainId, newId(), learned)
}

/** One page of so many is read by the model too, and every page while it is failing. */
const checkEvery = 20

/** It has read a page. Says whether that is to be held against the model; undefined when it is not in force any more. */
export async function noteRun(tx: Transaction, domainId: string, recipeId: string) {
  const run = await updateRecipeRun(tx, domainId, recipeId)
  return run && { is_check: run.status === 'failing' || run.runs % checkEvery === 0 }
}

/** It says what the model says; or there is no model that could say otherwise. */
export function noteRecovered(tx: Transaction, domainId: string, recipeId: string): Promise<void> {
  return updateRecipeRecovered(tx, domainId, recipeId)
}

/** It was learned for less than is asked for now. */
export async function noteOutdated(tx: Transaction, domainId: string, recipeId: string): Promise<void> {
  await updateInvalid(tx, domainId, recipeId, 'an attribute was added since it was learned')
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
