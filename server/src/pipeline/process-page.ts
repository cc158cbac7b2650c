import type { PageEnding } from '../crawl/page-ending.ts'
import { noLinks } from '../frontier/links/found-link.ts'
import { endingOfError } from './ending-of-error.ts'
import type { ClaimedWork, ModelWork, PageParts, PageWork } from './parts/page-work.ts'
import { compareAnswer, compareContent } from './steps/compare.ts'
import { dropByGate } from './steps/drop-by-gate.ts'
import { readByModel } from './steps/facts/read-by-model.ts'
import { readFacts } from './steps/facts/read-facts.ts'
import { fetchPage } from './steps/fetch-page.ts'
import { noteLinks } from './steps/note-links.ts'
import { parseAnswer } from './steps/parse-answer.ts'

// The steps of one page: fetch, compare, parse, compare, drop, links, facts. A page that a model must read comes back
// as `waits_for_model`, releases its host, and is finished later. Steps throw what ends the work early.
// Nothing of the page is written here: `crawl/settle-pages.ts` writes the ending.

export function processPage(parts: PageParts, work: ClaimedWork, signal: AbortSignal): Promise<PageEnding | ModelWork> {
  return orEnding(parts, work, () => workOn(parts, work, signal))
}

/** The second half of a page that came back as `waits_for_model`. */
export function finishPage(parts: PageParts, work: ModelWork, signal: AbortSignal): Promise<PageEnding> {
  return orEnding(parts, work, () => readByModel(parts, work, signal))
}

async function orEnding<Result>(
  parts: PageParts,
  work: PageWork,
  step: () => Promise<Result>,
): Promise<Result | PageEnding> {
  try {
    return await step()
  } catch (error) {
    const { page, fetched_at } = work
    return { page, fetched_at, ...(await endingOfError(parts, work, error)) }
  }
}

async function workOn(parts: PageParts, work: ClaimedWork, signal: AbortSignal): Promise<PageEnding | ModelWork> {
  const { page } = work
  const judge = await parts.judges.of(page, page.published_version)
  const answer = await fetchPage(parts, work, judge, signal)
  const { fetched_at } = work
  const sameAnswer = compareAnswer(page, answer)
  if (sameAnswer) return { page, fetched_at, ...sameAnswer }

  const parsed = await parseAnswer(parts, page, judge, answer, signal)
  const sameContent = compareContent(page, parsed)
  if (sameContent) {
    // An unchanged page may have new links in its menus. The links of an irrelevant page count only for a source.
    const isFollowed = page.read_status === 'extracted' || page.depth === 0
    const links = isFollowed ? await noteLinks(parts, page, judge, parsed) : noLinks
    return { page, fetched_at, ...sameContent, links }
  }

  const dropped = dropByGate(page, parsed)
  // The gate decides whether the text of a source is kept; its links are followed in any case.
  if (dropped && page.depth > 0) return { page, fetched_at, ...dropped }

  const links = await noteLinks(parts, page, judge, parsed)
  if (dropped) return { page, fetched_at, ...dropped, links }
  const read = { ...parsed.ending, links }
  if (parsed.is_empty) return { page, fetched_at, ...read, status: 'skipped' }

  const found = await readFacts(parts, page, judge, parsed)
  if ('facts' in found) return { page, fetched_at, ...read, facts: found.facts }
  return { type: 'waits_for_model', page, fetched_at, judge, read, task: found.task }
}
