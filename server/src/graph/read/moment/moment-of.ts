import { fail } from '../../../platform/http/errors.ts'
import type { LoadedDomain } from '../../../platform/http/handlers.ts'
import type { Moment } from './graph-at.ts'

/** What a graph of an earlier time is found by. */
export type DatedDomain = Pick<LoadedDomain, 'id' | 'graph_seq' | 'history_since'>

/** The graph that a request asks for. A time in the future gives the graph of now, which is also cheaper. */
export function momentOf(domain: DatedDomain, asOf: string | undefined, now: Date): Moment {
  const { id, graph_seq, history_since } = domain
  const isPast = asOf !== undefined && Date.parse(asOf) < now.getTime()
  if (isPast) requireHistory(domain, asOf)
  return { domain_id: id, graph_seq, history_since, as_of: isPast ? asOf : undefined }
}

/** Throws for a time before the history that is kept: an incomplete graph would be taken for a complete one. */
export function requireHistory({ history_since }: Pick<DatedDomain, 'history_since'>, time: string): void {
  if (history_since !== null && Date.parse(time) < Date.parse(history_since)) throw historyForgotten(history_since)
}

export const historyForgotten = (since: string) => fail('history_forgotten', { text: `history is kept since ${since}` })
