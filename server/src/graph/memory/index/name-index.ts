import { IntLists } from './int-lists.ts'
import { Ints } from './ints.ts'
import { labelOf, trigramsOf } from './label-of.ts'
import { type LabelQuery, matchLabel, questionOf } from './match-label.ts'
import { Texts } from './texts.ts'

// An index of names by trigrams: a misspelt name still shares most of them with the right one. The names that share the
// most are compared letter by letter.

/** Further names of a node are not indexed. */
const labelsMax = 50

export interface NameHit {
  node: number
  /** From 0 to 1: 1 is the same name. */
  score: number
}

export interface NameSearch {
  /** How many of the best matches are compared letter by letter. */
  compared: number
  /** All nodes are wanted when this is left out. */
  isWanted?: ((node: number) => boolean) | undefined
  /** The degree of a node: among equally similar names, those of the best connected nodes are compared. */
  degreeOf(node: number): number
}

export class NameIndex {
  readonly #labels = new Texts('latin1')
  #labelCount = 0
  readonly #freeLabels: number[] = []
  readonly #nodes = new Ints()
  /** 2 n + 1 for an alias with n trigrams, 2 n for a name. */
  readonly #sizes = new Ints()
  readonly #ofNode = new IntLists()
  readonly #trigrams = new Map<number, number>()
  readonly #postings = new IntLists()
  /** How many trigrams of the question each label has; all 0 between two questions. */
  #shared = new Uint8Array(0)
  /** Labels that share a trigram, while a question is answered. */
  #found = new Int32Array(0)

