import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'silence-after-headers',
  about: 'Headers, and then nothing.',
  serve(_request, response) {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '500' }).flushHeaders()
  },
  expect: {
    failure: 'timeout',
    message: 'no answer within 0.5 s',
    page: { status: 'failed', error: /^no answer within/ },
  },
}
