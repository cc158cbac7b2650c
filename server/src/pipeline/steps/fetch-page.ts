import { hasPlainSource, sourceHosts } from '../../frontier/links/source-hosts.ts'
import { type Judge, nameRule } from '../../gate/judge.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ClaimedPage } from '../../queue/claimed-page.ts'
import { freeBodyBytes } from '../../web/fetch/body-budget.ts'
import { FetchFailed } from '../../web/fetch/fetch-failure.ts'
import type { FetchAnswer } from '../../web/fetch/fetcher.ts'
import { GiveUp } from '../parts/page-errors.ts'
import type { ClaimedWork, PageParts } from '../parts/page-work.ts'
import { isComparable } from './compare.ts'
import { refuseStatus } from './refuse-status.ts'

// Asks the gate, robots.txt and the host's lease before every request, then fetches. Returns a page or a 304; throws
// for any other status.

export async function fetchPage(
  parts: PageParts,
  work: ClaimedWork,
  judge: Judge,
  signal: AbortSignal,
): Promise<FetchAnswer> {
  const answer = await fetchEitherWay(parts, work, judge, signal)
  work.fetched_at = parts.clock.now()
  work.body = { is_large: answer.body.length > freeBodyBytes, release: answer.release }
  await refuseStatus(parts, work, answer, signal)
  return answer
}

/** Falls back to http: some copies of https sites link to addresses without TLS. */
async function fetchEitherWay(
  parts: PageParts,
  work: ClaimedWork,
  judge: Judge,
  signal: AbortSignal,
): Promise<FetchAnswer> {
  const { page } = work
  try {
    return await fetchOnce(parts, work, page.url, judge, signal)
  } catch (error) {
    const isPlain = error instanceof FetchFailed && error.kind === 'not_tls'
    if (!isPlain || !(await hasPlainSource(parts.db, page))) throw error
    return fetchOnce(parts, work, page.url.replace(/^https:/, 'http:'), judge, signal)
  }
}

async function fetchOnce(
  parts: PageParts,
  { page, leases }: ClaimedWork,
  url: string,
  judge: Judge,
  signal: AbortSignal,
): Promise<FetchAnswer> {
  const answer = await parts.fetcher.fetch({
    url,
    ...(isComparable(page) && { etag: page.etag, last_modified: page.last_modified }),
    signal,
    beforeRequest: async (url, hop) => {
      await checkAddress(parts.db, page, judge, url)
      const lease = await leases.ask(new URL(url).host, { hop })
      await parts.robots.check(url, leases, signal)
      await (await leases.ask(lease.host, { hop: 0 })).wait(signal, { hop })
    },
    onSent: (url) => leases.noteSent(new URL(url).host),
  })
  leases.noteAnswer(true)
  return answer
}

/** Checks an address against the gate and the limits of the crawl: the page's own, or the target of a redirect. */
async function checkAddress(db: Database, page: ClaimedPage, judge: Judge, url: string): Promise<void> {
  // A source is fetched whatever the gate says, and may redirect anywhere: its user meant what is there.
  if (page.depth === 0) return
  const verdict = judge.url(url)
  if (!verdict.keep) {
    throw new GiveUp('irrelevant', { code: 'gate', text: nameRule(page.published_version, verdict.rule) })
  }
  const { host } = new URL(url)
  if (host === page.host || judge.widensTo(url)) return
  if ((await sourceHosts(db, page.domain_id, [host])).has(host)) return
  // The target goes to the frontier as a link that the crawl does not follow.
  const link = { url, text: '', is_nofollow: false, is_widened: false }
  throw new GiveUp('skipped', { code: 'redirected_out', text: `redirects out of the crawl, to ${url}` }, { link })
}
