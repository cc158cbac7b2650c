import { type CitedAnswer, type CitedSentence, renderAnswer } from './cited-answer.ts'
import { saysMore, type ToldFact } from './facts/find-facts.ts'
import type { Passage, RankedPassage } from './passages/passage.ts'
import type { Question } from './question/question.ts'
import { contentWords, splitSentences, WordSet } from './question/words.ts'

const passagesMax = 5
/** Behind facts, which have said it. */
const passagesBehindFacts = 2
const sentencesPerPassage = 2
/** Share of the best score that a passage needs. */
const leastShare = 0.6
/** A passage with this share of its words in earlier passages is skipped. */
const mostRepeated = 0.8

/** Answers with facts, then with the best passages verbatim: without a model nothing is made up. Empty when nothing was found. */
export function answerPlainly(question: Question, facts: ToldFact[], ranked: RankedPassage[]): CitedAnswer {
  const passages = ranked.filter(({ is_answer }) => is_answer)
  const least = (passages[0]?.score ?? 0) * leastShare
  const told = facts.flatMap(({ evidence }) => evidence)
  const most = facts.length > 0 ? passagesBehindFacts : passagesMax
  const chosen: RankedPassage[] = []
  for (const passage of passages) {
    if (passage.score < least || chosen.length === most) break
    const isBeside = facts.length > 0 && !saysMore(question, passage)
    if (!isBeside && !repeats(passage, [...told, ...chosen])) chosen.push(passage)
  }
  return renderAnswer([...sayFacts(facts), ...chosen.flatMap((passage) => sentencesOf(question, passage))])
}

/** `Ada Berg [1], Jonas Holm [2].`, or `… [8] and 5 more.` of a list that is cut; what is about several of one name has a sentence each, with the name before it. */
function sayFacts(facts: ToldFact[]): CitedSentence[] {
  return [...Map.groupBy(facts, ({ entities, label }) => (label === undefined ? '' : entities[0]?.id))].map(
    ([, some]) =>
      some.map(({ text, more, label, evidence }, at) => ({
        text: `${at === 0 && label !== undefined ? `${label}: ` : ''}${text}${more === undefined ? '' : ` ${more}`}${at < some.length - 1 ? ',' : ''}`,
        passages: evidence,
      })),
  )
}

function repeats({ quote }: Passage, chosen: Passage[]): boolean {
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
    .map(({ text }) => [{ text, passages: [passage] }])
}
