// How much pages give, learned from the pages that were read: every feature of a link adds something to what is expected
// of it. Ridge regression: a feature is believed as far as pages bear it out, so one that few pages have says little, and
// what is expected before any page is read holds until pages tell otherwise.

/** Features of a link, each with how much of it the link has. */
export type Features = readonly (readonly [feature: string, share: number])[]

export interface Example {
  features: Features
  yield: number
}

/** Evidence against a feature before any page shows it, in pages. */
const caution = 1
/** Rounds of improving one feature after the other; more change nothing that matters to an order. */
const rounds = 20

export class YieldModel {
  readonly #weights: Map<string, number>
  readonly #mean: number

  /** `expected`: what features add before any page is read. */
  constructor(examples: Example[], expected: ReadonlyMap<string, number>) {
    this.#weights = new Map(expected)
    const sum = examples.reduce((total, example) => total + example.yield, 0)
    this.#mean = examples.length === 0 ? 0 : sum / examples.length
    const holders = new Map<string, { at: number; share: number }[]>()
    for (const [at, { features }] of examples.entries()) {
      for (const [feature, share] of features) {
        const list = holders.get(feature)
        if (list) list.push({ at, share })
        else holders.set(feature, [{ at, share }])
      }
    }
    const errors = examples.map((example) => example.yield - this.predict(example.features))
    for (let round = 0; round < rounds; round++) {
      for (const [feature, pages] of holders) {
        const before = this.#weights.get(feature) ?? 0
        let pull = caution * (expected.get(feature) ?? 0)
        let mass = caution
        for (const { at, share } of pages) {
          pull += share * ((errors[at] as number) + share * before)
          mass += share * share
        }
        const after = pull / mass
        for (const { at, share } of pages) errors[at] = (errors[at] as number) - share * (after - before)
        this.#weights.set(feature, after)
      }
    }
  }

  predict(features: Features): number {
    let sum = this.#mean
    for (const [feature, share] of features) sum += share * (this.#weights.get(feature) ?? 0)
    return sum
  }
}
