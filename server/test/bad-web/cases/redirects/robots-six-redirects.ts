import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-six-redirects',
  about: 'A robots.txt behind six redirects counts as missing.',
  read_as: 'robots',
  serve(request, response) {
    const step = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0)
    if (step === 6) return sendPage(response, 'User-agent: *\nDisallow: /', 'text/plain')
    response.writeHead(302, { location: `/robots.txt?n=${step + 1}` }).end()
  },
  expect: { robots: { status: 404, private: true, open: true } },
}
