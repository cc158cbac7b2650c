import type { BadWebCases } from '../bad-web-case.ts'
import { flood, page, plain, sends } from '../bad-web-tools.ts'

export const cases: BadWebCases = {
  'robots-fails': {
    about: 'A robots.txt that the server fails to give.',
    read_as: 'robots',
    serve(_request, response) {
      response.writeHead(503).end()
    },
    expect: { robots: { status: 503, private: false, open: false } },
  },
  'robots-hangs-up': {
    about: 'A robots.txt whose connection closes.',
    read_as: 'robots',
    serve(_request, response) {
      response.destroy()
    },
    expect: { robots: { status: 'unreachable', private: false, open: false } },
  },
  'robots-is-html': {
    about: "A robots.txt that is the site's page for what is missing.",
    read_as: 'robots',
    serve: sends(() => page(plain)),
    expect: { robots: { status: 200, private: true, open: true } },
  },
  'robots-missing': {
    about: 'A robots.txt that is not there.',
    read_as: 'robots',
    serve(_request, response) {
      response.writeHead(404).end('Disallow: /')
    },
    expect: { robots: { status: 404, private: true, open: true } },
  },
  'robots-of-bytes': {
    about: 'A robots.txt that is an image.',
    read_as: 'robots',
    serve: sends(() => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), null),
    expect: { robots: { status: 200, private: true, open: true } },
  },
  'robots-on-one-line': {
    about: 'A robots.txt of one endless line.',
    read_as: 'robots',
    serve(_request, response) {
      response.writeHead(200)
      flood(response, 'Disallow: /'.repeat(1000))
    },
    expect: { robots: { status: 200, private: true, open: true } },
  },
  'robots-too-long': {
    about: 'A robots.txt with a rule behind its first 500 KiB, which is not read.',
    read_as: 'robots',
    serve: sends(
      () => `User-agent: *\nDisallow: /private\n${'# padding\n'.repeat(60_000)}Disallow: /open\n`,
      'text/plain',
    ),
    expect: { robots: { status: 200, private: false, open: true } },
  },
  'robots-with-nul': {
    about: 'A robots.txt with NULs between its lines.',
    read_as: 'robots',
    serve: sends(() => 'User-agent: *\n\0\nDisallow: /private\n', 'text/plain'),
    expect: { robots: { status: 200, private: false, open: true } },
  },
}
