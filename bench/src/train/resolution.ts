import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { examplesOf, type LabelledPair, learnWeights } from './resolution-learn.ts'

// node bench/src/train/resolution.ts CORPUS [OUT]
// Learns how much each kind of evidence counts, from pairs of records that are known to be the same or different.

const [corpus, out = resolve(import.meta.dirname, '../../../server/src/resolution/evidence-weights.ts')] =
  process.argv.slice(2)
if (corpus === undefined) throw new Error('which corpus?')

const sets = [
  'opensanctions-name-pairs',
  'opensanctions-entity-pairs',
  'febrl-person-pairs',
  'historical-people-pairs',
  'chicago-organization-pairs',
  'restaurant-pairs',
]

const pairs = sets.flatMap((set) =>
  readFileSync(resolve(corpus, 'entity-resolution', `${set}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line): LabelledPair => ({ ...(JSON.parse(line) as Omit<LabelledPair, 'set'>), set })),
)
const weights = learnWeights(examplesOf(pairs))
const lines = [...weights]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, weight]) => {
    const key = /^\w+$/.test(name) ? name : `'${name}'`
    return `  ${key}: ${Number(weight.toFixed(2))},\n`
  })
writeFileSync(
  out,
  `// Written by \`node bench/src/train/resolution.ts\`. How much each kind of evidence counts, as a factor of the points that
// evidence.ts gives it.

export const evidenceWeights: Record<string, number> = {
${lines.join('')}}
`,
)
