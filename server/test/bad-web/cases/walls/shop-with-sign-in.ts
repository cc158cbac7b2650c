import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'shop-with-sign-in',
  about: 'A shop that has a form to sign in beside what it sells.',
  serve(_request, response) {
    const text = 'The lamp is made of brass, by hand, in a workshop in Leeds that has been there since 1902. '.repeat(
      10,
    )
    sendPage(response, `<form><input name="u"><input type="password"></form><h1>Lamp</h1><p>${text}</p>`)
  },
  expect: { status: 200, page: { status: 'extracted', text: 'made of brass' } },
}
