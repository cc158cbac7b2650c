import type { TermFinder } from '../../gate/text/find-terms.ts'
import { cutText } from '../../language/cut-text.ts'
import { foldText } from '../../language/fold-terms.ts'

// Everything about a link by which it can be compared with others: its address, taken apart, and its words. Strangers
// wrote both, so only so much of them is looked at.

const pathMax = 200
/** Characters of the text, and of the path, in which words and terms are looked for. */
const saidMax = 120
const parametersMax = 4
const wordsMax = 12

export interface LinkTraits {
  host: string
  /** The path, with `#` for numbers: `/2013/speakers.html` and `/2014/speakers.html` are one. */
  path: string
  /** The path without its last part. */
  folder: string
  /** The first word of a last part that goes on after it: `paper` of `paper_main.314.html`. */
  lead: string
  /** Its last part as a pattern, without regard to the lead: `*.html`, `#/`, `*?page`. */
  leaf: string
  /** Words of the text and the path. */
  words: string[]
  /** A term that the text or the path has. */
  term: string | undefined
  /** The same for addresses that most servers answer with the same page: `/a`, `/a/`, `/a/index.html`, `/a.html`. */
  page: string
}

export function traitsOf({ url, text }: { url: string; text: string }, terms: TermFinder): LinkTraits {
  const { host, path, query } = partsOf(url)
  const end = path.endsWith('/') ? path.length - 1 : path.length
  const slash = path.lastIndexOf('/', end - 1)
  const last = readable(path.slice(slash + 1, end))
  const ending = /\.[a-z]{1,5}$/i.exec(last)?.[0] ?? ''
  const stem = last.slice(0, last.length - ending.length)
  const lead = /^\p{L}+/u.exec(stem)?.[0] ?? ''
  const names = parametersOf(query)
  const said = foldText(`${cutText(text, saidMax)} ${readable(path.slice(-saidMax)).replaceAll('/', ' ')}`)
  return {
    host,
    path: fold(path),
    folder: fold(path.slice(0, slash + 1)),
    lead: lead.length < stem.length ? lead : '',
    leaf: `${lead !== '' ? '*' : stem === '' ? '' : '#'}${ending}${path.slice(end)}${names}`,
    words: wordsOf(said),
    term: terms.find(said),
    page: `${host}${pageOf(path)}${query}`,
  }
}

/** An address of ours is whole and canonical; taking it apart by hand is many times faster than `URL`. */
function partsOf(url: string): { host: string; path: string; query: string } {
  const start = url.indexOf('//') + 2
  const slash = url.indexOf('/', start)
  if (slash < 0) return { host: url.slice(start), path: '/', query: '' }
  const mark = url.indexOf('?', slash)
  const path = url.slice(slash, mark < 0 ? url.length : mark)
  return { host: url.slice(start, slash), path: path.slice(0, pathMax), query: mark < 0 ? '' : url.slice(mark) }
}

const fold = (path: string) => path.replaceAll(/\d+/g, '#')

function readable(part: string): string {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return part.replaceAll(/%[\da-f]{2}/gi, ' ')
  }
}

function parametersOf(query: string): string {
  const names = query.slice(1, pathMax).split('&', parametersMax)
  return query === '' ? '' : `?${names.map((name) => name.split('=', 1)[0]).join('&')}`
}

function wordsOf(folded: string): string[] {
  const words: string[] = []
  for (const word of folded.match(/\p{L}+/gu) ?? []) {
    if (!words.includes(word)) words.push(word)
    if (words.length === wordsMax) break
  }
  return words
}

function pageOf(path: string): string {
  return path
    .replace(/\/index\.[a-z]{1,5}$/i, '/')
    .replace(/\/$/, '')
    .replace(/\.(?:x?html?|php)$/i, '')
}
