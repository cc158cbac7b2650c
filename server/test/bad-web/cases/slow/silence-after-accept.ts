import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'silence-after-accept',
  about: 'Accepts the connection and says nothing.',
  accept() {},
  expect: {
    failure: 'timeout',
    message: 'no answer within 0.5 s',
    page: { status: 'failed', error: /^no answer within/ },
  },
}
