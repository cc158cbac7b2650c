import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'binary-without-type',
  about: 'Bytes that do not say what they are.',
  serve(_request, response) {
    response.writeHead(200).end(Buffer.from(Array.from({ length: 2000 }, (_, n) => (n * 31) % 256)))
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/octet-stream',
    page: { status: 'skipped', error: 'application/octet-stream' },
  },
}
