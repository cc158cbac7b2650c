import { describe, expect, it } from 'vitest'
import { type PageSource, parsePage } from '../read-page/parse-page.ts'

const judged = (html: string, source: Partial<PageSource> = {}) => {
  const { verdict } = parsePage(html, { url: 'https://site.example/page', ...source })
  return verdict && `${verdict.kind}: ${verdict.signal}`
}
const prose = Array.from(
  { length: 12 },
  (_, n) =>
    `<p>In the year 18${n + 10} the town built its bridge number ${n}, and many people came to see how it was done.</p>`,
).join('')

describe('walls', () => {
  const rows: [html: string, source: Partial<PageSource>, verdict: string][] = [
    [
      '<title>Just a moment...</title><noscript>Enable JavaScript and cookies to continue</noscript>',
      { status: 403 },
      'bot wall: title "Just a moment..."',
    ],
    [
      '<title>Site</title><p>x</p>',
      { status: 403, headers: { 'cf-mitigated': 'challenge' } },
      'bot wall: header cf-mitigated: challenge',
    ],
    [
      '<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>',
      { status: 403 },
      'bot wall: title "Attention Required! | Cloudflare"',
    ],
    [
      '<title>site.example</title><p>Please wait.</p><script src="https://geo.captcha-delivery.com/captcha.js"></script>',
      { status: 403 },
      'bot wall: DataDome challenge',
    ],
    [
      '<title>Access to this page has been denied</title><div id="px-captcha"></div>',
      { status: 403 },
      'bot wall: title "Access to this page has been denied"',
    ],
    ['<title>site</title><div id="px-captcha"></div><p>Press & hold</p>', {}, 'bot wall: PerimeterX challenge'],
    ['<title>Access Denied</title><h1>Access Denied</h1>', { status: 403 }, 'bot wall: title "Access Denied"'],
    [
      '<iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31">Request unsuccessful. Incapsula incident ID: 1</iframe>',
      {},
      'bot wall: Incapsula challenge',
    ],
    [
      "<title>Making sure you're not a bot!</title><script src='/.within.website/x/cmd/anubis/static/js/main.mjs'></script>",
      {},
      'bot wall: title "Making sure you\'re not a bot!"',
    ],
    [
      '<title>Shop</title><p>Please verify you are a human to go on.</p><form><input name=c></form>',
      { status: 429 },
      'bot wall: text "verify you are a human"',
    ],
    [
      '<title>X</title><p>We have detected unusual traffic from your computer network.</p>',
      { status: 503 },
      'bot wall: text "unusual traffic from your"',
    ],
    [
      '<title>Members</title><h1>Sign in</h1><form action="/session"><input name=email type=email><input type=password><button>Go</button></form>',
      {},
      'login wall: a password form is all there is',
    ],
    [
      '<title>Welcome</title><p>Please sign in.</p>',
      { url: 'https://site.example/login?next=/page', requested_url: 'https://site.example/page' },
      'login wall: redirected to /login?next=/page',
    ],
    [
      '<title>site.example</title><h1>site.example</h1><p>This domain is for sale</p><a href="https://sedo.com/search/details/?domain=site.example">Offer</a>',
      {},
      'parked domain: leads to sedo.com/search',
    ],
    [
      '<title>site.example</title><p>The domain site.example is for sale. Make an offer.</p>',
      {},
      'parked domain: text "The domain site.example is for sale"',
    ],
    [
      '<title>x</title><p>Diese Domain steht zum Verkauf!</p>',
      {},
      'parked domain: text "Diese Domain steht zum Verkauf"',
    ],
    [
      '<title>x</title><script src="https://www.sedoparking.com/frmpark/x.js"></script>',
      {},
      'parked domain: leads to sedoparking.com',
    ],
    [
      '<title>Page not found - Site</title><p>We are sorry. Try the search.</p>',
      {},
      'soft 404: "Page not found - Site"',
    ],
    ['<title>Site</title><h1>404</h1><p>Oops.</p>', {}, 'soft 404: "404"'],
    [
      '<title>Seite nicht gefunden | Verein</title><p>Leider nein.</p>',
      {},
      'soft 404: "Seite nicht gefunden | Verein"',
    ],
    ['<title>Site</title><h1>Страница не найдена</h1>', {}, 'soft 404: "Страница не найдена"'],
    [
      '<title>ページが見つかりません</title><p>お探しのページはありません。</p>',
      {},
      'soft 404: "ページが見つかりません"',
    ],
    ['<title>Hello</title><p>Hello world.</p>', {}, 'thin page: 2 words of text'],
  ]
  it.each(rows)('%s', (html, source, verdict) => {
    expect(judged(html, source)?.replace(/^thin page: \d+/, 'thin page: 2')).toBe(verdict)
  })

  it.each(['Entry 404', 'Room 404', 'Bus line 404'])('is no missing page: %s', (title) => {
    const sentence =
      'This entry of the register names a harbour master who was sworn in by the council of the town then.'
    expect(judged(`<title>${title}</title><h1>${title}</h1><p>${sentence}</p>`, {})).toBeNull()
  })

  it('is no thin page without a main text, if it has words enough', () => {
    const links = Array.from({ length: 60 }, (_, at) => `<li><a href="/${at}">Harbour master ${at}</a></li>`).join('')
    expect(judged(`<title>Harbours</title><nav><ul>${links}</ul></nav>`, {})).toBeNull()
  })
})

