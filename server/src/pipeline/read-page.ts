import { hash } from 'node:crypto'
import type { PageContent, Validators } from '../crawl/page-ending.ts'
import { isOtherPage } from '../crawl/pages.ts'
import { describeDrop, type Judge } from '../gate/judge.ts'
import type { ClaimedPage } from '../queue/claimed-page.ts'
import type { ParseJob, ReadPage } from '../reader/read-page/parse-threads.ts'
import type { FetchAnswer } from '../web/fetcher.ts'
import { RenderFailed } from '../web/renderer.ts'
import { findLinks, type NotedLinks } from './find-links.ts'
import { GiveUp } from './page-errors.ts'
import { parseUnless } from './parse.ts'
import { type Ending, type EndingLater, type PageParts, validatorsOf } from './process-page.ts'
import { NotRelevant, readFacts } from './read-facts.ts'

/** Whether a page need not be read again. */
export const isUnchanged = {
  /** It was read by the rules that hold now, and nothing has been asked for since that it was not read for. */
  mayBeAsked: (page: ClaimedPage): boolean =>
    (page.read_status === 'extracted' || page.read_status === 'irrelevant') &&
    page.gate_version === page.published_version &&
    page.read_at !== null &&
    (page.attributes_added_at === null || page.read_at > page.attributes_added_at),
}

export function hashBytes(body: Uint8Array): string {
  return hash('sha256', body, 'base64url')
}

/** The body is handed over. */
export function jobOf(page: ClaimedPage, answer: FetchAnswer): ParseJob {
  const { body, content_type, url, status, x_robots_tag, wall_headers } = answer
  return { body, content_type, url, requested_url: page.url, status, x_robots_tag, headers: wall_headers }
}

/** From the answer to what is stored of it. */
export async function readPage(
  parts: PageParts,
  page: ClaimedPage,
  judge: Judge,
  answer: FetchAnswer,
  signal: AbortSignal,
): Promise<Ending | EndingLater> {
  const { url } = answer
  const reading = await parseUnless(signal, parts.parser, jobOf(page, answer))
  // Its bytes are gone; others may have their room while this page is read.
  answer.release()
  if (reading.kind === 'other') throw new GiveUp('skipped', reading.type)
  const rendered = reading.page.needs_script ? await renderPage(parts, page, answer, signal) : undefined
  const parsed = rendered ?? reading.page
  const { verdict } = parsed
  if (verdict && verdict.kind !== 'thin page') throw new GiveUp('failed', `${verdict.kind}: ${verdict.signal}`)
  // The frame of a page that its scripts fill stays the same, whatever they fill it with.
  const validators = rendered ? noValidators : validatorsOf(answer, reading.bytes_hash)
  const address = url === page.url ? null : url
  const canonical = canonicalOf(url, parsed)
  if (address === null && isUnchanged.mayBeAsked(page) && parsed.content_hash === page.content_hash) {
    // Its menus may lead to something new all the same; those of an irrelevant page are not followed.
    const isFollowed = page.read_status === 'extracted'
    const links = isFollowed ? linksOf(parts, page, judge, parsed, address) : { links_seen: 0 }
    return { type: 'unchanged', validators, ...links }
  }
  const content = contentOf(parsed)
  const text = parsed.title === null ? parsed.text : `${parsed.title}\n${parsed.text}`
  const relevance = judge.page({ url: address ?? page.url, text, language: parsed.language })
  if (!relevance.keep) {
    const error = describeDrop(page.published_version, relevance)
    return {
      type: 'read',
      status: 'irrelevant',
      error,
      address,
      canonical,
      validators,
      content,
      links: [],
      links_seen: 0,
    }
  }
  const links = linksOf(parts, page, judge, parsed, address)
  const error = verdict ? `${verdict.kind}: ${verdict.signal}` : null
  const read = { type: 'read', error, address, canonical, validators, content, ...links } as const
  // A thin page is read all the same: registers are made of them. One that says nothing at all is not.
  if (verdict && parsed.text === '' && parsed.data === '') return { ...read, status: 'skipped' }
  const names = [address, canonical].filter((name) => name !== null)
  const is_copy = names.length > 0 && (await isOtherPage(parts.db, page, names))
  const found = await readFacts(parts, { page, judge, parsed, url: address ?? page.url, is_copy })
  if ('facts' in found) return { ...read, status: 'extracted', facts: found.facts }
  return {
    endLater: async (signal) => {
      try {
        return { ...read, status: 'extracted', facts: await found.readLater(signal) }
      } catch (error) {
        if (!(error instanceof NotRelevant)) throw error
        return { ...read, status: 'irrelevant', error: error.message, links: [] }
      }
    },
  }
}

const noValidators: Validators = { etag: null, last_modified: null, bytes_hash: null }

/** The page after its scripts have run, if that can be had. */
async function renderPage(
  parts: PageParts,
  page: ClaimedPage,
  answer: FetchAnswer,
  signal: AbortSignal,
): Promise<ReadPage | undefined> {
  if (!parts.renderer) return undefined
  try {
    const body = await parts.renderer.render(answer.url, signal)
    const job = { ...jobOf(page, answer), body, content_type: 'text/html; charset=utf-8' }
    const reading = await parseUnless(signal, parts.parser, job)
    return reading.kind === 'html' ? reading.page : undefined
  } catch (error) {
    if (!(error instanceof RenderFailed)) throw error
    parts.log.warn({ url: answer.url }, error.message)
    return undefined
  }
}

/**
 * The other address that a page of the same site calls its original. Not the start page: naming it on every page is the
 * most common mistake there is.
 */
function canonicalOf(here: string, { canonical }: ReadPage): string | null {
  if (canonical === null || canonical === here) return null
  const [landed, said] = [new URL(here), new URL(canonical)]
  if (landed.origin !== said.origin) return null
  return said.pathname !== '/' || said.search !== '' || landed.pathname === '/' ? canonical : null
}

function contentOf(page: ReadPage): PageContent {
  const { title, language, published_at, text, data, blocks, content_hash, stored_blocks, structured } = page
  return { title, language, published_at, text, data, blocks, content_hash, stored_blocks, structured }
}

function linksOf(
  { seen, robots }: PageParts,
  page: ClaimedPage,
  judge: Judge,
  parsed: ReadPage,
  address: string | null,
): NotedLinks {
  if (parsed.is_nofollow) return { links: [], links_seen: 0 }
  return findLinks(parsed.links, {
    url: address ?? page.url,
    judge,
    version: page.published_version,
    isSeen: (url) => seen.has(page.domain_id, url),
    isDisallowed: (url) => robots.isKnownDisallowed(url),
  })
}
