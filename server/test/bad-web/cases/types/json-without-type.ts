import type { BadWebCase } from '../../bad-web-case.ts'
import { plain } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'json-without-type',
  about: 'JSON that does not say what it is.',
  serve(_request, response) {
    response.writeHead(200).end(JSON.stringify([{ plain }]))
  },
  expect: {
    status: 200,
    kind: 'other',
    type: 'application/json',
    page: { status: 'skipped', error: 'application/json' },
  },
}
