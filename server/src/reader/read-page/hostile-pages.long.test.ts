import { describe, expect, it } from 'vitest'
import type { ParsedPage } from '../blocks/parsed-page.ts'
import { pageBounds } from '../html/page-bounds.ts'
import { parsePage } from './parse-page.ts'

// The cost of a page is linear in its length, and what is kept of it is bounded. A naive reader would need hours or
// gigabytes for each of these; that they end at all is the test.

const parse = (html: string) => parsePage(html, { url: 'https://site.example/' })
const million = 1_000_000

function checkPage(page: ParsedPage): void {
  expect(page.blocks.length).toBeLessThanOrEqual(pageBounds.blocks)
  expect(page.text.length).toBeLessThanOrEqual(pageBounds.text_chars)
  expect(page.links.length).toBeLessThanOrEqual(pageBounds.links)
  expect(page.data.length).toBeLessThanOrEqual(2 * pageBounds.json_ld_chars)
  expect(Object.keys(page.meta).length).toBeLessThanOrEqual(pageBounds.meta_entries)
  let last = -1
  const misplaced = page.blocks.filter(({ start, end }) => {
    const isMisplaced = start !== last + 1 || end <= start
    last = end
    return isMisplaced
  })
  expect(misplaced).toEqual([])
  expect(page.text.length).toBe(Math.max(0, last))
}

describe('hostile pages', () => {
  const rows: [name: string, html: () => string][] = [
    ['a million nested elements', () => '<div>'.repeat(million)],
    [
      'a million nested elements with text and ends',
      () => `${'<b>x'.repeat(million / 2)}${'</b>'.repeat(million / 2)}`,
    ],
    ['a million nested lists', () => '<ul><li>x'.repeat(million / 4)],
    ['a hundred thousand nested tables', () => '<table><tr><td>x'.repeat(100_000)],
    [
      'a million end tags that fit nothing',
      () => `${'<i>'.repeat(300)}${'</div></p></td></a></h1>'.repeat(million / 4)}`,
    ],
    [
      'a million end tags of invented elements',
      () => `${Array.from({ length: 250 }, (_, n) => `<x-${n}>`).join('')}${'</x-y>'.repeat(million)}`,
    ],
    ['half a million invented elements', () => Array.from({ length: million / 2 }, (_, n) => `<x-${n}>a`).join('')],
    ['names of JavaScript', () => '<constructor role="constructor">x</constructor><__proto__ id="toString">y'],
    ['a million quotes that do not end', () => `<a href='${'<a href="x>'.repeat(million)}`],
    ['a million ends of scripts that are none', () => `<script>${'</scripts></'.repeat(million)}`],
    ['a million comments in one', () => '<!-- -- --! <!--'.repeat(million)],
    ['end tags that never reach their element', () => `<div><table><td>${'<p>'.repeat(10)}${'</div>'.repeat(million)}`],
    ['a million attributes', () => `<p ${'a b=c '.repeat(million)}>x`],
    [
      'a million attributes of different names',
      () => `<p ${Array.from({ length: million / 4 }, (_, n) => `a${n}=1`).join(' ')}>x`,
    ],
    [
      'an attribute of ten million characters',
      () => `<a href="${'x'.repeat(10 * million)}" class="${'a '.repeat(million)}">x</a>`,
    ],
    ['ten million characters on one line', () => `<p>${'word '.repeat(2 * million)}`],
    ['ten million spaces', () => `<p>a${' '.repeat(10 * million)}b`],
    [
      'ten million spaces in a line of code',
      () => `<pre>a${' '.repeat(5 * million)}b${'\n'.repeat(5 * million)}c</pre>`,
    ],
    ['a million text nodes', () => 'a<!---->'.repeat(million)],
    ['a million references', () => '&amp;'.repeat(million)],
    ['a number without end', () => `<p>&#${'1'.repeat(5 * million)}`],
    [
      'a hundred thousand links',
      () => Array.from({ length: 100_000 }, (_, n) => `<a href="/p${n}">t${n}</a> `).join(''),
    ],
    ['a million paragraphs', () => '<p>x'.repeat(million)],
    ['a million rows', () => `<table>${'<tr><td>a<td>b'.repeat(million / 2)}`],
    ['a million breaks', () => 'a<br>'.repeat(million)],
    ['headings only', () => '<h1>a<h2>b<h3>c'.repeat(100_000)],
    ['unclosed everything', () => '<p><b><a href=x><table><tr><td><ul><li><dl><dt>x<select><option>y'.repeat(20_000)],
    ['a tag that never ends', () => `<p class="${'x'.repeat(5 * million)}`],
    ['a comment that never ends', () => `<p>a<!-- ${'- '.repeat(million)}`],
    ['a script that never ends', () => `<p>a<script>${'</scrip'.repeat(million)}`],
    ['opening brackets', () => '<'.repeat(2 * million)],
    [
      'JSON-LD of three megabytes',
      () => `<script type="application/ld+json">${'"x"'.repeat(million)}</script>`.repeat(2),
    ],
    [
      'ten thousand meta and titles',
      () => Array.from({ length: 10_000 }, (_, n) => `<meta name="og:x${n}" content="y"><svg><title>t`).join(''),
    ],
    [
      'classes made for slow patterns',
      () => `<div class="${'nav-'.repeat(5000)}aA${'a'.repeat(20_000)}">x</div>`.repeat(50),
    ],
    [
      'dates made for slow patterns',
      () => `<meta name="date" content="${'1 jan '.repeat(10_000)}"><time datetime="${'1'.repeat(50_000)}">`,
    ],
    ['definition lists', () => `<dl>${`<dt>${'t'.repeat(300)}<dd>x`.repeat(50_000)}`],
  ]
  it.each(rows)('%s', (_name, html) => {
    checkPage(parse(html()))
  })

  it('keeps what comes before the bound', () => {
    const page = parse(`<title>T</title><p>first</p>${'<p>x'.repeat(million)}`)
    expect(page.text.startsWith('first\nx\n')).toBe(true)
    expect(page.blocks).toHaveLength(pageBounds.blocks)
    expect(parse(`<a href="/first">f</a>${'<a href="/second">s</a>'.repeat(10_000)}`).links).toHaveLength(2)
  })

  it('reads what stands beside and behind deep nesting', () => {
    const page = parse(`<p>before</p>${'<div>'.repeat(5000)}<p>deep</p>${'</div>'.repeat(5000)}<p>behind</p>`)
    expect(page.text).toBe('before\ndeep\nbehind')
  })

  it('leaves no half of a character at the bound', () => {
    const page = parse(`<p>${'x'.repeat(pageBounds.text_chars - 1)}😀`)
    expect(page.text.isWellFormed()).toBe(true)
  })

  it('takes out what a database cannot keep', () => {
    expect(parse('<p>a\0b\u0007c</p><title>x\0y</title>')).toMatchObject({ title: 'x y', text: 'a b c' })
  })
})

