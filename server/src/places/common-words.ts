import { readWords } from '../language/word-lists.ts'
import { foldPlaceName } from './fold-place-name.ts'

// Words of the languages of pages that are names of places as well, somewhere. Alone they mean the word.

const common = readWords('place-lookalikes')

export function isCommonPlaceWord(name: string): boolean {
  return common.has(foldPlaceName(name))
}
