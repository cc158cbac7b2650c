import { describe, expect, it } from 'vitest'
import { canonicalUrl } from '../../web/address/canonical-url.ts'
import type { Block, ParsedPage } from '../blocks/parsed-page.ts'
import { parsePage, parseText } from './parse-page.ts'

const url = 'https://site.example/dir/page'
const parse = (html: string) => parsePage(html, { url })
const textOf = ({ text }: ParsedPage, { start, end }: Block) => text.slice(start, end)
/** `kind: text` of every block. */
const outline = (html: string) => {
  const page = parse(html)
  return page.blocks.map((block) => `${block.kind}: ${textOf(page, block)}`)
}
const sentence = 'The bridge was built in 1894 by the engineers of the town, who had waited for it for years.'
const article = (body: string) =>
  `<title>T</title><main><h1>Bridges</h1><p>${sentence}</p>${body}<p>${sentence} It stands.</p></main>`

const german =
  'Die Gesellschaft wurde von einer kleinen Gruppe gegründet, die Briefe und Papiere ihrer Stadt sammeln wollte. Sie steht ' +
  'seitdem allen offen, und ihre Mitglieder treffen sich einmal im Monat in der alten Bibliothek, um über neue Funde zu ' +
  'sprechen, die in den letzten Wochen eingegangen sind.'

describe('what a page says about itself', () => {
  const rows: [name: string, html: string, expected: Partial<ParsedPage>][] = [
    ['a title', '<title>\n A &amp; B\u00a0 C </title>', { title: 'A & B C' }],
    ['a title, not that of a picture', '<svg><title>Icon</title></svg><title>Page</title>', { title: 'Page' }],
    ['a title in meta', '<meta property="og:title" content="From meta">', { title: 'From meta' }],
    ['its first heading, if there is no title', '<h2>Two</h2><h1>One</h1>', { title: 'One' }],
    ['no title', '<p>x</p>', { title: null }],
    ['a language', '<html lang="de_at">', { language: 'de-AT' }],
    ['a language in meta', '<meta http-equiv="Content-Language" content="fr, en">', { language: 'fr' }],
    ['a language as a locale', '<meta property="og:locale" content="zh_hant_TW">', { language: 'zh-Hant-TW' }],
    [
      'the language of its text, not of its template',
      `<html lang="en-US"><main><p>${german}</p></main>`,
      { language: 'de' },
    ],
    ['no language', '<html lang="??"><meta name="language" content="english please">', { language: null }],
    ['its canonical address', '<link rel="Canonical" href="/a/../b#c">', { canonical: 'https://site.example/b' }],
    ['no canonical address', '<link rel="canonical" href="mailto:a@b.c">', { canonical: null }],
    ['noindex', '<meta name="robots" content="NOINDEX, max-snippet:-1">', { is_noindex: true, is_nofollow: false }],
    ['none', '<meta name="robots" content="none">', { is_noindex: true, is_nofollow: true }],
    ['robots for us', '<meta name="Polegraph" content="nofollow">', { is_nofollow: true, is_noindex: false }],
    ['robots for others', '<meta name="googlebot" content="noindex">', { is_noindex: false }],
    ['a base', '<base href="/other/"><base href="/no/">', { base: 'https://site.example/other/' }],
    ['a base that is none', '<base href="data:text/html,x">', { base: url }],
  ]
  it.each(rows)('%s', (_name, html, expected) => {
    expect(parse(html)).toMatchObject(expected)
  })

  const dates: [html: string, published: string | null, modified?: string | null][] = [
    ['<meta property="article:published_time" content="2024-05-31T10:00:00+0200">', '2024-05-31T10:00:00+02:00'],
    ['<meta name="date" content="2024-05-31 10:00">', '2024-05-31'],
    ['<meta name="dc.date" content="1894">', '1894'],
    ['<meta name="date" content="31/05/2024">', null],
    ['<meta name="date" content="2024-02-31">', null],
    ['<meta name="date" content="Fri, 31 May 2024 10:00:00 GMT">', '2024-05-31'],
    ['<meta name="date" content="May 31st, 2024">', '2024-05-31'],
    [
      '<script type="application/ld+json">{"datePublished" : "2024-05-31","dateModified":"2024-06-01"}</script>',
      '2024-05-31',
      '2024-06-01',
    ],
    ['<time datetime="2024-05-31">', '2024-05-31'],
    ['<time datetime="2020-01-01"></time><time class="published" datetime="2024-05-31">', '2024-05-31'],
    ['<time class="updated" datetime="2024-06-01T00:00:00Z">', null, '2024-06-01T00:00:00Z'],
    ['<b itemprop="dateModified" content="2024-06-01">', null, '2024-06-01'],
  ]
  it.each(dates)('the dates of %s', (html, published, modified = null) => {
    expect(parse(html)).toMatchObject({ published_at: published, modified_at: modified })
  })

  it('only telling meta', () => {
    const page = parse(
      '<meta name="DC.creator" content=" Ada  L. "><meta name="viewport" content="x"><meta name="author" content="B">',
    )
    expect(page.meta).toEqual({ 'dc.creator': 'Ada L.', author: 'B' })
  })
})

