import { Cache, firstWord } from '../../../platform/cache.ts'
import { CallerLeft } from '../../../platform/http/caller-reads.ts'
import { ApiError } from '../../../platform/http/errors.ts'
import type { LoadedDomain } from '../../../platform/http/handlers.ts'
import type { Moment } from '../moment/graph-at.ts'

// Counts over a whole graph, which take as long as the graph is large. They are kept for the domain that came with the
// request. That object is shared by requests until something of the domain changes, and then another one takes its place.

/** The most that the counts of one question take. */
const countsBytes = 60_000

const kept = new Cache<Promise<object>>('counts', () => countsBytes, { ownerOf: firstWord })
const numbers = new WeakMap<LoadedDomain, number>()
let domains = 0

/** Gives what was counted before under the same key, or counts. */
export type Keep = <Counts extends object>(key: string, count: () => Promise<Counts>) => Promise<Counts>

export const keepNothing: Keep = (_key, count) => count()

/** Counts of earlier times are not kept: there are too many times. */
export function keepWith(domain: LoadedDomain, moment: Moment): Keep {
  if (moment.as_of !== undefined) return keepNothing
  const number = numbers.get(domain) ?? ++domains
  numbers.set(domain, number)
  const keep = <Counts extends object>(question: string, count: () => Promise<Counts>): Promise<Counts> => {
    const key = `${domain.project_id} ${number} ${question}`
    const known = kept.get(key)
    if (known) return unlessEnded(known as Promise<Counts>, () => keep(question, count))
    const counting = count()
    kept.set(key, counting)
    counting.catch(() => kept.delete(key))
    return counting
  }
  return keep
}

/** Whoever counts may leave, or have waited too long; others who wait for the same count have not. */
async function unlessEnded<Counts>(counting: Promise<Counts>, again: () => Promise<Counts>): Promise<Counts> {
  try {
    return await counting
  } catch (error) {
    const isEnded = error instanceof CallerLeft || (error instanceof ApiError && error.code === 'took_too_long')
    if (isEnded) return again()
    throw error
  }
}
