import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readSitemap, type SitemapSummary } from './sitemap.ts'
import { SitemapUnreadable } from './sitemap-text.ts'

type Read = SitemapSummary & { entries: (string | [string, string])[] }

async function read(body: string | Uint8Array, pieceSize = Number.POSITIVE_INFINITY): Promise<Read> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const chunks: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieceSize) chunks.push(bytes.subarray(at, at + pieceSize))
  const entries: Read['entries'] = []
  const summary = await readSitemap(chunks, {
    onEntry: (url, lastmod) => entries.push(lastmod === undefined ? url : [url, lastmod]),
  })
  expect(summary.count).toBe(entries.length)
  return { ...summary, entries }
}

const a = 'https://example.org/a'
const b = 'https://example.org/b'

function urlset(inner: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`
}

function url(address: string): string {
  return `<url><loc>${address}</loc></url>`
}

describe('what is read', () => {
  it('a sitemap', async () => {
    const body = urlset(`<url><loc>\n ${a} </loc><lastmod>2024-01-31</lastmod><priority>1</priority></url>\n${url(b)}`)
    expect(await read(body)).toEqual({ kind: 'urlset', count: 2, entries: [[a, '2024-01-31'], b] })
  })

  it('an index of sitemaps', async () => {
    const body = `<sitemapindex><sitemap><loc>${a}</loc><lastmod>2024</lastmod></sitemap></sitemapindex>`
    expect(await read(body)).toEqual({ kind: 'index', count: 1, entries: [[a, '2024']] })
  })

  it('a list of addresses', async () => {
    const body = `\uFEFF${a}\r\n\r\n# not an address\nftp://example.org/x\n  ${b}  \rHTTPS://example.org/C`
    expect(await read(body)).toEqual({ kind: 'text', count: 3, entries: [a, b, 'HTTPS://example.org/C'] })
  })

  it('RSS, by link or else by an address in guid', async () => {
    const body = `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><link>https://example.org/</link>
      <item><atom:link href="https://example.org/self"/><link>${a}</link><guid>https://example.org/?p=1</guid>
        <pubDate>Sun, 06 Sep 2009 16:20:00 +0000</pubDate></item>
      <item><guid isPermaLink="false">${b}</guid></item>
      <item><guid>7bd204c6</guid></item></channel></rss>`
    expect(await read(body)).toEqual({
      kind: 'rss',
      count: 2,
      entries: [[a, 'Sun, 06 Sep 2009 16:20:00 +0000'], b],
    })
  })

  it('RSS 1.0', async () => {
    const body = `<rdf:RDF><channel rdf:about="x"><link>https://example.org/</link></channel>
      <item rdf:about="${a}"><link>${a}</link><dc:date>2001-01-01</dc:date></item></rdf:RDF>`
    expect(await read(body)).toEqual({ kind: 'rss', count: 1, entries: [[a, '2001-01-01']] })
  })

  it('Atom, by the link to the page', async () => {
    const body = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://example.org/feed"/>
      <entry><link rel="edit" href="https://example.org/edit"/><link title='a > b' rel='alternate' href='${a}?x=1&amp;y=2'/>
        <link href="https://example.org/second"/><updated>2003-12-13T18:30:02Z</updated>
        <source><link href="https://example.org/source"/></source></entry>
      <entry><link href="${b}"></link></entry></feed>`
    expect(await read(body)).toEqual({
      kind: 'atom',
      count: 2,
      entries: [[`${a}?x=1&y=2`, '2003-12-13T18:30:02Z'], b],
    })
  })

  it('addresses of pages, not of their pictures', async () => {
    const body = urlset(`<url><image:image><image:loc>${b}</image:loc></image:image><loc>${a}</loc>
      <xhtml:link rel="alternate" href="${b}"/><video:video><video:content_loc>${b}</video:content_loc></video:video></url>`)
    expect((await read(body)).entries).toEqual([a])
  })

  it('any namespace, prefix and letter case', async () => {
    expect((await read(`<s:urlset xmlns:s="x"><s:url><s:loc>${a}</s:loc></s:url></s:urlset>`)).entries).toEqual([a])
    expect((await read(`<URLSET><URL><LOC>${a}</LOC></URL></URLSET>`)).entries).toEqual([a])
  })

  it('entities, CDATA and comments', async () => {
    const body = urlset(
      `<!-- ${url(b)} --><url><loc>${a}<!-- no -->?p=1&amp;q=&#39;&#x22;&lt;<![CDATA[&amp;<x>]]></loc></url>`,
    )
    expect((await read(body)).entries).toEqual([`${a}?p=1&q='"<&amp;<x>`])
  })

  it('the same, however it is cut into pieces', async () => {
    const body = `\uFEFF<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY x "y">]><!-- a > b --><urlset a="x>y">
      <url><loc><![CDATA[${a}?ö]]>&amp;z</loc></url><url ><loc>${b}</loc ></url></urlset>`
    for (const size of [1, 2, 3, 7, 1000]) expect((await read(body, size)).entries).toEqual([`${a}?ö&z`, b])
  })
})

