import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'password-form',
  about: 'A form for a name and a password, and nothing else.',
  serve(_request, response) {
    sendPage(
      response,
      '<title>Welcome</title><form><input name="user"><input type="password" name="pw"><button>Go</button></form>',
    )
  },
  expect: { status: 200, page: { status: 'failed', error: 'login wall: a password form is all there is' } },
}
