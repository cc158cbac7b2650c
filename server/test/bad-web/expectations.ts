import type { FetchFailureKind } from '../../src/web/fetch/fetch-failure.ts'
import type { Expectation } from './bad-web-case.ts'
import { plain } from './bad-web-tools.ts'

// What many cases have in common in what must come of them.

/** A page of HTML that is read, with this in its text. `more` is what else is expected of the answer. */
export function isRead(text = plain, more: Expectation = {}): Expectation {
  return { status: 200, kind: 'html', text, ...more, page: { status: 'extracted', text } }
}

/** There is no answer, for the same reason to a fetch and to a crawl. */
export function fails(failure: FetchFailureKind, message: string | RegExp): Expectation {
  return { failure, message, page: { status: 'failed', error: message } }
}

/** The time of a fetch is over before there is an answer. A crawl gives it more time, so that its message differs. */
export const timesOut: Expectation = {
  failure: 'timeout',
  message: 'no answer within 0.5 s',
  page: { status: 'failed', error: /^no answer within/ },
}

/** A file of this type is not read. */
export function isNoPage(type: string): Expectation {
  return {
    status: 200,
    kind: 'other',
    type,
    page: { status: 'skipped', error: new RegExp(` \\(${type.replaceAll(/[.+]/g, '\\$&')}\\)$`) },
  }
}