describe('encodings', () => {
  const body = `<?xml version="1.0" encoding="ENCODING"?><urlset>${url(`${a}/ö`)}</urlset>`
  const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

  it.each([
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${body}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(body, 'utf16le')],
    ['big-endian UTF-16', swapped(`\uFEFF${body}`)],
    ['big-endian UTF-16 without a mark', swapped(body)],
    ['Latin 1', Buffer.from(body.replace('ENCODING', 'ISO-8859-1'), 'latin1')],
    ['UTF-8 that says it is UTF-16', Buffer.from(body.replace('ENCODING', 'utf-16'))],
    ['UTF-8 that says nonsense', Buffer.from(body)],
    ['gzip', gzipSync(body)],
    ['gzip in two parts', Buffer.concat([gzipSync(body.slice(0, 50)), gzipSync(body.slice(50))])],
    ['gzip with zeros behind it', Buffer.concat([gzipSync(body), Buffer.alloc(512)])],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toEqual({ kind: 'urlset', count: 1, entries: [`${a}/ö`] })
  })
})

describe('what is broken but can be read', () => {
  it.each([
    ['a bare ampersand', urlset(url(`${a}?x=1&y=2&z;`)), [`${a}?x=1&y=2&z;`]],
    ['an unknown entity', urlset(url(`${a}?&nbsp;x`)), [`${a}?&nbsp;x`]],
    ['a bare <', urlset(url(`${a}?1 < 2`)), [`${a}?1 < 2`]],
    ['tags that are not closed', urlset(`<url><loc>${a}</loc><lastmod>2024</url>${url(b)}`), [a, b]],
    ['entries within entries', urlset(`<url><loc>${a}</loc><url><loc>${b}</loc></url>`), [a, b]],
    ['two addresses in one entry', urlset(`<url><loc>${a}</loc><loc>${b}</loc></url>`), [a, b]],
    ['addresses without entries', urlset(`<loc>${a}</loc><loc>${b}</loc>`), [a, b]],
    ['a closing tag too many', urlset(`</url></b>${url(a)}`), [a]],
    ['a quote that is not closed', `<urlset x="y>${url(a)}${url(b)}</urlset>`, [a, b]],
    ['such a quote before the address', urlset(`<url><loc x="y>${a}</loc></url>${url(b)}`), [a, b]],
    ['a warning in front', `Warning: line 3<br/>\n${urlset(url(a))}`, [a]],
    ['blank lines in front', `\n\n${urlset(url(a))}`, [a]],
    ['a declaration without its end', `<?xml version="1.0">\n<urlset>${url(a)}</urlset>`, [a]],
    ['an empty address', urlset(`${url('')}${url(a)}`), [a]],
    ['no entries', urlset(''), []],
  ])('%s', async (_, body, entries) => {
    expect(await read(body)).toEqual({ kind: 'urlset', count: entries.length, entries })
  })

  it.each([
    ['a file that breaks off', Buffer.from(urlset(url(a) + url(b)).slice(0, -20)), 'it ends early'],
    ['a file without its root', Buffer.from(url(a) + url(b).slice(0, -10)), 'it ends early'],
    [
      'gzip that breaks off',
      gzipSync(urlset(url(a) + noise())).subarray(0, -40),
      'its gzip data is broken or ends early',
    ],
  ])('%s', async (_, body, truncated) => {
    expect(await read(body)).toEqual({ kind: 'urlset', count: 1, entries: [a], truncated })
  })
})

/** More than one block of gzip. */
function noise(): string {
  return `<!--${Array.from({ length: 20_000 }, (_, n) => Math.sin(n)).join('')}-->`
}

describe('what cannot be read', () => {
  it.each([
    ['nothing', '', 'it is empty'],
    ['blanks', ' \n\t\n', 'it is empty'],
    ['an HTML page', '<!DOCTYPE html><title>x</title>', 'it is an HTML page'],
    ['an HTML page without a doctype', '<html><body><url><loc>x</loc></url>', 'it is an HTML page'],
    ['other XML', '<?xml version="1.0"?><svg><a/></svg>', 'it is XML, but no sitemap and no feed'],
    ['prose', 'Hello.\nhttp is a protocol', 'it is neither XML nor a list of addresses'],
    ['JSON', '{"urls": ["https://example.org/"]}', 'it is neither XML nor a list of addresses'],
    ['an unfinished tag', '<', 'it is neither XML nor a list of addresses'],
    ['bytes', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'it is neither XML nor a list of addresses'],
    ['broken gzip', Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3, 4, 5, 6, 7]), 'its gzip data is broken'],
    ['gzip within gzip', gzipSync(gzipSync(urlset(url(a)))), 'it is gzip within gzip'],
    ['empty gzip', gzipSync(''), 'it is empty'],
  ])('%s', async (_, body, reason) => {
    const outcome = await read(body).catch((error: unknown) => error)
    expect(outcome).toBeInstanceOf(SitemapUnreadable)
    expect(outcome).toHaveProperty('message', reason)
  })

  it('because the source fails: what it throws is thrown', async () => {
    const failing = (first: Uint8Array) =>
      (async function* () {
        yield first
        throw new Error('connection lost')
      })()
    for (const first of [Buffer.from(urlset(url(a))), gzipSync(noise()).subarray(0, 5000)]) {
      await expect(readSitemap(failing(first), { onEntry() {} })).rejects.toThrow('connection lost')
    }
  })
})
