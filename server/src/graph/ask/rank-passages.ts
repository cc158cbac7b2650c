import { askedFor, isAnswer } from './is-answer.ts'
import type { Candidate, RankedPassage } from './passage.ts'
import type { ToldEntity } from './queries.ts'
import type { Question } from './question.ts'
import { splitWords, WordSet } from './words.ts'

/** A word that only the name of an entity has, where the passage says `she`. */
const namedWorth = 0.6
const entityWorth = 0.3
const wantedWorth = 0.3
/** A name and nothing else answers little. */
const bareWorth = -0.4
const bareWords = 4

/** By how much of the question they have, where rare words count more; and by what it asks for. */
export function rankPassages(question: Question, candidates: Candidate[], found: ToldEntity[]): RankedPassage[] {
  const asked = askedFor(question.words, found)
  const matches = candidates.map((candidate) => matchWords(question.words, candidate))
  const weights = question.words.map((_, at) => {
    const having = matches.filter((match) => (match[at] as number) > 0).length
    return Math.log(1 + candidates.length / Math.max(1, having))
  })
  const most = weights.reduce((sum, weight) => sum + weight, 0) || 1
  return candidates
    .map(({ worth, ...passage }, at) => {
      const match = matches[at] as number[]
      const covered = match.reduce((sum, part, word) => sum + part * (weights[word] as number), 0) / most
      const bare = splitWords(passage.quote).length < bareWords ? bareWorth : 0
      const wanted = hasWanted(question, passage) ? wantedWorth : 0
      const is_answer = isAnswer({ ...question, weights }, asked, passage, match)
      return { ...passage, score: covered + entityWorth * worth + wanted + bare, is_answer }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

function matchWords(words: string[], { quote, entities }: Candidate): number[] {
  const said = new WordSet(quote)
  const named = new WordSet(...entities.flatMap(({ name, aliases }) => [name, ...aliases]))
  return words.map((word) => (said.has(word) ? 1 : named.has(word) ? namedWorth : 0))
}

function hasWanted({ wants }: Question, { quote, entities }: Pick<Candidate, 'quote' | 'entities'>): boolean {
  if (wants === 'when') return /\p{N}{3,}/u.test(quote) || entities.some(({ has_when }) => has_when)
  if (wants === 'where') return entities.some(({ kind, has_where }) => kind === 'location' || has_where)
  if (wants === 'who') return entities.some(({ kind }) => kind === 'person')
  return false
}
