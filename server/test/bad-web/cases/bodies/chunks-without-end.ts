import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'chunks-without-end',
  about: 'Chunks, and then silence instead of the last one.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html' }).write(page(plain))
  },
  expect: {
    failure: 'timeout',
    message: 'no answer within 0.5 s',
    page: { status: 'failed', error: /^no answer within/ },
  },
}
