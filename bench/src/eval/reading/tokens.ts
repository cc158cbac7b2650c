import type { ParsedPage } from '../../../../server/src/reader/blocks/parsed-page.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import { median, percentile, type Row } from '../../measurement.ts'
import { type Corpus, CorpusMissing, type Evaluation } from '../evaluation.ts'
import { readVersions } from './changes.ts'
import { prefixTokens, requestTokens, tokensOf } from './request-tokens.ts'

// What the first read of a page costs, beside what the page has to say: all that is sent, over all of its visible text.

interface Page {
  id: string
  parsed: ParsedPage
  url: string
}

interface Cost {
  id: string
  visible: number
  text: number
  whole: number
  calls: number
}

const somewhere = 'https://www.example.org/page'
const listed = 8

export const tokens: Evaluation = {
  name: 'tokens',
  describe: 'what is sent to a model for the first read of a page, over its visible text',
  async run({ corpus, progress }) {
    const sets = [
      { name: 'page-changes', pages: changedPages(corpus) },
      { name: 'main-text', pages: mainTextPages(corpus) },
    ].filter(({ pages }) => pages.length > 0)
    const costs = sets.map(({ name, pages }) => ({ name, costs: pages.map(costOf) }))
    for (const { name, costs: those } of costs) progress(`${name}: ${worstOf(those)}`)
    const all = costs.flatMap(({ costs: those }) => those)
    if (all.length === 0) return []
    return [
      sumRow('tokens, first read over visible text', all, 1.5),
      ...costs.map(({ name, costs: those }) => sumRow(`tokens, on ${name}`, those)),
      ...spreadRows(all),
    ]
  },
}

function changedPages(corpus: Corpus): Page[] {
  return ifThere(() =>
    readVersions(corpus).flatMap(({ expected: { id, url }, before, after }) => [
      { id: `${id}.old`, parsed: before, url },
      { id: `${id}.new`, parsed: after, url },
    ]),
  )
}

function mainTextPages(corpus: Corpus): Page[] {
  return ifThere(() => {
    const names = corpus.list('main-text').filter((name) => name.endsWith('.html'))
    return names.map((name) => {
      const html = decodeText(corpus.read(`main-text/${name}`), null, 'html').text
      return { id: name.replace(/\.html$/, ''), parsed: parsePage(html, { url: somewhere }), url: somewhere }
    })
  })
}

function ifThere(read: () => Page[]): Page[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof CorpusMissing) return []
    throw error
  }
}

function costOf({ id, parsed, url }: Page): Cost {
  const { text, whole, calls } = requestTokens({ ...parsed, url })
  return { id, visible: tokensOf(parsed.text), text, whole, calls }
}

const ratioOf = ({ whole, visible }: Cost) => whole / Math.max(1, visible)

function worstOf(costs: Cost[]): string {
  const worst = costs.toSorted((a, b) => ratioOf(b) - ratioOf(a)).slice(0, listed)
  const names = worst.map(
    (cost) => `${cost.id} ${ratioOf(cost).toFixed(1)} (${cost.text} of ${cost.visible} tokens, ${cost.calls} calls)`,
  )
  return `dearest: ${names.join(', ')}`
}

function sumRow(measure: string, costs: Cost[], most?: number): Row {
  const sum = (pick: (cost: Cost) => number) => costs.reduce((total, cost) => total + pick(cost), 0)
  const [visible, text, whole] = [sum((cost) => cost.visible), sum((cost) => cost.text), sum((cost) => cost.whole)]
  const ratio = whole / Math.max(1, visible)
  const share = (part: number) => (part / Math.max(1, visible)).toFixed(2)
  return {
    measure,
    unit: '',
    ours: ratio,
    target: most === undefined ? undefined : { text: `≤ ${most}`, met: ratio <= most },
    note: `${costs.length} pages, ${sum(({ calls }) => calls)} calls; ${share(text)} is text of the page, ${share(whole - text)} the rest, of which ${prefixTokens} tokens a call are instructions and schema`,
  }
}

function spreadRows(costs: Cost[]): Row[] {
  const ratios = costs.map(ratioOf)
  const note = `tenth ${percentile(ratios, 0.1).toFixed(2)}, ninth tenth ${percentile(ratios, 0.9).toFixed(2)}, of ${costs.length} pages`
  return [
    { measure: 'tokens, median of a page', unit: '', ours: median(ratios), note },
    { measure: 'tokens, dearest page', unit: '', ours: Math.max(...ratios) },
  ]
}
