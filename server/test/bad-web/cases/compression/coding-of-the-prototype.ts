import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'coding-of-the-prototype',
  about: 'A content coding named like a property that every object has.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'constructor' })
    response.end(page(plain))
  },
  expect: {
    failure: 'bad_encoding',
    message: 'unknown content coding',
    page: { status: 'failed', error: 'unknown content coding' },
  },
}
