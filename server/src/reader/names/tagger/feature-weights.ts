import { labelCount } from './labels.ts'

// The weights of each feature for each label. Built once, and looked up dozens of times for each word that may be part
// of a name.

const labelBits = 5
const labelMask = 2 ** labelBits - 1

export class FeatureWeights {
  /**
   * An open-addressing hash table with two numbers per slot: the feature plus 1, and the start of its weights with
   * their count.
   */
  readonly #slots: Uint32Array
  readonly #mask: number
  /** The label in the lower bits, its weight above. */
  readonly #weights: Int32Array

  constructor(columns: { features: Uint32Array; counts: Uint8Array; labels: Uint8Array; weights: Int16Array }) {
    const { features, counts, labels, weights } = columns
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, features.length * 1.2)))
    this.#slots = new Uint32Array(size * 2)
    this.#mask = size - 1
    this.#weights = new Int32Array(weights.length)
    for (let at = 0; at < weights.length; at++) {
      this.#weights[at] = ((weights[at] as number) << labelBits) | (labels[at] as number)
    }
    let start = 0
    for (let at = 0; at < features.length; at++) {
      this.#put(features[at] as number, (start << labelBits) | (counts[at] as number))
      start += counts[at] as number
    }
  }

  #put(feature: number, weights: number): void {
    let slot = feature & this.#mask
    while (this.#slots[2 * slot] !== 0) slot = (slot + 1) & this.#mask
    this.#slots[2 * slot] = feature + 1
    this.#slots[2 * slot + 1] = weights
  }

  /** Adds the weights of a feature to the sums that begin at `row`, one per label. */
  add(feature: number, sums: Int32Array, row: number): void {
    const slots = this.#slots
    const weights = this.#weights
    let slot = feature & this.#mask
    while (slots[2 * slot] !== feature + 1) {
      if (slots[2 * slot] === 0) return
      slot = (slot + 1) & this.#mask
    }
    const packed = slots[2 * slot + 1] as number
    const end = (packed >>> labelBits) + (packed & labelMask)
    for (let at = packed >>> labelBits; at < end; at++) {
      const weight = weights[at] as number
      const cell = row + (weight & labelMask)
      sums[cell] = (sums[cell] as number) + (weight >> labelBits)
    }
  }
}

/**
 * A cache of weight sums for groups of features that recur together, because they all describe one word. Each group has
 * one slot and evicts the previous group there. Groups are compared by all their features, so a cached sum is exactly
 * what adding would give.
 */
export class GroupSums {
  readonly #weights: FeatureWeights
  readonly #columns: Uint8Array
  readonly #mask: number
  readonly #features: Uint32Array
  readonly #sums: Int32Array

  /** `columns` are the indexes of these features among those of a word. `slots` is a power of two. */
  constructor(weights: FeatureWeights, columns: readonly number[], slots: number) {
    this.#weights = weights
    this.#columns = Uint8Array.from(columns)
    this.#mask = slots - 1
    this.#features = new Uint32Array(slots * columns.length).fill(noFeature)
    this.#sums = new Int32Array(slots * labelCount)
  }

  /** Adds the weights of this group, for the word whose features begin at `word`. */
  addTo(sums: Int32Array, features: Uint32Array, word: number): void {
    const columns = this.#columns
    const first = features[word + (columns[0] as number)] as number
    const second = features[word + (columns[1] as number)] as number
    const slot = (first ^ (second >>> 5)) & this.#mask
    const row = slot * labelCount
    if (!this.#holds(slot, features, word)) this.#fill(slot, features, word)
    const known = this.#sums
    for (let label = 0; label < labelCount; label++) {
      sums[label] = (sums[label] as number) + (known[row + label] as number)
    }
  }

  #holds(slot: number, features: Uint32Array, word: number): boolean {
    const columns = this.#columns
    const held = slot * columns.length
    for (let at = 0; at < columns.length; at++) {
      if (this.#features[held + at] !== features[word + (columns[at] as number)]) return false
    }
    return true
  }

  #fill(slot: number, features: Uint32Array, word: number): void {
    const columns = this.#columns
    const row = slot * labelCount
    this.#sums.fill(0, row, row + labelCount)
    for (let at = 0; at < columns.length; at++) {
      const feature = features[word + (columns[at] as number)] as number
      this.#features[slot * columns.length + at] = feature
      this.#weights.add(feature, this.#sums, row)
    }
  }
}

const noFeature = 0xffffffff
