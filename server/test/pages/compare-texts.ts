/** How much of an expected text was found, by runs of four words: words alone are in every text. */
export interface TextFigures {
  precision: number
  recall: number
  f1: number
}

export function compareTexts(expected: string, found: string): TextFigures {
  const wanted = countRuns(expected)
  const got = countRuns(found)
  let both = 0
  for (const [run, count] of got) both += Math.min(count, wanted.get(run) ?? 0)
  const precision = both / Math.max(1, sumOf(got))
  const recall = both / Math.max(1, sumOf(wanted))
  return { precision, recall, f1: both === 0 ? 0 : (2 * precision * recall) / (precision + recall) }
}

function countRuns(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const runs = new Map<string, number>()
  const length = Math.min(4, words.length)
  for (let at = 0; length > 0 && at + length <= words.length; at++) {
    const run = words.slice(at, at + length).join(' ')
    runs.set(run, (runs.get(run) ?? 0) + 1)
  }
  return runs
}

function sumOf(counts: Map<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0)
}
