import { allWords } from '../language/word-lists.ts'

// Folds names of places for comparison, so that `München` and `MUNCHEN`, `St-Étienne` and `Saint Étienne` are equal.

/** Letters that Unicode does not decompose. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ð: 'd',
  þ: 'th',
}
const saints = allWords('saints')

/** Removes the accents of Latin, Greek and Cyrillic only: marks of other scripts are vowels. */
export function foldPlaceName(text: string): string {
  const letters = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’‘ʼ`´]/g, '')
    .toLowerCase()
    .replace(/[ßøłđæœıðþ]/g, (letter) => plainLetters[letter] as string)
  const words: string[] = []
  let initials = ''
  for (const word of letters.split(/[^\p{L}\p{M}\p{N}]+/u)) {
    if (word === '') continue
    // `U.S.` and `US`, `D. C.` and `DC`.
    if (word.length === 1) {
      initials += word
      continue
    }
    if (initials !== '') words.push(initials)
    initials = ''
    words.push(saints.has(word) ? 'st' : word)
  }
  if (initials !== '') words.push(initials)
  return words[0] === 'the' ? words.slice(1).join(' ') : words.join(' ')
}

/** 48 bits of a folded name. One unknown name in 700 million is taken for a known one. */
export function hashPlaceName(folded: string): { hash: number; check: number } {
  let hash = 0x811c9dc5
  let check = 0x9e3779b9
  for (let at = 0; at < folded.length; at++) {
    const code = folded.charCodeAt(at)
    hash = Math.imul(hash ^ code, 0x01000193)
    check = Math.imul((check << 5) | (check >>> 27), 0x85ebca6b) ^ code
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d)
  check = Math.imul(check ^ (check >>> 15), 0x846ca68b)
  return { hash: (hash ^ (hash >>> 15)) >>> 0, check: (check ^ (check >>> 16)) & 0xffff }
}
