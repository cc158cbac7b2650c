import { type NotedLinks, noLinks } from '../../frontier/links/found-link.ts'
import type { Judge } from '../../gate/judge.ts'
import type { ClaimedPage } from '../../queue/claimed-page.ts'
import type { PageParts } from '../parts/page-work.ts'
import { findLinks } from './find-links.ts'
import type { ParsedAnswer } from './parsed-answer.ts'

/** The links of a page that go to the frontier. */
export async function noteLinks(
  { seen, robots }: PageParts,
  page: ClaimedPage,
  judge: Judge,
  { url, parsed }: ParsedAnswer,
): Promise<NotedLinks> {
  if (parsed.is_nofollow) return noLinks
  return findLinks(parsed.links, {
    url,
    judge,
    version: page.published_version,
    isSeen: (link) => seen.has(page.domain_id, link),
    isDisallowed: (link) => robots.isKnownDisallowed(link),
  })
}
