import type { ClaimOrigin } from '../../claims/stored-claim.ts'
import type { FactRow } from './fact-values.ts'

/** How often what is read in this way is so. */
const trust: Record<ClaimOrigin, number> = { structured: 0.9, recipe: 0.85, model: 0.8, text: 0.5 }
/** Each further page of a host halves what is left of the doubt less and less: three pages of one site are one source. */
export const repeated = 0.85
export const repeatsMax = 4
export const most = 0.99

export const trustOf = (origin: ClaimOrigin): number => trust[origin]

/** 0..1: hosts are independent of each other, pages of one host hardly. */
export function confidenceOf(existence: Pick<FactRow, 'host' | 'origin' | 'n'>[]): number {
  const doubts = new Map<string, number>()
  for (const [host, rows] of Map.groupBy(existence, ({ host }) => host)) {
    const best = Math.max(...rows.map(({ origin }) => trust[origin]))
    const claims = rows.reduce((sum, { n }) => sum + n, 0)
    doubts.set(host, (1 - best) * repeated ** Math.min(claims - 1, repeatsMax))
  }
  const doubt = [...doubts.values()].reduce((product, one) => product * one, 1)
  return Math.round(Math.min(most, 1 - doubt) * 1000) / 1000
}
