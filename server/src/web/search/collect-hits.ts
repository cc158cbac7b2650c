import { decodeHtmlReferences } from '../../language/character-references.ts'
import { cutText } from '../../language/cut-text.ts'
import { canonicalUrl } from '../address/canonical-url.ts'
import type { SearchHit } from './search-provider.ts'

// Results of a provider as hits: bounded, in plain text, each address once.

export interface RawResult {
  url: string
  title?: string | null | undefined
  text?: string | null | undefined
}

const titleMax = 300
const snippetMax = 500
/** Longer texts are cut before anything else is done with them. */
const inputMax = 4 * snippetMax

/** More are never returned, whatever the limit. */
const hitsMax = 50

/** `limit` as a whole number from 1 to the most that are returned. */
export function boundedLimit(limit: number): number {
  return Math.min(Math.max(Math.trunc(limit) || 1, 1), hitsMax)
}

/** Skips addresses that a crawl could not read. */
export function collectHits(results: Iterable<RawResult>, limit: number): SearchHit[] {
  const hits = new Map<string, SearchHit>()
  const most = boundedLimit(limit)
  for (const { url, title, text } of results) {
    if (hits.size === most) break
    const canonical = canonicalUrl(url.toWellFormed())
    if (canonical === undefined || hits.has(canonical)) continue
    const hit = { url: canonical, title: plain(title, titleMax), snippet: plain(text, snippetMax) }
    hits.set(canonical, { ...hit, rank: hits.size + 1 })
  }
  return [...hits.values()]
}

/** The text of a snippet in which matches are marked with HTML. */
export function withoutMarks(html: string): string {
  return decodeHtmlReferences(cutText(html, inputMax).replace(/<\/?(?:strong|span|b|em)\b[^<>]*>/gi, ''))
}

function plain(text: string | null | undefined, max: number): string {
  const line = cutText(text ?? '', inputMax)
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
  return cutText(line, max)
}

/** The words of a query in one line, cut between words to what a provider takes. */
export function searchWords(words: string, maxLetters: number, maxWords = Number.POSITIVE_INFINITY): string {
  const list = cutText(words, 10 * maxLetters)
    .toWellFormed()
    .normalize('NFC')
    .split(/[\p{Cc}\s]+/u)
    .filter((word) => word !== '')
    .slice(0, maxWords)
  let line = ''
  for (const word of list) {
    const longer = line === '' ? cutText(word, maxLetters) : `${line} ${word}`
    if (longer.length > maxLetters) break
    line = longer
  }
  return line
}
