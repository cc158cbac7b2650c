import type { BadWebCase } from '../../bad-web-case.ts'

export const badWebCase: BadWebCase = {
  name: 'sitemap-hangs-up',
  about: 'A sitemap whose connection closes.',
  read_as: 'sitemap',
  serve(_request, response) {
    response.destroy()
  },
  expect: { sitemap: { unreadable: 'connection closed' } },
}
