import type { ReadEnding } from '../../crawl/page-ending.ts'
import { noLinks } from '../../frontier/found-link.ts'
import { describeDrop, type Judge } from '../../gate/judge.ts'
import type { ClaimedPage } from '../../queue/claimed-page.ts'
import type { ParsedAnswer } from './parsed-answer.ts'

/** The ending of a page whose text the gate's rules drop; undefined when they keep it. */
export function judgeText(
  page: ClaimedPage,
  judge: Judge,
  { url, parsed, ending }: ParsedAnswer,
): ReadEnding | undefined {
  const text = parsed.title === null ? parsed.text : `${parsed.title}\n${parsed.text}`
  const verdict = judge.page({ url, text, language: parsed.language })
  if (verdict.keep) return undefined
  const error = { code: 'gate', text: describeDrop(page.published_version, verdict) } as const
  return { ...ending, status: 'irrelevant', error, links: noLinks }
}
