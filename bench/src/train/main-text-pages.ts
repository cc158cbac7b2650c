import { BlockCollector } from '../../../server/src/reader/blocks/block-collector.ts'
import type { BlockDraft } from '../../../server/src/reader/blocks/block-draft.ts'
import { HeadCollector } from '../../../server/src/reader/head/head-collector.ts'
import { readEvents } from '../../../server/src/reader/html/html-events.ts'
import type { Region } from '../../../server/src/reader/html/region.ts'
import { contextCount, describeBlocks, type FeatureTable } from '../../../server/src/reader/main-text/block-features.ts'
import { decodeText } from '../../../server/src/web/charset/charset.ts'
import type { Corpus } from '../eval/evaluation.ts'
import type { TrainingTable } from './boosted-trees.ts'
import { type Expected, labelBlocks } from './main-text-labels.ts'

export interface LabelledPage {
  host: string
  weight: number
  blocks: BlockDraft[]
  regions: Region[]
  table: FeatureTable
  labels: Int8Array
}

/** Texts that people marked count most; those that another program found, least. */
const weights: [source: RegExp, weight: number][] = [
  [/article-extraction/, 1],
  [/readability/i, 0.35],
  [/trafilatura/, 0.6],
]

export function readPages(corpus: Corpus): LabelledPage[] {
  const folder = 'main-text'
  return corpus
    .list(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => {
      const expected = JSON.parse(corpus.read(`${folder}/${name}`).toString('utf8')) as Expected
      return labelPage(expected, corpus.read(`${folder}/${name.replace(/\.json$/, '.html')}`))
    })
}

function labelPage(expected: Expected, body: Buffer): LabelledPage {
  const head = new HeadCollector()
  const collector = new BlockCollector()
  readEvents(decodeText(body, null, 'html').text, [head, collector])
  const { blocks, regions } = collector
  const table = describeBlocks(blocks, { regions, title: head.title })
  const host =
    URL.parse(expected.url ?? '')
      ?.hostname.split('.')
      .slice(-2)
      .join('.') ?? expected.id
  const weight = weights.find(([source]) => source.test(expected.source))?.[1] ?? 0.5
  return { host, weight, blocks, regions, table, labels: labelBlocks(blocks, expected) }
}

/**
 * A row for every block that has a label. Each page counts the same, whatever its length, and long blocks more. Without
 * `context` the columns are empty that hold the opinion of another model.
 */
export function fillTable(pages: LabelledPage[], { context }: { context: boolean }): TrainingTable {
  const width = pages[0]?.table.width ?? contextCount
  const rows: Float32Array[] = []
  const labels: number[] = []
  const rowWeights: number[] = []
  for (const { weight, blocks, table, labels: said } of pages) {
    const sizes = blocks.map(({ measure }, at) =>
      (said[at] as number) < 0 ? 0 : Math.sqrt(Math.max(1, measure.words)),
    )
    const all = sizes.reduce((sum, size) => sum + size, 0)
    for (const [at, size] of sizes.entries()) {
      if (size === 0) continue
      rows.push(table.values.subarray(at * width, (at + 1) * width))
      labels.push(said[at] as number)
      rowWeights.push((100 * weight * size) / all)
    }
  }
  const values = new Float32Array(rows.length * width)
  const used = context ? width : width - contextCount
  for (const [at, row] of rows.entries()) values.set(row.subarray(0, used), at * width)
  return { values, width, labels: Uint8Array.from(labels), weights: Float64Array.from(rowWeights) }
}
