import { allPhrases } from '../../language/word-lists.ts'

// Words and signs between a name and the role of whoever has it: `, a`, `is the`, `serves as`.

const openers: ReadonlySet<string> = new Set([
  ...[...allPhrases('describing-openers')].flatMap((phrase) => phrase.split(' ')),
  ...[',', '(', '–', '—', '-', ':', '"', '“', '”', '„', '’', "'"],
])

export const opensDescription = (lower: string): boolean => openers.has(lower)
