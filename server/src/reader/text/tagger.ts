import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { featureCount, fillFeatures } from './features.ts'
import { kindOfLabel, labelCount, outsideLabel, partOfLabel, type TagKind, tagKinds } from './labels.ts'
import { Lattice } from './lattice.ts'
import { decodeTagger, type TaggerColumns, type TaggerHeader } from './tagger-file.ts'
import { NumberIndex } from './word-hash.ts'
import { WordTable } from './word-table.ts'

const file = resolve(import.meta.dirname, '../../../data/tagger.bin.br')

/** A name, as places in a list of tokens. */
export interface TaggedSpan {
  start: number
  /** Behind its last token. */
  end: number
  kind: TagKind
  /** How probable it is that exactly this is a name of exactly this kind, 0 to 1. */
  score: number
}

/** Finds names in sentences by what it has learned. A linear chain over hashed features. */
export class Tagger {
  static #shared: Tagger | undefined
  readonly header: TaggerHeader
  readonly words: WordTable
  readonly #features: NumberIndex
  readonly #offsets: Uint32Array
  readonly #labels: Uint8Array
  readonly #weights: Float32Array
  readonly #steps: Float32Array
  #row = new Uint32Array(0)

  constructor(header: TaggerHeader, columns: TaggerColumns) {
    this.header = header
    this.words = new WordTable(columns)
    this.#features = new NumberIndex(columns.features)
    this.#offsets = new Uint32Array(columns.counts.length + 1)
    for (let at = 0; at < columns.counts.length; at++) {
      this.#offsets[at + 1] = (this.#offsets[at] as number) + (columns.counts[at] as number)
    }
    this.#labels = columns.labels
    this.#weights = scaled(columns.weights, header.unit)
    this.#steps = scaled(columns.steps, header.unit)
  }

  static read(path: string): Tagger {
    const { header, columns } = decodeTagger(brotliDecompressSync(readFileSync(path)))
    return new Tagger(header, columns)
  }

  /** The one that ships with the server; read when it is first asked for. */
  static shared(): Tagger {
    Tagger.#shared ??= Tagger.read(file)
    return Tagger.#shared
  }

  tagSentence(tokens: string[]): TaggedSpan[] {
    if (tokens.length === 0) return []
    const lattice = new Lattice(this.#score(tokens), this.#steps)
    const labels = lattice.best()
    const spans: TaggedSpan[] = []
    let start = 0
    for (let at = 0; at < labels.length; at++) {
      const label = labels[at] as number
      if (label === outsideLabel || partOfLabel(label) === 0) start = at
      if (label === outsideLabel || partOfLabel(label) < 2) continue
      if (partOfLabel(label) === 3) start = at
      const score = lattice.stretchProbability(start, labels.subarray(start, at + 1))
      spans.push({ start, end: at + 1, kind: tagKinds[kindOfLabel(label)] as TagKind, score: Math.min(1, score) })
    }
    return spans
  }

  #score(tokens: string[]): Float64Array {
    const scores = new Float64Array(tokens.length * labelCount)
    const wanted = tokens.length * featureCount
    if (this.#row.length < wanted) this.#row = new Uint32Array(wanted)
    fillFeatures(tokens, this.words, this.#row)
    for (let at = 0; at < wanted; at++) {
      const feature = this.#features.find(this.#row[at] as number)
      if (feature < 0) continue
      const row = Math.floor(at / featureCount) * labelCount
      const end = this.#offsets[feature + 1] as number
      for (let entry = this.#offsets[feature] as number; entry < end; entry++) {
        const cell = row + (this.#labels[entry] as number)
        scores[cell] = (scores[cell] as number) + (this.#weights[entry] as number)
      }
    }
    return scores
  }
}

/** `Float32Array.from` would go through an iterator, which takes ten times as long. */
function scaled(units: Int16Array, unit: number): Float32Array {
  const weights = new Float32Array(units.length)
  for (let at = 0; at < units.length; at++) weights[at] = (units[at] as number) * unit
  return weights
}
