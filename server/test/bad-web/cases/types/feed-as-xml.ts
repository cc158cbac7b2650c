import type { BadWebCase } from '../../bad-web-case.ts'
import { plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'feed-as-xml',
  about: 'A feed.',
  serve(_request, response) {
    sendPage(response, `<?xml version="1.0"?><rss><channel><title>${plain}</title></channel></rss>`, 'text/xml')
  },
  expect: { status: 200, kind: 'other', type: 'text/xml', page: { status: 'skipped', error: 'text/xml' } },
}
