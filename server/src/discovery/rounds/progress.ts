import { type Findings, noFindings, visitsIn } from '../explore/findings.ts'
import type { WordsQuery } from '../explore/search-words.ts'
import type { ReadRound } from './answer.ts'
import { roundBounds } from './bounds.ts'

// How far a discovery with a model has come. The row of the discovery keeps it: after every answer of the model, in the
// transaction that books its cost, and before every call. So a process that goes on asks nothing twice.

export interface RoundProgress extends Findings {
  /** Calls that were begun. */
  calls: number
  tokens: number
  spend_usd: number
  /** Answers to the present question: the beginning of each, and what is taken of it. */
  answers: { text: string; read: ReadRound }[]
  /** What the last answer asked for, and was not searched for yet. */
  waiting: WordsQuery[]
  ended: RoundsEnd | null
}

export interface RoundsEnd {
  /**
   * `done`: the model asks for nothing more. `limit`: a bound of the rounds was reached. `budget` and `failed`: no answer
   * could be had, and the rules finish the discovery.
   */
  by: 'done' | 'limit' | 'budget' | 'failed'
  /** Why, in words. */
  note: string
}

/** What a model did in a discovery, as the API shows it. */
export interface ByModel {
  calls: number
  calls_max: number
  searches: number
  searches_max: number
  sites: number
  sites_max: number
  tokens: number
  spend_usd: number
  /** Null while it goes on, and when the discovery was stopped. */
  ended: RoundsEnd['by'] | null
  note: string | null
  dropped: { url: string; reason: string }[]
}

export const noProgress = (): RoundProgress => ({
  ...noFindings(),
  ...{ calls: 0, tokens: 0, spend_usd: 0, answers: [], waiting: [], ended: null },
})

export function showProgress(progress: RoundProgress): ByModel {
  const { calls, tokens, spend_usd, ended, looked, tried } = progress
  return {
    ...{ calls, calls_max: roundBounds.calls },
    ...{ searches: tried.length, searches_max: roundBounds.searches },
    ...{ sites: visitsIn(progress), sites_max: roundBounds.sites },
    ...{ tokens, spend_usd, ended: ended?.by ?? null, note: ended?.note ?? null },
    dropped: looked.flatMap(({ seen, verdict }) =>
      seen && verdict?.keep === false ? [{ url: seen.url, reason: verdict.reason }] : [],
    ),
  }
}

/** Sites that the model has not said anything about yet, with the marks that it knows them by. */
export const sitesToJudge = ({ looked }: RoundProgress) =>
  looked.flatMap((site, at) => (site.seen && !site.was_asked ? [{ site, seen: site.seen, mark: `s${at + 1}` }] : []))

/** What is left for the model to cause. */
export function leftIn(progress: RoundProgress) {
  const { calls, searches, sites } = roundBounds
  return {
    calls: Math.max(0, calls - progress.calls),
    searches: Math.max(0, searches - progress.tried.length),
    sites: Math.max(0, sites - visitsIn(progress)),
  }
}
