import { labelCount, outsideLabel, tagLabelOf, transitions } from './labels.ts'

// All label sequences of a sentence, weighed against each other: the best one, and the probability of its parts.

const { from: pairFrom, to: pairTo } = transitions
const pairs = pairFrom.length

/** Transition weights in the order of `transitions`, as logarithms and as factors. */
export class Steps {
  readonly logs: Float64Array
  readonly factors: Float64Array

  constructor(weights: Float64Array | Float32Array) {
    this.logs = Float64Array.from(weights)
    this.factors = this.logs.map(Math.exp)
  }
}

/** Whether a word outside of names comes before the first word, and one behind the last. */
export interface Edges {
  isOutsideBefore: boolean
  isOutsideBehind: boolean
}

/**
 * Buffers of a lattice, reused by the next one: most lattices have a word or two, and allocating costs more than
 * computing.
 */
export class LatticeBuffers {
  forward = new Float64Array(0)
  backward = new Float64Array(0)
  fits = new Float64Array(0)
  best = new Float64Array(0)
  scales = new Float64Array(0)
  cameFrom = new Uint8Array(0)

  reserve(length: number): void {
    const cells = length * labelCount
    if (this.forward.length < cells) {
      this.forward = new Float64Array(cells)
      this.backward = new Float64Array(cells)
      this.fits = new Float64Array(cells)
      this.best = new Float64Array(cells)
      this.scales = new Float64Array(length)
      this.cameFrom = new Uint8Array(cells)
      return
    }
    this.forward.fill(0, 0, cells)
    this.backward.fill(0, 0, cells)
  }
}

const noEdges: Edges = { isOutsideBefore: false, isOutsideBehind: false }

export class Lattice {
  readonly length: number
  /** Log scores of each label for each word, row by row. */
  readonly scores: Float64Array
  readonly #edges: Edges
  readonly #logs: Float64Array
  readonly #steps: Float64Array
  readonly #buffers: LatticeBuffers

  /** Uses the first `length` rows of `scores`. */
  constructor(
    scores: Float64Array,
    { logs, factors }: Steps,
    {
      length = scores.length / labelCount,
      edges = noEdges,
      buffers = new LatticeBuffers(),
    }: { length?: number; edges?: Edges; buffers?: LatticeBuffers } = {},
  ) {
    this.length = length
    this.scores = scores
    this.#edges = edges
    this.#logs = logs
    this.#steps = factors
    this.#buffers = buffers
    buffers.reserve(length)
    this.#runForward()
    this.#runBackward()
  }

