import { allPhrases, allWords } from '../../language/word-lists.ts'
import { isArticleInSentence } from '../names/relations/relation-patterns.ts'
import type { Sentence } from '../names/rules/mention.ts'
import { titles } from '../names/rules/name-words.ts'
import { isNationCode } from './roles-in-sentence.ts'
import type { End } from './sentence-ends.ts'

// Roles and nations that stand right beside the name of whoever has them: `trainer Ada Berg`, `Ada Berg, the director`, `Ada
// Berg (NOR)`. There a statement needs less to be believed.

/** What the model must think of it at least. Of 20 on marked pages that it was less sure of than elsewhere 18 were right. */
const leastBeside = 0.25
export const likelihoodBeside = 0.8

/** How likely the model must hold it that a person has what stands there; undefined where it does not stand beside the name. */
export function leastOfBeside({ tokens }: Sentence, [person, value]: [End, End]): number | undefined {
  if (person.kind !== 'person' || person.is_pronoun) return undefined
  const isBefore = value.from < person.from
  const [from, to] = isBefore ? [value.to, person.from] : [person.to, value.from]
  const between = tokens.slice(from, to).map(({ text }) => text)
  if (value.kind === 'nation') return !isBefore && isCodeBehind(between, value) ? 0 : undefined
  if (value.kind !== 'role') return undefined
  return (isBefore ? between.every(isTitle) : isApposition(between)) ? leastBeside : undefined
}

const isCodeBehind = (between: string[], { value = '' }: End) => between.join(' ') === '(' && isNationCode(value)

const isTitle = (word: string) => titles.has(word.toLowerCase().replace(/\.$/, ''))

/** `, the`, `(` */
const isApposition = ([mark, article, ...more]: string[]) =>
  more.length === 0 &&
  ((mark === '(' && article === undefined) ||
    (mark === ',' && article !== undefined && isArticleInSentence(article.toLowerCase())))

const professions = allWords('professions')
const ranks = allPhrases('ranks-of-roles')

/** Whether a role says what somebody is by profession, and no post: `planetary scientist`, not `senior scientist`. */
export const isProfession = ({ role, value = '' }: End): boolean =>
  role !== undefined && professions.has(role.word) && !value.split(/\s+/).some((word) => ranks.has(word.toLowerCase()))
