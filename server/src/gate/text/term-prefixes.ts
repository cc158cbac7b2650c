/** The prefixes of all terms, numbered; 0 is the empty one. Packed: a gate may have hundreds of thousands. */
export class TermPrefixes {
  readonly #firstLetter: (letter: number) => number
  #count = 1
  readonly #parents: Int32Array
  readonly #letters: Int32Array
  /** For each prefix, the longest other prefix that it ends with. */
  readonly #shorter: Int32Array
  /** For each prefix, one more than the number of the longest term that it is or ends with; 0 for none. */
  readonly #terms: Uint16Array
  /** The same for terms that a letter may follow. */
  readonly #openTerms: Uint16Array
  /** Prefixes by their parent and last letter: a hash table of a power of two, with open addressing. */
  readonly #longer: Int32Array

  /**
   * `most`: as many prefixes will be added, or fewer. `firstLetter`: a letter as terms begin with it; -1 when no term
   * may begin with it.
   */
  constructor(most: number, firstLetter: (letter: number) => number) {
    this.#firstLetter = firstLetter
    this.#parents = new Int32Array(most + 1)
    this.#letters = new Int32Array(most + 1)
    this.#shorter = new Int32Array(most + 1)
    this.#terms = new Uint16Array(most + 1)
    this.#openTerms = new Uint16Array(most + 1)
    this.#longer = new Int32Array(2 ** Math.ceil(Math.log2(1.5 * (most + 1))))
  }

  get bytes(): number {
    const arrays = [this.#parents, this.#letters, this.#shorter, this.#terms, this.#openTerms, this.#longer]
    return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0)
  }

  add(letters: number[], term: number, isOpen: boolean): void {
    let prefix = 0
    for (const letter of letters) prefix = this.#extend(prefix, letter)
    if (this.#terms[prefix] === 0) this.#terms[prefix] = term + 1
    if (isOpen && this.#openTerms[prefix] === 0) this.#openTerms[prefix] = term + 1
  }

  #extend(prefix: number, letter: number): number {
    const slot = this.#slotOf(prefix, letter)
    const known = this.#longer[slot] as number
    if (known !== 0) return known
    const longer = this.#count++
    this.#longer[slot] = longer
    this.#parents[longer] = prefix
    this.#letters[longer] = letter
    return longer
  }

  /** The slot of the longer prefix, or the empty one where it would be. */
  #slotOf(prefix: number, letter: number): number {
    const mask = this.#longer.length - 1
    const hash = Math.imul(Math.imul(prefix, 0x9e3779b1) ^ letter, 0x85ebca6b)
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const longer = this.#longer[slot] as number
      if (longer === 0 || (this.#parents[longer] === prefix && this.#letters[longer] === letter)) return slot
    }
  }

  /** To be called once, when all terms were added. Goes from short prefixes to long ones: each builds on shorter ones. */
  link(): void {
    for (const prefix of this.#byLength()) {
      const parent = this.#parents[prefix] as number
      const shorter = parent === 0 ? 0 : this.step(this.#shorter[parent] as number, this.#letters[prefix] as number)
      this.#shorter[prefix] = shorter
      if (this.#terms[prefix] === 0) this.#terms[prefix] = this.#terms[shorter] as number
      if (this.#openTerms[prefix] === 0) this.#openTerms[prefix] = this.#openTerms[shorter] as number
    }
  }

  #byLength(): Int32Array {
    const lengths = new Int32Array(this.#count)
    // A prefix has a higher number than its parent.
    for (let prefix = 1; prefix < this.#count; prefix++)
      lengths[prefix] = (lengths[this.#parents[prefix] as number] as number) + 1
    return Int32Array.from({ length: this.#count - 1 }, (_, index) => index + 1).sort(
      (a, b) => (lengths[a] as number) - (lengths[b] as number),
    )
  }

  /** The longest prefix of a term that the text ends with, after one more letter. */
  step(prefix: number, letter: number): number {
    for (let from = prefix; from !== 0; from = this.#shorter[from] as number) {
      const longer = this.#longer[this.#slotOf(from, letter)] as number
      if (longer !== 0) return longer
    }
    const first = this.#firstLetter(letter)
    return first < 0 ? 0 : (this.#longer[this.#slotOf(0, first)] as number)
  }

  /** The longest term that the prefix is or ends with; -1 when there is none. */
  termAt(prefix: number): number {
    return (this.#terms[prefix] as number) - 1
  }

  /** The longest one that a letter may follow. */
  openTermAt(prefix: number): number {
    return (this.#openTerms[prefix] as number) - 1
  }
}
