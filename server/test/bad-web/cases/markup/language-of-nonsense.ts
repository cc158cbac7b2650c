import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'language-of-nonsense',
  about: 'A language of ten thousand letters.',
  serve(_request, response) {
    sendPage(response, page(plain).replace('<html>', `<html lang="${'x'.repeat(10_000)}">`))
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
