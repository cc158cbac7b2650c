import { knownClaims } from '../../../claims/claims.ts'
import type { StoredClaim } from '../../../claims/stored-claim.ts'
import { recentlyRead } from '../../../crawl/pages.ts'
import { appendActivity } from '../../../events/event-log.ts'
import type { Claim } from '../../../facts/claim.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ClaimedPage } from '../../../queue/claimed-page.ts'
import { unpackBlocks } from '../../../reader/blocks/stored-blocks.ts'
import { samplesLeast } from '../../../recipes/learn/learn-fields.ts'
import { agreesOn, learnRecipe } from '../../../recipes/learn/learn-recipe.ts'
import type { Sample } from '../../../recipes/learn/sample-page.ts'
import type { RecipePage } from '../../../recipes/recipe.ts'
import { RecipeMisfit } from '../../../recipes/recipe-misfit.ts'
import { recipePageOf } from '../../../recipes/recipe-page.ts'
import {
  noteAgreed,
  noteDisagreed,
  noteFailed,
  noteOutdated,
  noteRecovered,
  noteRun,
  recipeInForce,
  saveLearned,
} from '../../../recipes/recipes.ts'
import { runRecipe } from '../../../recipes/run-recipe.ts'
import type { RecipeTry } from '../../parts/page-work.ts'

// Uses recipes: instead of the model on pages of their template, beside it while they are learning, and on some pages
// to check that both still agree.

export const untried: RecipeTry = { claims: undefined, odd_rows: 0, is_misfit: false, is_check: false }

export async function tryRecipe(
  db: Database,
  page: ClaimedPage,
  layout: RecipePage,
  hasModel: boolean,
): Promise<RecipeTry> {
  const { recipe, domain_id } = page
  if (recipe === null || recipe.status === 'learning') return untried
  const isOutdated = Date.parse(recipe.created_at) <= Date.parse(page.attributes_added_at ?? '')
  if (isOutdated && hasModel) {
    await db.transaction((tx) => noteOutdated(tx, domain_id, recipe.id))
    return untried
  }
  try {
    const found = runRecipe(recipe.rules, layout)
    const run = await db.transaction(async (tx) => {
      // Without a model nothing can contradict the recipe.
      if (recipe.status === 'failing' && !hasModel) await noteRecovered(tx, domain_id, recipe.id)
      return noteRun(tx, domain_id, recipe.id)
    })
    return run ? { ...found, is_misfit: false, is_check: run.is_check } : untried
  } catch (error) {
    if (!(error instanceof RecipeMisfit)) throw error
    await failRecipe(db, page, recipe, error.message)
    return { ...untried, is_misfit: true }
  }
}

/** After a model has read a page: checks the recipe against it, or learns one. */
export async function checkRecipe(
  db: Database,
  page: ClaimedPage,
  url: string,
  layout: RecipePage,
  read: StoredClaim[],
): Promise<void> {
  const claims = read.map(claimOf)
  // Other pages may have led to a recipe while the model was reading.
  const recipe = await recipeInForce(db, page.domain_id, page.group_key)
  if (!recipe) {
    await learn(db, page, url, { ...layout, claims })
    return
  }
  const agrees = agreesOn(recipe.rules, { ...layout, claims })
  if (recipe.status === 'learning') {
    await db.transaction(async (tx) => {
      if (!agrees) await noteDisagreed(tx, page.domain_id, recipe.id)
      else if (await noteAgreed(tx, page.domain_id, recipe.id)) {
        await tell(tx, page, 'recipe active', `version ${recipe.version} reads ${recipe.template} from now on`)
      }
    })
  } else if (agrees) await db.transaction((tx) => noteRecovered(tx, page.domain_id, recipe.id))
  else await failRecipe(db, page, recipe, 'it does not say what the model says')
}

async function failRecipe(
  db: Database,
  page: ClaimedPage,
  recipe: NonNullable<ClaimedPage['recipe']>,
  error: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const status = await noteFailed(tx, page.domain_id, recipe.id, error)
    if (status) await tell(tx, page, `recipe ${status}`, `version ${recipe.version} of ${recipe.template}: ${error}`)
  })
}

async function tell(
  tx: Parameters<typeof appendActivity>[0],
  page: ClaimedPage,
  action: string,
  detail: string,
): Promise<void> {
  await appendActivity(tx, page.project_id, page.domain_id, { agent: 'reader', action, subject: page.url, detail })
}

/** Learns from this page and the latest pages of its template. */
async function learn(db: Database, page: ClaimedPage, url: string, sample: Sample): Promise<void> {
  const others = await recentlyRead(db, page.domain_id, { template: page.group_key, but: page.id, limit: samplesLeast })
  if (others.length + 1 < samplesLeast) return
  const ids = others.map(({ page_id }) => page_id)
  const read = Map.groupBy(await knownClaims(db, page.domain_id, ids), ({ page_id }) => page_id)
  const samples = others.map(({ page_id, text, blocks }) => ({
    ...recipePageOf(unpackBlocks(blocks), blocks.lists, text),
    claims: (read.get(page_id) ?? []).filter(({ origin }) => origin === 'model' || origin === 'recipe').map(claimOf),
  }))
  const rules = learnRecipe([sample, ...samples]) ?? learnRecipe([sample, ...samples.slice(0, samplesLeast - 1)])
  if (!rules) return
  await db.transaction((tx) => saveLearned(tx, page.domain_id, { template: page.group_key, url, rules }))
}

function claimOf({ type, fact, quote, quote_start, quote_end }: StoredClaim): Claim {
  return { ...fact, type, quote: { text: quote, start: quote_start, end: quote_end } } as Claim
}
