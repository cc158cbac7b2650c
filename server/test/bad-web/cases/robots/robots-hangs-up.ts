import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-hangs-up',
  about: 'A robots.txt whose connection closes.',
  read_as: 'robots',
  serve(_request, response) {
    response.destroy()
  },
  expect: { robots: { status: 'unreachable', private: false, open: false } },
}