describe('any soup', () => {
  const pieces = [
    '<div class="nav">',
    '</div>',
    '<p>',
    '</p>',
    '<table>',
    '<tr>',
    '<td>',
    '</table>',
    '<li>',
    '</ul>',
    '<ul>',
    '<br>',
    'text ',
    ' two words ',
    '<a href="/x?a=1">',
    '</a>',
    '<h2>',
    '</h3>',
    '<pre>',
    '</pre>',
    '&amp;',
    '&#0;',
    '&#xd800;',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<script>',
    '</script>',
    '<title>',
    '</title>',
    '<',
    '>',
    '"',
    "'",
    '=',
    '\0',
    '\ud800',
    '\udc00',
    '😀',
    'ß',
    '漢字。',
    '<svg>',
    '</svg>',
    '<math/>',
    '<p hidden>',
    '<base href="//[">',
    '<dl><dt>',
    '<dd>',
    '<noscript>',
    '</noscript>',
    '<select><option>',
    '<form>',
    '</form>',
    '</body>',
    '<html lang=x>',
    '<meta name=date content="2024-13-45">',
    '<input type=password>',
    '<plaintext>',
    '<xmp>',
    '</xmp>',
    '<frameset><frame src=a>',
  ]

  it('is read without a fault, and its blocks are where they say', () => {
    let seed = 42
    const next = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
      return (seed >>> 8) % below
    }
    for (let round = 0; round < 1500; round++) {
      const soup = Array.from({ length: next(60) }, () => pieces[next(pieces.length)]).join('')
      const page = parse(soup)
      checkPage(page)
      for (const { start, end } of page.blocks) {
        const text = page.text.slice(start, end)
        expect(text.trim(), soup).not.toBe('')
        expect(text, soup).not.toContain('\0')
      }
      expect(parse(soup)).toEqual(page)
    }
  })

  it('may be bytes of anything', () => {
    let seed = 7
    for (let round = 0; round < 200; round++) {
      const bytes = Uint8Array.from({ length: 2000 }, () => {
        seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
        return seed >>> 24
      })
      checkPage(parse(Buffer.from(bytes).toString('latin1')))
    }
  })
})
