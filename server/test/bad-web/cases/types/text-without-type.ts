import type { BadWebCase } from '../../bad-web-case.ts'
import { plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'text-without-type',
  about: 'Text that does not say what it is.',
  serve(_request, response) {
    response.writeHead(200).end(plain)
  },
  expect: { status: 200, kind: 'text', text: plain, page: { status: 'extracted', text: plain } },
}
