import { type CitedAnswer, type CitedSentence, renderAnswer } from './cited-answer.ts'
import type { RankedPassage } from './passages/passage.ts'
import type { Question } from './question/question.ts'
import { contentWords, splitSentences, WordSet } from './question/words.ts'

const passagesMax = 5
const sentencesPerPassage = 2
/** Share of the best score that a passage needs. */
const leastShare = 0.6
/** A passage with this share of its words in earlier passages is skipped. */
const mostRepeated = 0.8

/** Answers with the best passages verbatim: without a model nothing is made up. Empty when nothing was found. */
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
  const chosenWords = new WordSet(...chosen.map((other) => other.quote))
  return chosen.length > 0 && words.filter((word) => chosenWords.hasName(word)).length >= words.length * mostRepeated
}

/** The sentences of a passage that have most of the question's words, in their order. */
function sentencesOf({ words }: Question, passage: RankedPassage): CitedSentence[] {
  const sentences = splitSentences(passage.quote).map((text, at) => {
    const sentence = new WordSet(text)
    return { text, at, matched: words.filter((word) => sentence.has(word)).length }
  })
  return sentences
    .toSorted((a, b) => b.matched - a.matched || a.at - b.at)
    .slice(0, sentencesPerPassage)
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => ({ text, passages: [passage] }))
}
