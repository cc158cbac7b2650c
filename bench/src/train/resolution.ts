import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { examplesOf, type LabelledPair, learnWeights } from './resolution-learn.ts'
import { priors } from './resolution-priors.ts'

// node bench/src/train/resolution.ts CORPUS
// Learns how much each kind of evidence counts, from pairs of records that are known to be the same or different, and prints
// the points for the rows of server/src/resolution/evidence.ts.

const [corpus] = process.argv.slice(2)
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
for (const [row, { factor, points }] of priors) {
  const weight = Number((weights.get(factor) ?? 1).toFixed(2))
  console.log(`${row}: ${Number((points * weight).toFixed(4))}`)
}
