import type { gateRules } from '@polegraph/contract/crawl/gate.ts'
import type { z } from 'zod'
import { primaryLanguage } from '../language/detection/tell-language.ts'
import { compileHosts } from './match-host.ts'
import { compileGlob, spellPath } from './match-path.ts'
import { SearchedPath } from './searched-path.ts'
import { dropped, type GateVerdict, kept, packTextRules, unruled } from './text/text-rules.ts'

// Judges an address or a page: the verdict, and the rule that decided. Pure, so that the crawl, a preview and a
// re-judgement after publishing cannot disagree. What the rules say of a text comes from a reading thread. `about` is
// only passed on to the model, and `min_confidence` applies to facts, not to pages.

export type GateRules = z.output<typeof gateRules>

export interface JudgedPage {
  url: string
  /** Language tag, such as `en-GB`; null when it is not known. */
  language: string | null
  /** The verdict of a thread by `text_rules`. */
  by_text: GateVerdict
}

/** One version of the rules, compiled to judge many pages. */
export interface Judge {
  /** What is relevant, in plain words for a model; empty when there are none. */
  about: string
  /** Words of which a page must have one, as many as a model is told of. */
  terms: string[]
  /** The rules for the text of a page, for a reading thread; null when there are none. */
  text_rules: string | null
  /** Memory that it holds, about. */
  bytes: number
  /** Before fetching: by host and path alone. */
  url(url: string): GateVerdict
  /** After fetching: by its address, its language, then its text. */
  page(page: JudgedPage): GateVerdict
  /** Whether the crawl may leave the hosts of its sources for this address; `url` may still drop it. */
  widensTo(url: string): boolean
}

const termsTold = 20

export function compileGate(rules: GateRules): Judge {
  const blocked = compilePaths(rules.block_paths)
  const allowed = compilePaths(rules.allow_paths)
  const judgeUrl = compileUrlRules(rules, blocked?.find, allowed?.find)
  const judgeLanguage = compileLanguages(rules.languages)
  const text_rules = packTextRules(rules)
  const isAllowedHost = compileHosts(rules.allowed_hosts ?? [])
  return {
    about: rules.about ?? '',
    terms: (rules.include_terms ?? []).slice(0, termsTold),
    text_rules,
    bytes: (blocked?.bytes ?? 0) + (allowed?.bytes ?? 0) + 2 * (text_rules?.length ?? 0) + bytesOfRest(rules),
    url: judgeUrl,
    page({ url, language, by_text }) {
      const byUrl = judgeUrl(url)
      if (!byUrl.keep) return byUrl
      const byLanguage = judgeLanguage(language)
      if (!byLanguage.keep) return byLanguage
      return by_text.rule === null ? byUrl : by_text
    },
    widensTo: (url) => isAllowedHost(URL.parse(url)?.hostname ?? '') !== undefined,
  }
}

/** A rule as pages show it: `gate v3: block_paths /tag/**`. */
export function nameRule(version: number, rule: string | null): string {
  return `gate v${version}: ${rule}`
}

/** The parts of a gate whose memory is a multiple of their letters. */
function bytesOfRest({ about = '', allowed_hosts = [], blocked_hosts = [] }: GateRules): number {
  const hosts = [...allowed_hosts, ...blocked_hosts]
  return hosts.reduce((sum, { length }) => sum + 4 * length + bytesOfHost, 2 * about.length + bytesOfGate)
}

const bytesOfGate = 2_000
const bytesOfHost = 150

function compileUrlRules(rules: GateRules, findBlocked?: FindGlob, findAllowed?: FindGlob): Judge['url'] {
  const findBlockedHost = compileHosts(rules.blocked_hosts ?? [])
  return (url) => {
    const parsed = URL.parse(url)
    if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return dropped('url')
    const host = findBlockedHost(parsed.hostname)
    if (host !== undefined) return dropped(`blocked_hosts ${host}`)
    if (!findBlocked && !findAllowed) return unruled
    const path = new SearchedPath(spellPath(parsed.pathname))
    const blocked = findBlocked?.(path)
    if (path.isTooLong) return dropped('block_paths (too long to judge)')
    if (blocked !== undefined) return dropped(`block_paths ${blocked}`)
    if (!findAllowed) return unruled
    const allowed = findAllowed(path)
    if (path.isTooLong) return dropped('allow_paths (too long to judge)')
    return allowed === undefined ? dropped('allow_paths') : kept(`allow_paths ${allowed}`)
  }
}

type FindGlob = (path: SearchedPath) => string | undefined

/** Undefined when there are no such rules. */
function compilePaths(globs: string[] = []): { find: FindGlob; bytes: number } | undefined {
  if (globs.length === 0) return undefined
  const compiled = globs.map((glob) => ({ glob, ...compileGlob(glob) }))
  return {
    find: (path) => compiled.find(({ matches }) => matches(path))?.glob,
    bytes: compiled.reduce((sum, { bytes }) => sum + bytes, 0),
  }
}

function compileLanguages(languages: string[] = []): (language: string | null) => GateVerdict {
  if (languages.length === 0) return () => unruled
  const wanted = new Set(languages.map(primaryLanguage))
  return (tag) => {
    const language = tag === null ? undefined : primaryLanguage(tag)
    return language === undefined || wanted.has(language) ? unruled : dropped(`languages (${tag})`)
  }
}
