import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'meta-says-utf-16',
  about: 'A meta element that could not be read if it were true.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.polish, '<meta charset=utf-16>'), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.polish,
    page: { status: 'extracted', text: paragraphs.polish },
  },
}
