import { type CitedAnswer, type CitedSentence, renderAnswer } from './cited-answer.ts'
import type { RankedPassage } from './passage.ts'
import type { Question } from './question.ts'
import { contentWords, splitSentences, WordSet } from './words.ts'

const passagesMax = 5
const sentencesPerPassage = 2
/** Of the score of the best. */
const leastShare = 0.6
/** Of its words that others have said already. */
const mostRepeated = 0.8

/** The best passages themselves: what needs no model cannot be made up. Nothing where nothing was found. */
export function answerPlainly(question: Question, ranked: RankedPassage[]): CitedAnswer {
  const passages = ranked.filter(({ is_answer }) => is_answer)
  const least = (passages[0]?.score ?? 0) * leastShare
  const chosen: RankedPassage[] = []
  for (const passage of passages) {
    if (passage.score < least || chosen.length === passagesMax) break
    if (!repeats(passage, chosen)) chosen.push(passage)
  }
  return renderAnswer(chosen.flatMap((passage) => sentencesOf(question, passage)))
}

function repeats({ quote }: RankedPassage, chosen: RankedPassage[]): boolean {
  const words = contentWords(quote)
  const said = new WordSet(...chosen.map((other) => other.quote))
  return chosen.length > 0 && words.filter((word) => said.hasName(word)).length >= words.length * mostRepeated
}

/** Of a long passage, those that have most of the question, in their order. */
function sentencesOf({ words }: Question, passage: RankedPassage): CitedSentence[] {
  const sentences = splitSentences(passage.quote).map((text, at) => {
    const said = new WordSet(text)
    return { text, at, matched: words.filter((word) => said.has(word)).length }
  })
  return sentences
    .toSorted((a, b) => b.matched - a.matched || a.at - b.at)
    .slice(0, sentencesPerPassage)
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => ({ text, passages: [passage] }))
}
