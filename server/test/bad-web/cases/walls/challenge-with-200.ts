import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'challenge-with-200',
  about: 'A challenge that says all is well.',
  serve(_request, response) {
    sendPage(
      response,
      '<title>example.org</title><script src="https://geo.captcha-delivery.com/captcha/x.js"></script><p>Please wait</p>',
    )
  },
  expect: { status: 200, page: { status: 'failed', error: 'bot wall: DataDome challenge' } },
}
