import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createGzip } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readSitemap, type SitemapSummary } from './sitemap.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

function usedMegabytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 1e6
}

/** Repeats the text in chunks of about 64 KiB without holding it in memory. */
function* repeat(text: string, bytes: number, head = '', tail = ''): Generator<Uint8Array> {
  const chunk = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)))
  if (head) yield Buffer.from(head)
  for (let sent = 0; sent < bytes; sent += chunk.length) yield chunk
  if (tail) yield Buffer.from(tail)
}

async function read(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>) {
  const entries: string[] = []
  const before = usedMegabytes()
  const summary: SitemapSummary = await readSitemap(chunks, { onEntry: (url) => entries.push(url) })
  // The memory of buffers is released some time after the garbage collection.
  await expect.poll(() => usedMegabytes() - before).toBeLessThan(15)
  return { ...summary, entries }
}

const entry = '<url><loc>https://example.org/a</loc></url>'
const mib = 1024 * 1024

describe('a hostile sitemap', () => {
  it.each([
    ['a million nested elements', repeat('<a>', 3e6, `<urlset>${entry}`, entry)],
    ['a million attributes', repeat(' x="1"', 6e6, `<urlset>${entry}<a`, `>${entry}</urlset>`)],
    ['a tag of 10 MB', repeat('a', 10e6, `<urlset>${entry}<`, `>${entry}</urlset>`)],
    ['an attribute of 10 MB', repeat('a', 10e6, `<urlset>${entry}<a b="`, `"/>${entry}</urlset>`)],
    ['a comment of 10 MB', repeat('-', 10e6, `<urlset>${entry}<!--`, `-->${entry}</urlset>`)],
    ['an address of 10 MB', repeat('a', 10e6, `<urlset>${entry}<url><loc>`, `</loc></url>${entry}</urlset>`)],
    ['10 MB of CDATA', repeat(']', 10e6, `<urlset>${entry}<url><loc><![CDATA[`, `]]></loc></url>${entry}</urlset>`)],
    ['10 MB of <', repeat('<', 10e6, `<urlset>${entry}`, `${entry}</urlset>`)],
    ['10 MB of &', repeat('&', 10e6, `<urlset>${entry}<url><loc>`, `</loc></url>${entry}</urlset>`)],
    ['10 MB of quotes', repeat(`"'`, 10e6, `<urlset>${entry}`, `${entry}</urlset>`)],
    ['10 MB of closing tags', repeat('</a>', 10e6, `<urlset>${entry}`, `${entry}</urlset>`)],
    ['NUL', repeat('\0', 10e6, `<urlset>${entry}`, `${entry}</urlset>`)],
    ['half of every surrogate pair', repeat('\xed\xa0\x80', 10e6, `<urlset>${entry}`, `${entry}</urlset>`)],
    ['a subset of 10 MB', repeat(`<!ENTITY a "'>">`, 10e6, '<!DOCTYPE x [', `]><urlset>${entry}${entry}</urlset>`)],
    ['a million names', numbered(1e6)],
  ])('%s', async (_, chunks) => {
    const { kind, entries } = await read(chunks)
    expect(kind).toBe('urlset')
    expect(new Set(entries)).toEqual(new Set(['https://example.org/a']))
  })

  it('a line of 10 MB in a list', async () => {
    const chunks = repeat('x', 10e6, 'https://example.org/a\nhttps://example.org/', '\nhttps://example.org/b')
    expect((await read(chunks)).entries).toEqual(['https://example.org/a', 'https://example.org/b'])
  })

  it('a million dribbles', async () => {
    const chunks = Array.from(`<urlset>${' '.repeat(1e5)}${entry}</urlset>`, (character) => Buffer.from(character))
    expect((await read(chunks)).count).toBe(1)
  })

  it('entities that would grow to gigabytes stay what they are', async () => {
    const lines = Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`)
    const body = `<!DOCTYPE urlset [<!ENTITY l0 "lol">${lines.join('')}]><urlset><url><loc>https://example.org/&l10;</loc></url></urlset>`
    expect((await read([Buffer.from(body)])).entries).toEqual(['https://example.org/&l10;'])
  })

  it('a file that an entity names is not read', async () => {
    const body =
      '<!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset><url><loc>https://a.test/&x;</loc></url></urlset>'
    expect((await read([Buffer.from(body)])).entries).toEqual(['https://a.test/&x;'])
  })
})

function* numbered(count: number): Generator<Uint8Array> {
  yield Buffer.from(`<urlset>${entry}`)
  for (let n = 0; n < count; n += 1000) {
    yield Buffer.from(Array.from({ length: 1000 }, (_, m) => `<n${n + m}/>`).join(''))
  }
  yield Buffer.from(`${entry}</urlset>`)
}

describe('bounds', () => {
  it('50,000 entries; the source is told to stop', async () => {
    let stopped = false
    const endless = (function* () {
      try {
        yield Buffer.from('<urlset>')
        for (;;) yield Buffer.from(entry.repeat(1000))
      } finally {
        stopped = true
      }
    })()
    const { count, truncated } = await read(endless)
    expect({ count, truncated, stopped }).toEqual({
      count: 50_000,
      truncated: 'it has more than 50,000 entries',
      stopped: true,
    })
  })

  it('exactly 50,000 entries are all', async () => {
    const { count, truncated } = await read([Buffer.from(`<urlset>${entry.repeat(50_000)}</urlset>`)])
    expect({ count, truncated }).toEqual({ count: 50_000, truncated: undefined })
  })

  it('50 MiB, whether they come packed or not', async () => {
    const { count, truncated } = await read(repeat(' ', 1000 * mib, `<urlset>${entry}`))
    expect({ count, truncated }).toEqual({ count: 1, truncated: 'it has more than 50 MiB' })
    const bomb = await packed(`<urlset>${entry}`, 100 * mib)
    expect(bomb.length).toBeLessThan(mib)
    expect(await read([bomb])).toMatchObject({ count: 1, truncated: 'it has more than 50 MiB' })
  })

  it('1 MiB without an address are no list', async () => {
    await expect(read(repeat('prose, ', 1000 * mib))).rejects.toThrow('it is neither XML nor a list of addresses')
  })

  it('collected entries do not hold the file in memory', async () => {
    const chunks = (function* () {
      yield Buffer.from('<urlset>')
      for (let n = 0; n < 500; n++)
        yield Buffer.from(`<url><loc>https://example.org/${n}</loc>${' '.repeat(60_000)}</url>`)
    })()
    expect((await read(chunks)).count).toBe(500)
  })
})

async function packed(head: string, blanks: number): Promise<Buffer> {
  const gzip = createGzip()
  const parts: Buffer[] = []
  gzip.on('data', (part: Buffer) => parts.push(part))
  gzip.write(head)
  for (let sent = 0; sent < blanks; sent += mib) gzip.write(Buffer.alloc(mib, ' '))
  gzip.end()
  await new Promise((resolve) => gzip.on('end', resolve))
  return Buffer.concat(parts)
}
