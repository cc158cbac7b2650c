import { parseRule, pathOf, type Rule, RuleSet } from './robots-rules.ts'

// robots.txt by RFC 9309. Where the standard is open, this follows Google's parser, with which authors test their
// files: some misspellings, a missing colon, text after a crawler's name.

/** The rest of a longer file is ignored (RFC 9309, 2.5). */
export const robotsMaxBytes = 500 * 1024

export interface Robots {
  /** `agent` is a product token or a whole User-Agent header. */
  isAllowed(agent: string, url: string): boolean
  /** In seconds. The file can ask for any delay: the caller limits it. */
  crawlDelay(agent: string): number | undefined
  /** Absolute addresses, for all crawlers. */
  readonly sitemaps: readonly string[]
}

/** The result of fetching robots.txt, after redirects. */
export type RobotsAnswer = { status: number; body: string | Uint8Array } | 'unreachable'

/**
 * A site without a file has no rules (4xx, or redirects that were given up). A site that cannot be asked may have any
 * rules, so everything is disallowed (RFC 9309, 2.3.1).
 */
export function robotsFor(answer: RobotsAnswer): Robots {
  if (answer === 'unreachable' || answer.status >= 500) return parseRobots('User-agent: *\nDisallow: /')
  return parseRobots(answer.status >= 200 && answer.status < 300 ? answer.body : '')
}

export function parseRobots(body: string | Uint8Array): Robots {
  const file = new RobotsFile()
  for (const line of readLines(body)) {
    const record = readRecord(line)
    if (record) file.add(record)
  }
  return file
}

interface Agent {
  /** The rules of each group that names the agent. */
  groups: Set<Rule[]>
  delay?: number
}

class RobotsFile implements Robots {
  readonly #agents = new Map<string, Agent>()
  readonly #sitemaps = new Set<string>()
  /** Built on first use: a file can name thousands of agents and thousands of rules. */
  readonly #ruleSets = new Map<Agent, RuleSet>()
  #group: Rule[] = []
  #groupHasRules = false
  /** Agents of the current group without a delay so far. */
  #undelayed: Agent[] = []

  get sitemaps(): readonly string[] {
    return [...this.#sitemaps]
  }

  /** Only rules end a group's list of agents; other records do not (RFC 9309, 2.2.4). */
  add({ key, value }: Line): void {
    if (key === 'user-agent') this.#addAgent(value)
    else if (key === 'allow' || key === 'disallow') this.#addRule(key === 'allow', value)
    else if (key === 'crawl-delay') this.#addDelay(value)
    else if (/^https?:\/\//i.test(value) && URL.canParse(value)) this.#sitemaps.add(value)
  }

  isAllowed(agent: string, url: string): boolean {
    const found = this.#find(agent)
    return found ? this.#rulesOf(found).allows(pathOf(url)) : true
  }

  crawlDelay(agent: string): number | undefined {
    return this.#find(agent)?.delay
  }

  #addAgent(value: string): void {
    if (this.#groupHasRules) {
      this.#group = []
      this.#groupHasRules = false
      this.#undelayed = []
    }
    const token = productToken(value)
    if (token === '') return
    const agent = this.#agents.get(token) ?? { groups: new Set() }
    this.#agents.set(token, agent)
    agent.groups.add(this.#group)
    if (agent.delay === undefined) this.#undelayed.push(agent)
  }

  #addRule(allow: boolean, path: string): void {
    this.#groupHasRules = true
    const rule = parseRule(allow, path)
    if (rule) this.#group.push(rule)
  }

  /** Applies to the agents above it. An agent's first delay counts, so that the next agent's cannot replace it. */
  #addDelay(value: string): void {
    const seconds = Number(/^\d*\.?\d+/.exec(value)?.[0])
    if (!Number.isFinite(seconds)) return
    for (const agent of this.#undelayed) agent.delay = seconds
    this.#undelayed = []
  }

  #find(agent: string): Agent | undefined {
    return this.#agents.get(productToken(agent)) ?? this.#agents.get('*')
  }

  #rulesOf(agent: Agent): RuleSet {
    let rules = this.#ruleSets.get(agent)
    if (!rules) {
      rules = new RuleSet([...agent.groups].flat())
      this.#ruleSets.set(agent, rules)
    }
    return rules
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
