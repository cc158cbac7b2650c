import { gunzipSync } from 'node:zlib'
import { readSitemap, type SitemapSummary } from '../../../../server/src/web/sitemap/sitemap.ts'
import { SitemapUnreadable } from '../../../../server/src/web/sitemap/sitemap-text.ts'
import type { Row } from '../../measurement.ts'
import { cpuMicroseconds } from '../cpu-time.ts'
import { type Corpus, type Evaluation, Score, scoreRow } from '../evaluation.ts'

// Files with every `loc` in them. Those of pictures (`image:loc`) count in the corpus and not for us, because a
// crawl reads pages; and feeds have none, so there it only counts that their entries are found.

interface Expected {
  file: string
  loc_count: number
  /** Long files have only the first ones here. */
  locs_in_order: string[]
  is_index: boolean
}

const folder = 'url-and-sitemap/sitemaps'
const suffix = '.expected.json'

export const sitemaps: Evaluation = {
  name: 'sitemaps',
  describe: 'addresses found in sitemaps and feeds',
  async run({ corpus, progress }) {
    const pages = new Score()
    const feeds = new Score()
    const everyLoc = new Score()
    for (const name of corpus.list(folder).filter((file) => file.endsWith(suffix))) {
      const expected = JSON.parse(corpus.read(`${folder}/${name}`).toString('utf8')) as Expected
      const { summary, found } = await readFile(corpus, expected.file)
      if (summary?.kind === 'rss' || summary?.kind === 'atom') {
        feeds.add(expected.file, found.length > 0)
        continue
      }
      const wanted = withoutPictures(expected, corpus.read(`${folder}/${expected.file}`))
      const kindFits = (summary?.kind === 'index') === expected.is_index || wanted.loc_count === 0
      pages.add(expected.file, kindFits && areThere(found, wanted))
      everyLoc.add(expected.file, areThere(found, expected))
    }
    progress(`${pages.total} sitemaps, ${feeds.total} feeds; with the addresses of pictures counted too: ${everyLoc}`)
    return [
      ...scoreRow('sitemaps, files with all pages found', { ours: pages, least: 100 }),
      ...scoreRow('sitemaps, feeds with entries found', { ours: feeds, least: 100 }),
      await measureCpu(),
    ]
  },
}

async function readFile(corpus: Corpus, file: string): Promise<{ summary?: SitemapSummary; found: string[] }> {
  const found: string[] = []
  try {
    const summary = await readSitemap([corpus.read(`${folder}/${file}`)], { onEntry: (url) => found.push(url) })
    return { summary, found }
  } catch (error) {
    // A file without any address may well be refused; the list says so.
    if (error instanceof SitemapUnreadable) return { found: [] }
    throw error
  }
}

function withoutPictures(expected: Expected, file: Buffer): Expected {
  const pictures = [...textOf(file).matchAll(/<image:loc>\s*(?:<!\[CDATA\[)?([^<\]]*)/g)].map(([, loc]) =>
    (loc as string).trim().replaceAll('&amp;', '&'),
  )
  const left = new Map<string, number>()
  for (const picture of pictures) left.set(picture, (left.get(picture) ?? 0) + 1)
  const pages = expected.locs_in_order.filter((loc) => {
    const times = left.get(loc) ?? 0
    left.set(loc, times - 1)
    return times <= 0
  })
  return { ...expected, loc_count: expected.loc_count - pictures.length, locs_in_order: pages }
}

function textOf(file: Buffer): string {
  try {
    return (file[0] === 0x1f ? gunzipSync(file) : file).toString('utf8')
  } catch {
    // A broken file: then what was found must be what is expected.
    return ''
  }
}

function areThere(found: string[], { loc_count, locs_in_order }: Expected): boolean {
  return found.length === loc_count && locs_in_order.every((address, at) => address === found[at])
}

async function measureCpu(): Promise<Row> {
  const entries = Array.from(
    { length: 50_000 },
    (_, n) =>
      `<url><loc>https://www.example.org/articles/2024/some-title-${n}?a=1&amp;b=2</loc><lastmod>2024-01-31</lastmod>` +
      '<changefreq>daily</changefreq><priority>0.5</priority></url>\n',
  )
  const bytes = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<urlset>${entries.join('')}</urlset>`)
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += 65_536) chunks.push(bytes.subarray(at, at + 65_536))
  const ours = (await cpuMicroseconds(1, () => readSitemap(chunks, { onEntry() {} }))) / 1000
  return { measure: 'sitemaps, CPU of 50,000 entries', unit: 'ms', ours }
}