describe('links', () => {
  it('are canonical, unique, in order, with what a reader sees', () => {
    const { links } = parse(
      '<base href="/b/"><a href="two#x">Two <b>bold</b></a><a href="/one?utm_source=x"><img alt="Pic"></a><a href="two">again</a>' +
        '<a href="mailto:x@y.z">m</a><a href="#top">t</a><a href="javascript:void(0)">j</a><a name="x">n</a>' +
        '<map><area href="three" alt="Area"></map><a href="http://[bad">bad</a>',
    )
    expect(links.map(({ url, text }) => [url, text])).toEqual([
      ['https://site.example/b/two', 'Two bold'],
      ['https://site.example/one', 'Pic'],
      ['https://site.example/b/three', 'Area'],
    ])
    for (const link of links) expect(canonicalUrl(link.url)).toBe(link.url)
  })

  it('say whether they may be followed and can be seen', () => {
    const { links } = parse(
      '<a rel="noopener NOFOLLOW" href="/a">a</a><a rel=ugc href="/b">b</a><a href="/b">b</a>' +
        '<div style="display: none"><a href="/c">c</a><a href="/b">b</a></div><noscript><a href="/d">d</a></noscript>',
    )
    expect(links).toMatchObject([
      { url: 'https://site.example/a', is_nofollow: true, is_hidden: false },
      { url: 'https://site.example/b', is_nofollow: false, is_hidden: false },
      { url: 'https://site.example/c', text: 'c', is_hidden: true },
      { url: 'https://site.example/d', is_hidden: true },
    ])
  })

  it.each([
    '<dialog><a href="/in">in</a></dialog>',
    '<div class="modal fade" role="dialog" aria-hidden="true"><p>More: <a href="/in">in</a></p></div>',
    '<div role="tabpanel" hidden><p><a href="/in">in</a></p></div>',
    '<ul class="sub-menu" style="display:none"><li><a href="/in">in</a></li></ul>',
    '<div id="more" class="collapse" hidden><a href="/in">in</a></div>',
    '<details><summary>More</summary><a href="/in">in</a></details>',
  ])('can be seen in what a visitor may open: %s', (html) => {
    expect(parse(html).links).toMatchObject([{ url: 'https://site.example/in', text: 'in', is_hidden: false }])
  })

  it.each([
    '<a class="menu" style="display:none" href="/in">in</a>',
    '<div style="display:none"><a href="/in">in</a></div>',
    '<div class="modal" hidden><a href="/in" hidden>in</a></div>',
    '<template><div class="modal"><a href="/in">in</a></div></template>',
  ])('cannot be seen where nobody can show them: %s', (html) => {
    expect(parse(html).links).toMatchObject([{ url: 'https://site.example/in', is_hidden: true }])
  })

  it('are main where their block is, also around it and without text', () => {
    const page = parse(
      `<nav><ul><li><a href="/n">Home</a><li><a href="/m">News</a></ul></nav>
      <article><h1>Bridges</h1><p>${sentence} <a href="/in">See the old one</a>. ${sentence}</p>
      <a href="/around"><p>${sentence}</p></a><p><a href="/pic"><img src=x></a></p><p>${sentence}</p></article>`,
    )
    const main = Object.fromEntries(page.links.map((link) => [new URL(link.url).pathname, link.is_main]))
    expect(main).toEqual({ '/n': false, '/m': false, '/in': true, '/around': true, '/pic': true })
  })

  it('of frames are links', () => {
    expect(parse('<frameset><frame src="menu.html"><frame src="text.html"></frameset>').links).toMatchObject([
      { url: 'https://site.example/dir/menu.html' },
      { url: 'https://site.example/dir/text.html' },
    ])
  })
})

