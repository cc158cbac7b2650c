import type { BadWebCases } from '../bad-web-case.ts'
import { asksToWait, page, plain } from '../bad-web-tools.ts'
import { isRead } from '../expectations.ts'

export const cases: BadWebCases = {
  'date-far-away': {
    about: 'Names a day in a hundred years.',
    serve: asksToWait(503, 'Fri, 31 Dec 2199 23:59:59 GMT'),
    expect: { status: 503, retry_after_ms: 86_400_000, page: { status: 'failed', error: /^HTTP 503/ } },
  },
  'date-in-the-past': {
    about: 'Names a day that is over.',
    serve: asksToWait(503, 'Wed, 21 Oct 2015 07:28:00 GMT'),
    expect: { status: 503, retry_after_ms: 0, page: { status: 'failed', error: /^HTTP 503/ } },
  },
  'day-without-date': {
    about: 'Names a day of the week.',
    serve: asksToWait(429, 'Mon, whenever'),
    expect: { status: 429, retry_after_ms: null, page: { status: 'failed', error: /^HTTP 429/ } },
  },
  empty: {
    about: 'Asks for nothing.',
    serve: asksToWait(503, ''),
    expect: { status: 503, retry_after_ms: null, page: { status: 'failed', error: /^HTTP 503/ } },
  },
  fraction: {
    about: 'Asks for a second and a half.',
    serve: asksToWait(429, '1.5'),
    expect: { status: 429, retry_after_ms: 1_500, page: { status: 'failed', error: /^HTTP 429/ } },
  },
  garbage: {
    about: 'Asks in words.',
    serve: asksToWait(429, 'soon, please'),
    expect: { status: 429, retry_after_ms: null, page: { status: 'failed', error: /^HTTP 429/ } },
  },
  huge: {
    about: 'Asks for three thousand years.',
    serve: asksToWait(429, '99999999999'),
    expect: { status: 429, retry_after_ms: 86_400_000, page: { status: 'failed', error: /^HTTP 429/ } },
  },
  'many-digits': {
    about: 'Asks for a time of four hundred digits.',
    serve: asksToWait(503, '9'.repeat(400)),
    expect: { status: 503, retry_after_ms: 86_400_000, page: { status: 'failed', error: /^HTTP 503/ } },
  },
  negative: {
    about: 'Asks for a time before now.',
    serve: asksToWait(429, '-5'),
    expect: { status: 429, retry_after_ms: null, page: { status: 'failed', error: /^HTTP 429/ } },
  },
  'on-success': {
    about: 'A page that was read, and asks for time.',
    serve(_request, response) {
      response.writeHead(200, { 'retry-after': '60', 'content-type': 'text/html' }).end(page(plain))
    },
    expect: isRead(plain, { retry_after_ms: null }),
  },
  seconds: {
    about: 'Asks for two minutes.',
    serve: asksToWait(429, '120'),
    expect: { status: 429, retry_after_ms: 120_000, page: { status: 'failed', error: /^HTTP 429/ } },
  },
  'two-values': {
    about: 'Asks for two times at once.',
    serve(_request, response) {
      response.setHeader('retry-after', ['10', '20'])
      response.writeHead(429).end()
    },
    expect: { status: 429, retry_after_ms: null, page: { status: 'failed', error: /^HTTP 429/ } },
  },
  zero: {
    about: 'Asks for no time at all.',
    serve: asksToWait(503, '0'),
    expect: { status: 503, retry_after_ms: 0, page: { status: 'failed', error: /^HTTP 503/ } },
  },
}
