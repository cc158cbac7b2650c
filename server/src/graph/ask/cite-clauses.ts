import { hasWordsOf, isSupported } from './check-sentence.ts'
import type { CitedClause, CitedSentence } from './cited-answer.ts'
import type { RankedPassage } from './passages/passage.ts'
import { numbersIn } from './question/numbers.ts'
import { contentWords } from './question/words.ts'

/** Behind what ends a clause. */
const clauseEnds = /(?<=[,;:–—])\s+/u

/**
 * A sentence with the citations of each clause; undefined where one has none. What is left without such a clause may say
 * something else, so the whole is refused.
 */
export function citeClauses(sentence: string, cited: RankedPassage[]): CitedSentence | undefined {
  if (cited.length === 0 || !isSupported(sentence, cited)) return undefined
  const clauses = splitClauses(sentence)
  if (clauses.length === 1) return [{ text: sentence, passages: cited }]
  const found: CitedClause[] = []
  for (const text of clauses) {
    const passages = passagesOf(text, cited)
    if (!passages) return undefined
    const last = found.at(-1)
    if (last && isSame(last.passages, passages)) last.text = `${last.text} ${text}`
    else found.push({ text, passages })
  }
  return found
}

/** The passages that say a clause, each by itself, else all together. */
function passagesOf(clause: string, cited: RankedPassage[]): RankedPassage[] | undefined {
  const alone = cited.filter((passage) => hasWordsOf(clause, [passage]))
  if (alone.length > 0) return alone
  return hasWordsOf(clause, cited) ? cited : undefined
}

/** Parts that say nothing by themselves, such as `however`, stay with what follows. */
function splitClauses(sentence: string): string[] {
  const clauses: string[] = []
  let open = ''
  for (const part of sentence.split(clauseEnds)) {
    const text = open === '' ? part : `${open} ${part}`
    const isEmpty = contentWords(text).length === 0 && numbersIn(text).length === 0
    if (isEmpty) open = text
    else clauses.push(text)
    if (!isEmpty) open = ''
  }
  if (open !== '') clauses.push([clauses.pop(), open].filter(Boolean).join(' '))
  return clauses
}

const isSame = (a: unknown[], b: unknown[]) => a.length === b.length && a.every((one, at) => one === b[at])
