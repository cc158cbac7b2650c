import type { Candidate } from './passage.ts'
import type { ToldEntity } from './queries.ts'
import type { Question } from './question.ts'
import { contentWords, WordSet } from './words.ts'

// Whether a passage has what a question asks for, and not only the name of what it asks about. Nobody reads the passages
// before they are shown: an answer beside the question is worse than none.

/** Of what a question asks for beside names, by the weight of its words. */
const leastFurther = 1 / 3
/** Where a passage is not about what the question names. */
const leastCovered = 0.6

/** A question with what each of its words weighs: the rarer, the more. */
export interface Weighed extends Pick<Question, 'words' | 'proper'> {
  weights: number[]
}

/** Those whose whole name is in the question: `Harbour City` does not ask for the Harbour Society. */
export function askedFor(words: string[], found: ToldEntity[]): ToldEntity[] {
  const said = new WordSet(...words)
  return found.filter(({ name, aliases }) =>
    [name, ...aliases].some((one) => {
      const parts = contentWords(one)
      return parts.length > 0 && parts.every((part) => said.has(part))
    }),
  )
}

/** `match` says how much of each word the passage has. */
export function isAnswer(
  { words, proper, weights }: Weighed,
  asked: ToldEntity[],
  { quote, entities }: Pick<Candidate, 'quote' | 'entities'>,
  match: number[],
): boolean {
  const names = new WordSet(...asked.flatMap(({ name, aliases }) => [name, ...aliases]))
  const said = new WordSet(quote)
  const isFurther = words.map((word) => !names.has(word))
  const weigh = (part: (at: number) => number) => weights.reduce((sum, weight, at) => sum + weight * part(at), 0)
  const further = weigh((at) => Number(isFurther[at]))
  const told = asked.filter(({ id, name }) => entities.some((one) => one.id === id) || hasAll(said, name))
  const isAbout = told.length > 0
  // What two that are asked for have to do with each other.
  if (isAbout && (further === 0 || told.length > 1)) return true
  const covered = weigh((at) => Number(isFurther[at] && said.has(words[at] as string)))
  if (isAbout) return covered >= further * leastFurther
  // Who asks for the prize in Literature is not told of the one in Physics.
  if (words.some((word, at) => proper.has(word) && match[at] === 0)) return false
  return (covered > 0 || further === 0) && weigh((at) => match[at] as number) > weigh(() => 1) * leastCovered
}

const hasAll = (said: WordSet, name: string) => contentWords(name).every((word) => said.has(word))
