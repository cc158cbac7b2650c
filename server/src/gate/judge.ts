import type { gateRules } from '@polegraph/contract/gate.ts'
import type { z } from 'zod'

// Whether an address, or a page, is relevant: the verdict, and the rule that decided. Pure, so that
// the crawl, a preview and a re-judgement after publishing cannot disagree.

export type GateRules = z.output<typeof gateRules>

export interface Verdict {
  keep: boolean
  /** The rule that dropped it, such as `block_paths /tag/**`; null when nothing did. */
  rule: string | null
}

export interface JudgedPage {
  url: string
  text: string
  /** Code of the language, or null when it is not known. */
  language: string | null
}

const kept: Verdict = { keep: true, rule: null }
const dropped = (rule: string): Verdict => ({ keep: false, rule })

/** Before fetching: by host and path alone. `allowed_hosts` widens the crawl, it does not narrow it here. */
export function judgeUrl(rules: GateRules, url: string): Verdict {
  const parsed = URL.parse(url)
  if (!parsed) return dropped('url')
  const blockedHost = rules.blocked_hosts?.find((pattern) => matchesHost(pattern, parsed.hostname))
  if (blockedHost) return dropped(`blocked_hosts ${blockedHost}`)
  const blockedPath = rules.block_paths?.find((glob) => matchesPath(glob, parsed.pathname))
  if (blockedPath) return dropped(`block_paths ${blockedPath}`)
  const paths = rules.allow_paths ?? []
  if (paths.length > 0 && !paths.some((glob) => matchesPath(glob, parsed.pathname))) return dropped('allow_paths')
  return kept
}

/** After fetching: by its address and then by what it says. */
export function judgePage(rules: GateRules, page: JudgedPage): Verdict {
  const byUrl = judgeUrl(rules, page.url)
  if (!byUrl.keep) return byUrl
  const languages = rules.languages ?? []
  if (languages.length > 0 && page.language !== null && !languages.includes(primaryLanguage(page.language))) {
    return dropped(`languages ${page.language}`)
  }
  const words = splitWords(page.text)
  const minWords = rules.min_words ?? 0
  if (words.length < minWords) return dropped(`min_words ${minWords} (${words.length})`)
  const folded = ` ${words.join(' ')} `
  const excluded = rules.exclude_terms?.find((term) => hasTerm(folded, term))
  if (excluded) return dropped(`exclude_terms ${excluded}`)
  const included = rules.include_terms ?? []
  if (included.length > 0 && !included.some((term) => hasTerm(folded, term))) return dropped('include_terms')
  return kept
}

export function matchesHost(pattern: string, host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  const wanted = pattern.toLowerCase()
  return wanted.startsWith('*.') ? name.endsWith(wanted.slice(1)) : name === wanted
}

/** `*` stands for anything within a segment, `**` for anything; a glob covers the whole path. */
export function matchesPath(glob: string, path: string): boolean {
  return matchGlob(tokenize(glob), path)
}

type Token = { text: string } | 'segment' | 'any'

function tokenize(glob: string): Token[] {
  return glob
    .split(/(\*{1,})/)
    .filter((part) => part !== '')
    .map((part): Token => (part === '*' ? 'segment' : /^\*+$/.test(part) ? 'any' : { text: part }))
}

/**
 * Keeps the set of places in the path that the glob so far can end at. Every place is visited once a
 * token, where a regular expression made from `/a**b**c**d` could take exponential time.
 */
function matchGlob(tokens: Token[], path: string): boolean {
  let reachable = new Set([0])
  for (const token of tokens) {
    const next = new Set<number>()
    for (const at of reachable) {
      if (typeof token === 'object') {
        if (path.startsWith(token.text, at)) next.add(at + token.text.length)
        continue
      }
      for (let end = at; end <= path.length && !next.has(end); end++) {
        next.add(end)
        if (token === 'segment' && path[end] === '/') break
      }
    }
    reachable = next
  }
  return reachable.has(path.length)
}

function primaryLanguage(code: string): string {
  return (code.split(/[-_]/)[0] ?? '').toLowerCase()
}

/** Words without case and accents, so that `Zürich` finds ZURICH and not Zürichsee. */
function splitWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Scripts that put no space between words: there a term is found anywhere. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

function hasTerm(words: string, term: string): boolean {
  const wanted = splitWords(term).join(' ')
  return words.includes(unspaced.test(term) ? wanted : ` ${wanted} `)
}
