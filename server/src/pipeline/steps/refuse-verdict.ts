import type { PageError, PageErrorCode } from '../../crawl/page-ending.ts'
import type { Verdict, VerdictKind } from '../../reader/blocks/parsed-page.ts'
import { GiveUp } from '../parts/page-errors.ts'

const codes: Record<VerdictKind, PageErrorCode> = {
  'bot wall': 'bot_wall',
  'login wall': 'login_wall',
  'parked domain': 'parked_domain',
  'soft 404': 'soft_404',
  'thin page': 'thin_page',
  'partly read': 'partly_read',
}

export function errorOfVerdict({ kind, signal }: Verdict): PageError {
  return { code: codes[kind], text: `${kind}: ${signal}` }
}

/** For an error page: throws GiveUp when it is a wall that only machines see. */
export function refuseWall(verdict: Verdict | null): void {
  if (verdict?.kind === 'bot wall' || verdict?.kind === 'login wall')
    throw new GiveUp('failed', errorOfVerdict(verdict))
}

/**
 * For a page: throws GiveUp for everything that is no page of its own. Thin pages are kept: registers consist of them.
 * So is what is read of a document.
 */
export function refuseVerdict(verdict: Verdict | null): void {
  if (verdict && verdict.kind !== 'thin page' && verdict.kind !== 'partly read')
    throw new GiveUp('failed', errorOfVerdict(verdict))
}
