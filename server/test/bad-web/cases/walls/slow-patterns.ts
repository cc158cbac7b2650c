import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'slow-patterns',
  about: 'Texts that make careless patterns take for ever.',
  serve(_request, response) {
    const text = `you don't have permission to access ${'x '.repeat(2_000)} verify ${'that '.repeat(500)} domain ${'a.'.repeat(1_000)}`
    sendPage(response, `<title>${'404 '.repeat(100)}${'-'.repeat(5_000)}</title><p>${plain} ${text}</p>`)
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
