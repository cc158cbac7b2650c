import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { compileModel, decodeModel, type RowScore } from '../main-text/tree-model.ts'
import { FeatureWeights } from '../names/tagger/feature-weights.ts'
import { candidatePairs, type SentenceEnds } from './candidate-pairs.ts'
import { featuresMax, fillPairFeatures, type Words } from './pair-features.ts'
import { fillTraits, pairTraitCount, placeOfEnd, placeTraits, type ScoredPair, scoreLeast } from './pair-traits.ts'
import type { End } from './sentence-ends.ts'
import { statementTypes, typesBetween } from './statement-types.ts'

// What a pair of ends says, as learned from marked sentences: one logistic model a type over shared features scores it, and
// trees judge the score beside those of the other pairs of the sentence. The files are written by
// bench/src/train/statements/statements.ts.

export interface StatementHeader {
  features: number
  weights: number
  /** The score of one unit of a stored weight. */
  unit: number
  types: StatementSetting[]
}

export interface StatementSetting {
  name: string
  bias: number
  /** The verdict of the trees from which on the type is said; null where it never is. */
  least: number | null
  /** A verdict as a probability: 1 / (1 + exp(-(slope * verdict + offset))). */
  slope: number
  offset: number
}

export interface StatementColumns {
  /** Feature hashes, sorted, and how many types each has a weight for. */
  features: Uint32Array
  counts: Uint8Array
  labels: Uint8Array
  weights: Int16Array
}

const layoutOf = ({ features, weights }: StatementHeader) =>
  [
    ['features', Uint32Array, features],
    ['weights', Int16Array, weights],
    ['counts', Uint8Array, features],
    ['labels', Uint8Array, weights],
  ] as const

export function encodeStatements(header: StatementHeader, columns: StatementColumns): Buffer {
  const json = JSON.stringify(header)
  const text = Buffer.from(json.padEnd(json.length + ((4 - (Buffer.byteLength(json) % 4)) % 4)))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  const features = columns.features.slice()
  for (let at = features.length - 1; at > 0; at--)
    features[at] = (features[at] as number) - (features[at - 1] as number)
  const parts = layoutOf(header).map(([name]) => {
    const column = name === 'features' ? features : columns[name]
    return Buffer.from(column.buffer, column.byteOffset, column.byteLength)
  })
  return Buffer.concat([length, text, ...parts])
}

function decodeStatements({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): {
  header: StatementHeader
  columns: StatementColumns
} {
  const headerEnd = 4 + new DataView(buffer, byteOffset).getUint32(0, true)
  const header = JSON.parse(Buffer.from(buffer, byteOffset + 4, headerEnd - 4).toString()) as StatementHeader
  let at = headerEnd
  const columns: Record<string, unknown> = {}
  for (const [name, Column, length] of layoutOf(header)) {
    const column = new Column(buffer, byteOffset + at, length)
    columns[name] = column
    at += column.byteLength
  }
  if (at !== byteLength) throw new Error(`the file of statements has ${byteLength} bytes and not ${at}`)
  const { features } = columns as unknown as StatementColumns
  for (let row = 1; row < features.length; row++)
    features[row] = (features[row] as number) + (features[row - 1] as number)
  return { header, columns: columns as unknown as StatementColumns }
}

const weightsFile = resolve(import.meta.dirname, '../../../data/statements.bin.zst')
const treesFile = resolve(import.meta.dirname, '../../../data/statement-trees.json')

/** What one pair of ends says, by type of `typesBetween`. */
export interface JudgedEnds {
  pair: [End, End]
  types: readonly number[]
  scores: Float32Array
  /** Undefined where the score alone rules the type out. */
  verdicts: (number | undefined)[]
}

export class StatementModel {
  static #shared: StatementModel | undefined

  readonly settings: readonly StatementSetting[]
  readonly #unit: number
  readonly #weights: FeatureWeights
  readonly #verdictOf: RowScore
  readonly #features = new Uint32Array(featuresMax)
  readonly #sums = new Int32Array(32)
  readonly #traits = new Float32Array(pairTraitCount)

  constructor(header: StatementHeader, columns: StatementColumns, verdictOf: RowScore) {
    const names = header.types.map(({ name }) => name)
    const wanted = statementTypes.map(({ name }) => name)
    if (names.join() !== wanted.join()) throw new Error(`the file of statements has the types ${names.join(', ')}`)
    this.settings = header.types
    this.#unit = header.unit
    this.#weights = new FeatureWeights(columns)
    this.#verdictOf = verdictOf
  }

  /** The model that ships with the server, loaded on first use. */
  static shared(): StatementModel {
    if (!StatementModel.#shared) {
      const { header, columns } = decodeStatements(zstdDecompressSync(readFileSync(weightsFile)))
      const { depth, trees } = JSON.parse(readFileSync(treesFile, 'utf8')) as { depth: number; trees: string }
      StatementModel.#shared = new StatementModel(header, columns, compileModel(decodeModel(depth, trees)))
    }
    return StatementModel.#shared
  }

  /** Judges the pairs of a sentence whose first end stands for something; the others are their rivals. */
  *judge(one: SentenceEnds, isMeant: (pair: [End, End]) => boolean): Generator<JudgedEnds> {
    const pairs = [...candidatePairs(one.ends)]
    const isAsked = pairs.map(isMeant)
    const scored = new Map<number, ScoredPair>()
    for (const [at, pair] of pairs.entries()) if (isAsked[at]) scored.set(at, this.#score(one.words, pair))
    const isLikely = ({ scores }: ScoredPair) => scores.some((score) => score >= scoreLeast)
    if ([...scored.values()].some(isLikely))
      for (const [at, pair] of pairs.entries()) if (!isAsked[at]) scored.set(at, this.#score(one.words, pair))
    const rivals = [...scored.values()]
    for (const [at, pair] of pairs.entries()) {
      const own = scored.get(at)
      if (!isAsked[at] || !own || !isLikely(own)) continue
      const place = placeTraits(one, pair)
      const verdicts = Array.from(own.scores, (score, index) => {
        if (score < scoreLeast) return undefined
        fillTraits(this.#traits, { pair: own, at: index, place, rivals })
        return this.#verdictOf(this.#traits, 0)
      })
      yield { pair, types: own.types, scores: own.scores, verdicts }
    }
  }

  #score(words: Words, pair: [End, End]): ScoredPair {
    const [a, b] = pair
    const count = fillPairFeatures(words, pair, this.#features)
    this.#sums.fill(0)
    const features = this.#features.subarray(0, count).sort()
    for (let at = 0; at < count; at++) {
      // A feature counts once.
      if (at === 0 || features[at] !== features[at - 1]) this.#weights.add(features[at] as number, this.#sums, 0)
    }
    const types = typesBetween(a.kind, b.kind)
    const scores = Float32Array.from(
      types,
      (type) => (this.settings[type]?.bias ?? 0) + (this.#sums[type] as number) * this.#unit,
    )
    return { a: placeOfEnd(a), b: placeOfEnd(b), types, scores }
  }

  likelihoodOf(type: number, verdict: number): number {
    const { slope, offset } = this.settings[type] as StatementSetting
    return 1 / (1 + Math.exp(-(slope * verdict + offset)))
  }

  isSaid(type: number, verdict: number): boolean {
    const least = this.settings[type]?.least ?? null
    return least !== null && verdict >= least
  }
}