describe('blocks', () => {
  const rows: [name: string, html: string, expected: string[]][] = [
    ['fold white space', '<p> a \n\t b&nbsp;&#8203;c\u00ad d </p>', ['paragraph: a b c d']],
    [
      'end where the author forgot',
      '<p>a<p>b<ul><li>c<li>d</ul><dl><dt>e<dd>f</dl>',
      ['paragraph: a', 'paragraph: b', 'list_item: c', 'list_item: d', 'definition: e', 'definition: f'],
    ],
    [
      'are text without an element',
      'a<div>b<div>c</div>d</div>e',
      ['paragraph: a', 'paragraph: b', 'paragraph: c', 'paragraph: d', 'paragraph: e'],
    ],
    ['keep words together over inline elements', '<p>Bl<b>oo</b>d<i> type</i></p>', ['paragraph: Blood type']],
    ['part links that touch', '<p><a href=a>One</a><a href=b>Two</a></p>', ['paragraph: One Two']],
    ['break lines', '<p>a<br>b<br/>c</p>', ['paragraph: a\nb\nc']],
    ['end at two breaks', 'a<br><br>b<br>\n<br>\n<br>c', ['paragraph: a', 'paragraph: b', 'paragraph: c']],
    [
      'have kinds',
      '<h2>h</h2><blockquote><p>q</p></blockquote><figure><figcaption>c</figcaption></figure><li><p>l</p>',
      ['heading: h', 'quote: q', 'caption: c', 'list_item: l'],
    ],
    ['keep the lines of code', '<pre>\n  if x:\n    y\n\n</pre>', ['code:   if x:\n    y']],
    [
      'have no comments, CDATA and conditions',
      '<p>a<!-- <p>no</p> -->b<![CDATA[no]]><!--[if IE]><p>no</p><![endif]--></p>',
      ['paragraph: ab'],
    ],
    [
      'have no scripts, styles, forms of choice and pictures',
      '<p>a<script>s("<p>x</p>")</script><style>p{}</style><select><option>o</select><svg><text>t</text></svg><template><p>t</p></template><textarea>t</textarea>b</p>',
      ['paragraph: ab'],
    ],
    [
      'have nothing that is hidden',
      '<p>a</p><p hidden>b</p><p style="color:red;DISPLAY :none">c</p><p aria-hidden="true">d</p><p style="visibility:hidden">e</p><dialog>f</dialog><dialog open>g</dialog>',
      ['paragraph: a', 'paragraph: g'],
    ],
    ['have nothing for those without scripts', '<noscript><p>Enable</p></noscript><p>a</p>', ['paragraph: a']],
    [
      'resolve references',
      '<p>&lt;p&gt; &eacute; &#x1F600; &amp;amp; &nosuch; AT&T</p>',
      ['paragraph: <p> é 😀 &amp; &nosuch; AT&T'],
    ],
    [
      'close headings by any heading',
      '<h2>a</h3><p>b</p><h1>c<h2>d',
      ['heading: a', 'paragraph: b', 'heading: c', 'heading: d'],
    ],
    [
      'do not leave a cell by a stray end tag',
      '<div><table><tr><td>a</div></p></td></tr></table>b</div>',
      ['paragraph: a', 'paragraph: b'],
    ],
    ['ignore end tags of nothing', '</div></p></table>a</span></b></i>b', ['paragraph: ab']],
    ['start after an open head', '<head><title>t</title><p>a</p>', ['paragraph: a']],
  ]
  it.each(rows)('%s', (_name, html, expected) => {
    expect(outline(html)).toEqual(expected)
  })

  it('are a row of a table that holds data', () => {
    const html =
      '<table><tr><th>Name<th>Born<tr><td>Ada <a href=x>L.</a><td><p>1815</p><p>London</p><tr><td>alone<td></table>'
    expect(outline(html)).toEqual(['table_row: Name | Born', 'table_row: Ada L. | 1815 London', 'paragraph: alone'])
  })

  it('are what is in the cells of a table that arranges the page', () => {
    const html = `<table><tr><td><a href=a>Home</a><br><a href=b>News</a><td><h1>T</h1><p>${sentence}</p>
      <table><tr><td>k<td>v</table><td>${sentence.repeat(5)}</table>`
    expect(outline(html).map((line) => line.slice(0, 24))).toEqual([
      'paragraph: Home\nNews',
      'heading: T',
      'paragraph: The bridge wa',
      'table_row: k | v',
      'paragraph: The bridge wa',
    ])
  })

  it('know the headings above them, and values their terms', () => {
    const page = parse(
      article(
        `<h2>Iron</h2><p>${sentence}</p><h4>Old</h4><p>${sentence}</p><h2>Stone</h2><dl><dt>Length</dt><dd>120 m over the river, with three arches.</dd></dl><p>${sentence}</p>`,
      ),
    )
    const paths = new Map(page.blocks.map((block) => [textOf(page, block).slice(0, 5) + block.start, block.path]))
    const seen = [...paths.values()].map((path) => path.join(' > '))
    expect(seen).toContain('Bridges > Iron > Old')
    expect(seen).toContain('Bridges > Stone')
    expect(seen).toContain('Bridges > Stone > Length')
    expect(page.blocks.find(({ kind }) => kind === 'heading')).toMatchObject({ level: 1, path: [] })
  })

  it('tell the share of links', () => {
    expect(parse('<p>ab <a href=x>cd</a></p>').blocks[0]?.link_share).toBe(0.4)
  })
})

