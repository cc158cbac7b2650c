import { normalizeEscapes } from '../address/canonical-url-escapes.ts'

// What one crawler may read, by the longest matching rule (RFC 9309, 2.2.2). Files may have half a megabyte and hostile
// authors: plain rules are found by binary search, patterns match without backtracking.

export interface Rule {
  allow: boolean
  /** Literal text between the wildcards; the first part matches at the beginning of the path. */
  parts: string[]
  /** The rule ends with `$`. */
  anchored: boolean
  /** The rule's length; the longest rule wins. */
  octets: number
  /** Three characters that a matching path must contain, hashed as in `Trigrams`; -1 if there are fewer. */
  trigram: number
}

/**
 * The rest of a longer list is ignored, like the rest of a longer file. A plain rule costs little; each pattern is tried
 * on every address.
 */
const rulesMax = 20_000
const patternsMax = 1_000

/** Each rule once: a hostile file repeats one ten thousand times. */
export class RuleList {
  readonly list: Rule[] = []
  readonly #known = new Set<string>()
  #patterns = 0

  add(allow: boolean, path: string): void {
    const known = `${allow} ${path}`
    if (this.list.length >= rulesMax || this.#known.has(known)) return
    const isPattern = path.includes('*') || path.endsWith('$')
    if (isPattern && this.#patterns >= patternsMax) return
    const rule = parseRule(allow, path)
    if (!rule) return
    if (isPattern) this.#patterns++
    this.#known.add(known)
    this.list.push(rule)
  }
}

/** Undefined for rules without effect: an empty path, or one that does not begin with a slash or wildcard. */
function parseRule(allow: boolean, path: string): Rule | undefined {
  if (!path.startsWith('/') && !path.startsWith('*')) return undefined
  const anchored = path.endsWith('$')
  const text = anchored ? path.slice(0, -1) : path
  const parts = text.includes('*') ? text.split('*').map(comparable) : [comparable(text)]
  const specials = parts.length - 1 + (anchored ? 1 : 0)
  const octets = parts.reduce((sum, part) => sum + part.length, specials)
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a))
  // `**` equals `*`.
  const kept = parts.filter((part, at) => part !== '' || at === 0 || at === parts.length - 1)
  return { allow, parts: kept, anchored, octets, trigram: trigramAt(longest, longest.length - 3) }
}

/** Path and query of an address. Works on the text, because the crawler has parsed the address already. */
export function pathOf(url: string): string {
  const scheme = url.startsWith('/') ? -1 : url.indexOf('://')
  const start = scheme < 0 ? 0 : url.slice(scheme + 3).search(/[/?#]|$/) + scheme + 3
  const hash = url.indexOf('#', start)
  const path = url.slice(start, hash < 0 ? url.length : hash)
  return comparable(path.startsWith('/') ? path : `/${path}`)
}

/**
 * Decodes escapes of `$` and `*`, which a rule can only name escaped, and of `'`, which URL parsing escapes in queries.
 */
function comparable(text: string): string {
  const normal = normalizeEscapes(text)
  return normal.includes('%2') ? normal.replace(/%24/g, '$').replace(/%27/g, "'").replace(/%2A/g, '*') : normal
}

export class RuleSet {
  /** Rules without `*` and `$`, sorted and unique. */
  readonly #plain: Rule[] = []
  /** For each plain rule, the index of the longest other one that is its prefix. */
  readonly #shorter: number[] = []
  /** Rules with wildcards, longest first; at equal length those that allow come first. */
  readonly #patterns: Rule[]

  constructor(rules: Rule[]) {
    const plain = new Map<string, Rule>()
    for (const rule of rules) {
      if (isPattern(rule)) continue
      const path = headOf(rule)
      if (rule.allow || !plain.has(path)) plain.set(path, rule)
    }
    for (const path of [...plain.keys()].sort()) this.#append(plain.get(path) as Rule)
    this.#patterns = rules.filter(isPattern).sort((a, b) => b.octets - a.octets || Number(b.allow) - Number(a.allow))
  }

  /** About the memory that it takes. */
  get bytes(): number {
    const bytesOf = ({ parts }: Rule) => parts.reduce((sum, part) => sum + 2 * part.length + 40, 120)
    return [...this.#plain, ...this.#patterns].reduce((sum, rule) => sum + bytesOf(rule), 0)
  }

  allows(path: string): boolean {
    const plain = this.#longestPlain(path)
    const trigrams = this.#patterns.length > 50 ? new Trigrams(path) : undefined
    for (const rule of this.#patterns) {
      if (plain && rule.octets < plain.octets) break
      if (trigrams?.lack(rule.trigram) || !fits(rule, path)) continue
      return rule.allow || (plain?.octets === rule.octets && plain.allow)
    }
    return plain?.allow ?? true
  }

  #append(rule: Rule): void {
    const path = headOf(rule)
    let shorter = this.#plain.length - 1
    while (shorter >= 0 && !path.startsWith(headOf(this.#plain[shorter]))) shorter = this.#shorter[shorter] ?? -1
    this.#plain.push(rule)
    this.#shorter.push(shorter)
  }

  /** Binary search. In sorted order, everything between a prefix of the path and the path itself shares that prefix. */
  #longestPlain(path: string): Rule | undefined {
    let low = 0
    let high = this.#plain.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (headOf(this.#plain[middle]) <= path) low = middle + 1
      else high = middle
    }
    let at = low - 1
    while (at >= 0 && !path.startsWith(headOf(this.#plain[at]))) at = this.#shorter[at] ?? -1
    return this.#plain[at]
  }
}

function isPattern(rule: Rule): boolean {
  return rule.anchored || rule.parts.length > 1
}

function headOf(rule: Rule | undefined): string {
  return rule?.parts[0] ?? ''
}

/** The first match of each part is enough, since a wildcard matches anything. */
function fits({ parts, anchored }: Rule, path: string): boolean {
  const head = parts[0] as string
  if (!path.startsWith(head)) return false
  let at = head.length
  const last = parts.length - 1
  for (let index = 1; index <= last; index++) {
    const part = parts[index] as string
    if (anchored && index === last) return path.length - part.length >= at && path.endsWith(part)
    const found = path.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return !anchored || at === path.length
}

/** The trigrams of a path, hashed: one lookup rules out most patterns of a long list. */
class Trigrams {
  readonly #seen = new Uint8Array(4096)

  constructor(path: string) {
    for (let at = 0; at <= path.length - 3; at++) this.#seen[trigramAt(path, at)] = 1
  }

  lack(trigram: number): boolean {
    return trigram >= 0 && this.#seen[trigram] === 0
  }
}

function trigramAt(text: string, at: number): number {
  if (at < 0) return -1
  return (text.charCodeAt(at) * 1009 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & 4095
}
