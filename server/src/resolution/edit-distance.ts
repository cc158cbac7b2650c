/**
 * How many letters must be put in, left out, replaced or swapped with their neighbour to make one word of the other;
 * `most + 1` if it is more than `most`.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (a === b) return 0
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const cost = a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1
      let value = Math.min((last[j] as number) + 1, (row[j - 1] as number) + 1, (last[j - 1] as number) + cost)
      const isSwap = i > 1 && j > 1 && cost === 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isSwap) value = Math.min(value, (before[j - 2] as number) + 1)
      row.push(value)
      if (value < least) least = value
    }
    if (least > most) return most + 1
    before = last
    last = row
  }
  return Math.min(last[b.length] as number, most + 1)
}