  #runForward(): void {
    const { forward, scales } = this.#buffers
    const steps = this.#steps
    const fits = this.#weighFits()
    for (let at = 0; at < this.length; at++) {
      const row = at * labelCount
      if (at === 0) this.#startForward()
      else {
        for (let pair = 0; pair < pairs; pair++) {
          const to = row + (pairTo[pair] as number)
          const from = row - labelCount + (pairFrom[pair] as number)
          forward[to] = (forward[to] as number) + (forward[from] as number) * (steps[pair] as number)
        }
      }
      let sum = 0
      for (let cell = row; cell < row + labelCount; cell++) {
        const value = (forward[cell] as number) * (fits[cell] as number)
        forward[cell] = value
        sum += value
      }
      scales[at] = sum
      for (let cell = row; cell < row + labelCount; cell++) forward[cell] = (forward[cell] as number) / sum
    }
  }

  #weighFits(): Float64Array {
    const { fits } = this.#buffers
    for (let row = 0; row < this.length * labelCount; row += labelCount) {
      let top = Number.NEGATIVE_INFINITY
      for (let cell = row; cell < row + labelCount; cell++) top = Math.max(top, this.scores[cell] as number)
      for (let cell = row; cell < row + labelCount; cell++) {
        fits[cell] = Math.exp(Math.max(-300, (this.scores[cell] as number) - top))
      }
    }
    return fits
  }

  #startForward(): void {
    const { forward } = this.#buffers
    const { isOutsideBefore } = this.#edges
    for (let label = 0; label < labelCount; label++) {
      const pair = pairOf(outsideLabel, label)
      if (pair < 0) forward[label] = 0
      else forward[label] = isOutsideBefore ? (this.#steps[pair] as number) : 1
    }
  }

  /** Scaled so that forward times backward is the probability of a label at a word. */
  #runBackward(): void {
    const { backward, fits, scales } = this.#buffers
    const steps = this.#steps
    this.#startBackward()
    for (let at = this.length - 2; at >= 0; at--) {
      const row = at * labelCount
      const next = row + labelCount
      const scale = scales[at + 1] as number
      for (let pair = 0; pair < pairs; pair++) {
        const to = next + (pairTo[pair] as number)
        const from = row + (pairFrom[pair] as number)
        const through = (steps[pair] as number) * (fits[to] as number) * (backward[to] as number)
        backward[from] = (backward[from] as number) + through / scale
      }
    }
  }

  #startBackward(): void {
    const { forward, backward } = this.#buffers
    const { isOutsideBehind } = this.#edges
    const last = (this.length - 1) * labelCount
    let sum = 0
    for (let label = 0; label < labelCount; label++) {
      const pair = pairOf(label, outsideLabel)
      if (pair < 0) continue
      backward[last + label] = isOutsideBehind ? (this.#steps[pair] as number) : 1
      sum += (forward[last + label] as number) * (backward[last + label] as number)
    }
    for (let label = 0; label < labelCount; label++) backward[last + label] = (backward[last + label] as number) / sum
  }

  probability(at: number, label: number): number {
    const { forward, backward } = this.#buffers
    return (forward[at * labelCount + label] as number) * (backward[at * labelCount + label] as number)
  }

  /** The probability of a pair of labels at a word and the one before it. */
  pairProbability(at: number, pair: number): number {
    const { forward, backward, fits, scales } = this.#buffers
    const from = (at - 1) * labelCount + (pairFrom[pair] as number)
    const to = at * labelCount + (pairTo[pair] as number)
    const through = (this.#steps[pair] as number) * (fits[to] as number) * (backward[to] as number)
    return ((forward[from] as number) * through) / (scales[at] as number)
  }

  /** The joint probability of the labels from `start` to before `end`; `labels` has those of all words. */
  spanProbability(start: number, labels: Uint8Array, end = labels.length): number {
    const { forward, backward, fits, scales } = this.#buffers
    let product = forward[start * labelCount + (labels[start] as number)] as number
    for (let at = start + 1; at < end; at++) {
      const to = at * labelCount + (labels[at] as number)
      product *= (this.#steps[pairOf(labels[at - 1] as number, labels[at] as number)] as number) * (fits[to] as number)
      product /= scales[at] as number
    }
    return product * (backward[(end - 1) * labelCount + (labels[end - 1] as number)] as number)
  }

  /** The names of a kind that begin at a word, each with its end and its probability, from `least` on. */
  spansFrom(start: number, kind: number, least: number): { end: number; score: number }[] {
    const { forward, backward, fits, scales } = this.#buffers
    const found: { end: number; score: number }[] = []
    const add = (end: number, score: number) => {
      if (score >= least) found.push({ end, score: Math.min(1, score) })
    }
    add(start + 1, this.probability(start, tagLabelOf(kind, 3)))
    let label = tagLabelOf(kind, 0)
    // The probability of all names that begin here and have not ended.
    if (this.probability(start, label) < least) return found
    let product = forward[start * labelCount + label] as number
    for (let at = start + 1; at < this.length; at++) {
      const next = (to: number) => {
        const step = this.#steps[pairOf(label, to)] as number
        return (product * step * (fits[at * labelCount + to] as number)) / (scales[at] as number)
      }
      const [inside, last] = [tagLabelOf(kind, 1), tagLabelOf(kind, 2)]
      add(at + 1, next(last) * (backward[at * labelCount + last] as number))
      product = next(inside)
      label = inside
      if (product * (backward[at * labelCount + inside] as number) < least) break
    }
    return found
  }

  /** The most probable label sequence. */
  best(): Uint8Array {
    const { best, cameFrom } = this.#buffers
    const { scores } = this
    const logs = this.#logs
    best.fill(Number.NEGATIVE_INFINITY, 0, this.length * labelCount)
    for (let label = 0; label < labelCount; label++) {
      const pair = pairOf(outsideLabel, label)
      if (pair < 0) continue
      best[label] = (this.#edges.isOutsideBefore ? (logs[pair] as number) : 0) + (scores[label] as number)
    }
    for (let at = 1; at < this.length; at++) {
      const row = at * labelCount
      for (let pair = 0; pair < pairs; pair++) {
        const to = row + (pairTo[pair] as number)
        const from = pairFrom[pair] as number
        const score = (best[row - labelCount + from] as number) + (logs[pair] as number) + (scores[to] as number)
        if (score > (best[to] as number)) {
          best[to] = score
          cameFrom[to] = from
        }
      }
    }
    return this.#trace()
  }

  #trace(): Uint8Array {
    const { cameFrom } = this.#buffers
    const labels = new Uint8Array(this.length)
    let label = this.#lastLabel()
    for (let at = this.length - 1; at >= 0; at--) {
      labels[at] = label
      label = cameFrom[at * labelCount + label] as number
    }
    return labels
  }

  #lastLabel(): number {
    const last = (this.length - 1) * labelCount
    let found = outsideLabel
    let top = Number.NEGATIVE_INFINITY
    for (let label = 0; label < labelCount; label++) {
      const pair = pairOf(label, outsideLabel)
      if (pair < 0) continue
      const step = this.#edges.isOutsideBehind ? (this.#logs[pair] as number) : 0
      const score = (this.#buffers.best[last + label] as number) + step
      if (score <= top) continue
      found = label
      top = score
    }
    return found
  }
}

const pairIndex = new Int16Array(labelCount * labelCount).fill(-1)
for (let pair = 0; pair < pairs; pair++) {
  pairIndex[(pairFrom[pair] as number) * labelCount + (pairTo[pair] as number)] = pair
}

export function pairOf(from: number, to: number): number {
  return pairIndex[from * labelCount + to] as number
}
