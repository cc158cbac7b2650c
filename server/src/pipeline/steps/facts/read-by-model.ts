import { CallStopped } from '../../../budget/pay-call.ts'
import type { PageEnding, PageFacts } from '../../../crawl/page-ending.ts'
import { assignmentOf } from '../../../domains/domains.ts'
import type { Claim } from '../../../facts/claim.ts'
import { noLinks } from '../../../frontier/links/found-link.ts'
import type { Judge } from '../../../gate/judge.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { ClaimedPage } from '../../../queue/claimed-page.ts'
import { rateClaims } from '../../agentic/answer/claim-confidence.ts'
import { noteOfRefusals } from '../../agentic/answer/refusals.ts'
import { type Portion, rowsToRead } from '../../agentic/prompt/blocks-to-read.ts'
import type { Assignment } from '../../agentic/prompt/prompt.ts'
import { noteOfRows, readCutLists } from '../../agentic/prompt/read-cut-lists.ts'
import { type ModelReading, readWithModel } from '../../agentic/read-with-model.ts'
import type { ModelWork, PageParts } from '../../parts/page-work.ts'
import { boundClaims } from './bound-claims.ts'
import { carryClaims } from './carry-claims.ts'
import { passedOver, readTextClaims } from './read-text-claims.ts'
import { storedFrom, wanted } from './stored-claims.ts'
import { checkRecipe } from './use-recipe.ts'

/** The second half of the work on a page that a model must read. */
export async function readByModel(parts: PageParts, work: ModelWork, signal: AbortSignal): Promise<PageEnding> {
  const { page, fetched_at, read } = work
  const asked_at = parts.clock.now()
  const found = await readInTurns(parts, work, signal)
  if (!found.is_relevant) {
    const error = { code: 'off_topic', text: `gate v${page.published_version}: about` } as const
    // The links of a source are followed, whatever its own text is about.
    const links = page.depth === 0 ? read.links : noLinks
    return { page, fetched_at, ...read, status: 'irrelevant', error, links }
  }
  return { page, fetched_at, ...read, facts: await factsFrom(parts, work, found, asked_at) }
}

interface PageReading extends ModelReading {
  /** Claims of rules that were learned on the page. */
  by_rules: Claim[]
  unread_blocks: number
  note: string
}

const nothing: ModelReading = { is_relevant: false, claims: [], refusals: [] }

/** Long lists are sent in part. The rest is read by rules that are learned from that part; else the model reads it too. */
async function readInTurns(parts: PageParts, work: ModelWork, signal: AbortSignal): Promise<PageReading> {
  const { page, judge, task } = work
  const { url, parsed, readable, reading, model } = task
  const { text, title, published_at } = parsed
  const whole = {
    payer: { ...page, hasStopped: () => parts.stops.hasStopped(page) },
    assignment: await assignmentFor(parts.db, page, judge),
    page: { url, title, published_at, ...readable },
    is_diff: reading.is_diff,
    language: parsed.language,
    signal,
  }
  const ask = (portions: Portion[]) => readWithModel({ ...parts, model }, { ...whole, portions })
  const first = await ask(reading.portions)
  const rows = readCutLists(reading.cuts, text, first.claims)
  const rest = rowsToRead(readable, rows.rest, reading.portions.length)
  const second = rest.portions.length > 0 ? await ask(rest.portions) : nothing
  return {
    is_relevant: first.is_relevant || second.is_relevant,
    claims: [...first.claims, ...second.claims],
    refusals: [...first.refusals, ...second.refusals],
    by_rules: rows.claims,
    unread_blocks: reading.unread_blocks + rest.unread_blocks,
    note: noteOfRows(rows),
  }
}

async function factsFrom(
  parts: PageParts,
  { page, task }: ModelWork,
  found: PageReading,
  asked_at: Date,
): Promise<PageFacts> {
  const { db, locator } = parts
  const { url, parsed, structured, known, layout, reading, recipe, reason, model } = task
  const source = { origin: 'model', mode: 'agentic', model: model.id } as const
  const named = await readTextClaims(parts, page, task, structured)
  const by_rules = [...structured, ...named].map(({ fact }) => fact)
  const rated = rateClaims(found.claims, { blocks: parsed.blocks, by_rules })
  const byModel = await storedFrom(locator, task, rated, source)
  const byRules = await storedFrom(locator, task, found.by_rules, {
    origin: 'recipe',
    mode: 'deterministic',
    model: null,
  })
  const fresh = [...byModel, ...byRules]
  const kept = reading.is_diff
    ? carryClaims(
        known.filter(({ origin }) => origin === 'model' || origin === 'recipe'),
        parsed,
      )
    : []
  // A recipe that did not fit the page has already been counted as failed. Documents have no template.
  if (!recipe.is_misfit && parsed.page_starts === null) await checkRecipe(db, page, url, layout, [...fresh, ...kept])
  const unread = found.unread_blocks > 0 ? `; ${found.unread_blocks} blocks were too many and are not read` : ''
  const said = [...structured, ...fresh, ...kept]
  const names = passedOver(named, said)
  const { claims, note } = boundClaims(wanted([...said, ...names], page.ontology))
  return {
    mode: 'agentic',
    read_mode: 'agentic',
    asked_at,
    reason: `${reason}${found.note}${unread}${note}${noteOfRefusals(found.refusals)}`,
    claims,
    dropped: found.refusals.length,
  }
}

async function assignmentFor(db: Database, page: ClaimedPage, judge: Judge): Promise<Assignment> {
  const assignment = await assignmentOf(db, page.domain_id)
  if (!assignment) throw new CallStopped('the domain was deleted')
  return { ...assignment, about: judge.about, terms: judge.terms }
}
