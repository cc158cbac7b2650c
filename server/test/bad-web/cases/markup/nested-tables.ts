import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'nested-tables',
  about: 'Thirty thousand tables, each in a cell of the one before.',
  within_ms: 5000,
  serve(_request, response) {
    sendPage(response, `<p>${plain}</p>${'<table><tr><td>x'.repeat(30_000)}`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
