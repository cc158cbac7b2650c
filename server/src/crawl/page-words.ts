import { indexedChars } from '../graph/memory/indexed-chars.ts'

const space = 32
const bracket = 60

/**
 * What the index of words is made of: every word of the text once. To find them in the whole text costs the embedded
 * database twice as much or more, by how often words come again; and nobody asks where on a page a word stands.
 */
export function wordsOf(text: string): string {
  const seen = new Map<number, string>()
  const words: string[] = []
  const length = Math.min(text.length, indexedChars)
  let start = 0
  let hash = 0
  for (let at = 0; at <= length; at++) {
    const code = at < length ? text.charCodeAt(at) : space
    // A bracket would make a tag of all that follows it.
    if (code > space && code !== bracket) {
      hash = Math.imul(hash ^ code, 0x01000193)
      continue
    }
    if (at > start) {
      // Compared in place: most words were seen before, and need not be cut out to know it. Those whose hash is that
      // of another word may come twice.
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
