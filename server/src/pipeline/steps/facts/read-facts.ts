import { knownClaims } from '../../../claims/claims.ts'
import type { PageFacts } from '../../../crawl/page-ending.ts'
import { isOtherPage } from '../../../crawl/pages.ts'
import type { Claim } from '../../../facts/claim.ts'
import type { Judge } from '../../../gate/judge.ts'
import { countOf } from '../../../language/count-of.ts'
import { isReadLanguage, languageName } from '../../../language/detection/tell-language.ts'
import type { ClaimedPage } from '../../../queue/claimed-page.ts'
import { type StoredBlocks, unpackBlocks } from '../../../reader/blocks/stored-blocks.ts'
import type { ReadPage } from '../../../reader/read-page/packed-page.ts'
import { recipePageOf } from '../../../recipes/recipe-page.ts'
import type { Reading } from '../../agentic/prompt/blocks-to-read.ts'
import { inOntology } from '../../parts/base-kinds.ts'
import type { ModelTask, PageParts } from '../../parts/page-work.ts'
import type { ParsedAnswer } from '../parsed-answer.ts'
import { blocksForModel } from './blocks-for-model.ts'
import { boundClaims } from './bound-claims.ts'
import { carryClaims } from './carry-claims.ts'
import { chooseMode } from './choose-mode.ts'
import { isCovered } from './coverage.ts'
import { readTextClaims } from './read-text-claims.ts'
import { storedFrom, wanted } from './stored-claims.ts'
import { tryRecipe, untried } from './use-recipe.ts'

// Reads the facts of a page in the cheapest sufficient way. Structured data is always read; a recipe or a model adds
// what it does not have; and earlier claims that the page still supports are kept.

export async function readFacts(
  parts: PageParts,
  page: ClaimedPage,
  judge: Judge,
  answer: ParsedAnswer,
): Promise<{ facts: PageFacts } | { task: ModelTask }> {
  const { url, parsed } = answer
  const isCopy = await isCopyOfOther(parts, page, answer)
  // A copy is read without a model, so that nothing is paid for twice.
  const model = isCopy ? undefined : parts.model
  const asked_at = parts.clock.now()
  const data = inOntology(JSON.parse(parsed.claims) as Claim[], page.ontology)
  const structured = await storedFrom(parts.locator, answer, data, {
    origin: 'structured',
    mode: 'deterministic',
    model: null,
  })
  const known = page.read_at === null ? [] : await knownClaims(parts.db, page.domain_id, [page.id])
  // Without a model or a recipe no step needs the blocks, so they stay packed.
  const isPlain = !model && page.recipe === null
  const stored = isPlain ? undefined : (JSON.parse(parsed.stored_blocks) as StoredBlocks)
  const blocks = stored ? unpackBlocks(stored) : []
  const layout = recipePageOf(blocks, stored?.lists ?? [], parsed.text)
  const isDocument = parsed.page_starts !== null
  const recipe = isDocument ? untried : await tryRecipe(parts.db, page, layout, model !== undefined)
  const forModel = model ? await blocksForModel(parts, page, judge, answer, blocks, layout.lists) : undefined
  const reading = forModel?.reading
  const choice = chooseMode({
    recipe: recipe.claims && page.recipe?.version,
    is_recipe_check: recipe.is_check,
    has_model: model !== undefined,
    is_covered: model !== undefined && isCovered(data, ownText(parsed), parsed.title),
    changed_blocks: reading?.is_diff ? changedBlocks(reading) : undefined,
  })
  if (choice.mode === 'agentic' && model && forModel) {
    const { reason } = choice
    return { task: { url, parsed, model, structured, known, blocks, ...forModel, layout, recipe, reason } }
  }
  const byRecipe = recipe.claims
    ? await storedFrom(parts.locator, answer, recipe.claims, { origin: 'recipe', mode: 'deterministic', model: null })
    : []
  const kept = carryClaims(
    known.filter(({ origin }) => origin === 'model' || (origin === 'recipe' && !recipe.claims)),
    parsed,
  )
  const hasNames = !model && !isCopy
  const named = hasNames ? await readTextClaims(parts, page, answer, structured) : []
  const { claims, note } = boundClaims(wanted([...structured, ...byRecipe, ...kept, ...named], page.ontology))
  const isRead = reading?.is_diff === true && reading.portions.length === 0
  const read_mode = isRead ? 'agentic' : 'deterministic'
  const odd =
    recipe.odd_rows > 0 ? `; ${countOf(recipe.odd_rows, 'row')} of its lists not read: written in another way` : ''
  const reason = `${choice.reason}${odd}${hasNames ? noteOfLanguage(parsed.language) : ''}${note}`
  return { facts: { mode: 'deterministic', read_mode, asked_at, reason, claims, dropped: 0 } }
}

/** For the page's `mode_reason`; empty in a language whose names are read. */
function noteOfLanguage(language: string | null): string {
  if (language === null || isReadLanguage(language)) return ''
  return `; its text is in ${languageName(language)}, in which few names are read without a model`
}

/** Whether one of this page's addresses belongs to another page. */
async function isCopyOfOther({ db }: PageParts, page: ClaimedPage, { ending }: ParsedAnswer): Promise<boolean> {
  const names = [ending.address, ending.canonical].filter((name) => name !== null)
  return names.length > 0 && (await isOtherPage(db, page, names))
}

function changedBlocks({ portions, cuts }: Reading): number {
  const left = cuts.reduce((sum, { left_out }) => sum + left_out.length, 0)
  return portions.reduce((sum, { reads }) => sum + reads.length, left)
}

function ownText({ text, blocks }: ReadPage): string {
  return blocks
    .filter(({ is_own }) => is_own)
    .map(({ start, end }) => text.slice(start, end))
    .join('\n')
}
