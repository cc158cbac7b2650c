import type { PageContent, Validators } from '../../crawl/page-ending.ts'
import type { Judge } from '../../gate/judge.ts'
import type { ClaimedPage } from '../../queue/claimed-page.ts'
import type { ReadPage } from '../../reader/read-page/packed-page.ts'
import type { PageReading, ParseJob } from '../../reader/read-page/parse-job.ts'
import type { FetchAnswer } from '../../web/fetch/fetcher.ts'
import { RenderFailed, RenderTooLarge } from '../../web/render/renderer.ts'
import { GiveUp } from '../parts/page-errors.ts'
import type { PageParts } from '../parts/page-work.ts'
import { fileWords } from './file-words.ts'
import type { ParsedAnswer } from './parsed-answer.ts'
import { errorOfVerdict, refuseVerdict } from './refuse-verdict.ts'
import { validatorsOf } from './validators.ts'

/** Parses bytes to blocks, links and structured data. Throws GiveUp for what is no page, or no page of its own. */
export async function parseAnswer(
  parts: PageParts,
  page: ClaimedPage,
  judge: Judge,
  answer: FetchAnswer,
  signal: AbortSignal,
): Promise<ParsedAnswer> {
  const { url } = answer
  const job = {
    ...jobOf(page, answer),
    text_rules: judge.text_rules,
    has_lists: parts.model !== undefined || page.recipe !== null,
  }
  const reading = await parts.parser.parse(page.project_id, job, signal)
  if (reading.kind === 'other')
    throw new GiveUp('skipped', reading.unread ?? { code: 'not_a_page', text: fileWords(reading.type) })
  const rendered = reading.page.needs_script ? await renderPage(parts, page.project_id, job, signal) : undefined
  const { page: parsed, by_text } = rendered ?? reading
  const { verdict } = parsed
  refuseVerdict(verdict)
  const gate = judge.page({ url, language: parsed.language, by_text })
  return {
    url,
    parsed,
    gate,
    is_empty: verdict !== null && parsed.text === '' && parsed.data === '',
    ending: {
      type: 'read',
      status: 'extracted',
      error: verdict && errorOfVerdict(verdict),
      address: url === page.url ? null : url,
      canonical: canonicalOf(url, parsed),
      gate_rule: gate.rule,
      // A page that scripts fill always has the same bytes, so validators would never see a change.
      validators: rendered ? noValidators : validatorsOf(answer, reading.bytes_hash),
      content: contentOf(parsed),
    },
  }
}

const noValidators: Validators = { etag: null, last_modified: null, bytes_hash: null }

/** Transfers the body to the job. The text is not judged. */
export function jobOf(page: ClaimedPage, answer: FetchAnswer): ParseJob {
  const { body, content_type, url, status, x_robots_tag, wall_headers } = answer
  return {
    ...{ body, content_type, url, requested_url: page.url, status, x_robots_tag },
    headers: wall_headers,
    text_rules: null,
  }
}

/** The page after its scripts have run; undefined when no renderer is configured. */
async function renderPage(
  parts: PageParts,
  projectId: string,
  job: ParseJob,
  signal: AbortSignal,
): Promise<(PageReading & { kind: 'html' }) | undefined> {
  if (!parts.renderer) return undefined
  try {
    const body = await parts.renderer.render(projectId, job.url, signal)
    const rendered = { ...job, body, content_type: 'text/html; charset=utf-8' }
    const reading = await parts.parser.parse(projectId, rendered, signal)
    return reading.kind === 'html' ? { ...reading, kind: reading.kind } : undefined
  } catch (error) {
    if (error instanceof RenderTooLarge) throw new GiveUp('failed', { code: 'render_too_large', text: error.message })
    if (!(error instanceof RenderFailed)) throw error
    parts.log.warn({ url: job.url }, error.message)
    return undefined
  }
}

/**
 * The canonical address of a page, when it is another one of the same site. The start page does not count: naming it on
 * every page is the most common mistake.
 */
function canonicalOf(here: string, { canonical }: ReadPage): string | null {
  if (canonical === null || canonical === here) return null
  const [landed, named] = [new URL(here), new URL(canonical)]
  if (landed.origin !== named.origin) return null
  return named.pathname !== '/' || named.search !== '' || landed.pathname === '/' ? canonical : null
}

function contentOf(page: ReadPage): PageContent {
  const { title, language, published_at, text, data, blocks, content_hash, stored_blocks, structured, page_starts } =
    page
  return { title, language, published_at, text, data, blocks, content_hash, stored_blocks, structured, page_starts }
}
