import type { BadWebCase } from '../../bad-web-case.ts'
import { page, plain, sendPage } from '../../bad-web-tools.ts'

export const badWebCase: BadWebCase = {
  name: 'links-to-nowhere',
  about: 'Links that are none: scripts, halves of addresses, hosts that cannot be.',
  serve(_request, response) {
    sendPage(
      response,
      page(
        `${plain} ${['javascript:x', 'http://', 'http://a b/', '//', 'http://%00/', '/%00', '/\u0001', 'http://256.256.256.256/', 'http://[::1', 'mailto:a@b', 'tel:1', `http://${'a'.repeat(300)}/`].map((href) => `<a href="${href}">x</a>`).join(' ')}`,
      ),
    )
  },
  expect: { status: 200, kind: 'html', page: { status: 'extracted', text: plain } },
}
