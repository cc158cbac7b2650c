import { readWords } from '../language/word-lists.ts'
import { foldPlaceName } from './fold-place-name.ts'

// Common words that are also names of places somewhere. On their own they mean the word.

const common = readWords('place-lookalikes')

export function isPlaceLookalike(name: string): boolean {
  return common.has(foldPlaceName(name))
}
