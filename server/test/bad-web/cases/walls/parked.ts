import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'parked',
  about: 'A domain whose links all lead to one who parks them.',
  serve(_request, response) {
    sendPage(
      response,
      '<title>example.org</title><script src="https://www.sedoparking.com/x.js"></script><a href="/1">Hotels</a> <a href="/2">Flights</a>',
    )
  },
  expect: { status: 200, page: { status: 'failed', error: 'parked domain: leads to sedoparking.com' } },
}
