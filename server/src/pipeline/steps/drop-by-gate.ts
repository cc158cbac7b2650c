import type { ReadEnding } from '../../crawl/page-ending.ts'
import { noLinks } from '../../frontier/links/found-link.ts'
import { nameRule } from '../../gate/judge.ts'
import type { ClaimedPage } from '../../queue/claimed-page.ts'
import type { ParsedAnswer } from './parsed-answer.ts'

/** The ending of a page that the gate drops; undefined when it keeps the page. */
export function dropByGate(page: ClaimedPage, { gate, ending }: ParsedAnswer): ReadEnding | undefined {
  if (gate.keep) return undefined
  const error = { code: 'gate', text: nameRule(page.published_version, gate.rule) } as const
  return { ...ending, status: 'irrelevant', error, links: noLinks }
}
