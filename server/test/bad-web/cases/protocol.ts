import { TLSSocket } from 'node:tls'
import { tlsCertificate } from '../../support/web/tls-certificate.ts'
import type { BadWebCases } from '../bad-web-case.ts'
import { flood, lines, page, plain, says } from '../bad-web-tools.ts'
import { fails, isRead } from '../expectations.ts'

export const cases: BadWebCases = {
  'bad-status-line': {
    about: 'A status line that is none.',
    answer: says('HTTP/1.1 okay\r\n\r\n'),
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'bare-line-feeds': {
    about: 'Lines that end with a line feed alone.',
    answer: says(`HTTP/1.1 200 OK\ncontent-type: text/html\nconnection: close\n\n${page(plain)}`),
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'blank-lines-first': {
    about: 'Blank lines before the status line.',
    answer: says(
      `\r\n\r\n${lines('HTTP/1.1 200 OK', 'content-type: text/html', 'connection: close', '', page(plain))}`,
    ),
    expect: isRead(),
  },
  'early-hints': {
    about: 'Early hints before the answer, which is right.',
    answer: says(
      `HTTP/1.1 103 Early Hints\r\n\r\n${lines('HTTP/1.1 200 OK', 'content-type: text/html', 'connection: close', '', page(plain))}`,
    ),
    expect: isRead(),
  },
  'empty-answer': {
    about: 'Hangs up without a word.',
    answer(socket) {
      socket.end()
    },
    expect: fails('cut_off', 'connection closed'),
  },
  'http-0-9': {
    about: 'A page without a status line, as in 1991.',
    answer: says(page(plain)),
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'http-1-0': {
    about: 'HTTP/1.0, which ends with its connection.',
    answer: says(lines('HTTP/1.0 200 OK', 'content-type: text/html', '', page(plain))),
    expect: isRead(),
  },
  'http-2-status-line': {
    about: 'A status line of HTTP/2, which has none; it is read all the same.',
    answer: says(lines('HTTP/2.0 200 OK', 'content-type: text/html', 'connection: close', '', page(plain))),
    expect: isRead(),
  },
  'informational-flood': {
    about: 'Early hints without end.',
    answer(socket) {
      flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100))
    },
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'not-modified-with-body': {
    about: 'Not modified, with a length and a body that must not be there.',
    etag: '"v1"',
    answer: says(lines('HTTP/1.1 304 Not Modified', 'content-length: 5', '', 'hello')),
    expect: { status: 304, bytes: 0, page: { status: 'failed', error: 'HTTP 304 to a request without conditions' } },
  },
  'plain-http-on-tls': {
    about: 'Speaks plain HTTP where TLS was asked for.',
    https: true,
    accept(socket) {
      socket.end(lines('HTTP/1.1 400 Bad Request', '', ''))
    },
    expect: fails('not_tls', /^TLS: /),
  },
  'reset-at-once': {
    about: 'Resets the connection instead of an answer.',
    answer(socket) {
      socket.resetAndDestroy()
    },
    expect: fails('cut_off', 'connection closed'),
  },
  'self-signed-certificate': {
    about: 'A certificate that nobody vouches for.',
    https: true,
    within_ms: 3_000,
    accept(socket) {
      new TLSSocket(socket, { isServer: true, ...tlsCertificate }).on('error', () => undefined)
    },
    expect: fails('tls', 'certificate is not valid: DEPTH_ZERO_SELF_SIGNED_CERT'),
  },
  'ssh-banner': {
    about: 'Another protocol altogether.',
    answer: says('SSH-2.0-OpenSSH_9.6\r\n'),
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'status-999': {
    about: 'A status that some sites made up for crawlers.',
    answer: says(lines('HTTP/1.1 999 Denied', 'content-length: 2', '', 'no')),
    expect: { status: 999, page: { status: 'failed', error: /^HTTP 999/ } },
  },
  'status-without-reason': {
    about: 'A status line without words.',
    answer: says(lines('HTTP/1.1 200', 'content-type: text/html', 'connection: close', '', page(plain))),
    expect: isRead(),
  },
  'tls-hang-up': {
    about: 'Hangs up within the TLS handshake.',
    https: true,
    accept(socket) {
      socket.end()
    },
    expect: fails('connect', 'connection closed'),
  },
  'unasked-continue': {
    about: '100 Continue that nobody asked for.',
    answer: says(`HTTP/1.1 100 Continue\r\n\r\n${lines('HTTP/1.1 200 OK', 'content-length: 2', '', 'hi')}`),
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'unasked-not-modified': {
    about: 'Not modified, though nobody has an earlier version.',
    serve(_request, response) {
      response.writeHead(304).end()
    },
    expect: fails('protocol', 'HTTP 304 to a request without conditions'),
  },
  'unasked-upgrade': {
    about: 'Changes to another protocol that nobody asked for.',
    answer: says(lines('HTTP/1.1 101 Switching Protocols', 'upgrade: websocket', 'connection: upgrade', '', '')),
    expect: fails('protocol', 'invalid HTTP response'),
  },
}
