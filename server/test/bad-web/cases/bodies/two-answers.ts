import type { BadWebCase } from '../../bad-web-case.ts'
import { lines, page, plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'two-answers',
  about: 'Two answers to one request.',
  answer(socket) {
    const body = page(plain)
    const answer = lines('HTTP/1.1 200 OK', 'content-type: text/html', `content-length: ${body.length}`, '', body)
    socket.end(answer + answer.replaceAll('lighthouse', 'poisoned'))
  },
  expect: { status: 200, text: plain, without: 'poisoned', page: { status: 'extracted', text: plain } },
}
