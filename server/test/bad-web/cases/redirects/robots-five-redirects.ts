import type { BadWebCase } from '../../bad-web-case.ts'
import { sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'robots-five-redirects',
  about: 'A robots.txt behind five redirects counts.',
  read_as: 'robots',
  serve(request, response) {
    const step = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0)
    if (step === 5) return sendPage(response, 'User-agent: *\nDisallow: /private', 'text/plain')
    response.writeHead(302, { location: `/robots.txt?n=${step + 1}` }).end()
  },
  expect: { robots: { status: 200, private: false, open: true } },
}
