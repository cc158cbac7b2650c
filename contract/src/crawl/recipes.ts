import { z } from 'zod'
import { domainId } from '../domains.ts'
import { id, listQuery, nextCursor, nothing, ok, timestamp, uuid } from '../fields.ts'
import { defineRoutes, type Param } from '../route.ts'

export const recipeStatuses = ['active', 'failing', 'invalid'] as const

const recipeId: Param = { schema: uuid, not_found: 'recipe_not_found', description: 'Id of the recipe.' }

export const recipe = z
  .strictObject({
    id,
    url: z.string().describe('A page of the template.'),
    version: z.int().describe('Counts from 1 for each template.'),
    status: z
      .enum(recipeStatuses)
      .describe(
        '`failing` after a page that did not fit or on which the model disagreed, `invalid` after three in a row.',
      ),
    consecutive_failures: z.int(),
    last_run_at: timestamp.nullable(),
    last_error: z.string().nullable(),
    created_at: timestamp,
  })
  .meta({ id: 'Recipe', description: 'A learned extractor that reads the pages of one template without a model.' })

export const recipeRoutes = defineRoutes({
  listRecipes: {
    method: 'GET',
    path: '/v1/domains/{domainId}/recipes',
    auth: 'any',
    tag: 'Recipes',
    summary: 'List the recipes, newest first',
    description: 'A recipe is listed once it has agreed with the model on three pages.',
    params: { domainId },
    query: listQuery,
    status: 200,
    answer: z.strictObject({ recipes: z.array(recipe), next_cursor: nextCursor }).meta({ id: 'RecipeList' }),
  },
  invalidateRecipe: {
    method: 'POST',
    path: '/v1/domains/{domainId}/recipes/{recipeId}/invalidate',
    auth: 'full',
    tag: 'Recipes',
    summary: 'Invalidate a recipe',
    description: 'The model reads the template again, and a new version may be learned. Extracted facts stay.',
    params: { domainId, recipeId },
    body: nothing,
    status: 200,
    answer: ok,
  },
})
