import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { featureCount, fillFeatures } from './features.ts'
import { kindOfLabel, labelCount, outsideLabel, partOfLabel, type TagKind, tagKinds } from './labels.ts'
import { Lattice, Steps } from './lattice.ts'
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
  readonly #steps: Steps
  #row = new Uint32Array(0)
  #open = new Uint8Array(0)

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
    this.#steps = new Steps(scaled(columns.steps, header.unit))
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
    this.#describe(tokens)
    const spans: TaggedSpan[] = []
    for (let from = 0; from < tokens.length; from++) {
      if (this.#open[from] === 0) continue
      let to = from + 1
      while (to < tokens.length && this.#open[to] !== 0) to++
      this.#tagStretch(from, to, tokens.length, spans)
      from = to
    }
    return spans
  }

  /** Words that are no part of a name part the ways to tag a sentence: what is between two of them stands by itself. */
  #tagStretch(from: number, to: number, length: number, spans: TaggedSpan[]): void {
    const first = Math.max(0, from - 1)
    const last = Math.min(length, to + 1)
    const lattice = new Lattice(this.#score(first, last), this.#steps)
    const labels = lattice.best()
    let start = 0
    for (let at = 0; at < labels.length; at++) {
      const label = labels[at] as number
      if (label === outsideLabel || partOfLabel(label) === 0) start = at
      if (label === outsideLabel || partOfLabel(label) < 2) continue
      if (partOfLabel(label) === 3) start = at
      const score = Math.min(1, lattice.stretchProbability(start, labels.subarray(start, at + 1)))
      const kind = tagKinds[kindOfLabel(label)] as TagKind
      spans.push({ start: first + start, end: first + at + 1, kind, score })
    }
  }

  #describe(tokens: string[]): void {
    const wanted = tokens.length * featureCount
    if (this.#row.length < wanted) this.#row = new Uint32Array(wanted)
    if (this.#open.length < tokens.length) this.#open = new Uint8Array(tokens.length)
    fillFeatures(tokens, this.words, this.#row, this.#open)
  }

  #score(from: number, to: number): Float64Array {
    const scores = new Float64Array((to - from) * labelCount)
    for (let word = from; word < to; word++) {
      const row = (word - from) * labelCount
      if (this.#open[word] === 0) {
        for (let label = 0; label < labelCount; label++) if (label !== outsideLabel) scores[row + label] = -impossible
        continue
      }
      for (let at = word * featureCount; at < (word + 1) * featureCount; at++) {
        const feature = this.#features.find(this.#row[at] as number)
        if (feature < 0) continue
        const end = this.#offsets[feature + 1] as number
        for (let entry = this.#offsets[feature] as number; entry < end; entry++) {
          const cell = row + (this.#labels[entry] as number)
          scores[cell] = (scores[cell] as number) + (this.#weights[entry] as number)
        }
      }
    }
    return scores
  }
}

const impossible = 1000

/** `Float32Array.from` would go through an iterator, which takes ten times as long. */
function scaled(units: Int16Array, unit: number): Float32Array {
  const weights = new Float32Array(units.length)
  for (let at = 0; at < units.length; at++) weights[at] = (units[at] as number) * unit
  return weights
}
