import type { BadWebCases } from '../bad-web-case.ts'
import { floods, lines, page, plain, says } from '../bad-web-tools.ts'
import { fails, isRead } from '../expectations.ts'

export const cases: BadWebCases = {
  'close-within-headers': {
    about: 'Hangs up within the headers.',
    answer: says('HTTP/1.1 200 OK\r\ncontent-type: te'),
    expect: { failure: 'cut_off', page: { status: 'failed' } },
  },
  'empty-headers-without-end': {
    about: 'Headers without end, each of one letter.',
    within_ms: 5_000,
    answer: floods('HTTP/1.1 200 OK\r\n', 'a:\r\n'.repeat(10_000)),
    expect: fails('protocol', 'response headers too large'),
  },
  'header-name-without-end': {
    about: 'One header whose name never ends.',
    within_ms: 5_000,
    answer: floods('HTTP/1.1 200 OK\r\nx', 'x'.repeat(10_000)),
    expect: fails('protocol', 'response headers too large'),
  },
  'header-of-the-prototype': {
    about: 'Headers named like properties that every object has.',
    answer: says(
      lines(
        'HTTP/1.1 200 OK',
        '__proto__: x',
        'constructor: y',
        'content-type: text/html',
        'connection: close',
        '',
        page(plain),
      ),
    ),
    expect: isRead(),
  },
  'header-without-colon': {
    about: 'A line of prose among the headers.',
    answer: says(lines('HTTP/1.1 200 OK', 'this is no header', 'content-length: 2', '', 'hi')),
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'header-without-end': {
    about: 'One header whose value never ends.',
    within_ms: 5_000,
    answer: floods('HTTP/1.1 200 OK\r\nx-long: ', 'x'.repeat(10_000)),
    expect: fails('protocol', 'response headers too large'),
  },
  'headers-without-end': {
    about: 'Headers without end, one short line after the other.',
    within_ms: 5_000,
    answer: floods('HTTP/1.1 200 OK\r\n', 'x-more: and more\r\n'.repeat(1000)),
    expect: fails('protocol', 'response headers too large'),
  },
  'huge-cookie': {
    about: 'One header of 100 KB.',
    answer: says(lines('HTTP/1.1 200 OK', `set-cookie: a=${'x'.repeat(100_000)}`, 'content-length: 2', '', 'hi')),
    expect: fails('protocol', 'response headers too large'),
  },
  'huge-etag': {
    about: 'A validator of 30 KB, which must not be sent back.',
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html', etag: `"${'x'.repeat(30_000)}"` }).end(page(plain))
    },
    expect: isRead(),
  },
  'nul-in-header': {
    about: 'A NUL within a header.',
    answer: says('HTTP/1.1 200 OK\r\nx-a: b\0c\r\ncontent-length: 2\r\n\r\nhi'),
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'status-line-without-end': {
    about: 'A status line that never ends.',
    answer: floods('HTTP/1.1 200 ', 'OK'.repeat(10_000)),
    expect: { failure: 'timeout', page: { status: 'failed', error: /^no answer within/ } },
  },
  'thousand-cookies': {
    about: 'A thousand cookies, which are not kept.',
    serve(_request, response) {
      const cookies = Array.from({ length: 1000 }, (_, n) => `c${n}=${n}`)
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': cookies }).end(page(plain))
    },
    expect: isRead(),
  },
}
