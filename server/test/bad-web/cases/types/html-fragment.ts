import type { BadWebCase } from '../../bad-web-case.ts'
import { plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'html-fragment',
  about: 'A piece of HTML of unknown type.',
  serve(_request, response) {
    response.writeHead(200).end(`<div>${plain}</div>`)
  },
  expect: { status: 200, kind: 'html', text: plain, page: { status: 'extracted', text: plain } },
}
