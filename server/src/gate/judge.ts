import type { gateRules } from '@polegraph/contract/gate.ts'
import type { z } from 'zod'
import { foldText } from '../language/fold-terms.ts'
import { countWords } from '../language/scripts.ts'
import { compileTerms } from './find-terms.ts'
import { compileHosts } from './match-host.ts'
import { compileGlob, spellPath } from './match-path.ts'

// Judges an address or a page: the verdict, and the rule that decided. Pure, so that the crawl, a preview and a
// re-judgement after publishing cannot disagree. `about` is only passed on to the model, and `min_confidence` applies
// to facts, not to pages.

export type GateRules = z.output<typeof gateRules>

export interface GateVerdict {
  keep: boolean
  /** The rule that decided, such as `block_paths /tag/**`; null when no rule matched. */
  rule: string | null
}

export interface JudgedPage {
  url: string
  /** The visible text, the title included. */
  text: string
  /** Language tag, such as `en-GB`; null when it is not known. */
  language: string | null
}

/** One version of the rules, compiled to judge many pages. */
export interface Judge {
  /** What is relevant, in plain words for a model; empty when there are none. */
  about: string
  /** Before fetching: by host and path alone. */
  url(url: string): GateVerdict
  /** After fetching: by its address, then by its text. */
  page(page: JudgedPage): GateVerdict
  /** Whether the crawl may leave the hosts of its sources for this address; `url` may still drop it. */
  widensTo(url: string): boolean
}

export function compileGate(rules: GateRules): Judge {
  const judgeUrl = compileUrlRules(rules)
  const judgeLanguage = compileLanguages(rules.languages)
  const judgeText = compileTextRules(rules)
  const isAllowedHost = compileHosts(rules.allowed_hosts ?? [])
  return {
    about: rules.about ?? '',
    url: judgeUrl,
    page({ url, text, language }) {
      const byUrl = judgeUrl(url)
      if (!byUrl.keep) return byUrl
      const byLanguage = judgeLanguage(language)
      if (!byLanguage.keep) return byLanguage
      const byText = judgeText(text)
      return byText.rule === null ? byUrl : byText
    },
    widensTo: (url) => isAllowedHost(URL.parse(url)?.hostname ?? '') !== undefined,
  }
}

/** The `error` of a page that was dropped, as in `gate v3: block_paths /tag/**`. */
export function describeDrop(version: number, { rule }: GateVerdict): string {
  return `gate v${version}: ${rule}`
}

const unruled: GateVerdict = { keep: true, rule: null }
const kept = (rule: string): GateVerdict => ({ keep: true, rule })
const dropped = (rule: string): GateVerdict => ({ keep: false, rule })

function compileUrlRules(rules: GateRules): Judge['url'] {
  const findBlockedHost = compileHosts(rules.blocked_hosts ?? [])
  const findBlocked = compilePaths(rules.block_paths)
  const findAllowed = compilePaths(rules.allow_paths)
  return (url) => {
    const parsed = URL.parse(url)
    if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return dropped('url')
    const host = findBlockedHost(parsed.hostname)
    if (host !== undefined) return dropped(`blocked_hosts ${host}`)
    const path = spellPath(parsed.pathname)
    const blocked = findBlocked?.(path)
    if (blocked !== undefined) return dropped(`block_paths ${blocked}`)
    if (!findAllowed) return unruled
    const allowed = findAllowed(path)
    return allowed === undefined ? dropped('allow_paths') : kept(`allow_paths ${allowed}`)
  }
}

/** Undefined when there are no such rules. */
function compilePaths(globs: string[] = []): ((path: string) => string | undefined) | undefined {
  if (globs.length === 0) return undefined
  const compiled = globs.map((glob) => ({ glob, matches: compileGlob(glob) }))
  return (path) => compiled.find(({ matches }) => matches(path))?.glob
}

function compileLanguages(languages: string[] = []): (language: string | null) => GateVerdict {
  if (languages.length === 0) return () => unruled
  const wanted = new Set(languages.map(readLanguage))
  return (tag) => {
    const language = tag === null ? undefined : readLanguage(tag)
    return language === undefined || wanted.has(language) ? unruled : dropped(`languages (${tag})`)
  }
}

/** Tags for an unknown language, or for none. */
const noLanguages = new Set(['und', 'mul', 'zxx', 'mis'])

/** The shortest code of a tag's language; undefined for an invalid tag. */
function readLanguage(tag: string): string | undefined {
  const primary = /^[a-z]{2,3}(?=$|[-_])/i.exec(tag.trim())?.[0].toLowerCase()
  if (primary === undefined || noLanguages.has(primary)) return undefined
  const { language } = new Intl.Locale(primary)
  // Pages in Norwegian carry any of the three.
  return language === 'nb' || language === 'nn' ? 'no' : language
}

function compileTextRules({ min_words = 0, exclude_terms, include_terms }: GateRules): (text: string) => GateVerdict {
  const findExcluded = exclude_terms?.length ? compileTerms(exclude_terms) : undefined
  const findIncluded = include_terms?.length ? compileTerms(include_terms) : undefined
  if (min_words === 0 && !findExcluded && !findIncluded) return () => unruled
  return (text) => {
    const folded = foldText(text)
    const words = min_words === 0 ? 0 : countWords(folded)
    if (words < min_words) return dropped(`min_words ${min_words} (${words})`)
    const excluded = findExcluded?.(folded)
    if (excluded !== undefined) return dropped(`exclude_terms ${excluded}`)
    if (!findIncluded) return unruled
    const included = findIncluded(folded)
    return included === undefined ? dropped('include_terms') : kept(`include_terms ${included}`)
  }
}
