import type { SearchHit } from '../../web/search/search-provider.ts'
import type { FoundSite } from './group-hits.ts'
import type { WordsQuery } from './search-words.ts'

// What the searches and the looks of a discovery have brought so far. Plain data: the row of a discovery keeps it while a
// model leads it, so that a killed process loses nothing that was paid for.

/** Why a site is not suggested. */
export type LeftOut = 'source' | 'gate' | 'robots' | 'unreachable' | 'unrelated' | 'not_looked_at'

export interface SeenSite {
  found: FoundSite
  /** The address that answered. */
  url: string
  title: string
  /** Topics that the page mentions. */
  topics: string[]
  /** Whether it, or the result of the search, mentions a topic; all do when there are none. */
  is_related: boolean
  /** How many entities of each kind it names, the most frequent kind first. */
  kinds: [kind: string, count: number][]
  /** The beginning of its text. */
  beginning: string
}

/** What a model says of a site. */
export interface SiteVerdict {
  keep: boolean
  /** One line; may be empty. */
  reason: string
}

export interface LookedSite {
  /** As in FoundSite. */
  name: string
  /** Null when there is nothing to suggest: the site is left out, or another address led to it already. */
  seen: SeenSite | null
  left_out: LeftOut | null
  /** Whether a model was asked about it. */
  was_asked: boolean
  verdict: SiteVerdict | null
}

export interface TriedQuery extends WordsQuery {
  /** How many addresses it found; null when it was not answered. */
  hits: number | null
}

export interface Findings {
  tried: TriedQuery[]
  /** One list for each query that was answered. */
  found: SearchHit[][]
  /** Why the first query that was not answered had no answer. */
  unanswered: string | null
  /** No other words would be answered either. */
  is_search_over: boolean
  looked: LookedSite[]
  /** The time for looking at sites was over before all were looked at. */
  was_cut: boolean
}

export const noFindings = (): Findings => ({
  ...{ tried: [], found: [], unanswered: null, is_search_over: false, looked: [], was_cut: false },
})

/** Sites that were looked at, or asked in vain. */
export const visitsIn = ({ looked }: Findings): number =>
  looked.filter(({ left_out }) => left_out !== 'source' && left_out !== 'not_looked_at').length
