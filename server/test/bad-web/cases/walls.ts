import type { BadWebCases } from '../bad-web-case.ts'
import { plain, sendPage, sends } from '../bad-web-tools.ts'
import { isRead } from '../expectations.ts'

export const cases: BadWebCases = {
  'about-captchas': {
    about: 'An article about captchas is no captcha.',
    serve(_request, response) {
      const text = 'The captcha asks to verify you are human. It was made to tell people from machines. '.repeat(12)
      sendPage(response, `<title>How captchas came to be</title><h1>Captcha</h1><p>${text}</p>`)
    },
    expect: { status: 200, page: { status: 'extracted', text: 'It was made to tell people from machines.' } },
  },
  'access-denied': {
    about: 'A firewall that lets no machine in.',
    serve(_request, response) {
      response
        .writeHead(403, { 'content-type': 'text/html' })
        .end('<title>Access Denied</title><p>You don\'t have permission to access "/" on this server.</p>')
    },
    expect: { status: 403, page: { status: 'failed', error: 'bot wall: title "Access Denied"' } },
  },
  'challenge-by-header': {
    about: 'A challenge that only a header gives away.',
    serve(_request, response) {
      response
        .writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
        .end('<title>example.org</title><p>Wait.</p>')
    },
    expect: { status: 403, page: { status: 'failed', error: 'bot wall: header cf-mitigated: challenge' } },
  },
  'challenge-with-200': {
    about: 'A challenge that says all is well.',
    serve: sends(
      () =>
        '<title>example.org</title><script src="https://geo.captcha-delivery.com/captcha/x.js"></script><p>Please wait</p>',
    ),
    expect: { status: 200, page: { status: 'failed', error: 'bot wall: DataDome challenge' } },
  },
  'challenge-with-503': {
    about: 'A challenge with status 503: it would be the same in a minute.',
    serve(_request, response) {
      response
        .writeHead(503, { 'content-type': 'text/html', 'retry-after': '5' })
        .end('<title>Checking your browser</title><p>Checking your browser before you go on.</p>')
    },
    expect: { status: 503, page: { status: 'failed', error: /^bot wall: / } },
  },
  'for-sale': {
    about: 'A domain that waits for a buyer.',
    serve: sends(() => '<title>example.org</title><p>This domain is for sale. Buy this domain today.</p>'),
    expect: { status: 200, page: { status: 'failed', error: /^parked domain: text / } },
  },
  'just-a-moment': {
    about: 'A challenge instead of the page, with status 403.',
    serve(_request, response) {
      response
        .writeHead(403, { 'content-type': 'text/html' })
        .end('<title>Just a moment...</title><p>Enable JavaScript and cookies to continue</p>')
    },
    expect: { status: 403, page: { status: 'failed', error: 'bot wall: title "Just a moment..."' } },
  },
  parked: {
    about: 'A domain whose links all lead to one who parks them.',
    serve: sends(
      () =>
        '<title>example.org</title><script src="https://www.sedoparking.com/x.js"></script><a href="/1">Hotels</a> <a href="/2">Flights</a>',
    ),
    expect: { status: 200, page: { status: 'failed', error: 'parked domain: leads to sedoparking.com' } },
  },
  'password-form-with-401': {
    about: 'The same, with the status that goes with it.',
    serve(_request, response) {
      response
        .writeHead(401, { 'content-type': 'text/html' })
        .end('<title>Welcome</title><form><input name="user"><input type="password"></form>')
    },
    expect: { status: 401, page: { status: 'failed', error: 'login wall: a password form is all there is' } },
  },
  'password-form': {
    about: 'A form for a name and a password, and nothing else.',
    serve: sends(
      () =>
        '<title>Welcome</title><form><input name="user"><input type="password" name="pw"><button>Go</button></form>',
    ),
    expect: { status: 200, page: { status: 'failed', error: 'login wall: a password form is all there is' } },
  },
  'redirect-to-sign-in': {
    about: 'Leads everybody to where one signs in.',
    serve(request, response) {
      if (request.url === '/') response.writeHead(302, { location: '/login?next=%2F' }).end()
      else sendPage(response, '<title>Sign in</title><p>Sign in to go on.</p>')
    },
    expect: {
      status: 200,
      url: '/login?next=%2F',
      page: { status: 'failed', error: /^login wall: redirected to \/login/ },
    },
  },
  'shop-with-sign-in': {
    about: 'A shop that has a form to sign in beside what it sells.',
    serve(_request, response) {
      const text = 'The lamp is made of brass, by hand, in a workshop in Leeds that has been there since 1902. '.repeat(
        10,
      )
      sendPage(response, `<form><input name="u"><input type="password"></form><h1>Lamp</h1><p>${text}</p>`)
    },
    expect: { status: 200, page: { status: 'extracted', text: 'made of brass' } },
  },
  'slow-patterns': {
    about: 'Texts that make careless patterns take for ever.',
    serve(_request, response) {
      const text = `you don't have permission to access ${'x '.repeat(2_000)} verify ${'that '.repeat(500)} domain ${'a.'.repeat(1_000)}`
      sendPage(response, `<title>${'404 '.repeat(100)}${'-'.repeat(5_000)}</title><p>${plain} ${text}</p>`)
    },
    expect: isRead(),
  },
  'soft-404-in-german': {
    about: 'The same in German, in its heading.',
    serve: sends(() => '<title>Beispiel</title><h1>Seite nicht gefunden</h1><p>Leider.</p>'),
    expect: { status: 200, page: { status: 'failed', error: 'soft 404: "Seite nicht gefunden"' } },
  },
  'soft-404-of-halves': {
    about: 'A missing page whose title is cut in the middle of a character.',
    serve: sends(() => `<title>404 ${'x'.repeat(55)}😀 not found</title><p>No.</p>`),
    expect: { status: 200, page: { status: 'failed', error: /^soft 404: / } },
  },
  'soft-404': {
    about: 'A missing page with status 200.',
    serve: sends(() => '<title>Page not found</title><h1>Oops</h1><p>It is not here.</p>'),
    expect: { status: 200, page: { status: 'failed', error: 'soft 404: "Page not found"' } },
  },
  thin: {
    about: 'A page of three words, which are read.',
    serve: sends(() => '<title>Short</title><p>Three words here.</p>'),
    expect: {
      status: 200,
      page: { status: 'extracted', error: 'thin page: 3 words of text', text: 'Three words here.' },
    },
  },
  'too-many-requests-wall': {
    about: 'A captcha with status 429.',
    serve(_request, response) {
      response
        .writeHead(429, { 'content-type': 'text/html' })
        .end('<title>Sorry</title><p>Unusual traffic from your network. Solve this captcha.</p>')
    },
    expect: { status: 429, page: { status: 'failed', error: /^bot wall: text / } },
  },
}
