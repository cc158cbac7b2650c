import { hash } from 'node:crypto'
import type { UnchangedEnding } from '../../crawl/page-ending.ts'
import { noLinks } from '../../frontier/links/found-link.ts'
import type { ClaimedPage } from '../../queue/claimed-page.ts'
import type { FetchAnswer } from '../../web/fetch/fetcher.ts'
import type { ParsedAnswer } from './parsed-answer.ts'
import { validatorsOf } from './validators.ts'

// Whether a page is unchanged since it was last read: by its status (304), its bytes, its content.

/** Whether the page was last read by the current rules and for all current attributes. */
export function isComparable(page: ClaimedPage): boolean {
  return (
    (page.read_status === 'extracted' || page.read_status === 'irrelevant') &&
    page.gate_version === page.published_version &&
    page.read_at !== null &&
    (page.attributes_added_at === null || page.read_at > page.attributes_added_at)
  )
}

/** Undefined when the answer must be parsed. */
export function compareAnswer(page: ClaimedPage, answer: FetchAnswer): UnchangedEnding | undefined {
  const isSameAddress = answer.url === page.url
  const isSame =
    answer.status === 304 ||
    (isSameAddress && isComparable(page) && hash('sha256', answer.body, 'base64url') === page.bytes_hash)
  if (!isSame) return undefined
  return { type: 'unchanged', validators: validatorsOf(answer, page.bytes_hash, page), links: noLinks }
}

/** Undefined when the content has changed. */
export function compareContent(
  page: ClaimedPage,
  { ending }: ParsedAnswer,
): Omit<UnchangedEnding, 'links'> | undefined {
  if (ending.address !== null || !isComparable(page) || ending.content.content_hash !== page.content_hash) {
    return undefined
  }
  return { type: 'unchanged', validators: ending.validators }
}
