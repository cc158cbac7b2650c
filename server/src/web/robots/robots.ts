import { pathOf, RuleList, RuleSet } from './robots-rules.ts'

// robots.txt by RFC 9309. Where the standard is open, this follows Google's parser, with which authors test their
// files: some misspellings, a missing colon, text after a crawler's name.

/** The rest of a longer file is ignored (RFC 9309, 2.5). */
export const robotsMaxBytes = 500 * 1024

export interface Robots {
  isAllowed(url: string): boolean
  /** In seconds. The file can ask for any delay: the caller limits it. */
  readonly crawl_delay: number | undefined
  /** Absolute addresses, for all crawlers. */
  readonly sitemaps: readonly string[]
  /** About the memory that it takes. */
  readonly bytes: number
}

/** The result of fetching robots.txt, after redirects. */
export type RobotsAnswer = { status: number; body: string | Uint8Array } | 'unreachable'

/**
 * A site without a file has no rules (4xx, or redirects that were given up). A site that cannot be asked may have any
 * rules, so everything is disallowed (RFC 9309, 2.3.1).
 */
export function robotsFor(answer: RobotsAnswer, agent: string): Robots {
  if (answer === 'unreachable' || answer.status >= 500) return parseRobots('User-agent: *\nDisallow: /', agent)
  return parseRobots(answer.status >= 200 && answer.status < 300 ? answer.body : '', agent)
}

/**
 * The rules for one crawler: `agent` is its product token or whole User-Agent header. The rules for others are not kept:
 * a file may name thousands of agents with thousands of rules each.
 */
export function parseRobots(body: string | Uint8Array, agent: string): Robots {
  const file = new RobotsFile(productToken(agent))
  for (const line of readLines(body)) {
    const record = readRecord(line)
    if (record) file.add(record)
  }
  return file.rules()
}

/** The rest is ignored. */
const sitemapsMax = 1_000

/** All groups that name one agent. */
class Groups {
  readonly rules = new RuleList()
  isNamed = false
  /** The current group names it. */
  isCurrent = false
  delay: number | undefined
}

class RobotsFile {
  readonly #own = new Groups()
  readonly #all = new Groups()
  readonly #token: string
  readonly #sitemaps = new Set<string>()
  #groupHasRules = false
  /** Agents of the current group without a delay so far. */
  #undelayed: Groups[] = []

  constructor(token: string) {
    this.#token = token
  }

  /** Only rules end a group's list of agents; other records do not (RFC 9309, 2.2.4). */
  add({ key, value }: Line): void {
    if (key === 'user-agent') this.#addAgent(value)
    else if (key === 'allow' || key === 'disallow') this.#addRule(key === 'allow', value)
    else if (key === 'crawl-delay') this.#addDelay(value)
    else if (this.#sitemaps.size < sitemapsMax && /^https?:\/\//i.test(value) && URL.canParse(value))
      this.#sitemaps.add(value)
  }

  rules(): Robots {
    const { rules, delay } = this.#own.isNamed ? this.#own : this.#all
    const set = new RuleSet(rules.list)
    const sitemaps = [...this.#sitemaps]
    return {
      isAllowed: (url) => set.allows(pathOf(url)),
      crawl_delay: delay,
      sitemaps,
      bytes: sitemaps.reduce((sum, { length }) => sum + 2 * length + 50, set.bytes),
    }
  }

  #addAgent(value: string): void {
    if (this.#groupHasRules) {
      this.#groupHasRules = false
      this.#undelayed = []
      this.#own.isCurrent = false
      this.#all.isCurrent = false
    }
    const token = productToken(value)
    if (token === '') return
    for (const groups of [this.#own, this.#all]) {
      if (token !== (groups === this.#own ? this.#token : '*')) continue
      groups.isNamed = true
      groups.isCurrent = true
      if (groups.delay === undefined) this.#undelayed.push(groups)
    }
  }

  #addRule(allow: boolean, path: string): void {
    this.#groupHasRules = true
    if (this.#own.isCurrent) this.#own.rules.add(allow, path)
    if (this.#all.isCurrent) this.#all.rules.add(allow, path)
  }

  /** Applies to the agents above it. An agent's first delay counts, so that the next agent's cannot replace it. */
  #addDelay(value: string): void {
    const seconds = Number(/^\d*\.?\d+/.exec(value)?.[0])
    if (!Number.isFinite(seconds)) return
    for (const groups of this.#undelayed) groups.delay = seconds
    this.#undelayed = []
  }
}

/**
 * The name without version and remarks. The standard allows letters, `_` and `-`; crawlers with digits and umlauts
 * exist.
 */
function productToken(agent: string): string {
  if (/^\*(?:\s|$)/.test(agent)) return '*'
  return (/^[\p{L}\p{N}_-]*/u.exec(agent)?.[0] ?? '').toLowerCase()
}

/** Drops a whole or broken byte order mark, and the line that the limit cuts. */
function readLines(body: string | Uint8Array): string[] {
  const cut = body.length > robotsMaxBytes
  const kept = cut ? body.slice(0, robotsMaxBytes) : body
  const text = typeof kept === 'string' ? kept : new TextDecoder('utf-8', { ignoreBOM: true }).decode(kept)
  const lines = text.replace(/^[\uFEFF\uFFFD]/, '').split(/\r\n?|\n/)
  return cut ? lines.slice(0, -1) : lines
}

type Key = 'user-agent' | 'allow' | 'disallow' | 'crawl-delay' | 'sitemap'

interface Line {
  key: Key
  value: string
}

const keys = new Map<string, Key>([
  ['user-agent', 'user-agent'],
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['crawl-delay', 'crawl-delay'],
  ['sitemap', 'sitemap'],
  ['site-map', 'sitemap'],
])

function readRecord(line: string): Line | undefined {
  const hash = line.indexOf('#')
  const content = trimBlanks(hash < 0 ? line : line.slice(0, hash))
  const colon = content.indexOf(':')
  if (colon >= 0) return toLine(content.slice(0, colon), content.slice(colon + 1))
  const words = content.split(/[ \t]+/, 3)
  return words.length === 2 ? toLine(words[0] as string, words[1] as string) : undefined
}

function toLine(name: string, value: string): Line | undefined {
  const key = keys.get(trimBlanks(name).toLowerCase())
  return key && { key, value: trimBlanks(value) }
}

/** Trims blanks only: `trim` would also remove a stray byte order mark. One pass, unlike a pattern. */
function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text.charCodeAt(start))) start++
  while (start < end && isBlank(text.charCodeAt(end - 1))) end--
  return text.slice(start, end)
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09
}