describe('fair pages', () => {
  const login = '<form><input type=text><input type=password><button>Sign in</button></form>'
  const rows: [name: string, html: string, source?: Partial<PageSource>][] = [
    [
      'an article about captchas',
      `<title>Captcha</title><h1>Verify you are human: a history of the captcha</h1>${prose}`,
    ],
    ['an article about challenges', `<title>Just a moment...</title><h1>Just a moment</h1>${prose}`],
    ['an article called 404', `<title>404</title><h1>404</h1>${prose}`],
    [
      'an article about pages that were not found',
      `<title>Page not found: why links rot</title><h1>Page not found</h1>${prose}`,
    ],
    ['a shop with a sign-in form', `<title>Shop</title><header>${login}</header><h1>Lamps</h1>${prose}`],
    [
      'an article about the trade with domains',
      `<title>News</title><h1>This domain is for sale</h1>${prose}<p>Buy this domain, they said. It went to sedo.com.</p>`,
    ],
    [
      'a page of a site behind Cloudflare',
      `<title>Blog</title>${prose}<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`,
    ],
    [
      'a contact form with a captcha',
      `<title>Contact</title><h1>Contact</h1>${prose}<div class=g-recaptcha></div><script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script>`,
    ],
    [
      'a short contact form with a captcha',
      '<title>Contact</title><h1>Contact us</h1><p>Write to the team of the museum at any time. We answer within two working days, also in German and in French. Please leave a number if we may call. For visits of schools and groups there is a form of its own, and for the press there is another one. The museum is open every day but Monday.</p><script src="https://www.google.com/recaptcha/api.js"></script>',
    ],
    [
      'a sign-in page that was asked for',
      `<title>Sign in</title><h1>Sign in</h1>${prose}`,
      { url: 'https://site.example/login', requested_url: 'https://site.example/login' },
    ],
    [
      'a page that was redirected',
      `<title>New</title>${prose}`,
      { url: 'https://site.example/new', requested_url: 'https://site.example/old' },
    ],
    [
      'a page with structured data and little text',
      '<title>Ada</title><p>Ada.</p><script type="application/ld+json">{"@type":"Person"}</script>',
    ],
    ['a room number', `<title>Room 404 of the museum</title><h1>Room 404</h1>${prose}`],
    ['a page with a note on scripts', `<title>Maps</title><noscript>Please enable JavaScript.</noscript>${prose}`],
    [
      'a page on parked cars',
      `<title>Parking</title>${prose}<p>The car is parked. This domain of law is for scholars.</p>`,
    ],
    ['an error that the server admits', '<title>Not found</title><h1>404</h1>', { status: 404 }],
  ]
  it.each(rows)('%s', (_name, html, source) => {
    expect(judged(html, source)).toBeNull()
  })
})
