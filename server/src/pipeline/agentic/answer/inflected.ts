import { foldName } from '../../../language/fold-name.ts'

const [stemMin, endingMax] = [3, 2]

/** Whether a name is written in another form of its words: `Europäischen Union`, `Hamburgs`. */
export function isFormOf(name: string, other: string): boolean {
  const [words, others] = [name, other].map((text) => foldName(text).split(' ')) as [string[], string[]]
  return (
    words.length === others.length &&
    words.join(' ') !== others.join(' ') &&
    words.every((word, at) => isFormOfWord(word, others[at] as string))
  )
}

function isFormOfWord(word: string, other: string): boolean {
  if (word === other) return true
  let same = 0
  while (same < word.length && word[same] === other[same]) same++
  return same >= stemMin && Math.max(word.length, other.length) - same <= endingMax
}
