import type { BaseKind } from '../../../facts/claim.ts'
import { joins, type Relation, type RelationEnds, readEnds, relationNamed } from '../../../facts/relations.ts'
import { allLines, allPhrases, allWords, anyOf } from '../../../language/word-lists.ts'

// The words between two names of a sentence that state a relation, as [sentences] of the languages has them.

interface RelationPattern {
  relation: Relation
  /** The kinds between which the sentence says it. */
  ends: RelationEnds[]
  /** The relation leads from the second name to the first. */
  is_inverse: boolean
  between: RegExp
}

const adverb = anyOf(allWords('sentence-adverbs'))
const articles = allWords('sentence-articles')
const article = anyOf(articles)
/** In lower case. */
export const isArticleInSentence = (word: string): boolean => articles.has(word)
const relatives = allWords('sentence-relatives')
/** `who`, which stands for the name before it. */
export const isRelativePronoun = (word: string): boolean => relatives.has(word.toLowerCase())
/** `, who is currently the`. An article needs something before it: in `met the director of` somebody else is the director. */
const opening =
  `(?: \\(|,)?(?: (?:${anyOf(relatives)}))?` +
  `(?: ?(?:${anyOf(allPhrases('sentence-copulas'))}))?(?: ?(?:${adverb}))*` +
  `(?:(?<=.) ?(?:${article}))? ?`
/** Words of a description that lead to nobody else, unlike `whose` in `whose wife is a lawyer at`. */
const describing = `(?:(?!(?:${anyOf(allWords('leads-to-others'))}) )[\\p{L}.-]+ ){0,4}`
const role = `${describing}(?:${anyOf(allWords('roles-in-organizations'))})`

const patternOf = (phrase: string) =>
  phrase.replaceAll('ROLE', role).replace(/^… /, describing).replaceAll(' …', '(?: [^ ]+){1,6}?')

const patterns = allLines('sentences').map((line): RelationPattern => {
  const [, inverse, name = '', limit, phrases = ''] = /^(<?)(\w+)(?:@(\S+))? = (.*)$/.exec(line) ?? []
  const relation = relationNamed(name)
  const said = phrases.split(' | ').map((phrase) => phrase.trim())
  if (!relation || said.includes('')) throw new Error(`[sentences] has a line without relation or words: ${line}`)
  return {
    relation,
    is_inverse: inverse === '<',
    ends: limit === undefined ? relation.ends : [readEnds(limit)],
    between: new RegExp(`^${opening}(?:${said.map(patternOf).join('|')})(?: (?:${article}))?$`, 'iu'),
  }
})

/** The relation that the words between two names state. */
export function relationSaid(between: string, first: BaseKind, second: BaseKind): Stated | undefined {
  const key = `${first} ${second} ${between}`
  const known = recent.get(key)
  if (known !== undefined) return known ?? undefined
  const found = findRelation(between, first, second)
  if (recent.size >= recentMax) recent.clear()
  if (between.length <= shortWords) recent.set(key, found ?? null)
  return found
}

type Stated = Pick<RelationPattern, 'relation' | 'is_inverse'>

/** What short words say: most of them are commas and prepositions, which come again and again. */
const recent = new Map<string, Stated | null>()
const recentMax = 2_000
const shortWords = 24

function findRelation(between: string, first: BaseKind, second: BaseKind): Stated | undefined {
  return patterns.find(({ ends, is_inverse, between: pattern }) => {
    const [from, to] = is_inverse ? [second, first] : [first, second]
    return joins(ends, from, to) && pattern.test(between)
  })
}

const leading = anyOf(allWords('of-another'))
const ofAnother = new RegExp(`(?<!\\p{L})(?:${leading})\\s+$`, 'iu')
/** `Tom, son of Peter Fisher and Mary Lane, died in Leeds.` */
const ofOthers = new RegExp(`(?<!\\p{L})(?:${leading}|and)\\s+$`, 'iu')
const verb = new RegExp(`^,? (?:(?:${adverb}) )?(?:${anyOf(allWords('finite-verbs'))})(?!\\p{L})`, 'iu')

/** Whether what follows a name is about somebody else: `The wife of Karl Holm works for Acme.` */
export const isOfAnother = (before: string, between: string): boolean =>
  verb.test(between) && (between.startsWith(',') ? ofOthers : ofAnother).test(before)
