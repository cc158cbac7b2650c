import { randomOf } from '../../support/random-text.ts'
import type { BadWebCases } from '../bad-web-case.ts'
import { page, plain, sendPage, sends } from '../bad-web-tools.ts'
import { isRead } from '../expectations.ts'

export const cases: BadWebCases = {
  'base-of-a-script': {
    about: 'A base that is no address of the web.',
    serve: sends(() =>
      page(`${plain} <a href="a">a</a>`, '<base href="javascript:alert(1)"><base href="data:text/html,x">'),
    ),
    expect: isRead(),
  },
  'base-of-another-site': {
    about: 'All relative links lead to another site, says the base.',
    serve: sends(() => page(`${plain} <a href="a">a</a> <a href="/b">b</a>`, '<base href="http://inside.test/x/">')),
    expect: isRead(),
  },
  'bidi-controls': {
    about: 'Text that turns its own direction.',
    serve: sends(() => page(`\u202e${plain}\u202c \u2067abc\u2069`)),
    expect: isRead(),
  },
  'canonical-elsewhere': {
    about: 'Calls a page of another site its original.',
    serve: sends(() => page(plain, '<link rel="canonical" href="https://elsewhere.test/original">')),
    expect: isRead(),
  },
  'canonical-of-nothing': {
    about: 'Calls itself what no address can be.',
    serve: sends(() => page(plain, '<link rel="canonical" href="http://["><link rel="canonical" href="mailto:a@b">')),
    expect: isRead(),
  },
  'combining-marks': {
    about: 'A letter under half a million accents.',
    within_ms: 5000,
    serve: sends(() => page(`${plain} e${'\u0301\u0323'.repeat(250_000)}`)),
    expect: isRead(),
  },
  'comment-without-end': {
    about: 'A comment that is never closed.',
    within_ms: 5000,
    serve: sends(() => `<p>${plain}</p><!-- ${'- '.repeat(2_000_000)}`),
    expect: isRead(),
  },
  'ends-of-nothing': {
    about: 'A quarter of a million end tags of elements that were never opened.',
    within_ms: 5000,
    serve: sends(() => page(`${'</div></p></td></a></h1>'.repeat(50_000)}${plain}`)),
    expect: isRead(),
  },
  'entity-flood': {
    about: 'Four hundred thousand character references.',
    within_ms: 5000,
    serve: sends(() => page(`${plain} ${'&amp;&lt;&#65;&nosuch;'.repeat(100_000)}`)),
    expect: isRead(),
  },
  'entity-without-end': {
    about: 'A character reference of five million digits.',
    within_ms: 5000,
    serve: sends(() => page(`${plain} &#${'1'.repeat(5_000_000)};`)),
    expect: isRead(),
  },
  frameset: {
    about: 'Frames and nothing else, as in 1997.',
    serve: sends(
      () => '<title>Frames</title><frameset cols="20%,80%"><frame src="/menu"><frame src="/main"></frameset>',
    ),
    expect: { status: 200, kind: 'html', page: { status: 'skipped', error: 'thin page: 0 words of text' } },
  },
  'huge-attribute': {
    about: 'An address of five million characters, and a class of as many.',
    within_ms: 5000,
    serve: sends(() =>
      page(`${plain} <a href="/${'x'.repeat(5_000_000)}" class="${'a '.repeat(2_000_000)}">there</a>`),
    ),
    expect: isRead(),
  },
  'huge-title': {
    about: 'A title of a million characters.',
    within_ms: 5000,
    serve: sends(() => `<title>${'very '.repeat(200_000)}</title><p>${plain}`),
    expect: isRead(),
  },
  'hundred-thousand-links': {
    about: 'A page with a hundred thousand links, all of them dead.',
    within_ms: 5000,
    serve(request, response) {
      if (request.url !== '/') {
        response.writeHead(404).end()
        return
      }
      const links = Array.from({ length: 100_000 }, (_, n) => `<a href="/p${n}">t${n}</a>`).join(' ')
      sendPage(response, page(`${plain}</p>${links}<p>`))
    },
    expect: isRead(),
  },
  'json-ld-deep': {
    about: 'Structured data nested half a million times.',
    within_ms: 5000,
    serve: sends(() =>
      page(plain, `<script type="application/ld+json">${'['.repeat(500_000)}${']'.repeat(500_000)}</script>`),
    ),
    expect: isRead(),
  },
  'json-ld-large': {
    about: 'Structured data of three megabytes.',
    within_ms: 5000,
    serve: sends(() =>
      page(plain, `<script type="application/ld+json">${JSON.stringify({ name: 'x'.repeat(3_000_000) })}</script>`),
    ),
    expect: isRead(),
  },
  'json-ld-with-nul': {
    about: 'Structured data with what no database keeps.',
    serve: sends(() => page(plain, '<script type="application/ld+json">{"name": "a\\u0000b \\ud800 \0"}</script>')),
    expect: isRead(),
  },
  'language-of-nonsense': {
    about: 'A language of ten thousand letters.',
    serve: sends(() => page(plain).replace('<html>', `<html lang="${'x'.repeat(10_000)}">`)),
    expect: isRead(),
  },
  'link-text-of-halves': {
    about: 'Links whose text is cut in the middle of a character, wherever one cuts.',
    serve: sends(() =>
      page(`${plain} ${[199, 200, 299, 300].map((n) => `<a href="/to/${n}">${'x'.repeat(n)}😀😀</a>`).join(' ')}`),
    ),
    expect: isRead(),
  },
  'links-to-nowhere': {
    about: 'Links that are none: scripts, halves of addresses, hosts that cannot be.',
    serve: sends(() =>
      page(
        `${plain} ${['javascript:x', 'http://', 'http://a b/', '//', 'http://%00/', '/%00', '/\u0001', 'http://256.256.256.256/', 'http://[::1', 'mailto:a@b', 'tel:1', `http://${'a'.repeat(300)}/`].map((href) => `<a href="${href}">x</a>`).join(' ')}`,
      ),
    ),
    expect: isRead(),
  },
  'many-breaks': {
    about: 'Three hundred thousand lines in one paragraph.',
    within_ms: 5000,
    serve: sends(() => page(`${plain}${'<br>a'.repeat(300_000)}`)),
    expect: isRead(),
  },
  'many-paragraphs': {
    about: 'A hundred thousand paragraphs of one letter.',
    within_ms: 5000,
    serve: sends(() => `<p>${plain}</p>${'<p>x'.repeat(100_000)}`),
    expect: isRead(),
  },
  'many-rows': {
    about: 'A table of a hundred thousand rows.',
    within_ms: 5000,
    serve: sends(() => `<p>${plain}</p><table>${'<tr><td>a<td>b'.repeat(100_000)}`),
    expect: isRead(),
  },
  'meta-flood': {
    about: 'Fifty thousand notes about itself.',
    within_ms: 5000,
    serve: sends(() =>
      page(plain, Array.from({ length: 50_000 }, (_, n) => `<meta name="og:x${n}" content="y">`).join('')),
    ),
    expect: isRead(),
  },
  'million-attributes': {
    about: 'One element with a million attributes.',
    within_ms: 5000,
    serve: sends(() => `<p ${'a b=c '.repeat(1_000_000)}>${plain}`),
    expect: isRead(),
  },
  'million-nested-elements': {
    about: 'A million elements, each within the one before.',
    within_ms: 5000,
    serve: sends(() => `${'<div>'.repeat(1_000_000)}<p>${plain}`),
    expect: isRead(),
  },
  'nested-lists': {
    about: 'A hundred thousand lists, each within the one before.',
    within_ms: 5000,
    serve: sends(() => `<p>${plain}</p>${'<ul><li>x'.repeat(100_000)}`),
    expect: isRead(),
  },
  'nested-tables': {
    about: 'Thirty thousand tables, each in a cell of the one before.',
    within_ms: 5000,
    serve: sends(() => `<p>${plain}</p>${'<table><tr><td>x'.repeat(30_000)}`),
    expect: isRead(),
  },
  'opening-brackets': {
    about: 'Nothing but beginnings of tags.',
    within_ms: 5000,
    serve: sends(() => `<p>${plain}</p>${'<'.repeat(1_000_000)}`),
    expect: isRead(),
  },
  'quarter-million-attribute-names': {
    about: 'One element with attributes of a quarter of a million different names.',
    within_ms: 5000,
    serve: sends(() => `<p ${Array.from({ length: 250_000 }, (_, n) => `a${n}=1`).join(' ')}>${plain}`),
    expect: isRead(),
  },
  'refresh-chain': {
    about: 'Every page sends its reader on to the next one, without end.',
    serve(request, response) {
      const number = Number(/\d+/.exec(request.url ?? '')?.[0] ?? 0)
      sendPage(response, page(plain, `<meta http-equiv="refresh" content="0;URL='/${number + 1}'">`))
    },
    expect: isRead(),
  },
  'refresh-to-itself': {
    about: 'Sends its reader to itself, at once and for ever.',
    serve: sends(() => page(plain, '<meta http-equiv="refresh" content="0; url=/">')),
    expect: isRead(),
  },
  'script-only': {
    about: 'Nothing but a script and the place for what it makes.',
    serve: sends(() => '<!doctype html><title>App</title><div id="root"></div><script src="/app.js"></script>'),
    expect: { status: 200, kind: 'html', page: { status: 'skipped', error: 'thin page: 0 words of text' } },
  },
  'script-without-end': {
    about: 'A script that is never closed.',
    within_ms: 5000,
    serve: sends(() => `<p>${plain}</p><script>${'</scrip'.repeat(500_000)}`),
    expect: isRead(),
  },
  'surrogates-by-reference': {
    about: 'Halves of characters, NUL and others that are none, by their numbers.',
    serve: sends(() =>
      page(
        `${plain} &#xD800;&#0;&#xDFFF;&#xFFFF;&#x110000;&#x80;`,
        '<meta name="description" content="&#xD83D; &#0;">',
      ),
    ),
    expect: isRead(),
  },
  'tag-soup': {
    about: 'Tags and texts in an order that nobody meant.',
    within_ms: 5000,
    serve(_request, response) {
      const random = randomOf(7)
      const pieces = [
        '<div>',
        '</div>',
        '<p>',
        '</table>',
        '<table>',
        '<td>',
        '<li>',
        '</ul>',
        '<a href=x>',
        '<b',
        '<!--',
        '-->',
        '<script>',
        '</script>',
        '&',
        '"',
        "'",
        'word ',
        '>',
        '<svg>',
        '<title>',
        '<select>',
        '<![CDATA[',
        '\u2028',
      ]
      const soup = Array.from({ length: 100_000 }, () => random.pick(pieces)).join('')
      sendPage(response, `<p>${plain}</p>${soup}`)
    },
    expect: isRead(),
  },
  'tag-without-end': {
    about: 'A tag that is never closed.',
    within_ms: 5000,
    serve: sends(() => `<p>${plain}</p><p class="${'x'.repeat(5_000_000)}`),
    expect: isRead(),
  },
  'ten-megabytes-of-one-word': {
    about: 'One word, two million times, on one line.',
    within_ms: 5000,
    serve: sends(() => page('word '.repeat(2_000_000))),
    expect: { status: 200, kind: 'html', page: { status: 'extracted', text: 'word word word' } },
  },
  'ten-megabytes-of-white-space': {
    about: 'A text with ten million spaces and line ends in it.',
    within_ms: 5000,
    serve: sends(() => page(`${plain} ${' \n'.repeat(5_000_000)} end`)),
    expect: isRead(),
  },
  'ten-megabytes-without-a-space': {
    about: 'One word of ten million letters.',
    within_ms: 5000,
    serve: sends(() => page(`${plain} ${'x'.repeat(10_000_000)}`)),
    expect: isRead(),
  },
  'text-area-without-end': {
    about: 'A text area that is never closed takes in all that follows.',
    within_ms: 5000,
    serve: sends(() => `<p>${plain}</p><textarea>${'<p>x'.repeat(500_000)}`),
    expect: isRead(),
  },
  'text-nodes-without-number': {
    about: 'A million texts with comments between them.',
    within_ms: 5000,
    serve: sends(() => page(`${plain} ${'a<!---->'.repeat(800_000)}`)),
    expect: isRead(),
  },
  'title-of-halves': {
    about: 'A title whose every character has two halves.',
    serve: sends(
      () =>
        `<meta name="description" content="x${'😀'.repeat(3_000)}"><title>x${'😀'.repeat(1_000)}</title><h1>x${'😀'.repeat(300)}</h1><dl><dt>x${'😀'.repeat(300)}<dd>y</dl><p>${plain}`,
    ),
    expect: isRead(),
  },
  'unclosed-everything': {
    about: 'Elements of all kinds, none of them closed.',
    within_ms: 5000,
    serve: sends(
      () =>
        `<title>T</title><p>${plain}</p>${'<p><b><a href=x><table><tr><td><ul><li><dl><dt>x<select><option>y'.repeat(20_000)}`,
    ),
    expect: isRead(),
  },
  'zero-width': {
    about: 'A million characters that nobody sees.',
    within_ms: 5000,
    serve: sends(() => page(`${plain} ${'\u200b\u200d\ufeff'.repeat(300_000)}`)),
    expect: isRead(),
  },
}
