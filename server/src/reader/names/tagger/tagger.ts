import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { FeatureWeights, GroupSums } from './feature-weights.ts'
import { featureCount, fillFeatures, ownFeatures } from './features.ts'
import { kindOfLabel, labelCount, outsideLabel, partOfLabel, type TagKind, tagKinds } from './labels.ts'
import { Lattice, LatticeBuffers, Steps } from './lattice.ts'
import { decodeTagger, type TaggerColumns, type TaggerHeader } from './tagger-file.ts'
import { WordTable } from './word-table.ts'

const isOwn = Uint8Array.from({ length: featureCount }, (_, column) => (ownFeatures.includes(column) ? 1 : 0))
/** Words whose own feature sums are cached, 1.3 MB of them. */
const ownSlots = 8192

const pieceBytes = 1024 * 1024
const file = resolve(import.meta.dirname, '../../../../data/tagger.bin.zst')

/** A name, as token indexes. */
export interface TaggedSpan {
  start: number
  /** Exclusive. */
  end: number
  kind: TagKind
  /** The probability that exactly these tokens are a name of exactly this kind, 0 to 1. */
  score: number
}

/** Finds names in sentences with learned weights: a linear chain over hashed features. */
export class Tagger {
  static #shared: Tagger | undefined

  readonly header: TaggerHeader
  readonly words: WordTable
  readonly #weights: FeatureWeights
  readonly #ownSums: GroupSums
  readonly #steps: Steps
  readonly #buffers = new LatticeBuffers()
  readonly #sums = new Int32Array(labelCount)
  #row = new Uint32Array(0)
  #open = new Uint8Array(0)
  #scores = new Float64Array(0)

  constructor(header: TaggerHeader, columns: TaggerColumns) {
    this.header = header
    this.words = new WordTable(columns)
    this.#weights = new FeatureWeights(columns)
    this.#ownSums = new GroupSums(this.#weights, ownFeatures, ownSlots)
    this.#steps = new Steps(Float64Array.from(columns.steps, (step) => step * header.unit))
  }

  static read(path: string): Tagger {
    const { header, columns } = decodeTagger(zstdDecompressSync(readFileSync(path), { chunkSize: pieceBytes }))
    return new Tagger(header, columns)
  }

  /** The tagger that ships with the server, loaded on first use. */
  static shared(): Tagger {
    Tagger.#shared ??= Tagger.read(file)
    return Tagger.#shared
  }

  /** Finds names of at least `least` words. */
  tagSentence(tokens: string[], { least = 1, isGerman }: { least?: number; isGerman: boolean }): TaggedSpan[] {
    if (tokens.length === 0) return []
    this.#describe(tokens, { least, isGerman })
    const spans: TaggedSpan[] = []
    for (let from = 0; from < tokens.length; from++) {
      if (this.#open[from] === 0) continue
      let to = from + 1
      while (to < tokens.length && this.#open[to] !== 0) to++
      this.#tagRun(from, to, tokens.length, spans)
      from = to
    }
    return least === 1 ? spans : spans.filter(({ start, end }) => end - start >= least)
  }

  /** All spans with a score of `least` at least, overlapping ones and several kinds of one span too. */
  allSpans(tokens: string[], { least, isGerman }: { least: number; isGerman: boolean }): TaggedSpan[] {
    if (tokens.length === 0) return []
    this.#describe(tokens, { least: 1, isGerman })
    const spans: TaggedSpan[] = []
    for (let from = 0; from < tokens.length; from++) {
      if (this.#open[from] === 0) continue
      let to = from + 1
      while (to < tokens.length && this.#open[to] !== 0) to++
      this.#spansOfRun(from, to, { length: tokens.length, least, spans })
      from = to
    }
    return spans
  }

  #spansOfRun(
    from: number,
    to: number,
    { length, least, spans }: { length: number; least: number; spans: TaggedSpan[] },
  ): void {
    const lattice = this.#latticeOf(from, to, length)
    for (let start = 0; start < to - from; start++) {
      for (const [kind, name] of tagKinds.entries()) {
        for (const { end, score } of lattice.spansFrom(start, kind, least))
          spans.push({ start: from + start, end: from + end, kind: name, score })
      }
    }
  }

  #latticeOf(from: number, to: number, length: number): Lattice {
    const edges = { isOutsideBefore: from > 0, isOutsideBehind: to < length }
    return new Lattice(this.#score(from, to), this.#steps, { length: to - from, edges, buffers: this.#buffers })
  }

  /**
   * Tags the words from `from` to before `to`. Words outside of names split a sentence into such runs, which do not
   * influence each other.
   */
  #tagRun(from: number, to: number, length: number, spans: TaggedSpan[]): void {
    const lattice = this.#latticeOf(from, to, length)
    const labels = lattice.best()
    let start = 0
    for (let at = 0; at < labels.length; at++) {
      const label = labels[at] as number
      if (label === outsideLabel || partOfLabel(label) === 0) start = at
      if (label === outsideLabel || partOfLabel(label) < 2) continue
      if (partOfLabel(label) === 3) start = at
      const score = Math.min(1, lattice.spanProbability(start, labels, at + 1))
      const kind = tagKinds[kindOfLabel(label)] as TagKind
      spans.push({ start: from + start, end: from + at + 1, kind, score })
    }
  }

  #describe(tokens: string[], { least, isGerman }: { least: number; isGerman: boolean }): void {
    const wanted = tokens.length * featureCount
    if (this.#row.length < wanted) this.#row = new Uint32Array(wanted)
    if (this.#open.length < tokens.length) this.#open = new Uint8Array(tokens.length)
    fillFeatures(tokens, this.words, this.#row, { open: { marks: this.#open, least }, isGerman })
  }

  #score(from: number, to: number): Float64Array {
    const wanted = (to - from) * labelCount
    if (this.#scores.length < wanted) this.#scores = new Float64Array(wanted)
    const scores = this.#scores
    const sums = this.#sums
    const { unit } = this.header
    for (let word = from; word < to; word++) {
      sums.fill(0)
      const first = word * featureCount
      this.#ownSums.addTo(sums, this.#row, first)
      for (let column = 0; column < featureCount; column++) {
        if (isOwn[column] === 0) this.#weights.add(this.#row[first + column] as number, sums, 0)
      }
      const row = (word - from) * labelCount
      for (let label = 0; label < labelCount; label++) scores[row + label] = (sums[label] as number) * unit
    }
    return scores
  }
}
