import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { constants, zstdCompressSync } from 'node:zlib'
import { encodeModel, scoreRow } from '../../../../server/src/reader/main-text/tree-model.ts'
import { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { encodeStatements, type StatementSetting } from '../../../../server/src/reader/statements/statement-model.ts'
import { statementTypes } from '../../../../server/src/reader/statements/statement-types.ts'
import { Corpus } from '../../eval/evaluation.ts'
import { learnWithoutPages } from '../left-out.ts'
import { readMarkedPages } from '../marks/marked-pages.ts'
import { foldOf } from '../names/marked-sentences.ts'
import { readSets } from '../tagger-data.ts'
import { type Example, isWhole } from './examples.ts'
import { learnStatements } from './learn.ts'
import { learnTrees, leftOutStatements } from './learn-verdicts.ts'
import { biasOf, packStatements } from './model.ts'
import { readProse } from './prose.ts'
import { readAll } from './read-all.ts'

// node bench/src/train/statements/statements.ts [--data DIR] [--corpus DIR] [--out FILE] [--trees FILE]
// Learns what sentences say of two of their parts: models that score a pair, trees that judge the score beside its rivals.
// Verdicts become likelihoods, by marked pages and sentences that were left out: every fifth in turn.

const root = resolve(import.meta.dirname, '../../../..')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/training') },
    corpus: { type: 'string', default: resolve(root, '../shared/corpora') },
    out: { type: 'string', default: resolve(root, 'server/data/statements.bin.zst') },
    trees: { type: 'string', default: resolve(root, 'server/data/statement-trees.json') },
  },
})
const tagger = Tagger.shared()
const corpus = new Corpus(values.corpus)
const pages = readMarkedPages(corpus)
const progress = (text: string) => console.error(text)
const taggers = learnWithoutPages(readSets(values.data), tagger.words, { pages, progress })
const taggerOf = new Map(pages.map((page, at) => [page, taggers[foldOf(at)] as Tagger]))
const examples = [...readAll(values.data, corpus, tagger), ...readProse(pages, (page) => taggerOf.get(page) as Tagger)]
console.error(`${examples.length} pairs`)

/** What is this likely is said, or more where less than `rightLeast` of that is right. */
const leastLikely = { relation: 0.6, attribute: 0.5 }
const [likelyStep, mostLikely] = [0.02, 0.95]
/** Of what the marks call wrong more than half is right by eye: they give one of several true things. */
const rightLeast = 0.65
/** A type that is said less often proves nothing, and is not said at all. */
const saidLeast = 6
const folds = 5

interface Judged {
  score: number
  isRight: boolean
  weight: number
}

/** Ordinary pages tell more of what other pages are like than single sentences do, and those more than an encyclopedia. */
const weights = { page: 4, sentence: 1, encyclopedia: 0.3 }
const weightOf = ({ set }: Example) =>
  set.startsWith('marked-') ? weights.sentence : isWhole(set) ? weights.page : weights.encyclopedia
/** A type that has more marked examples is judged by those alone. */
const enoughMarked = 60

const { statements, foldOf: foldOfExample } = leftOutStatements(examples, { folds, progress })
const judged: Judged[][] = statementTypes.map(() => [])
for (let fold = 0; fold < folds; fold++) {
  const trees = learnTrees(statements.filter(({ example }) => foldOfExample(example) !== fold))
  for (const { example, type, traits, isRight } of statements)
    if (foldOfExample(example) === fold)
      judged[type]?.push({ score: scoreRow(trees, traits, 0), isRight, weight: weightOf(example) })
}
const models = learnStatements(examples)
const trees = learnTrees(statements)
const settings = statementTypes.map(({ name, is_relation }, type): StatementSetting => {
  const all = judged[type] ?? []
  const whole = all.filter(({ weight }) => weight >= 1)
  const cases = whole.filter(({ isRight }) => isRight).length >= enoughMarked ? whole : all
  const { slope, offset } = calibrate(cases)
  let least: number | null = null
  const wanted = cases.filter(({ isRight }) => isRight).length
  const first = leastLikely[is_relation ? 'relation' : 'attribute']
  for (let likely = first; likely < mostLikely && least === null; likely += likelyStep) {
    const score = (Math.log(likely / (1 - likely)) - offset) / slope
    const said = cases.filter((one) => one.score >= score)
    const right = said.filter(({ isRight }) => isRight).length
    // As if one more had been right and one wrong: few prove little.
    if (said.length >= saidLeast && right + 1 >= rightLeast * (said.length + 2)) {
      least = score
      progress(`${name.padEnd(18)} from ${likely.toFixed(2)}: ${right} of ${said.length} right, ${wanted} to find`)
    }
  }
  if (least === null) progress(`${name.padEnd(18)} not said, ${wanted} to find`)
  return { name, bias: biasOf(models, type), least: models[type] ? least : null, slope, offset }
})
const { header, columns } = packStatements(models, settings)
const bytes = encodeStatements(header, columns)
const { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag } = constants
const packed = zstdCompressSync(bytes, { params: { [ZSTD_c_compressionLevel]: 19, [ZSTD_c_checksumFlag]: 1 } })
writeFileSync(values.out, packed)
writeFileSync(values.trees, `${JSON.stringify({ depth: trees.depth, trees: encodeModel(trees) }, null, 2)}\n`)
progress(`${header.features} features, ${header.weights} weights, packed ${packed.length}: ${values.out}`)

/** Scores as likelihoods: a logistic curve over what was left out. */
function calibrate(cases: Judged[]): { slope: number; offset: number } {
  let [slope, offset] = [1, 0]
  const total = cases.reduce((sum, { weight }) => sum + weight, 0)
  for (let round = 0; round < 300; round++) {
    let [atSlope, atOffset] = [0, 0]
    for (const { score, isRight, weight } of cases) {
      const error = weight * (1 / (1 + Math.exp(-(slope * score + offset))) - (isRight ? 1 : 0))
      atSlope += error * score
      atOffset += error
    }
    slope -= (0.5 * atSlope) / Math.max(1, total)
    offset -= (0.5 * atOffset) / Math.max(1, total)
  }
  return { slope: Number(slope.toFixed(3)), offset: Number(offset.toFixed(3)) }
}
