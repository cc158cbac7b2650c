import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-is-html',
  about: "A robots.txt that is the site's page for what is missing.",
  read_as: 'robots',
  serve(_request, response) {
    sendPage(response)
  },
  expect: { robots: { status: 200, private: true, open: true } },
}
