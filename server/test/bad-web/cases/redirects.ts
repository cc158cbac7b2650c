import type { BadWebCases } from '../bad-web-case.ts'
import { leadsTo, lines, page, plain, says, sendPage } from '../bad-web-tools.ts'
import { fails, isRead } from '../expectations.ts'

export const cases: BadWebCases = {
  'chain-of-eleven': {
    about: 'Eleven redirects, one more than are followed.',
    path: '/0',
    serve(request, response) {
      const step = Number(request.url?.slice(1))
      if (step === 11) return sendPage(response)
      response.writeHead(302, { location: `/${step + 1}` }).end()
    },
    expect: fails('too_many_redirects', 'more than 10 redirects'),
  },
  'chain-of-ten': {
    about: 'Ten redirects, as many as are followed.',
    path: '/0',
    serve(request, response) {
      const step = Number(request.url?.slice(1))
      if (step === 10) return sendPage(response)
      response.writeHead(302, { location: `/${step + 1}` }).end()
    },
    expect: isRead(plain, { url: '/10', hops: 10 }),
  },
  'empty-location': {
    about: 'A redirect to nothing, which is itself.',
    serve: leadsTo(''),
    expect: fails('too_many_redirects', 'redirect loop'),
  },
  'endless-by-query': {
    about: 'Leads to itself with another query, for ever.',
    serve(request, response) {
      response.writeHead(302, { location: `/?n=${Number(request.url?.split('=')[1] ?? 0) + 1}` }).end()
    },
    expect: fails('too_many_redirects', 'more than 10 redirects'),
  },
  'endless-session-ids': {
    about: 'Hands out a new session id with every redirect.',
    serve(_request, response) {
      response.writeHead(302, { location: `/?PHPSESSID=${Math.random().toString(36).slice(2)}` }).end()
    },
    expect: fails('too_many_redirects', 'more than 10 redirects'),
  },
  'insists-on-session-id': {
    about: 'Answers only to addresses with a session id.',
    serve(request, response) {
      if (request.url?.includes('PHPSESSID')) return sendPage(response)
      response.writeHead(302, { location: '/?PHPSESSID=abc123' }).end()
    },
    expect: isRead(plain, { url: '/', hops: 0 }),
  },
  'location-in-latin-1': {
    about: 'A redirect to a letter beyond ASCII that is no UTF-8.',
    serve(request, response) {
      if (request.url !== '/') return sendPage(response)
      response.socket?.end(
        Buffer.from(
          lines('HTTP/1.1 302 Found', 'location: /straße', 'content-length: 0', 'connection: close', '', ''),
          'latin1',
        ),
      )
    },
    expect: isRead(plain, { hops: 1 }),
  },
  'location-in-utf-8': {
    about: 'A redirect to letters beyond ASCII, not escaped.',
    serve(request, response) {
      if (request.url !== '/') return sendPage(response, page(`${plain} ${request.url}`))
      response.socket?.end(
        Buffer.from(lines('HTTP/1.1 302 Found', 'location: /straße', 'content-length: 0', 'connection: close', '', '')),
      )
    },
    expect: isRead(plain, { url: '/stra%C3%9Fe', hops: 1 }),
  },
  'location-with-blanks': {
    about: 'A redirect with blanks around its address.',
    serve: leadsTo(' /end '),
    expect: isRead(plain, { url: '/end', hops: 1 }),
  },
  'location-with-fragment': {
    about: 'A redirect to a part of a page, which is never sent.',
    serve: leadsTo('/end#part'),
    expect: isRead(plain, { url: '/end', hops: 1 }),
  },
  'loop-by-spelling': {
    about: 'Leads back to itself, spelt in another way.',
    serve(_request, response) {
      response.writeHead(302, { location: '/a/../b/.././' }).end()
    },
    expect: fails('too_many_redirects', 'redirect loop'),
  },
  'loop-of-two': {
    about: 'Two addresses that lead to each other.',
    path: '/a',
    serve(request, response) {
      response.writeHead(301, { location: request.url === '/a' ? '/b' : '/a' }).end()
    },
    expect: fails('too_many_redirects', 'redirect loop'),
  },
  'multiple-choices': {
    about: '300, which leads nowhere by itself.',
    serve(_request, response) {
      response.writeHead(300, { location: '/end', 'content-type': 'text/html' }).end(page(plain))
    },
    expect: { status: 300, url: '/', hops: 0, page: { status: 'failed', error: 'HTTP 300' } },
  },
  'protocol-relative-location': {
    about: 'A redirect to an address without a scheme.',
    serve(request, response) {
      if (request.url !== '/') return sendPage(response)
      response.writeHead(302, { location: `//${request.headers.host}/end` }).end()
    },
    expect: isRead(plain, { url: '/end', hops: 1 }),
  },
  'relative-location': {
    about: 'A redirect to a relative address.',
    serve: leadsTo('end'),
    expect: isRead(plain, { url: '/end', hops: 1 }),
  },
  'robots-five-redirects': {
    about: 'A robots.txt behind five redirects counts.',
    read_as: 'robots',
    serve(request, response) {
      const step = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0)
      if (step === 5) return sendPage(response, 'User-agent: *\nDisallow: /private', 'text/plain')
      response.writeHead(302, { location: `/robots.txt?n=${step + 1}` }).end()
    },
    expect: { robots: { status: 200, private: false, open: true } },
  },
  'robots-six-redirects': {
    about: 'A robots.txt behind six redirects counts as missing.',
    read_as: 'robots',
    serve(request, response) {
      const step = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0)
      if (step === 6) return sendPage(response, 'User-agent: *\nDisallow: /', 'text/plain')
      response.writeHead(302, { location: `/robots.txt?n=${step + 1}` }).end()
    },
    expect: { robots: { status: 404, private: true, open: true } },
  },
  'robots-to-private-address': {
    about: 'A robots.txt that leads into a private network: nothing may be read.',
    read_as: 'robots',
    serve(_request, response) {
      response.writeHead(302, { location: 'http://10.0.0.1/robots.txt' }).end()
    },
    expect: { robots: { status: 'unreachable', private: false, open: false } },
  },
  'sitemap-to-private-address': {
    about: 'A sitemap that leads into a private network.',
    read_as: 'sitemap',
    serve(_request, response) {
      response.writeHead(302, { location: 'http://10.0.0.1/sitemap.xml' }).end()
    },
    expect: { sitemap: { unreadable: 'address is not public' } },
  },
  'to-blob': {
    about: 'Redirects to a blob: address.',
    serve: leadsTo('blob:http://127.0.0.1/x'),
    expect: fails('bad_redirect', 'redirects to an address that is not http(s)'),
  },
  'to-closed-port': {
    about: 'Redirects to a port where nobody listens.',
    serve: leadsTo('http://127.0.0.1:1/'),
    expect: fails('connect', 'connection refused'),
  },
  'to-data': {
    about: 'Redirects to a data: address.',
    serve: leadsTo('data:text/html,<p>hello</p>'),
    expect: fails('bad_redirect', 'redirects to an address that is not http(s)'),
  },
  'to-decimal-address': {
    about: 'Redirects to a private address written as one number.',
    serve: leadsTo('http://167772161/'),
    expect: fails('refused_address', 'address is not public'),
  },
  'to-file': {
    about: 'Redirects to a file: address.',
    serve: leadsTo('file:///etc/passwd'),
    expect: fails('bad_redirect', 'redirects to an address that is not http(s)'),
  },
  'to-ftp': {
    about: 'Redirects to a ftp: address.',
    serve: leadsTo('ftp://127.0.0.1/x'),
    expect: fails('bad_redirect', 'redirects to an address that is not http(s)'),
  },
  'to-gopher': {
    about: 'Redirects to a gopher: address.',
    serve: leadsTo('gopher://127.0.0.1/x'),
    expect: fails('bad_redirect', 'redirects to an address that is not http(s)'),
  },
  'to-invalid-address': {
    about: 'Redirects to what is no address.',
    serve: leadsTo('http://[nonsense'),
    expect: fails('bad_redirect', 'redirects to an invalid address'),
  },
  'to-itself': {
    about: 'Redirects to itself.',
    serve: leadsTo('/'),
    expect: fails('too_many_redirects', 'redirect loop'),
  },
  'to-javascript': {
    about: 'Redirects to a javascript: address.',
    serve: leadsTo('javascript:alert(1)'),
    expect: fails('bad_redirect', 'redirects to an address that is not http(s)'),
  },
  'to-long-address': {
    about: 'Redirects to an address of 5,000 letters.',
    serve: leadsTo(`/${'x'.repeat(5000)}`),
    expect: fails('bad_redirect', 'redirects to an invalid address'),
  },
  'to-mapped-address': {
    about: 'Redirects to a private address in the clothes of IPv6.',
    serve: leadsTo('http://[::ffff:10.0.0.1]/'),
    expect: fails('refused_address', 'address is not public'),
  },
  'to-metadata-name': {
    about: 'Redirects to a name that leads to where clouds keep their secrets.',
    serve: leadsTo('http://metadata.test/latest/meta-data/'),
    expect: fails('refused_address', 'address is not public'),
  },
  'to-metadata-service': {
    about: 'Redirects to where clouds keep their secrets.',
    serve: leadsTo('http://169.254.169.254/latest/meta-data/'),
    expect: fails('refused_address', 'address is not public'),
  },
  'to-mixed-name': {
    about: 'Redirects to a name with a public and a private address.',
    serve: leadsTo('http://mixed.test/'),
    expect: fails('refused_address', 'address is not public'),
  },
  'to-octal-address': {
    about: 'Redirects to a private address written in octal.',
    serve: leadsTo('http://012.0.0.1/'),
    expect: fails('refused_address', 'address is not public'),
  },
  'to-private-address-in-two-steps': {
    about: 'A redirect whose target answers with another redirect into a private network.',
    serve(request, response) {
      response.writeHead(301, { location: request.url === '/' ? '/b' : 'http://192.168.0.1/' }).end()
    },
    expect: fails('refused_address', 'address is not public'),
  },
  'to-private-address': {
    about: 'Redirects into a private network.',
    serve: leadsTo('http://10.0.0.1/admin'),
    expect: fails('refused_address', 'address is not public'),
  },
  'to-private-name': {
    about: 'Redirects to a name that leads into a private network.',
    serve: leadsTo('http://inside.test/admin'),
    expect: fails('refused_address', 'address is not public'),
  },
  'to-translated-address': {
    about: 'Redirects to a private address behind the prefix for translation.',
    serve: leadsTo('http://[64:ff9b::a00:1]/'),
    expect: fails('refused_address', 'address is not public'),
  },
  'to-unknown-name': {
    about: 'Redirects to a name that nobody knows.',
    serve: leadsTo('http://nowhere.test/'),
    expect: fails('dns', 'name not found'),
  },
  'to-unspecified-address': {
    about: 'Redirects to the address that stands for this machine.',
    serve: leadsTo('http://0.0.0.0/'),
    expect: fails('refused_address', 'address is not public'),
  },
  'two-locations': {
    about: 'A redirect that leads to two places.',
    answer: says(lines('HTTP/1.1 302 Found', 'location: /a', 'location: /b', 'content-length: 0', '', '')),
    expect: fails('bad_redirect', 'redirect with two addresses'),
  },
  'with-credentials': {
    about: 'Redirects to an address with a password in it.',
    serve: leadsTo('http://user:secret@127.0.0.1/'),
    expect: fails('bad_redirect', 'redirects to an address with credentials'),
  },
  'without-location': {
    about: 'A redirect that does not say where to.',
    serve(_request, response) {
      response.writeHead(302).end()
    },
    expect: fails('bad_redirect', 'redirect without an address'),
  },
}
