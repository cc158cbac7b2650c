/** The words that somebody may have meant, the nearest first: those that begin as it does, or have few other letters. */
export function nearest(typed: string, words: readonly string[]): string[] {
  const most = typed.length < 5 ? 1 : 2
  return [...new Set(words)]
    .map((word) => ({ word, away: word.startsWith(typed) ? 0 : distance(typed, word) }))
    .filter(({ away }) => away <= most)
    .sort((one, other) => one.away - other.away)
    .map(({ word }) => word)
}

/** How many letters are missing, too many, wrong, or have changed places with their neighbour. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)]
  const cell = (row: number, at: number) => rows[row]?.[at] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row++) {
    rows.push([row])
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1]
      const isSwapped = one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1]
      rows[row]?.push(
        Math.min(
          cell(row - 1, at) + 1,
          cell(row, at - 1) + 1,
          cell(row - 1, at - 1) + (isSame ? 0 : 1),
          isSwapped ? cell(row - 2, at - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return cell(one.length, other.length)
}
