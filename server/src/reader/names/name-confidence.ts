// How likely a name with a score of the rules is a name of its kind. Learned on Re-DocRED, and on pages and sites of our own
// writing, of which the tagger has seen none; `npm run eval -- confidence` prints the shares to set it by.

const points: [score: number, share: number][] = [
  [0.6, 0.2],
  [0.7, 0.45],
  [0.85, 0.55],
  [0.92, 0.7],
  [0.97, 0.8],
  [1, 0.9],
]

/** In steps of 0.05. */
export function nameConfidence(score: number): number {
  const above = points.findIndex(([known]) => score < known)
  if (above === 0) return (points[0] as [number, number])[1]
  const [[score0, share0], [score1, share1]] = (
    above === -1 ? points.slice(-2) : points.slice(above - 1, above + 1)
  ) as [[number, number], [number, number]]
  const share = share0 + ((share1 - share0) * (Math.min(score, score1) - score0)) / (score1 - score0)
  return Math.round(share * 20) / 20
}
