import type { BadWebCase } from '../../bad-web-case.ts'
import { page, sendPage } from '../../bad-web-tools.ts'
import { paragraphs } from '../../languages.ts'

export const badWebCase: BadWebCase = {
  name: 'label-behind-the-head',
  about: 'A wrong meta element behind the first kilobyte.',
  serve(_request, response) {
    sendPage(response, page(paragraphs.greek, `<style>${' '.repeat(2000)}</style><meta charset=koi8-r>`), 'text/html')
  },
  expect: {
    status: 200,
    kind: 'html',
    charset: 'utf-8',
    text: paragraphs.greek,
    page: { status: 'extracted', text: paragraphs.greek },
  },
}
