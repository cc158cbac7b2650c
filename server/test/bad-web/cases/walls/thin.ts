import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'thin',
  about: 'A page of three words, which are read.',
  serve(_request, response) {
    sendPage(response, '<title>Short</title><p>Three words here.</p>')
  },
  expect: {
    status: 200,
    page: { status: 'extracted', error: 'thin page: 3 words of text', text: 'Three words here.' },
  },
}
