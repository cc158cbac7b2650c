import { readNames } from '../../../../server/src/reader/names/read-names.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import type { Row } from '../../measurement.ts'
import { type Corpus, CorpusMissing } from '../evaluation.ts'
import { pagesIn } from './entities-sites.ts'

// CPU of reading a real page without a model: from HTML to claims, blocks and names, of every page of the sites.

/** The CPU of a page of the corpus that is asked for. */
const mostMs = 15

export function pageCpuRows(corpus: Corpus, progress: (text: string) => void): Row[] {
  const pages = sitePages(corpus)
  if (pages.length === 0) return []
  progress(`CPU of ${pages.length} pages`)
  // The first round warms the program up, as a service that has read some pages is.
  for (const page of pages.slice(0, 200)) readOne(page)
  const costs = pages.map((page) => ({ ...page, ...readOne(page) }))
  const mean = (of: (cost: (typeof costs)[number]) => number) =>
    costs.reduce((sum, cost) => sum + of(cost), 0) / costs.length
  const total = mean(({ parse_ms, names_ms }) => parse_ms + names_ms)
  const worst = costs.sort((a, b) => b.parse_ms + b.names_ms - a.parse_ms - a.names_ms).slice(0, 3)
  const named = worst.map(
    ({ path, parse_ms, names_ms }) => `${path} ${parse_ms.toFixed(0)} + ${names_ms.toFixed(0)} ms`,
  )
  return [
    {
      measure: 'a page of the sites, CPU of reading it',
      unit: 'ms',
      ours: total,
      target: { text: `${mostMs} ms`, met: total <= mostMs },
      note:
        `${costs.length} pages of ${(mean(({ html }) => html.length) / 1000).toFixed(0)} kB; parsing ` +
        `${mean(({ parse_ms }) => parse_ms).toFixed(1)}, names ${mean(({ names_ms }) => names_ms).toFixed(1)} ms; most ${named.join(', ')}`,
    },
  ]
}

interface SitePage {
  path: string
  html: string
}

function sitePages(corpus: Corpus): SitePage[] {
  try {
    return corpus.list('sites').flatMap((site) =>
      pagesIn(corpus, `sites/${site}/www`).map((path) => ({
        path,
        html: decodeText(corpus.read(path), null, 'html').text,
      })),
    )
  } catch (error) {
    if (error instanceof CorpusMissing) return []
    throw error
  }
}

function readOne({ path, html }: SitePage): { parse_ms: number; names_ms: number } {
  const start = process.cpuUsage()
  const page = parsePage(html, { url: `https://${path.slice('sites/'.length).replace('/www/', '/')}` })
  const parsed = process.cpuUsage(start)
  readNames(page)
  const all = process.cpuUsage(start)
  const ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
  return { parse_ms: ms(parsed), names_ms: ms(all) - ms(parsed) }
}
