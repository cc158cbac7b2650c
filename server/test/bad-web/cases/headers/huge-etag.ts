import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'huge-etag',
  about: 'A validator of 30 KB, which must not be sent back.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', etag: `"${'x'.repeat(30_000)}"` }).end(page(plain))
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
