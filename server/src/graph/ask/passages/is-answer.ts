import type { Question } from '../question/question.ts'
import { contentWords, WordSet } from '../question/words.ts'
import type { Candidate } from './passage.ts'
import type { EntityBrief } from './queries.ts'

// Whether a passage has what a question asks for, and not only the name that it asks about. Nobody reads the passages
// before they are shown, so no answer is better than one beside the question.

/** Share of the question's words other than names, by weight, that a passage about the named entities must have. */
const leastFurther = 1 / 2
/** Share of all words, by weight, that a passage about other entities must have. */
const leastCovered = 0.6

/** A question with the weight of each word: the rarer, the heavier. */
export interface Weighed extends Pick<Question, 'words' | 'proper'> {
  weights: number[]
}

/** The entities whose whole name is in the question: `Harbour City` does not ask for the Harbour Society. */
export function askedFor(words: string[], found: EntityBrief[]): EntityBrief[] {
  const asked = new WordSet(...words)
  return found.filter(({ name, aliases }) =>
    [name, ...aliases].some((one) => {
      const parts = contentWords(one)
      return parts.length > 0 && parts.every((part) => asked.has(part))
    }),
  )
}

/** `match` is how much of each word the passage has, from 0 to 1. */
export function isAnswer(
  { words, proper, weights }: Weighed,
  asked: EntityBrief[],
  { quote, entities }: Pick<Candidate, 'quote' | 'entities'>,
  match: number[],
): boolean {
  const names = new WordSet(...asked.flatMap(({ name, aliases }) => [name, ...aliases]))
  const quoted = new WordSet(quote)
  const isFurther = words.map((word) => !names.has(word))
  const weigh = (part: (at: number) => number) => weights.reduce((sum, weight, at) => sum + weight * part(at), 0)
  const further = weigh((at) => Number(isFurther[at]))
  const mentioned = asked.filter(({ id, name }) => entities.some((one) => one.id === id) || hasAll(quoted, name))
  const isAbout = mentioned.length > 0
  // A passage with two of the named entities tells how they are related.
  if (isAbout && (further === 0 || areDistinct(mentioned, words))) return true
  const covered = weigh((at) => Number(isFurther[at] && quoted.has(words[at] as string)))
  if (isAbout) return covered >= further * leastFurther
  // A question about the prize in Literature is not answered by the prize in Physics.
  if (words.some((word, at) => proper.has(word) && match[at] === 0)) return false
  return (covered > 0 || further === 0) && weigh((at) => match[at] as number) > weigh(() => 1) * leastCovered
}

/** Whether the entities are named by different words of the question: two of one name are not related by that. */
function areDistinct(mentioned: EntityBrief[], words: string[]): boolean {
  const named = mentioned.map(({ name, aliases }) => {
    const forms = new WordSet(name, ...aliases)
    return words.filter((word) => forms.has(word)).join(' ')
  })
  return new Set(named).size > 1
}

const hasAll = (words: WordSet, name: string) => contentWords(name).every((word) => words.has(word))
