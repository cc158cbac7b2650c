import { indexedChars } from '../graph/memory/indexed-chars.ts'

const space = 32
const bracket = 60

/**
 * Lists every word of a text once, for the full-text index. Parsing the whole text costs the embedded database at least
 * twice as much, depending on how often words repeat; and no query needs the positions of words.
 */
export function wordsOf(text: string): string {
  const seen = new Map<number, string>()
  const words: string[] = []
  const length = Math.min(text.length, indexedChars)
  let start = 0
  let hash = 0
  for (let at = 0; at <= length; at++) {
    const code = at < length ? text.charCodeAt(at) : space
    // After `<` the parser would skip the rest as a tag.
    if (code > space && code !== bracket) {
      hash = Math.imul(hash ^ code, 0x01000193)
      continue
    }
    if (at > start) {
      // Compared without cutting the word out: most words were seen before. Words whose hashes collide may come twice.
      const known = seen.get(hash)
      if (known === undefined || known.length !== at - start || !text.startsWith(known, start)) {
        const word = text.slice(start, at)
        seen.set(hash, word)
        words.push(word)
      }
    }
    start = at + 1
    hash = 0
  }
  return words.join(' ')
}
