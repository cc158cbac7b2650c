import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'empty-with-coding',
  about: 'Says brotli and sends no byte.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br' })
    response.end()
  },
  expect: { status: 200, bytes: 0, page: { status: 'skipped', error: 'thin page: 0 words of text' } },
}
