import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Corpus } from '../../eval/evaluation.ts'
import { labelledSites } from '../../eval/graph/labelled-sites.ts'
import { examplesOf, learnSigns } from './name-confidence-learn.ts'

// node bench/src/train/names/name-confidence.ts CORPUS [OUT]
// Learns how likely a name is right, from names that people have judged. Set it anew after another tagger.

const [corpus, out = resolve(import.meta.dirname, '../../../../server/data/name-confidence.json')] =
  process.argv.slice(2)
if (corpus === undefined) throw new Error('which corpus?')

const sites = labelledSites(new Corpus(corpus)).filter(({ isLearned }) => !isLearned)
// Support by further pages is up to confidence.ts of the graph.
const { pages, ...weights } = learnSigns(sites.flatMap(examplesOf))
console.log(`pages: ${pages?.toFixed(2)}`)
const rounded = Object.entries(weights)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, weight]) => [name, Number(weight.toFixed(2))])
writeFileSync(out, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
