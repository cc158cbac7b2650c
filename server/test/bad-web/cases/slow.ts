import { gzipSync } from 'node:zlib'
import type { BadWebCases } from '../bad-web-case.ts'
import { dribble, lines, page, plain, sendPage } from '../bad-web-tools.ts'
import { isRead, timesOut } from '../expectations.ts'

export const cases: BadWebCases = {
  'body-dribbles': {
    about: 'A body, byte by byte.',
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html' })
      dribble(response, page(plain))
    },
    expect: timesOut,
  },
  'early-hints-dribble': {
    about: 'Early hints, again and again.',
    answer(socket) {
      socket.setNoDelay()
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 40)
      socket.on('close', () => clearInterval(timer))
    },
    expect: { failure: 'timeout', page: { status: 'failed', error: 'invalid HTTP response' } },
  },
  'error-dribbles': {
    about: 'A missing page whose body never ends: the status is known all the same.',
    within_ms: 2_000,
    serve(_request, response) {
      response.writeHead(404, { 'content-type': 'text/html' })
      dribble(response, page(plain))
    },
    expect: { status: 404, page: { status: 'failed', error: /^HTTP 404/ } },
  },
  'gzip-dribbles': {
    about: 'Gzip, byte by byte.',
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      dribble(response, gzipSync(page(plain)), 200)
    },
    expect: timesOut,
  },
  'headers-dribble': {
    about: 'Headers, byte by byte.',
    answer(socket) {
      socket.write('HTTP/1.1 200 OK\r\n')
      dribble(socket, 'x-slow: a very long value indeed')
    },
    expect: timesOut,
  },
  'last-byte-missing': {
    about: 'All of the page but its last byte.',
    answer(socket) {
      const body = page(plain)
      socket.write(
        lines('HTTP/1.1 200 OK', 'content-type: text/html', `content-length: ${body.length}`, '', body.slice(0, -1)),
      )
    },
    expect: timesOut,
  },
  'redirect-body-dribbles': {
    about: 'A redirect whose own body never ends.',
    serve(request, response) {
      if (request.url === '/end') return sendPage(response)
      response.writeHead(302, { location: '/end' })
      dribble(response, page(plain))
    },
    expect: isRead(plain, { url: '/end', hops: 1 }),
  },
  'redirects-dribble': {
    about: 'Nine redirects that take a tenth of a second each: a deadline is for all of them.',
    path: '/1',
    serve(request, response) {
      setTimeout(() => response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end(), 100)
    },
    expect: {
      failure: 'timeout',
      message: 'no answer within 0.5 s',
      page: { status: 'failed', error: 'more than 10 redirects' },
    },
  },
  'robots-dribbles': {
    about: 'A robots.txt, byte by byte: nobody knows what it would have said.',
    read_as: 'robots',
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'text/plain' })
      dribble(response, 'User-agent: *\nAllow: /\n')
    },
    expect: { robots: { status: 'unreachable', private: false, open: false } },
  },
  'silence-after-accept': {
    about: 'Accepts the connection and says nothing.',
    accept() {},
    expect: timesOut,
  },
  'silence-after-headers': {
    about: 'Headers, and then nothing.',
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': '500' }).flushHeaders()
    },
    expect: timesOut,
  },
  'silence-after-request': {
    about: 'Reads the request and says nothing.',
    answer(socket) {
      socket.setNoDelay()
    },
    expect: timesOut,
  },
  'sitemap-stalls': {
    about: 'A sitemap that stops in the middle: what has come counts.',
    read_as: 'sitemap',
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'application/xml' })
      const entry = '<url><loc>https://example.org/page</loc></url>'
      response.write(`<urlset>${entry.repeat(100)}`)
    },
    expect: { sitemap: { discovered: 100, truncated: /no answer within/ } },
  },
  'status-line-dribbles': {
    about: 'A status line, byte by byte.',
    answer(socket) {
      dribble(socket, 'HTTP/1.1 200 OK and all is well')
    },
    expect: timesOut,
  },
  'tls-silence': {
    about: 'Accepts the connection and never answers the TLS handshake.',
    https: true,
    accept() {},
    expect: timesOut,
  },
}
