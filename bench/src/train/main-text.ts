import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addContext, isComment, rejectedScore } from '../../../server/src/reader/main-text/main-text.ts'
import { encodeModel, scoreRow, type TreeModel } from '../../../server/src/reader/main-text/tree-model.ts'
import { Corpus } from '../eval/evaluation.ts'
import { trainTrees } from './boosted-trees.ts'
import { fillTable, type LabelledPage, readPages } from './main-text-pages.ts'

// node bench/src/train/main-text.ts [--corpus DIR] [--half 0|1] [--out FILE]
// Learns which blocks are main text and writes the models of the reader. With `--half` only the pages of one half of
// the hosts are learned from, so that the other half can tell what the models are worth.

const blockOptions = { trees: 100, depth: 4, rate: 0.1, lambda: 2, leastWeight: 8, rows: 0.7, features: 0.2 }
const contextOptions = { trees: 40, depth: 3, rate: 0.12, lambda: 3, leastWeight: 5, rows: 0.7, features: 0.4 }
const innerFolds = 4

const { values } = parseArgs({
  options: { corpus: { type: 'string' }, half: { type: 'string' }, out: { type: 'string' } },
})
const root = resolve(import.meta.dirname, '../../..')
const corpus = new Corpus(values.corpus ?? resolve(root, '../shared/corpora'))
const out = values.out ?? resolve(root, 'server/data/main-text.json')

const pages = readPages(corpus).filter(
  ({ host }) => values.half === undefined || foldOf(host, 2) === Number(values.half),
)
console.error(`${pages.length} pages`)
const block = trainTrees(fillTable(pages, { context: false }), blockOptions)
// The second model must not see opinions on pages that the first has learned by heart.
for (let fold = 0; fold < innerFolds; fold++) {
  const others = pages.filter(({ host }) => foldOf(host, innerFolds) !== fold)
  const model = trainTrees(fillTable(others, { context: false }), blockOptions)
  for (const page of pages) if (foldOf(page.host, innerFolds) === fold) addOpinion(page, model)
}
const context = trainTrees(fillTable(pages, { context: true }), contextOptions)
writeFileSync(out, render(block, context))
console.error(`wrote ${out}`)

function addOpinion({ table, blocks, regions }: LabelledPage, model: TreeModel): void {
  const first = blocks.map((block, at) =>
    isComment(block) ? rejectedScore : scoreRow(model, table.values, at * table.width),
  )
  addContext(table, { blocks, regions, first })
}

/** Pages of one site are alike, so they are on one side. */
function foldOf(host: string, folds: number): number {
  return (createHash('md5').update(host).digest()[0] as number) % folds
}

function render(...models: [block: TreeModel, context: TreeModel]): string {
  const [block, context] = models.map((model) => ({ depth: model.depth, trees: encodeModel(model) }))
  return `${JSON.stringify({ block, context }, null, 2)}\n`
}
