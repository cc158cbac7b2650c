import { labelCount } from './labels.ts'

// What each feature says of each label. Made once, and asked dozens of times for each word that may be part of a name.

const labelBits = 5
const labelMask = 2 ** labelBits - 1

export class FeatureWeights {
  /** Two numbers a place: the feature plus 1, and where its weights begin with how many they are. */
  readonly #places: Uint32Array
  readonly #mask: number
  /** A label in the lower bits, its weight above. */
  readonly #weights: Int32Array

  constructor(columns: { features: Uint32Array; counts: Uint8Array; labels: Uint8Array; weights: Int16Array }) {
    const { features, counts, labels, weights } = columns
    const size = 2 ** Math.ceil(Math.log2(Math.max(2, features.length * 1.2)))
    this.#places = new Uint32Array(size * 2)
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
    let place = feature & this.#mask
    while (this.#places[2 * place] !== 0) place = (place + 1) & this.#mask
    this.#places[2 * place] = feature + 1
    this.#places[2 * place + 1] = weights
  }

  /** Adds what a feature weighs to the sums that begin at `row`, one for each label. */
  add(feature: number, sums: Int32Array, row: number): void {
    const places = this.#places
    const weights = this.#weights
    let place = feature & this.#mask
    while (places[2 * place] !== feature + 1) {
      if (places[2 * place] === 0) return
      place = (place + 1) & this.#mask
    }
    const packed = places[2 * place + 1] as number
    const end = (packed >>> labelBits) + (packed & labelMask)
    for (let at = packed >>> labelBits; at < end; at++) {
      const weight = weights[at] as number
      const cell = row + (weight & labelMask)
      sums[cell] = (sums[cell] as number) + (weight >> labelBits)
    }
  }
}

/**
 * Features that come back together, because they are all of one word, and what they came to: a table in which each group
 * has one place, and takes it from the one that was there. Nothing but the features themselves tells groups apart, so that
 * what is remembered is what would be added up again.
 */
export class GroupSums {
  readonly #weights: FeatureWeights
  readonly #slots: Uint8Array
  readonly #mask: number
  readonly #features: Uint32Array
  readonly #sums: Int32Array

  /** `slots` says which features of a word these are. `places` is a power of two. */
  constructor(weights: FeatureWeights, slots: readonly number[], places: number) {
    this.#weights = weights
    this.#slots = Uint8Array.from(slots)
    this.#mask = places - 1
    this.#features = new Uint32Array(places * slots.length).fill(noFeature)
    this.#sums = new Int32Array(places * labelCount)
  }

  /** Adds what this group of the features that begin at `word` weighs. */
  addTo(sums: Int32Array, features: Uint32Array, word: number): void {
    const slots = this.#slots
    const first = features[word + (slots[0] as number)] as number
    const second = features[word + (slots[1] as number)] as number
    const place = (first ^ (second >>> 5)) & this.#mask
    const row = place * labelCount
    if (!this.#holds(place, features, word)) this.#fill(place, features, word)
    const known = this.#sums
    for (let label = 0; label < labelCount; label++) {
      sums[label] = (sums[label] as number) + (known[row + label] as number)
    }
  }

  #holds(place: number, features: Uint32Array, word: number): boolean {
    const slots = this.#slots
    const held = place * slots.length
    for (let at = 0; at < slots.length; at++) {
      if (this.#features[held + at] !== features[word + (slots[at] as number)]) return false
    }
    return true
  }

  #fill(place: number, features: Uint32Array, word: number): void {
    const slots = this.#slots
    const row = place * labelCount
    this.#sums.fill(0, row, row + labelCount)
    for (let at = 0; at < slots.length; at++) {
      const feature = features[word + (slots[at] as number)] as number
      this.#features[place * slots.length + at] = feature
      this.#weights.add(feature, this.#sums, row)
    }
  }
}

const noFeature = 0xffffffff
