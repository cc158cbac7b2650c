import { countOf } from '../language/count-of.ts'
import type { PlanResult } from './plan.ts'

// The sentences of a plan.

export interface EndCounts {
  enqueued: number
  /** Whether the domain may have more pages. */
  has_room: boolean
  /** Whether it has queued as many as it may. */
  is_spent: boolean
  result: PlanResult
  search_failure: string | null
}

export function describeEnd({ enqueued, has_room, is_spent, result, search_failure }: EndCounts): string {
  const { entities_added, rejected, waiting } = result
  const done =
    enqueued === 0
      ? 'No link was queued.'
      : `Queued ${countOf(enqueued, 'page')}; ${countOf(entities_added, 'entity', 'entities')} more.`
  const gone = rejected === 0 ? '' : ` Rejected ${countOf(rejected, 'link')} to pages that are not there.`
  const left = (() => {
    if (!has_room) return ' There is no room for more pages: raise max_pages.'
    if (waiting === 0) return ' No link is left.'
    if (is_spent) return ` ${countOf(waiting, 'link')} wait for the next plan.`
    return ` ${countOf(waiting, 'link')} wait: too deep, on other hosts, or held back.`
  })()
  const trouble = search_failure === null ? '' : ` The web could not be searched: ${search_failure}.`
  return `${done}${gone}${left}${trouble}`
}
