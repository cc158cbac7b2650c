import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { ParsedPage } from '../../../../server/src/reader/blocks/parsed-page.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import { compareTexts, type TextFigures } from '../../../../server/test/pages/compare-texts.ts'
import type { Row } from '../../measurement.ts'
import { cpuMicroseconds } from '../cpu-time.ts'
import { type Corpus, CorpusMissing, type Evaluation, Score, scoreRow } from '../evaluation.ts'

// Pages with the text that people say is theirs, or with pieces that must and must not be in it. The reader's models
// learned from the corpus at its default place (bench/src/train): only another one tells what they are worth elsewhere.

interface Expected {
  id: string
  source: string
  kind: 'full_text' | 'snippets'
  url?: string | null
  text?: string
  must_contain?: string[]
  must_not_contain?: string[]
}

interface Page {
  expected: Expected
  html: string
  ours: string
  peer: string
}

const folder = 'main-text'
const somewhere = 'https://www.example.org/page'

export const mainText: Evaluation = {
  name: 'main-text',
  describe: 'main text of pages, and what it costs (peer: Readability.js on linkedom)',
  async run({ corpus, progress }) {
    const pages = readPages(corpus)
    progress(`${pages.length} pages read, with Readability too; our models have learned from the default corpus`)
    return [
      ...fullTextRows(pages),
      ...snippetRows(pages),
      ...(await cpuRows(pages, progress)),
      ...accusedRows(corpus, progress),
    ]
  },
}

function readPages(corpus: Corpus): Page[] {
  const names = corpus.list(folder).filter((name) => name.endsWith('.json'))
  return names.map((name) => {
    const expected = JSON.parse(corpus.read(`${folder}/${name}`).toString('utf8')) as Expected
    const html = decodeText(corpus.read(`${folder}/${name.replace(/json$/, 'html')}`), null, 'html').text
    const url = expected.url ?? somewhere
    return { expected, html, ours: mainTextOf(parsePage(html, { url })), peer: readWithPeer(html) }
  })
}

function mainTextOf({ text, blocks }: ParsedPage): string {
  const main = blocks.filter(({ is_main }) => is_main)
  return main.map(({ start, end }) => text.slice(start, end)).join('\n')
}

function readWithPeer(html: string): string {
  const { document } = parseHTML(html)
  // It throws on some pages, and then has nothing to say.
  try {
    return new Readability(document as never).parse()?.textContent ?? ''
  } catch {
    return ''
  }
}

/** The mean over pages of F1 on runs of four words, by where the pages come from. */
function fullTextRows(pages: Page[]): Row[] {
  const bySource = Map.groupBy(
    pages.filter(({ expected }) => expected.kind === 'full_text'),
    ({ expected }) => expected.source,
  )
  return [...bySource].flatMap(([source, those]) => {
    const ours = meanOf(those.map(({ expected, ours }) => compareTexts(expected.text ?? '', ours)))
    const peer = meanOf(those.map(({ expected, peer }) => compareTexts(expected.text ?? '', peer)))
    // Where the expected text is Readability's own there is nothing to win.
    const target = /readability/i.test(source) ? undefined : { text: '≥ 94.1', met: ours.f1 >= 0.941 }
    const note = `${those.length} pages; precision ${percent(ours.precision)}, recall ${percent(ours.recall)}; peer ${percent(peer.precision)}, ${percent(peer.recall)}`
    return [
      {
        measure: `main text, F1 on ${nameOf(source)}`,
        unit: '%',
        ours: 100 * ours.f1,
        peer: 100 * peer.f1,
        target,
        note,
      },
    ]
  })
}

function nameOf(source: string): string {
  return source.split('/').at(-1) ?? source
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function meanOf(all: TextFigures[]): TextFigures {
  const mean = (pick: (one: TextFigures) => number) => all.reduce((sum, one) => sum + pick(one), 0) / all.length
  return {
    precision: mean(({ precision }) => precision),
    recall: mean(({ recall }) => recall),
    f1: mean(({ f1 }) => f1),
  }
}

function snippetRows(pages: Page[]): Row[] {
  const found = { ours: new Score(), peer: new Score() }
  const absent = { ours: new Score(), peer: new Score() }
  for (const { expected, ours, peer } of pages) {
    for (const [who, text] of [
      ['ours', fold(ours)],
      ['peer', fold(peer)],
    ] as const) {
      for (const snippet of expected.must_contain ?? []) found[who].add(expected.id, text.includes(fold(snippet)))
      for (const snippet of expected.must_not_contain ?? []) absent[who].add(expected.id, !text.includes(fold(snippet)))
    }
  }
  return [
    ...scoreRow('main text, snippets found', { ...found, least: 90.9 }),
    ...scoreRow('main text, snippets of navigation absent', absent),
  ]
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

async function cpuRows(pages: Page[], progress: (text: string) => void): Promise<Row[]> {
  if (pages.length === 0) return []
  progress('measuring CPU')
  const ours = await cpuMicroseconds(pages.length, () => pages.map(({ html }) => parsePage(html, { url: somewhere })))
  // A whole round of the peer takes seconds, so it gets every fifth page.
  const some = pages.filter((_, at) => at % 5 === 0)
  const peer = await cpuMicroseconds(some.length, () => some.map(({ html }) => readWithPeer(html)))
  const oursOfSome = await cpuMicroseconds(some.length, () =>
    some.map(({ html }) => parsePage(html, { url: somewhere })),
  )
  const size = pages.reduce((sum, { html }) => sum + html.length, 0) / pages.length / 1000
  const target = { text: '≤ 1/3 of the peer', met: oursOfSome * 3 <= peer }
  return [
    {
      measure: 'main text, CPU of a page',
      unit: 'ms',
      ours: oursOfSome / 1000,
      peer: peer / 1000,
      target,
      note: `${some.length} pages`,
    },
    {
      measure: 'main text, CPU of 30 KB',
      unit: 'ms',
      ours: (ours / 1000 / size) * 30,
      note: `of ${pages.length} pages of ${size.toFixed(0)} KB in the mean`,
    },
  ]
}

/** Real pages that are said to be a wall, parked or missing; whoever reads the names sees whether they are. */
function accusedRows(corpus: Corpus, progress: (text: string) => void): Row[] {
  const fair = new Score()
  let thin = 0
  for (const path of listPages(corpus)) {
    const { verdict } = parsePage(decodeText(corpus.read(path), null, 'html').text, { url: somewhere })
    if (verdict?.kind === 'thin page') thin++
    const isAccused = verdict !== null && verdict.kind !== 'thin page'
    if (isAccused) progress(`${path}: ${verdict.kind}: ${verdict.signal}`)
    fair.add(path, !isAccused)
  }
  progress(`${thin} thin pages of ${fair.total}`)
  return scoreRow('verdicts, real pages not accused', { ours: fair })
}

function listPages(corpus: Corpus): string[] {
  return ['main-text', 'sites', 'structured']
    .flatMap((top) => walk(corpus, top))
    .filter((path) => /\.html?$/.test(path))
}

function walk(corpus: Corpus, path: string): string[] {
  try {
    return corpus.list(path).flatMap((name) => walk(corpus, `${path}/${name}`))
  } catch (error) {
    if (!(error instanceof CorpusMissing)) throw error
    // It is a file.
    return [path]
  }
}