describe('the main text', () => {
  const chrome = (
    body: string,
  ) => `<html><body><header><a href="/">Site</a><p>Your daily news from the county</p></header>
    <nav><ul><li><a href="/a">Home</a><li><a href="/b">Sports</a><li><a href="/c">Weather</a></ul></nav>
    <div class="content">${body}</div>
    <aside class="sidebar"><h3>Most read</h3><ul><li><a href="/1">A dog bites a man in the park</a><li><a href="/2">A man bites back</a></ul></aside>
    <div class="cookie-banner"><p>We use cookies to make this site better for you. Accept or leave.</p><button>Accept</button></div>
    <footer><p>© 2024 Example Media. All rights reserved.</p><a href="/imprint">Imprint</a></footer></body></html>`
  const mainOf = (html: string) => {
    const page = parse(html)
    return page.blocks.filter(({ is_main }) => is_main).map((block) => textOf(page, block))
  }

  it('is the article, without what stands around it', () => {
    const body = `<article><h1>The bridge of the town</h1>${`<p>${sentence}</p>`.replace('The', 'A')}<p>${sentence} ${sentence}</p><ul><li>Length: 120 metres over the river Aare.</li><li>Built: 1894, rebuilt in 1951 after the flood.</li></ul><p>Later ${sentence}</p></article>`
    const main = mainOf(chrome(body))
    expect(main.join('\n')).toContain(`${sentence} ${sentence}`)
    expect(main.join('\n')).toContain('Built: 1894')
    for (const text of main) expect(text).not.toMatch(/Sports|cookies|©|bites|Imprint/)
  })

  it('keeps tables of data', () => {
    const rows = ['Ada Lovelace | 1815 | London', 'Charles Babbage | 1791 | London', 'Grace Hopper | 1906 | New York']
    const table = rows.map((row) => `<tr><td>${row.replaceAll(' | ', '</td><td>')}</td></tr>`).join('')
    const body = `<main><h1>People</h1><p>${sentence}</p><table><tr><th>Name<th>Born<th>Place</tr>${table}</table><p>${sentence} ${sentence}</p></main>`
    expect(mainOf(chrome(body))).toEqual(expect.arrayContaining(rows))
  })

  it('has a hash that only main blocks change', () => {
    const page = (text: string, year: string) =>
      parse(chrome(`<article><h1>Bridges</h1><p>${sentence}</p><p>${text}</p></article>`).replace('2024', year))
    const first = page(`${sentence} Once.`, '2024')
    expect(first.word_count).toBeGreaterThan(30)
    expect(page(`${sentence} Once.`, '2025').content_hash).toBe(first.content_hash)
    expect(page(`${sentence} Twice.`, '2024').content_hash).not.toBe(first.content_hash)
  })

  it('does not change the text of the page, nor its offsets', () => {
    const page = parse(chrome(`<p>${sentence}</p>`))
    expect(page.text).toBe(page.blocks.map((block) => textOf(page, block)).join('\n'))
    expect(page.text).toContain('Sports')
  })
})

describe('plain text', () => {
  it('has paragraphs and items', () => {
    const page = parseText('Title\nof it\r\n\r\n- one\n- two\n  goes on\n3) three\n\nlast', { url })
    expect(page.blocks.map((block) => `${block.kind}: ${textOf(page, block)}`)).toEqual([
      'paragraph: Title of it',
      'list_item: - one',
      'list_item: - two goes on',
      'list_item: 3) three',
      'paragraph: last',
    ])
    expect(page).toMatchObject({ word_count: 10, links: [], title: null, base: url })
    expect(page.blocks.every(({ is_main }) => is_main)).toBe(true)
  })
})

describe('pages made by scripts', () => {
  it.each([
    ['<div id="root"></div><script src="/app.js"></script>', true],
    ['<div></div><noscript>You need JavaScript.</noscript><script src="/app.js"></script>', true],
    ['<p>Short.</p><script>track()</script>', false],
    [`<div id="app"><p>${sentence} ${sentence} ${sentence}</p></div><script src=x></script>`, false],
  ])('%s', (html, expected) => {
    expect(parse(html).needs_script).toBe(expected)
  })
})
