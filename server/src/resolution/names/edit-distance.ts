// Rows of the table, reused: this runs for every pair of words of every pair of names.
const longest = 64
let before = new Uint8Array(longest + 1)
let last = new Uint8Array(longest + 1)
let row = new Uint8Array(longest + 1)

/**
 * How many letters must be inserted, deleted, replaced or swapped with their neighbour to turn one word into the other;
 * `most + 1` if it is more than `most`. Only the first 64 letters are compared.
 */
export function editDistance(wordA: string, wordB: string, most: number): number {
  if (wordA === wordB) return 0
  const a = wordA.slice(0, longest)
  const b = wordB.slice(0, longest)
  if (Math.abs(a.length - b.length) > most) return most + 1
  // An edit changes the set of letters by at most two. This alone settles most pairs.
  if (countBits(lettersOf(a) ^ lettersOf(b)) > 2 * most) return most + 1
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    if (fillRow(a, b, i) > most) return most + 1
    const free = before
    before = last
    last = row
    row = free
  }
  return Math.min(last[b.length] as number, most + 1)
}

/** Fills a row; returns its smallest value, which the distance cannot go below. */
function fillRow(a: string, b: string, i: number): number {
  row[0] = i
  let least = i
  for (let j = 1; j <= b.length; j++) {
    const isSame = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
    let value = (last[j - 1] as number) + (isSame ? 0 : 1)
    value = Math.min(value, (last[j] as number) + 1, (row[j - 1] as number) + 1)
    const isSwap = !isSame && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    if (isSwap) value = Math.min(value, (before[j - 2] as number) + 1)
    row[j] = value
    if (value < least) least = value
  }
  return least
}

/** One bit per letter that occurs. */
function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
