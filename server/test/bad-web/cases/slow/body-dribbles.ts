import type { BadWebCase } from '../../bad-web-case.ts'
import { dribble, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'body-dribbles',
  about: 'A body, byte by byte.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html' })
    dribble(response, page(plain))
  },
  expect: {
    failure: 'timeout',
    message: 'no answer within 0.5 s',
    page: { status: 'failed', error: /^no answer within/ },
  },
}
