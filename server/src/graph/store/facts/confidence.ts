import { frameConfidence } from '../../../facts/claim.ts'
import type { FactOrigin, FactRow } from './fact-values.ts'

// How likely it is that an entity or a relationship is real, from what states it. `npm run eval -- confidence` holds it
// against what is right.

/** The share of claims of each origin that turn out to be true; a person is always right. */
const trust: Record<FactOrigin, number> = { person: 1, structured: 0.9, recipe: 0.85, model: 0.8, text: 0.5 }
/**
 * Each further page of one host multiplies the host's doubt by this, for `repeatsMax` pages: pages of one site are
 * nearly one source.
 */
export const repeated = 0.8
export const repeatsMax = 4
export const most = 0.99

export const trustOf = (origin: FactOrigin): number => trust[origin]

/** How likely a claim is right: by itself, or else by its origin. */
const likelihood = ({ origin, value_key }: Pick<FactRow, 'origin' | 'value_key'>) =>
  value_key === '' ? trust[origin] : Number(value_key)

/** From 0 to 1. Hosts count as independent of each other; pages of one host hardly add to it. */
export function confidenceOf(existence: Pick<FactRow, 'host' | 'origin' | 'value_key' | 'n'>[]): number {
  if (existence.some(({ origin }) => origin === 'person')) return 1
  let doubt = 1
  for (const rows of Map.groupBy(existence, ({ host }) => host).values()) {
    const best = Math.max(...rows.map(likelihood))
    const claims = rows.reduce((sum, row) => sum + (likelihood(row) > frameConfidence ? row.n : 0), 0)
    doubt *= (1 - best) * repeated ** Math.min(Math.max(claims - 1, 0), repeatsMax)
  }
  return Math.round(Math.min(most, 1 - doubt) * 1000) / 1000
}
