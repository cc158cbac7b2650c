import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { constants, zstdCompressSync } from 'node:zlib'
import { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import { encodeStatements, type StatementSetting } from '../../../../server/src/reader/statements/statement-model.ts'
import { statementTypes } from '../../../../server/src/reader/statements/statement-types.ts'
import { Corpus } from '../../eval/evaluation.ts'
import type { Example } from './examples.ts'
import { learnStatements, scoreOf } from './learn.ts'
import { packStatements } from './model.ts'
import { readAll } from './read-all.ts'

// node bench/src/train/statements/statements.ts [--data DIR] [--corpus DIR] [--out FILE]
// Learns what sentences say of two of their parts. Scores become probabilities, and each type gets the score from which on
// it is said, by examples that were left out: every fifth page, document and sentence in turn.

const root = resolve(import.meta.dirname, '../../../..')
const { values } = parseArgs({
  options: {
    data: { type: 'string', default: resolve(root, '../shared/training') },
    corpus: { type: 'string', default: resolve(root, '../shared/corpora') },
    out: { type: 'string', default: resolve(root, 'server/data/statements.bin.zst') },
  },
})
const tagger = Tagger.shared()
const examples = readAll(values.data, new Corpus(values.corpus), tagger)
console.error(`${examples.length} pairs`)

/**
 * Of ten statements of a type nine shall be right; on pages seven, where a third of those that the marks call wrong
 * are right by eye: they give one of several true things.
 */
const [rightOfAll, rightOnPages] = [0.92, 0.7]
const saidLeast = 8
/** Pages decide of a type that they say often. */
const [provedLeast, rightWhereProved] = [30, 0.82]
const folds = 5

interface Judged {
  score: number
  isRight: boolean
  isOnPage: boolean
}

const foldOf = new Map<string, number>()
const folded = (example: Example): number => {
  const key = `${example.set} ${example.group}`
  const known = foldOf.get(key)
  if (known !== undefined) return known
  foldOf.set(key, foldOf.size % folds)
  return foldOf.get(key) as number
}
for (const example of examples) folded(example)
const judged: Judged[][] = statementTypes.map(() => [])
for (let fold = 0; fold < folds; fold++) {
  const models = learnStatements(examples.filter((example) => folded(example) !== fold))
  for (const example of examples) {
    if (folded(example) !== fold || example.is_given || example.set === 'fewrel') continue
    for (const [at, type] of example.types.entries()) {
      const model = models[type]
      if (!model || (example.labels[at] as number) < 0) continue
      judged[type]?.push({
        score: scoreOf(model, example.features),
        isRight: example.labels[at] === 1,
        isOnPage: example.set === 'prose' || example.set === 'judged',
      })
    }
  }
  console.error(`fold ${fold + 1} of ${folds}`)
}

const models = learnStatements(examples)
const settings = statementTypes.map(({ name }, type): StatementSetting => {
  const model = models[type]
  const cases = judged[type] ?? []
  const { slope, offset } = calibrate(cases)
  const least = model ? leastScore(cases) : null
  const said = cases.filter(({ score }) => least !== null && score >= least)
  const onPage = said.filter(({ isOnPage }) => isOnPage)
  const right = (list: Judged[]) => `${list.filter(({ isRight }) => isRight).length} of ${list.length}`
  console.error(
    `${name.padEnd(18)} from ${least?.toFixed(2)}: right ${right(said)}, on pages ${right(onPage)}; ${cases.filter(({ isRight }) => isRight).length} to find, on pages ${cases.filter(({ isRight, isOnPage }) => isRight && isOnPage).length}`,
  )
  return { name, bias: model?.bias ?? 0, least, slope, offset }
})
const { header, columns } = packStatements(models, settings)
const bytes = encodeStatements(header, columns)
const { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag } = constants
const packed = zstdCompressSync(bytes, { params: { [ZSTD_c_compressionLevel]: 19, [ZSTD_c_checksumFlag]: 1 } })
writeFileSync(values.out, packed)
console.error(`${header.features} features, ${header.weights} weights, packed ${packed.length}: ${values.out}`)

/** The lowest score from which on enough of what is said is right, everywhere and on ordinary pages. */
function leastScore(cases: Judged[]): number | null {
  const sorted = [...cases].sort((a, b) => b.score - a.score)
  let least: number | null = null
  const all = { said: 0, right: 0 }
  const pages = { said: 0, right: 0 }
  for (const { score, isRight, isOnPage } of sorted) {
    for (const count of isOnPage ? [all, pages] : [all]) {
      count.said++
      if (isRight) count.right++
    }
    const isProved = pages.said >= provedLeast && pages.right >= rightWhereProved * pages.said
    const isEnough = isProved || (all.said >= saidLeast && all.right >= rightOfAll * all.said)
    // A few on pages prove nothing: one wrong among them is allowed for.
    if (isEnough && pages.right + 1 >= rightOnPages * pages.said) least = score
  }
  return least
}

function calibrate(cases: Judged[]): { slope: number; offset: number } {
  let [slope, offset] = [1, 0]
  for (let round = 0; round < 300; round++) {
    let [atSlope, atOffset] = [0, 0]
    for (const { score, isRight } of cases) {
      const error = 1 / (1 + Math.exp(-(slope * score + offset))) - (isRight ? 1 : 0)
      atSlope += error * score
      atOffset += error
    }
    slope -= (0.5 * atSlope) / Math.max(1, cases.length)
    offset -= (0.5 * atOffset) / Math.max(1, cases.length)
  }
  return { slope: Number(slope.toFixed(3)), offset: Number(offset.toFixed(3)) }
}
