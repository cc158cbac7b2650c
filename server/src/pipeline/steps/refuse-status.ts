import { hostRestMaxMs } from '../../queue/politeness.ts'
import { ParseFailed } from '../../reader/read-page/parse-job.ts'
import type { FetchAnswer } from '../../web/fetch/fetcher.ts'
import { GiveUp, TryAgain } from '../parts/page-errors.ts'
import type { ClaimedWork, PageParts } from '../parts/page-work.ts'
import { jobOf } from './parse-answer.ts'
import { refuseWall } from './refuse-verdict.ts'

const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504])
const goneStatuses = new Set([404, 410])
/** Statuses of bot walls and login walls. */
const wallStatuses = new Set([401, 403, 429, 503])

/** Throws for every status without a page: GiveUp for good, TryAgain for later. */
export async function refuseStatus(
  parts: PageParts,
  { page, leases }: ClaimedWork,
  answer: FetchAnswer,
  signal: AbortSignal,
): Promise<void> {
  const { status, retry_after_ms } = answer
  if (status === 200 || status === 203 || status === 304) return
  if (status === 204 || status === 205) {
    throw new GiveUp('skipped', { code: 'no_content', text: `HTTP ${status}: no content` })
  }
  if (status >= 400 && retry_after_ms !== null) {
    const lease = await leases.of(new URL(answer.url).host)
    lease.rest(Math.min(retry_after_ms, hostRestMaxMs))
  }
  if (wallStatuses.has(status)) {
    const reading = await parts.parser.parse(page.project_id, jobOf(page, answer), signal).catch((error) => {
      // A wall that cannot be parsed ends with the error of its status.
      if (error instanceof ParseFailed) return undefined
      throw error
    })
    if (reading && reading.kind !== 'other') refuseWall(reading.page.verdict)
  }
  const isGone = goneStatuses.has(status)
  const error = { code: isGone ? 'not_found' : 'http_status', text: `HTTP ${status}` } as const
  if (transientStatuses.has(status)) throw new TryAgain(error, retry_after_ms)
  throw new GiveUp('failed', error, { is_gone: isGone })
}
