// Random texts from a seed: the same seed gives the same texts.

export interface Random {
  /** From 0 to below 1. */
  next(): number
  /** Both included. */
  between(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(share: number): boolean
}

/** The generator mulberry32. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
    chance: (share) => next() < share,
  }
}

/** A seed from a text, so that a page that is made on request is always the same. */
export function seedOf(text: string): number {
  let seed = 0x811c9dc5
  for (let index = 0; index < text.length; index++) seed = Math.imul(seed ^ text.charCodeAt(index), 0x01000193)
  return seed >>> 0
}

const small =
  'the of and to in a is that for it was on are as with they at be this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know'.split(
    ' ',
  )
const onsets = 'b br c ch cl d dr f fl g gr h j k l m n p pl pr qu r s sh sl st t th tr v w z'.split(' ')
const vowels = 'a e i o u ai ea ou oo ie'.split(' ')
const ends = ['', 'n', 'r', 's', 't', 'l', 'm', 'nd', 'st', 'ck', 'ng']

/** Writes in an invented language, with the small words of English. */
export class Writer {
  readonly #random: Random
  readonly #words: string[]

  constructor(random: Random, vocabulary = 1500) {
    this.#random = random
    this.#words = Array.from({ length: vocabulary }, () => this.#newWord())
  }

  word(): string {
    return this.#random.pick(this.#words)
  }

  slug(): string {
    return `${this.word()}-${this.word()}`
  }

  title(): string {
    return [this.word(), this.#random.pick(small), this.word(), this.word()].join(' ')
  }

  sentence(): string {
    const count = this.#random.between(7, 18)
    const words = Array.from({ length: count }, () =>
      this.#random.chance(0.5) ? this.#random.pick(small) : this.word(),
    )
    const text = words.join(' ')
    return `${text[0]?.toUpperCase()}${text.slice(1)}.`
  }

  paragraph(): string {
    return Array.from({ length: this.#random.between(2, 6) }, () => this.sentence()).join(' ')
  }

  #newWord(): string {
    const { pick, chance } = this.#random
    const syllable = () => pick(onsets) + pick(vowels) + pick(ends)
    return syllable() + syllable() + (chance(0.4) ? syllable() : '')
  }
}
