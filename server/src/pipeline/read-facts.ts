import { type ClaimRow, knownClaims, type StoredClaim, toStored } from '../claims/claims.ts'
import type { PageFacts } from '../crawl/page-ending.ts'
import { repeatedBlocksOf, storedBlocksOf } from '../crawl/pages.ts'
import { assignmentOf } from '../domains/domains.ts'
import type { Claim } from '../facts/claim.ts'
import type { Judge } from '../gate/judge.ts'
import type { Model } from '../model/model.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { ClaimedPage } from '../queue/claimed-page.ts'
import { blockAt } from '../reader/blocks/block-at.ts'
import type { RepeatedBlocks } from '../reader/blocks/site-blocks.ts'
import { type StoredBlocks, unpackBlocks } from '../reader/blocks/stored-blocks.ts'
import { type BlockMark, ParseFailed, type ParseThreads, type ReadPage } from '../reader/read-page/parse-threads.ts'
import { blocksToRead, type PageBlock, type Reading } from './agentic/blocks-to-read.ts'
import type { Assignment } from './agentic/prompt.ts'
import { readWithModel } from './agentic/read-with-model.ts'
import type { RecentAnswers } from './agentic/recent-answers.ts'
import { inOntology } from './base-kinds.ts'
import { carryClaims } from './carry-claims.ts'
import { chooseMode } from './choose-mode.ts'
import { isCovered } from './coverage.ts'
import type { Judges } from './judges.ts'
import type { Locator } from './locate.ts'
import { checkRecipe, type RecipeTry, recipeBlocks, tryRecipe } from './use-recipe.ts'

// What a page says, by the cheapest way that will do. Structured data is always read; a recipe or a model adds what it
// does not say; and what was read before and still stands on the page is kept.

export interface FactParts {
  db: Database
  parser: ParseThreads
  clock: Clock
  judges: Judges
  model?: Model | undefined
  answers: RecentAnswers
  locator: Locator
}

/** The model holds the page against the gate's plain words. */
export class NotRelevant extends Error {
  override name = 'NotRelevant'
}

export interface FactTask {
  page: ClaimedPage
  judge: Judge
  parsed: ReadPage
  /** Where it is now. */
  url: string
  /** Another page says the same under this name: it is not read twice, nor paid for twice. */
  is_copy: boolean
}

/** Facts that are there, or that a model has to be asked for: that takes long, and needs nothing of the host. */
export type FactsOrLater = { facts: PageFacts } | { readLater(signal: AbortSignal): Promise<PageFacts> }

export async function readFacts(all: FactParts, task: FactTask): Promise<FactsOrLater> {
  const { page, parsed } = task
  const parts = task.is_copy ? { ...all, model: undefined } : all
  const asked_at = parts.clock.now()
  const data = inOntology(JSON.parse(parsed.claims) as Claim[], page.ontology)
  const structured = await storedFrom(parts, task, data, { origin: 'structured', mode: 'deterministic', model: null })
  const known = page.read_at === null ? [] : await knownClaims(parts.db, page.domain_id, [page.id])
  // Blocks are unpacked where somebody looks at them.
  const isPlain = !parts.model && page.recipe === null
  const blocks = isPlain ? [] : unpackBlocks(JSON.parse(parsed.stored_blocks) as StoredBlocks)
  const recipe = await tryRecipe(parts.db, page, blocks, parsed.text, parts.model !== undefined)
  const reading = parts.model ? await blocksOf(parts, task, blocks) : undefined
  const choice = chooseMode({
    is_unchanged: false,
    recipe: recipe.claims && page.recipe?.version,
    is_recipe_check: recipe.is_check,
    has_model: parts.model !== undefined,
    is_covered: parts.model !== undefined && isCovered(data, mainText(parsed), parsed.title),
    changed_blocks: reading?.is_diff ? changedBlocks(reading) : undefined,
  })
  if (choice.mode === 'agentic' && parts.model && reading) {
    const { model } = parts
    const readLater = (signal: AbortSignal) =>
      readByModel(
        { ...parts, model },
        { ...task, structured, known, blocks, reading, recipe, reason: choice.reason },
        signal,
      )
    return { readLater }
  }
  const source = { origin: 'recipe', mode: 'deterministic', model: null } as const
  const byRecipe = recipe.claims ? await storedFrom(parts, task, recipe.claims, source) : []
  const kept = carryClaims(
    known.filter(({ origin }) => origin === 'model' || (origin === 'recipe' && !recipe.claims)),
    parsed,
  )
  const named = parts.model || task.is_copy ? [] : await readNames(parts, task, structured)
  const claims = wanted([...structured, ...byRecipe, ...kept, ...named], page.ontology)
  const isRead = reading?.is_diff === true && reading.portions.length === 0
  const read_mode = isRead ? 'agentic' : 'deterministic'
  return { facts: { mode: 'deterministic', read_mode, asked_at, reason: choice.reason, claims, dropped: 0 } }
}

const namedChars = 300_000

