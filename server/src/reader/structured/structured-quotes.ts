import type { Quote } from '../../facts/claim.ts'
import { cutText } from '../../language/cut-text.ts'
import { blockAt } from '../blocks/block-at.ts'
import type { Block } from '../blocks/parsed-page.ts'
import type { Script, Spot, TextValue } from './syntaxes/item.ts'

// Finds the quotes of structured values. Visible values are quoted from the text; the others from `data`, which holds
// the page's invisible structured data and is stored behind the text.

export const quoteMax = 300

/** Characters behind the start of its block in which a value may begin. */
const blockReach = 4000
const wordChar = /[\p{L}\p{N}\p{M}_]/u
/** Characters searched per page at most, so that many values on a long page do not cost quadratic time. */
const searchMax = 40_000_000
const hiddenMax = 500_000

export class StructuredQuotes {
  readonly #text: string
  readonly #spaced: string
  readonly #blocks: Block[]
  readonly #scripts = new Map<Script, number>()
  readonly #lines = new Map<string, number>()
  readonly #found = new Map<string, number>()
  #data = ''
  #hidden = 0
  #searched = 0

  constructor(text: string, blocks: Block[]) {
    this.#text = text
    // A value may span several blocks; it then has spaces where they end.
    this.#spaced = text.replaceAll('\n', ' ')
    this.#blocks = blocks
  }

  get data(): string {
    return this.#data
  }

  /** Searches the text for `wanted`, then for the value itself; falls back to `data`. Undefined when `data` is full. */
  quote({ text, raw, spot }: TextValue, wanted = text): Quote | undefined {
    const visible = this.#visible(wanted, spot) ?? (wanted === text ? undefined : this.#visible(text, spot))
    if (visible !== undefined) return visible
    if (spot.at === 'script') {
      if (spot.end <= spot.start) return undefined
      return this.#script(spot.script, spot.start, Math.min(spot.end, spot.start + quoteMax))
    }
    return this.#line(spot.label, raw ?? text)
  }

  /** The quote from the key of a property to the end of a name, if it is short enough. */
  fromKey(spot: Spot, name: Spot): Quote | undefined {
    if (spot.at !== 'script' || name.at !== 'script' || spot.script !== name.script) return undefined
    if (name.end <= spot.key || name.end - spot.key > quoteMax) return undefined
    return this.#script(spot.script, spot.key, name.end)
  }

  /** The block around a quote, or a part of it, if it contains the other name as well. */
  around(quote: Quote, other: string): Quote | undefined {
    const block = blockAt(this.#blocks, quote.start)
    if (block === undefined) return undefined
    const inside = this.#spaced.slice(block.start, Math.min(block.end, block.start + blockReach)).indexOf(other)
    if (inside < 0) return undefined
    if (block.end - block.start <= quoteMax) return this.#slice(block.start, block.end)
    const start = Math.min(quote.start, block.start + inside)
    const end = Math.max(quote.end, block.start + inside + other.length)
    return end - start <= quoteMax ? this.#slice(start, end) : undefined
  }

  /** Stores a script that produced a claim, even if all its values are visible. Returns its offset in `data`. */
  keep(script: Script): number {
    let at = this.#scripts.get(script)
    if (at === undefined) {
      at = this.#addLine(script.text)
      this.#scripts.set(script, at)
    }
    return at
  }

  #visible(text: string, spot: Spot): Quote | undefined {
    const wanted = cutText(text, quoteMax).trimEnd()
    if (wanted === '') return undefined
    if (spot.at === 'text') {
      const near = this.#spaced.slice(spot.from, spot.from + blockReach + wanted.length).indexOf(wanted)
      if (near >= 0) return this.#slice(spot.from + near, spot.from + near + wanted.length)
    }
    const at = this.#find(wanted)
    return at < 0 ? undefined : this.#slice(at, at + wanted.length)
  }

  /** The offset of the first match at word borders, or -1. */
  #find(wanted: string): number {
    const known = this.#found.get(wanted)
    if (known !== undefined) return known
    let at = -1
    if (wanted.length >= 3) {
      do {
        if (this.#searched > searchMax) return -1
        const from = at + 1
        at = this.#spaced.indexOf(wanted, from)
        this.#searched += (at < 0 ? this.#spaced.length : at) - from + 1
      } while (at >= 0 && !this.#isWhole(at, at + wanted.length))
    }
    this.#found.set(wanted, at)
    return at
  }

  #isWhole(start: number, end: number): boolean {
    return !(this.#joins(start - 1) && this.#joins(start)) && !(this.#joins(end - 1) && this.#joins(end))
  }

  #joins(at: number): boolean {
    const char = this.#spaced.codePointAt(at)
    return at >= 0 && char !== undefined && wordChar.test(String.fromCodePoint(char))
  }

  #slice(start: number, end: number): Quote {
    return { text: this.#text.slice(start, end), start, end }
  }

  #script(script: Script, start: number, end: number): Quote {
    const offset = this.keep(script)
    return this.#dataSlice(offset + start, offset + end)
  }

  #line(label: string, value: string): Quote | undefined {
    const cut = cutText(value, quoteMax)
    const line = `${label}: ${cut}`
    let at = this.#lines.get(line)
    if (at === undefined) {
      if (this.#hidden > hiddenMax) return undefined
      this.#hidden += line.length
      at = this.#addLine(line)
      this.#lines.set(line, at)
    }
    const start = at + label.length + 2
    return this.#dataSlice(start, start + cut.length)
  }

  #addLine(line: string): number {
    if (this.#data !== '') this.#data += '\n'
    const at = this.#data.length
    this.#data += line
    return at
  }

  #dataSlice(start: number, end: number): Quote {
    const offset = this.#text.length + 1
    return { text: this.#data.slice(start, end), start: offset + start, end: offset + end }
  }
}
