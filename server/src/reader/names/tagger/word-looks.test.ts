import { describe, expect, it } from 'vitest'
import { hashWord } from './word-hash.ts'
import { looksOf, type WordLookup } from './word-looks.ts'

const nouns = new Set(['hochzeit', 'feier', 'feiern', 'sonne', 'blume', 'stadt'].map((word) => hashWord(word)))
const table: WordLookup = {
  find: () => -1,
  clusterAt: () => 0,
  rankAt: () => 0,
  flagsAt: () => 0,
  isNoun: (hash) => nouns.has(hash),
}

describe('German nouns', () => {
  it.each([
    ['Feier', 1],
    ['Feiern', 1],
    ['Hochzeitsfeier', 2],
    ['Sonnenblume', 2],
    ['Acmefeier', 3],
    ['Acme', 0],
    ['feier', 0],
    ['Hochzeitsx', 0],
  ])('%s: %i', (word, noun) => {
    expect(looksOf(word, table).noun).toBe(noun)
  })
})
