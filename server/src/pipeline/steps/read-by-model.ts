import { CallStopped } from '../../budget/pay-call.ts'
import type { PageEnding, PageFacts } from '../../crawl/page-ending.ts'
import { assignmentOf } from '../../domains/domains.ts'
import { noLinks } from '../../frontier/found-link.ts'
import type { Judge } from '../../gate/judge.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ClaimedPage } from '../../queue/claimed-page.ts'
import type { Assignment } from '../agentic/prompt.ts'
import { type ModelReading, readWithModel } from '../agentic/read-with-model.ts'
import type { ModelWork, PageParts } from '../parts/page-work.ts'
import { boundClaims } from './bound-claims.ts'
import { carryClaims } from './carry-claims.ts'
import { storedFrom, wanted } from './stored-claims.ts'
import { checkRecipe, recipeBlocks } from './use-recipe.ts'

/** The second half of the work on a page that a model must read. */
export async function readByModel(parts: PageParts, work: ModelWork, signal: AbortSignal): Promise<PageEnding> {
  const { page, fetched_at, judge, read, task } = work
  const { url, parsed, blocks, reading, model } = task
  const { text, title, published_at } = parsed
  const asked_at = parts.clock.now()
  const found = await readWithModel(
    { ...parts, model },
    {
      payer: { ...page, hasStopped: () => parts.stops.hasStopped(page) },
      assignment: await assignmentFor(parts.db, page, judge),
      page: { url, title, published_at, text, blocks },
      portions: reading.portions,
      is_diff: reading.is_diff,
      signal,
    },
  )
  if (!found.is_relevant) {
    const error = { code: 'off_topic', text: `gate v${page.published_version}: about` } as const
    // The links of a source are followed, whatever its own text is about.
    const links = page.depth === 0 ? read.links : noLinks
    return { page, fetched_at, ...read, status: 'irrelevant', error, links }
  }
  return { page, fetched_at, ...read, facts: await factsFrom(parts, work, found, asked_at) }
}

async function factsFrom(
  { db, locator }: PageParts,
  { page, task }: ModelWork,
  found: ModelReading,
  asked_at: Date,
): Promise<PageFacts> {
  const { url, parsed, structured, known, blocks, reading, recipe, reason, model } = task
  const source = { origin: 'model', mode: 'agentic', model: model.id } as const
  const fresh = await storedFrom(locator, task, found.claims, source)
  const kept = reading.is_diff
    ? carryClaims(
        known.filter(({ origin }) => origin !== 'structured'),
        parsed,
      )
    : []
  // A recipe that did not fit the page has already been counted as failed.
  if (!recipe.is_misfit) await checkRecipe(db, page, url, recipeBlocks(blocks, parsed.text), [...fresh, ...kept])
  const unread = reading.unread_blocks > 0 ? `; ${reading.unread_blocks} blocks were too many and are not read` : ''
  const { claims, note } = boundClaims(wanted([...structured, ...fresh, ...kept], page.ontology))
  return {
    mode: 'agentic',
    read_mode: 'agentic',
    asked_at,
    reason: `${reason}${unread}${note}`,
    claims,
    dropped: found.dropped,
  }
}

async function assignmentFor(db: Database, page: ClaimedPage, judge: Judge): Promise<Assignment> {
  const assignment = await assignmentOf(db, page.domain_id)
  if (!assignment) throw new CallStopped('the domain was deleted')
  return { ...assignment, about: judge.about }
}
