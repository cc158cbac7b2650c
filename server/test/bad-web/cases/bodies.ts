import { Readable } from 'node:stream'
import type { BadWebCases } from '../bad-web-case.ts'
import { dribble, flood, floods, head, lines, page, plain, says, sends } from '../bad-web-tools.ts'
import { fails, isRead, timesOut } from '../expectations.ts'

export const cases: BadWebCases = {
  'chunk-extension-without-end': {
    about: 'An extension of a chunk that never ends.',
    answer: floods(`${head('transfer-encoding: chunked')}5;a=`, 'x'.repeat(60_000)),
    expect: { failure: 'timeout', page: { status: 'failed', error: /^no answer within/ } },
  },
  'chunk-size-enormous': {
    about: 'A chunk that says it has eight exabytes.',
    answer(socket) {
      socket.write(`${head('transfer-encoding: chunked')}7fffffffffffffff\r\n`)
      dribble(socket, page(plain))
    },
    expect: { failure: 'timeout', page: { status: 'failed', error: /^no answer within/ } },
  },
  'chunk-size-nonsense': {
    about: 'A chunk whose size is no number.',
    answer: says(`${head('transfer-encoding: chunked')}zz\r\nhello\r\n`),
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'chunk-size-overflow': {
    about: 'A chunk whose size does not fit into 64 bits.',
    answer: says(`${head('transfer-encoding: chunked')}fffffffffffffffff\r\nhello\r\n`),
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'chunks-of-one-byte': {
    about: 'A large page in chunks of one byte each.',
    within_ms: 15_000,
    answer: floods(head('transfer-encoding: chunked'), '1\r\nx\r\n'.repeat(10_000)),
    expect: fails('protocol', 'response in too many pieces'),
  },
  'chunks-without-end': {
    about: 'Chunks, and then silence instead of the last one.',
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html' }).write(page(plain))
    },
    expect: timesOut,
  },
  'close-between-chunks': {
    about: 'Hangs up before the last chunk.',
    answer: says(`${head('transfer-encoding: chunked')}5\r\nhello\r\n`),
    expect: { failure: 'cut_off', page: { status: 'failed' } },
  },
  'close-within-chunk': {
    about: 'Hangs up within a chunk.',
    answer: says(`${head('transfer-encoding: chunked')}400\r\n${page(plain)}`),
    expect: { failure: 'cut_off', page: { status: 'failed' } },
  },
  'empty-page': {
    about: 'A page of no bytes.',
    serve: sends(() => ''),
    expect: { status: 200, bytes: 0, kind: 'html', page: { status: 'skipped', error: 'thin page: 0 words of text' } },
  },
  'endless-body': {
    about: 'A page without end, in chunks.',
    within_ms: 5_000,
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html' })
      flood(response, '<p>more and more</p>'.repeat(1000))
    },
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'endless-until-close': {
    about: 'A page without a length on a connection that never closes.',
    within_ms: 5_000,
    answer: floods(head('connection: close'), '<p>more and more</p>'.repeat(1000)),
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'fifty-megabytes-on-one-line': {
    about: 'A page of 50 MB without a line end.',
    within_ms: 5_000,
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html' })
      Readable.from(
        (function* () {
          for (let n = 0; n < 50; n++) yield 'a'.repeat(1_000_000)
        })(),
      ).pipe(response)
    },
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'garbage-after-body': {
    about: 'More bytes on the connection than the answer has.',
    answer(socket) {
      const body = page(plain)
      socket.end(
        lines('HTTP/1.1 200 OK', 'content-type: text/html', `content-length: ${body.length}`, '', body) +
          'garbage '.repeat(1000),
      )
    },
    expect: isRead(),
  },
  'greedy-stall': {
    about: 'Sends more than a page usually is, and stops: it must not hold up other large pages.',
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.write(`<p>${'x'.repeat(600_000)}`)
    },
    expect: { failure: 'timeout', page: { status: 'failed', error: /^no answer within/ } },
  },
  'length-and-chunks': {
    about: 'A length and chunks at once: the way to smuggle a second answer.',
    answer: says(`${head('content-length: 10', 'transfer-encoding: chunked')}5\r\nhello\r\n0\r\n\r\n`),
    expect: fails('cut_off', 'response ended early'),
  },
  'length-enormous': {
    about: 'Announces a hundred terabytes and sends them slowly.',
    answer(socket) {
      socket.write(head('content-length: 99999999999999'))
      dribble(socket, page(plain))
    },
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'length-in-words': {
    about: 'A length that is no number.',
    answer: says(head('content-length: many') + page(plain)),
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'length-negative': {
    about: 'A negative length.',
    answer: says(head('content-length: -5') + page(plain)),
    expect: fails('protocol', 'invalid HTTP response'),
  },
  'length-too-long': {
    about: 'Ends before the length that it announced.',
    answer: says(head('content-length: 5000') + page(plain)),
    expect: fails('cut_off', 'response ended early'),
  },
  'length-too-short': {
    about: 'Goes on behind the length that it announced.',
    answer: says(head('content-length: 20') + page(plain)),
    expect: { status: 200, bytes: 20, page: { status: 'skipped', error: 'thin page: 0 words of text' } },
  },
  'no-content-with-body': {
    about: 'No content, and a body all the same.',
    answer: says(lines('HTTP/1.1 204 No Content', 'content-length: 5', '', 'hello')),
    expect: { status: 204, bytes: 0, page: { status: 'skipped', error: 'HTTP 204: no content' } },
  },
  'one-byte-too-many-in-chunks': {
    about: 'The same without a length.',
    within_ms: 5_000,
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html' }).write('a')
      response.end(Buffer.alloc(10 * 1024 * 1024, 'a '))
    },
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'one-byte-too-many': {
    about: 'A page one byte larger than what is allowed.',
    within_ms: 5_000,
    serve: sends(() => Buffer.alloc(10 * 1024 * 1024 + 1, 'a ')),
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'reset-in-body': {
    about: 'Resets the connection within the body.',
    answer(socket) {
      socket.write(head('content-length: 5000') + page(plain), () => setTimeout(() => socket.resetAndDestroy(), 20))
    },
    expect: { failure: 'cut_off', page: { status: 'failed' } },
  },
  'ten-mebibytes': {
    about: 'A page of exactly what is allowed.',
    within_ms: 5_000,
    serve: sends(() => Buffer.alloc(10 * 1024 * 1024, 'a ')),
    expect: { status: 200, bytes: 10_485_760, kind: 'html', page: { status: 'extracted', text: 'a a a a a' } },
  },
  'trailers-without-end': {
    about: 'Trailers behind the last chunk that never end.',
    within_ms: 5_000,
    answer: floods(`${head('transfer-encoding: chunked')}5\r\nhello\r\n0\r\n`, 'x-trailer: more\r\n'.repeat(1000)),
    expect: fails('protocol', 'response headers too large'),
  },
  'two-answers': {
    about: 'Two answers to one request.',
    answer(socket) {
      const body = page(plain)
      const answer = lines('HTTP/1.1 200 OK', 'content-type: text/html', `content-length: ${body.length}`, '', body)
      socket.end(answer + answer.replaceAll('lighthouse', 'poisoned'))
    },
    expect: isRead(plain, { without: 'poisoned' }),
  },
  'two-lengths': {
    about: 'Two lengths that differ.',
    answer: says(head('content-length: 10', 'content-length: 20') + page(plain)),
    expect: fails('cut_off', 'response ended early'),
  },
}
