import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'hundred-codings',
  about: 'A content coding header with a hundred entries.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': Array(100).fill('gzip').join(', ') })
    response.end(page(plain))
  },
  expect: {
    failure: 'bad_encoding',
    message: 'too many content codings',
    page: { status: 'failed', error: 'too many content codings' },
  },
}
