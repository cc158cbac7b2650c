import { cutText } from '../../language/cut-text.ts'
import type { ParsedPage, Verdict } from '../blocks/parsed-page.ts'
import type { MarksCollector } from './marks-collector.ts'
import {
  notFoundWords,
  parkingHosts,
  parkingWords,
  signInPath,
  wallMarks,
  wallTitles,
  wallWords,
} from './verdict-signals.ts'

// Recognises pages that are not what was asked for. A verdict needs signs that nothing else explains: an article about
// captchas has more text than a captcha, and a shop has a sign-in form somewhere.

export interface ExaminedPage {
  page: Omit<ParsedPage, 'verdict'>
  marks: MarksCollector
  noscript: string
  /** The words of all visible text, main or not. */
  all_words: number
  has_json_ld: boolean
  url: string
  requested_url?: string | undefined
  status: number
  headers: Record<string, string>
}

/** Walls, forms and parking pages have at most this many words. */
const fewWords = 120
/** Signs that an ordinary page may show as well count only below this many words. */
const someWords = 60
const thinWords = 20

export function judge(judged: ExaminedPage): Verdict | null {
  return botWall(judged) ?? parkedDomain(judged) ?? loginWall(judged) ?? softNotFound(judged) ?? thinPage(judged)
}

function botWall(judged: ExaminedPage): Verdict | null {
  const { page, marks, all_words, status, headers } = judged
  const wall = (signal: string): Verdict => ({ kind: 'bot wall', signal })
  if (headers['cf-mitigated'] === 'challenge') return wall('header cf-mitigated: challenge')
  if (all_words > fewWords) return null
  const title = page.title ?? ''
  if (wallTitles.test(title)) return wall(`title "${cutText(title, 60)}"`)
  const isRefused = status === 403 || status === 405 || status === 429 || status === 503
  const mark = findMark(marks)
  if (mark !== undefined && (isRefused || all_words < someWords)) return wall(mark)
  const match = wallWords.exec(`${visibleText(page)} ${judged.noscript}`.slice(0, 4000))
  if (match && (isRefused || all_words < someWords)) return wall(`text "${cutText(match[0], 60)}"`)
  return null
}

function findMark({ sources, ids }: MarksCollector): string | undefined {
  for (const [name, pattern] of wallMarks) {
    for (const source of sources) if (pattern.test(source)) return `${name} challenge`
    for (const id of ids) if (pattern.test(id)) return `${name} challenge`
  }
  return undefined
}

function parkedDomain({ page, marks, all_words }: ExaminedPage): Verdict | null {
  if (all_words > fewWords) return null
  const source = [...marks.sources, marks.refresh ?? '', ...page.links.map(({ url }) => url)].find((from) =>
    parkingHosts.test(from),
  )
  if (source)
    return { kind: 'parked domain', signal: `leads to ${parkingHosts.exec(source)?.[0].replace(/^[/.@]+/, '')}` }
  const match = parkingWords.exec(`${page.title ?? ''} ${visibleText(page)}`.slice(0, 4000))
  return match ? { kind: 'parked domain', signal: `text "${cutText(match[0], 60)}"` } : null
}

/** Whether the page offers nothing but signing in. */
function loginWall({ page, marks, all_words, url, requested_url }: ExaminedPage): Verdict | null {
  if (all_words > fewWords) return null
  const wasSentHere =
    requested_url !== undefined &&
    requested_url !== url &&
    signInPath.test(pathOf(url)) &&
    !signInPath.test(pathOf(requested_url))
  if (wasSentHere) return { kind: 'login wall', signal: `redirected to ${pathOf(url).slice(0, 60)}` }
  const hasPassword = marks.password_inputs > 0
  if (
    hasPassword &&
    marks.password_inputs + marks.text_inputs <= 4 &&
    page.word_count < someWords &&
    page.links.length < 30
  ) {
    return { kind: 'login wall', signal: 'a password form is all there is' }
  }
  return null
}

function pathOf(url: string): string {
  const parsed = URL.parse(url)
  return parsed ? parsed.pathname + parsed.search : url
}

function softNotFound({ page, status }: ExaminedPage): Verdict | null {
  if (status >= 400 || page.word_count > someWords) return null
  const heading = page.blocks.find(({ kind }) => kind === 'heading')
  const texts = [page.title ?? '', heading ? page.text.slice(heading.start, heading.end) : '']
  for (const text of texts) {
    const match = text.length < 120 ? notFoundWords.exec(text) : null
    if (match) return { kind: 'soft 404', signal: `"${cutText(text, 60)}"` }
  }
  return null
}

/** Counts all visible words: a page without a main text, such as a list of links, may have plenty. */
function thinPage({ all_words, has_json_ld, status }: ExaminedPage): Verdict | null {
  if (status >= 400 || all_words >= thinWords || has_json_ld) return null
  return { kind: 'thin page', signal: `${all_words} words of text` }
}

function visibleText({ text }: { text: string }): string {
  return text.slice(0, 3000)
}
