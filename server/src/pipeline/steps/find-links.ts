import type { FoundLink, NotedLinks } from '../../frontier/links/found-link.ts'
import { trapOf } from '../../frontier/traps/address-groups.ts'
import type { Judge } from '../../gate/judge.ts'
import { nameRule } from '../../gate/judge.ts'
import { anyOf, readWords } from '../../language/word-lists.ts'
import { pageTurns, Turns } from '../../platform/turns.ts'
import type { Link } from '../../reader/blocks/parsed-page.ts'

// Picks the links of a page that go to the frontier. Links that the domain knows already are only counted: on most
// pages that is nearly all of them.

/** An index may list all pages of a site. */
const perPage = 10_000
/** For the links of one page: rules are matched in microseconds, those that an enemy wrote in milliseconds. */
const mostMs = 5_000
/** Endings of files that are no pages. Other addresses are fetched, and judged by their content type. */
const fileEnding = new RegExp(`\\.(?:${anyOf(readWords('web', 'file-endings'))})$`, 'i')

/** Documents that people read: their links are kept, so that somebody sees what the crawl leaves out. */
const documentEnding = new RegExp(`\\.(${anyOf(readWords('web', 'document-endings'))})$`, 'i')

export async function findLinks(
  links: Link[],
  options: {
    url: string
    judge: Judge
    version: number
    isSeen(url: string): boolean
    isDisallowed(url: string): boolean
    most_ms?: number
  },
): Promise<NotedLinks> {
  const turns = new Turns(options.most_ms ?? mostMs, pageTurns)
  const found: FoundLink[] = []
  let seen = 0
  const area = areaPrefix(options.url)
  for (const { url, text, is_nofollow, is_hidden } of links) {
    if (is_hidden) continue
    const pause = turns.next()
    if (pause && !(await pause)) break
    if (options.isSeen(url)) {
      if (url.startsWith(area)) seen++
      continue
    }
    if (found.length >= perPage || isFile(url)) continue
    const verdict = options.judge.url(url)
    const rejected = verdict.keep
      ? (trapOf(url) ?? documentOf(url) ?? (options.isDisallowed(url) ? 'robots.txt disallows it' : undefined))
      : nameRule(options.version, verdict.rule)
    found.push({ url, text, is_nofollow, rejected, is_widened: options.judge.widensTo(url) })
  }
  return { found, seen }
}

const isFile = (url: string) => fileEnding.test(endOf(url))

/** Why a document is not read. */
function documentOf(url: string): string | undefined {
  const ending = documentEnding.exec(endOf(url))?.[1]
  return ending === undefined ? undefined : `not a page: ${ending.toLowerCase()}`
}

/** The last letters of the path. */
function endOf(url: string): string {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  return path.slice(Math.max(path.lastIndexOf('/'), path.length - 10))
}

/** The address prefix up to the first part of the path. */
function areaPrefix(url: string): string {
  const path = url.indexOf('/', url.indexOf('//') + 2)
  const end = url.indexOf('/', path + 1)
  return end < 0 ? url.slice(0, path + 1) : url.slice(0, end)
}