/** Without a model, what the text names; what its data says of the same things says more. */
async function readNames(parts: FactParts, task: FactTask, structured: StoredClaim[]): Promise<StoredClaim[]> {
  const { parsed, page, url } = task
  const { text, stored_blocks, title, language } = parsed
  // Books and dumps: they would hold up the pages that wait for the same thread.
  if (text.length > namedChars) return []
  const found = await parts.parser.readNames({ url, text, stored_blocks, title, language }).catch((error) => {
    // The thread has said why, and the page has more to say than its names.
    if (error instanceof ParseFailed) return '[]'
    throw error
  })
  const known = new Set(structured.flatMap(({ fact }) => ('ref' in fact ? [fact.ref] : [])))
  const names = (JSON.parse(found) as Claim[]).filter((claim) => claim.type !== 'entity' || !known.has(claim.ref))
  const source = { origin: 'text', mode: 'deterministic', model: null } as const
  return storedFrom(parts, task, inOntology(names, page.ontology), source)
}

interface ModelTask extends FactTask {
  structured: StoredClaim[]
  known: ClaimRow[]
  blocks: PageBlock[]
  reading: Reading
  recipe: RecipeTry
  reason: string
}

async function readByModel(
  parts: FactParts & { model: Model },
  task: ModelTask,
  signal: AbortSignal,
): Promise<PageFacts> {
  const { db, model } = parts
  const { page, parsed, judge, url, structured, known, blocks, reading, recipe, reason } = task
  const { text, title, published_at } = parsed
  const asked_at = parts.clock.now()
  const found = await readWithModel(parts, {
    payer: page,
    assignment: await assignmentFor(db, page, judge),
    page: { url, title, published_at, text, blocks },
    portions: reading.portions,
    is_diff: reading.is_diff,
    signal,
  })
  if (!found.is_relevant) throw new NotRelevant(`gate v${page.published_version}: about`)
  const source = { origin: 'model', mode: 'agentic', model: model.id } as const
  const fresh = await storedFrom(parts, task, found.claims, source)
  const kept = reading.is_diff
    ? carryClaims(
        known.filter(({ origin }) => origin !== 'structured'),
        parsed,
      )
    : []
  const unread = reading.unread_blocks > 0 ? `; ${reading.unread_blocks} blocks were too many and are not read` : ''
  // One that did not fit has failed already.
  if (!recipe.is_misfit) await checkRecipe(db, page, url, recipeBlocks(blocks, text), [...fresh, ...kept])
  return {
    mode: 'agentic',
    read_mode: 'agentic',
    asked_at,
    reason: `${reason}${unread}`,
    claims: wanted([...structured, ...fresh, ...kept], page.ontology),
    dropped: found.dropped,
  }
}

/** What was read when the ontology had other kinds is left behind. */
function wanted(claims: StoredClaim[], ontology: string[]): StoredClaim[] {
  const isWanted = ({ kind }: { kind: string }) => ontology.includes(kind)
  return claims.filter(({ fact }) => ('relation' in fact ? isWanted(fact.from) && isWanted(fact.to) : isWanted(fact)))
}

async function assignmentFor(db: Database, page: ClaimedPage, judge: Judge): Promise<Assignment> {
  const assignment = await assignmentOf(db, page.domain_id)
  if (!assignment) throw new Error('the domain is gone')
  return { ...assignment, about: judge.about }
}

/** What a model would have to read: all of the page, or what has changed since it was read by one. */
async function blocksOf(parts: FactParts, task: FactTask, blocks: PageBlock[]): Promise<Reading> {
  const { page, judge, parsed, url } = task
  const frame = frameOf(parsed, await repeatedBlocksOf(parts.db, page.domain_id, new URL(url).host))
  const readable = { text: parsed.text, blocks, frame }
  if (!(await mayReadDiff(parts, page, judge))) return blocksToRead(readable, undefined)
  const before = await storedBlocksOf(parts.db, page.domain_id, page.id)
  const known = before?.filter(({ is_own }) => is_own).map(({ hash }) => hash)
  return blocksToRead(readable, known && new Set(known))
}

/**
 * Menus and notices that stand on most pages of the site. Short words that do so, a role or a town, are facts of each of
 * those pages.
 */
function frameOf({ blocks }: ReadPage, repeated: RepeatedBlocks): Set<string> {
  const isFrame = ({ hash, link_share, start, end }: BlockMark) =>
    repeated.isFrame(hash) && (link_share >= 0.5 || end - start >= noticeChars)
  return new Set(blocks.filter(isFrame).map(({ hash }) => hash))
}

const noticeChars = 80

/** It was read by a model, for all that is asked for now. */
async function mayReadDiff({ judges }: FactParts, page: ClaimedPage, judge: Judge): Promise<boolean> {
  if (page.read_mode !== 'agentic' || page.read_status !== 'extracted' || page.read_at === null) return false
  if (page.attributes_added_at !== null && page.read_at <= page.attributes_added_at) return false
  if (page.gate_version === null || page.gate_version === page.published_version) return true
  return (await judges.of(page.domain_id, page.gate_version)).about === judge.about
}

const changedBlocks = ({ portions }: Reading) => portions.reduce((sum, { reads }) => sum + reads.length, 0)

function mainText({ text, blocks }: ReadPage): string {
  return blocks
    .filter(({ is_own }) => is_own)
    .map(({ start, end }) => text.slice(start, end))
    .join('\n')
}

async function storedFrom(
  { locator }: FactParts,
  { parsed }: FactTask,
  claims: Claim[],
  source: Pick<StoredClaim, 'origin' | 'mode' | 'model'>,
): Promise<StoredClaim[]> {
  const located = await locator.locate(claims)
  return located.map((claim) => {
    const block = blockAt(parsed.blocks, claim.quote.start)
    return toStored(claim, { ...source, block_hash: block?.hash ?? null })
  })
}
