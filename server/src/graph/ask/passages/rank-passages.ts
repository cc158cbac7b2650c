import type { Question } from '../question/question.ts'
import { splitWords, WordSet } from '../question/words.ts'
import { askedFor, isAnswer } from './is-answer.ts'
import type { Candidate, RankedPassage } from './passage.ts'
import type { EntityBrief } from './queries.ts'

/** For a word that only the name of the entity has, where the passage says `she`. */
const namedWeight = 0.6
const entityWeight = 0.3
const wantedWeight = 0.3
/** For a passage that is little more than a name. */
const bareWeight = -0.4
const bareWords = 4
/** A word that no passage has weighs as if half a passage had it: more than any that one has. */
const nowhere = 0.5

/**
 * Ranks passages by how much of the question they have, where rare words count more, and by whether they have a person,
 * time or place where the question asks for one.
 */
export function rankPassages(question: Question, candidates: Candidate[], found: EntityBrief[]): RankedPassage[] {
  const asked = askedFor(question.words, found)
  const matches = candidates.map((candidate) => matchWords(question.words, candidate))
  const weights = question.words.map((_, at) => {
    const having = matches.filter((match) => (match[at] as number) > 0).length
    return Math.log(1 + candidates.length / Math.max(nowhere, having))
  })
  const most = weights.reduce((sum, weight) => sum + weight, 0) || 1
  return candidates
    .map(({ entity_score, ...passage }, at) => {
      const match = matches[at] as number[]
      const covered = match.reduce((sum, part, word) => sum + part * (weights[word] as number), 0) / most
      const bare = splitWords(passage.quote).length < bareWords ? bareWeight : 0
      const wanted = hasWanted(question, passage) ? wantedWeight : 0
      const is_answer = isAnswer({ ...question, weights }, asked, passage, match)
      return { ...passage, score: covered + entityWeight * entity_score + wanted + bare, is_answer }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

function matchWords(words: string[], { quote, entities }: Candidate): number[] {
  const quoted = new WordSet(quote)
  const named = new WordSet(...entities.flatMap(({ name, aliases }) => [name, ...aliases]))
  return words.map((word) => (quoted.has(word) ? 1 : named.has(word) ? namedWeight : 0))
}

function hasWanted({ wants }: Question, { quote, entities }: Pick<Candidate, 'quote' | 'entities'>): boolean {
  if (wants === 'when') return /\p{N}{3,}/u.test(quote) || entities.some(({ has_when }) => has_when)
  if (wants === 'where') return entities.some(({ kind, has_where }) => kind === 'location' || has_where)
  if (wants === 'who') return entities.some(({ kind }) => kind === 'person')
  return false
}
