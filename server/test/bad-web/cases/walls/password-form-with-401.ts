import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'password-form-with-401',
  about: 'The same, with the status that goes with it.',
  serve(_request, response) {
    response
      .writeHead(401, { 'content-type': 'text/html' })
      .end('<title>Welcome</title><form><input name="user"><input type="password"></form>')
  },
  expect: { status: 401, page: { status: 'failed', error: 'login wall: a password form is all there is' } },
}
