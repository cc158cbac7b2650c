export function isCapitalised(word: string): boolean {
  const first = word.charCodeAt(0)
  if (first < 128) return first >= 65 && first <= 90
  return /^\p{Lu}/u.test(word)
}

export function startsWithLetter(word: string): boolean {
  const first = word.charCodeAt(0)
  if (first < 128) return (first >= 97 && first <= 122) || (first >= 65 && first <= 90)
  return /^\p{L}/u.test(word)
}
