import { Readable } from 'node:stream'
import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib'
import type { BadWebCases } from '../bad-web-case.ts'
import { bomb, endless, flood, page, plain, sendPage, sendsBomb, sendsCoded } from '../bad-web-tools.ts'
import { fails, isNoPage, isRead } from '../expectations.ts'

export const cases: BadWebCases = {
  'bomb-in-404': {
    about: 'A missing page whose body is a bomb.',
    within_ms: 5_000,
    serve(_request, response) {
      response.writeHead(404, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      bomb(response, ['gzip'], endless('<p>not here</p>'.repeat(100)))
    },
    expect: { status: 404, bytes: 262_144, page: { status: 'failed', error: /^HTTP 404/ } },
  },
  'bomb-in-redirect': {
    about: 'A redirect whose body is a bomb.',
    within_ms: 5_000,
    serve(request, response) {
      if (request.url === '/end') return sendPage(response)
      response.writeHead(302, { location: '/end', 'content-encoding': 'gzip' })
      bomb(response, ['gzip'])
    },
    expect: isRead(plain, { url: '/end', hops: 1 }),
  },
  'bomb-in-robots': {
    about: 'A robots.txt that unpacks without end, behind its rules.',
    read_as: 'robots',
    within_ms: 5_000,
    serve(_request, response) {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      const rules = 'User-agent: *\nDisallow: /private\n'
      bomb(
        response,
        ['gzip'],
        Readable.from(
          (function* () {
            yield rules
            for (;;) yield '# nothing\n'.repeat(1000)
          })(),
        ),
      )
    },
    expect: { robots: { status: 200, private: false, open: true } },
  },
  'bomb-in-sitemap-file': {
    about: 'A sitemap.xml.gz with one entry and blanks without end.',
    read_as: 'sitemap',
    path: '/sitemap.xml.gz',
    within_ms: 20_000,
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'application/gzip' })
      const start = '<urlset><url><loc>https://example.org/a</loc></url>'
      bomb(
        response,
        ['gzip'],
        Readable.from(
          (function* () {
            yield start
            for (;;) yield ' '.repeat(64_000)
          })(),
        ),
      )
    },
    expect: { sitemap: { discovered: 1, truncated: 'it has more than 50 MiB' } },
  },
  'bomb-in-sitemap': {
    about: 'A sitemap of gzip that unpacks to zeros without end.',
    read_as: 'sitemap',
    within_ms: 5_000,
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'application/xml', 'content-encoding': 'gzip' })
      bomb(response, ['gzip'])
    },
    expect: { sitemap: { unreadable: 'it is neither XML nor a list of addresses' } },
  },
  'br-bomb': {
    about: 'A page of brotli that unpacks without end.',
    within_ms: 5_000,
    serve: sendsBomb('br', 'br'),
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'br-corrupt': {
    about: 'Brotli that is none.',
    serve: sendsCoded('br', () => Buffer.alloc(500, 0xff)),
    expect: fails('bad_encoding', 'body cannot be decoded'),
  },
  'br-truncated': {
    about: 'Brotli that ends in the middle.',
    serve: sendsCoded('br', () => {
      const bytes = brotliCompressSync(page(plain))
      return bytes.subarray(0, bytes.length - 20)
    }),
    expect: fails('cut_off', 'response ended early'),
  },
  'coding-of-the-prototype': {
    about: 'A content coding named like a property that every object has.',
    serve: sendsCoded('constructor', () => page(plain)),
    expect: fails('bad_encoding', 'unknown content coding'),
  },
  'deflate-bomb': {
    about: 'A page of deflate that unpacks without end.',
    within_ms: 5_000,
    serve: sendsBomb('deflate', 'deflate'),
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'deflate-raw-bomb': {
    about: 'Deflate without its zlib head, and without end.',
    within_ms: 5_000,
    serve: sendsBomb('deflate', 'deflate-raw'),
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'deflate-without-head': {
    about: 'Deflate without its zlib head, as some servers send it.',
    serve: sendsCoded('deflate', () => deflateRawSync(page(plain))),
    expect: isRead(),
  },
  'empty-with-coding': {
    about: 'Says brotli and sends no byte.',
    serve: sendsCoded('br', () => ''),
    expect: { status: 200, bytes: 0, page: { status: 'skipped', error: 'thin page: 0 words of text' } },
  },
  'gzip-bomb': {
    about: 'A page of gzip that unpacks without end.',
    within_ms: 5_000,
    serve: sendsBomb('gzip', 'gzip'),
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'gzip-corrupt': {
    about: 'Gzip with nonsense in its data.',
    serve: sendsCoded('gzip', () => {
      const bytes = gzipSync(page(plain.repeat(50)))
      bytes.fill(0xff, 10, 40)
      return bytes
    }),
    expect: fails('bad_encoding', 'body cannot be decoded'),
  },
  'gzip-file-as-page': {
    about: 'A gzip file, compressed once more on its way, that calls itself a page.',
    within_ms: 5_000,
    serve: sendsCoded('gzip', () => gzipSync(gzipSync(Buffer.alloc(30_000_000)))),
    expect: isNoPage('application/gzip'),
  },
  'gzip-head-only': {
    about: 'Gzip that ends within its head.',
    serve: sendsCoded('gzip', () => gzipSync(page(plain)).subarray(0, 7)),
    expect: fails('cut_off', 'response ended early'),
  },
  'gzip-is-plain': {
    about: 'A page that says it is gzip and is not compressed.',
    serve: sendsCoded('gzip', () => page(plain)),
    expect: fails('bad_encoding', 'body cannot be decoded'),
  },
  'gzip-name-without-end': {
    about: 'A gzip head with a file name that never ends.',
    within_ms: 5_000,
    serve(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
      response.write(Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]))
      flood(response, 'name'.repeat(1000))
    },
    expect: fails('bad_encoding', 'body cannot be decoded'),
  },
  'gzip-trailing-garbage': {
    about: 'Gzip with other bytes behind it.',
    serve: sendsCoded('gzip', () => Buffer.concat([gzipSync(page(plain)), Buffer.from('<!-- cached -->')])),
    expect: isRead(),
  },
  'gzip-trailing-newline': {
    about: 'Gzip with one line end behind it, as scripts add them.',
    serve: sendsCoded('gzip', () => Buffer.concat([gzipSync(page(plain)), Buffer.from('\n')])),
    expect: isRead(),
  },
  'gzip-truncated': {
    about: 'Gzip that ends in the middle, with a length that agrees.',
    serve: sendsCoded('gzip', () => {
      const bytes = gzipSync(page(plain.repeat(50)))
      return bytes.subarray(0, bytes.length / 2)
    }),
    expect: fails('cut_off', 'response ended early'),
  },
  'gzip-wrong-checksum': {
    about: 'Gzip whose checksum is wrong, which browsers do not mind.',
    serve: sendsCoded('gzip', () => {
      const bytes = gzipSync(page(plain))
      bytes.fill(7, bytes.length - 8)
      return bytes
    }),
    expect: isRead(),
  },
  'hundred-codings': {
    about: 'A content coding header with a hundred entries.',
    serve: sendsCoded(Array(100).fill('gzip').join(', '), () => page(plain)),
    expect: fails('bad_encoding', 'too many content codings'),
  },
  'nested-br-gzip-bomb': {
    about: 'Gzip within brotli, both declared.',
    within_ms: 5_000,
    serve: sendsCoded('gzip, br', () => brotliCompressSync(gzipSync(Buffer.alloc(30_000_000)))),
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'nested-gzip-bomb': {
    about: 'Gzip within gzip, both declared: a hundred bytes that come to 30 MB.',
    within_ms: 5_000,
    serve: sendsCoded('gzip, gzip', () => gzipSync(gzipSync(Buffer.alloc(30_000_000)))),
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'three-codings': {
    about: 'Three codings on top of each other.',
    serve: sendsCoded('gzip, gzip, gzip', () => gzipSync(gzipSync(gzipSync(page(plain))))),
    expect: fails('bad_encoding', 'too many content codings'),
  },
  'two-codings': {
    about: 'Two codings in a row, which is odd but right.',
    serve: sendsCoded('gzip, br', () => brotliCompressSync(gzipSync(page(plain)))),
    expect: isRead(),
  },
  'unknown-coding': {
    about: 'A content coding that nobody knows.',
    serve: sendsCoded('sdch', () => page(plain)),
    expect: fails('bad_encoding', 'unknown content coding'),
  },
  'x-gzip-bomb': {
    about: 'A bomb under the old name of gzip.',
    within_ms: 5_000,
    serve: sendsBomb('x-gzip', 'gzip'),
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'zstd-bomb': {
    about: 'A page of zstd that unpacks without end.',
    within_ms: 5_000,
    serve: sendsBomb('zstd', 'zstd'),
    expect: fails('too_large', 'larger than 10 MiB'),
  },
  'zstd-huge-window': {
    about: 'A zstd frame that asks its reader for 128 MiB.',
    serve: sendsCoded('zstd', () => Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x88, 0x01, 0x00, 0x00])),
    expect: fails('bad_encoding', 'body cannot be decoded'),
  },
  'zstd-truncated': {
    about: 'Zstd that ends in the middle.',
    serve: sendsCoded('zstd', () => {
      const bytes = zstdCompressSync(page(plain))
      return bytes.subarray(0, bytes.length - 20)
    }),
    expect: fails('cut_off', 'response ended early'),
  },
}
