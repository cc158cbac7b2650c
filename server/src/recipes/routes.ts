import type { recipeRoutes } from '@polegraph/contract/crawl/recipes.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { invalidateRecipe, listRecipes } from './recipes.ts'

export const recipeHandlers: Handlers<typeof recipeRoutes> = {
  listRecipes: { read: ({ db, domain, query }) => listRecipes(db, domain.id, query) },
  invalidateRecipe: { write: ({ tx, domain, params }) => invalidateRecipe(tx, domain.id, params.recipeId) },
}
