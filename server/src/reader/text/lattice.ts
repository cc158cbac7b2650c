import { labelCount, mayEnd, mayStart, outsideLabel, partOfLabel, transitions } from './labels.ts'

// All ways to tag a sentence, weighed against each other: the best one, and how probable each part of it is.

const pairs = transitions.from.length

/** The weights of the pairs of labels, in the order of `transitions`: as they are added up, and as they are multiplied. */
export class Steps {
  readonly logs: Float64Array
  readonly factors: Float64Array

  constructor(weights: Float64Array | Float32Array) {
    this.logs = Float64Array.from(weights)
    this.factors = this.logs.map(Math.exp)
  }
}

export class Lattice {
  readonly length: number
  /** How well each label fits each word: logarithms, row by row. */
  readonly scores: Float64Array
  readonly #logs: Float64Array
  readonly #steps: Float64Array
  readonly #forward: Float64Array
  readonly #backward: Float64Array
  readonly #fits: Float64Array
  readonly #scales: Float64Array

  constructor(scores: Float64Array, { logs, factors }: Steps) {
    this.length = scores.length / labelCount
    this.scores = scores
    this.#logs = logs
    this.#steps = factors
    this.#forward = new Float64Array(scores.length)
    this.#backward = new Float64Array(scores.length)
    this.#fits = new Float64Array(scores.length)
    this.#scales = new Float64Array(this.length)
    this.#runForward()
    this.#runBackward()
  }

  #runForward(): void {
    const forward = this.#forward
    for (let at = 0; at < this.length; at++) {
      const row = at * labelCount
      let top = Number.NEGATIVE_INFINITY
      for (let label = 0; label < labelCount; label++) top = Math.max(top, this.scores[row + label] as number)
      for (let label = 0; label < labelCount; label++) {
        this.#fits[row + label] = Math.exp(Math.max(-300, (this.scores[row + label] as number) - top))
      }
      if (at === 0) {
        for (let label = 0; label < labelCount; label++) forward[label] = mayStart(label) ? 1 : 0
      } else {
        for (let pair = 0; pair < pairs; pair++) {
          const to = row + (transitions.to[pair] as number)
          const from = row - labelCount + (transitions.from[pair] as number)
          forward[to] = (forward[to] as number) + (forward[from] as number) * (this.#steps[pair] as number)
        }
      }
      let sum = 0
      for (let label = 0; label < labelCount; label++) {
        forward[row + label] = (forward[row + label] as number) * (this.#fits[row + label] as number)
        sum += forward[row + label] as number
      }
      this.#scales[at] = sum
      for (let label = 0; label < labelCount; label++) forward[row + label] = (forward[row + label] as number) / sum
    }
  }

  /** Scaled so that forward times backward is the probability of a label at a word. */
  #runBackward(): void {
    const backward = this.#backward
    const last = (this.length - 1) * labelCount
    let sum = 0
    for (let label = 0; label < labelCount; label++) {
      backward[last + label] = mayEnd(label) ? 1 : 0
      if (mayEnd(label)) sum += this.#forward[last + label] as number
    }
    for (let label = 0; label < labelCount; label++) backward[last + label] = (backward[last + label] as number) / sum
    for (let at = this.length - 2; at >= 0; at--) {
      const row = at * labelCount
      const next = row + labelCount
      const scale = this.#scales[at + 1] as number
      for (let pair = 0; pair < pairs; pair++) {
        const to = next + (transitions.to[pair] as number)
        const from = row + (transitions.from[pair] as number)
        const through = (this.#steps[pair] as number) * (this.#fits[to] as number) * (backward[to] as number)
        backward[from] = (backward[from] as number) + through / scale
      }
    }
  }

  probability(at: number, label: number): number {
    return (this.#forward[at * labelCount + label] as number) * (this.#backward[at * labelCount + label] as number)
  }

  /** Of a pair of labels at a word and the one before it. */
  pairProbability(at: number, pair: number): number {
    const from = (at - 1) * labelCount + (transitions.from[pair] as number)
    const to = at * labelCount + (transitions.to[pair] as number)
    const through = (this.#steps[pair] as number) * (this.#fits[to] as number) * (this.#backward[to] as number)
    return ((this.#forward[from] as number) * through) / (this.#scales[at] as number)
  }

  /** Of all the labels of a stretch together. */
  stretchProbability(start: number, labels: Uint8Array): number {
    let product = this.#forward[start * labelCount + (labels[0] as number)] as number
    for (let at = 1; at < labels.length; at++) {
      const to = (start + at) * labelCount + (labels[at] as number)
      product *=
        (this.#steps[pairOf(labels[at - 1] as number, labels[at] as number)] as number) * (this.#fits[to] as number)
      product /= this.#scales[start + at] as number
    }
    const end = start + labels.length - 1
    return product * (this.#backward[end * labelCount + (labels[labels.length - 1] as number)] as number)
  }

  /** The most probable way. */
  best(): Uint8Array {
    const best = new Float64Array(this.scores.length).fill(Number.NEGATIVE_INFINITY)
    const cameFrom = new Uint8Array(this.scores.length)
    const logs = this.#logs
    for (let label = 0; label < labelCount; label++) if (mayStart(label)) best[label] = this.scores[label] as number
    for (let at = 1; at < this.length; at++) {
      const row = at * labelCount
      for (let pair = 0; pair < pairs; pair++) {
        const to = row + (transitions.to[pair] as number)
        const from = transitions.from[pair] as number
        const score = (best[row - labelCount + from] as number) + (logs[pair] as number) + (this.scores[to] as number)
        if (score > (best[to] as number)) {
          best[to] = score
          cameFrom[to] = from
        }
      }
    }
    return this.#trace(best, cameFrom)
  }

  #trace(best: Float64Array, cameFrom: Uint8Array): Uint8Array {
    const labels = new Uint8Array(this.length)
    const last = (this.length - 1) * labelCount
    let label = outsideLabel
    for (let other = 1; other < labelCount; other++) {
      if (partOfLabel(other) >= 2 && (best[last + other] as number) > (best[last + label] as number)) label = other
    }
    for (let at = this.length - 1; at >= 0; at--) {
      labels[at] = label
      label = cameFrom[at * labelCount + label] as number
    }
    return labels
  }
}

const pairIndex = new Int16Array(labelCount * labelCount).fill(-1)
for (let pair = 0; pair < pairs; pair++) {
  pairIndex[(transitions.from[pair] as number) * labelCount + (transitions.to[pair] as number)] = pair
}

export function pairOf(from: number, to: number): number {
  return pairIndex[from * labelCount + to] as number
}
