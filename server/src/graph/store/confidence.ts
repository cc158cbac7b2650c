import type { FactOrigin, FactRow } from './fact-values.ts'

/** The share of claims of each origin that turn out to be true; a person is always right. */
const trust: Record<FactOrigin, number> = { person: 1, structured: 0.9, recipe: 0.85, model: 0.8, text: 0.5 }
/**
 * Each further page of one host multiplies the host's doubt by this, for `repeatsMax` pages: pages of one site are
 * nearly one source.
 */
export const repeated = 0.85
export const repeatsMax = 4
export const most = 0.99

export const trustOf = (origin: FactOrigin): number => trust[origin]

/** From 0 to 1. Hosts count as independent of each other; pages of one host hardly add to it. */
export function confidenceOf(existence: Pick<FactRow, 'host' | 'origin' | 'n'>[]): number {
  if (existence.some(({ origin }) => origin === 'person')) return 1
  const doubts = new Map<string, number>()
  for (const [host, rows] of Map.groupBy(existence, ({ host }) => host)) {
    const best = Math.max(...rows.map(({ origin }) => trust[origin]))
    const claims = rows.reduce((sum, { n }) => sum + n, 0)
    doubts.set(host, (1 - best) * repeated ** Math.min(claims - 1, repeatsMax))
  }
  const doubt = [...doubts.values()].reduce((product, one) => product * one, 1)
  return Math.round(Math.min(most, 1 - doubt) * 1000) / 1000
}