  get bytes(): number {
    const arrays = [this.#labels, this.#nodes, this.#sizes, this.#ofNode, this.#postings]
    return arrays.reduce((sum, { bytes }) => sum + bytes, this.#shared.byteLength + this.#trigrams.size * 40)
  }

  /** Replaces all names of a node; an empty list removes it. */
  set(node: number, names: string[]): void {
    const wanted = [...new Set(names.slice(0, labelsMax).map(labelOf))].filter((label) => label !== '')
    const known = [...this.#ofNode.valuesOf(node)]
    const isSame =
      known.length === wanted.length && known.every((label, at) => this.#labels.textOf(label) === wanted[at])
    if (isSame) return
    for (const label of known) this.#remove(label)
    this.#ofNode.clear(node)
    for (const [at, text] of wanted.entries()) this.#ofNode.push(node, this.#add(node, text, at > 0))
  }

  /** Nodes with similar names, unsorted. */
  find(text: string, search: NameSearch): NameHit[] {
    const question = questionOf(text)
    if (!question) return []
    const best = new Map<number, number>()
    for (const label of this.#candidates(question, search)) {
      const isAlias = this.#sizes.at(label) & 1
      const score = matchLabel(question, this.#labels.textOf(label)) * (isAlias ? aliasFactor : 1)
      const node = this.#nodes.at(label)
      if (score > (best.get(node) ?? 0)) best.set(node, score)
    }
    return [...best].map(([node, score]) => ({ node, score }))
  }

  #add(node: number, text: string, isAlias: boolean): number {
    const label = this.#freeLabels.pop() ?? this.#labelCount++
    this.#labels.set(label, text)
    const trigrams = trigramsOf(text)
    this.#nodes.set(label, node)
    this.#sizes.set(label, trigrams.length * 2 + Number(isAlias))
    for (const trigram of trigrams) {
      let list = this.#trigrams.get(trigram)
      if (list === undefined) {
        list = this.#trigrams.size
        this.#trigrams.set(trigram, list)
      }
      this.#postings.push(list, label)
    }
    return label
  }

  #remove(label: number): void {
    for (const trigram of trigramsOf(this.#labels.textOf(label))) {
      this.#postings.remove(this.#trigrams.get(trigram) as number, label)
    }
    this.#labels.set(label, '')
    this.#freeLabels.push(label)
  }

  #rarestFirst(trigrams: number[]): number[] {
    const lists = trigrams.flatMap((trigram) => this.#trigrams.get(trigram) ?? [])
    return lists.sort((a, b) => this.#postings.lengthOf(a) - this.#postings.lengthOf(b))
  }

  /** The labels that share the most trigrams with the question; among equals the shortest and best connected. */
  #candidates({ trigrams, words }: LabelQuery, search: NameSearch): Iterable<number> {
    let read = 0
    let end = 0
    if (this.#shared.length < this.#labelCount) {
      this.#shared = new Uint8Array(Math.ceil(this.#labelCount * 1.2))
      this.#found = new Int32Array(this.#shared.length)
    }
    const shared = this.#shared
    const found = this.#found
    const { pool } = this.#postings
    /** How many labels have at least this many trigrams. */
    const reached = new Int32Array(trigrams.length + 2)
    for (const [at, list] of this.#rarestFirst(trigrams).entries()) {
      const first = this.#postings.startOf(list)
      const last = first + this.#postings.lengthOf(list)
      read += last - first
      if (at >= listsRead && read > postingsRead) break
      for (let position = first; position < last; position++) {
        const label = pool[position] as number
        const count = shared[label] as number
        if (count === 0) found[end++] = label
        shared[label] = count + 1
        reached[count + 1] = (reached[count + 1] as number) + 1
      }
    }
    if (search.isWanted) this.#countWanted(reached, end, search.isWanted)
    const least = leastShared(reached, search.compared)
    const chosen: number[] = []
    const keys: number[] = []
    let letters = 0
    for (let at = 0; at < end; at++) {
      const label = found[at] as number
      const count = shared[label] as number
      shared[label] = 0
      if (count < least) continue
      const node = this.#nodes.at(label)
      if (search.isWanted && !search.isWanted(node)) continue
      const alike = Math.floor((8 * count) / Math.max(count, (this.#sizes.at(label) >> 1) - trigrams.length + count))
      letters += this.#labels.bytesOf(label)
      chosen.push(label)
      keys.push((count * 8 + Math.min(alike, 7)) * 32 + degreeClass(search.degreeOf(node)))
    }
    // Long names, which strangers write, are compared in smaller numbers.
    const affordable = Math.ceil((chosen.length * comparedLetters) / (letters * words.length + 1))
    const compared = Math.min(search.compared, affordable)
    return chosen.length <= compared ? chosen : highest(chosen, Int32Array.from(keys), compared)
  }

  #countWanted(reached: Int32Array, end: number, isWanted: (node: number) => boolean): void {
    reached.fill(0)
    for (let at = 0; at < end; at++) {
      const label = this.#found[at] as number
      const count = this.#shared[label] as number
      // Testing the many labels with one trigram would cost too much, and there are enough of them anyway.
      if (count > 1 && !isWanted(this.#nodes.at(label))) continue
      reached[count] = (reached[count] as number) + 1
    }
    for (let count = reached.length - 2; count > 0; count--) {
      reached[count] = (reached[count] as number) + (reached[count + 1] as number)
    }
  }
}

/** The number of trigrams below which labels are skipped: `wanted` labels have more. Most labels share only one. */
function leastShared(reached: Int32Array, wanted: number): number {
  let least = reached.length - 1
  while (least > 1 && (reached[least] as number) < wanted) least--
  return least
}

/**
 * Two typing mistakes spoil at most eight trigrams, so a misspelt name still has one of the nine rarest. Frequent
 * trigrams tell little, and are read only up to `postingsRead`.
 */
const listsRead = 9
const postingsRead = 30_000

/** Letters of names that are compared with a word of the question: some milliseconds of work. */
const comparedLetters = 300_000

/** Slightly below 1, so that an entity with this very name comes first. */
const aliasFactor = 0.99

/** From 0 to 31: twice as many relationships are one class more. */
export const degreeClass = (degree: number) => 31 - Math.clz32(degree + 1)

/** About `wanted` values, those with the highest keys. */
function highest(values: number[], keys: Int32Array, wanted: number): number[] {
  let top = 0
  for (const key of keys) if (key > top) top = key
  const counts = new Int32Array(top + 1)
  for (const key of keys) counts[key] = (counts[key] as number) + 1
  let least = top
  for (let sum = counts[least] as number; least > 0 && sum < wanted; sum += counts[least] as number) least--
  // The last class may have too many labels: only as many are taken as there is room for.
  let room = wanted
  const chosen: number[] = []
  for (let at = 0; at < keys.length; at++) if ((keys[at] as number) > least) chosen.push(values[at] as number)
  room -= chosen.length
  for (let at = 0; at < keys.length && room > 0; at++) {
    if (keys[at] !== least) continue
    chosen.push(values[at] as number)
    room--
  }
  return chosen
}
