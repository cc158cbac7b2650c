import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { FeatureWeights } from '../names/tagger/feature-weights.ts'
import { featuresMax, fillPairFeatures, type Words } from './pair-features.ts'
import type { End } from './sentence-ends.ts'
import { statementTypes } from './statement-types.ts'

// What a pair of ends says, as learned from marked sentences: one logistic model a type over shared features. The file is
// written by bench/src/train/statements/statements.ts.

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
  /** The score from which on the type is said; null where it never is. */
  least: number | null
  /** A score as a probability: 1 / (1 + exp(-(slope * score + offset))). */
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

const file = resolve(import.meta.dirname, '../../../data/statements.bin.zst')

export class StatementModel {
  static #shared: StatementModel | undefined

  readonly settings: readonly StatementSetting[]
  readonly #unit: number
  readonly #weights: FeatureWeights
  readonly #features = new Uint32Array(featuresMax)
  readonly #sums = new Int32Array(32)

  constructor(header: StatementHeader, columns: StatementColumns) {
    const names = header.types.map(({ name }) => name)
    const wanted = statementTypes.map(({ name }) => name)
    if (names.join() !== wanted.join()) throw new Error(`the file of statements has the types ${names.join(', ')}`)
    this.settings = header.types
    this.#unit = header.unit
    this.#weights = new FeatureWeights(columns)
  }

  static read(path: string): StatementModel {
    const { header, columns } = decodeStatements(zstdDecompressSync(readFileSync(path)))
    return new StatementModel(header, columns)
  }

  /** The model that ships with the server, loaded on first use. */
  static shared(): StatementModel {
    StatementModel.#shared ??= StatementModel.read(file)
    return StatementModel.#shared
  }

  /** Makes `scoreOf` answer for this pair. */
  weigh(words: Words, pair: [End, End]): void {
    const count = fillPairFeatures(words, pair, this.#features)
    this.#sums.fill(0)
    const features = this.#features.subarray(0, count).sort()
    for (let at = 0; at < count; at++) {
      // A feature counts once.
      if (at === 0 || features[at] !== features[at - 1]) this.#weights.add(features[at] as number, this.#sums, 0)
    }
  }

  scoreOf(type: number): number {
    return (this.settings[type]?.bias ?? 0) + (this.#sums[type] as number) * this.#unit
  }

  likelihoodOf(type: number): number {
    const { slope, offset } = this.settings[type] as StatementSetting
    return 1 / (1 + Math.exp(-(slope * this.scoreOf(type) + offset)))
  }

  isSaid(type: number): boolean {
    const least = this.settings[type]?.least ?? null
    return least !== null && this.scoreOf(type) >= least
  }
}
