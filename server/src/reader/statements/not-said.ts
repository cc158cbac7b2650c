import { allWords } from '../../language/word-lists.ts'
import type { Sentence } from '../names/rules/mention.ts'
import { hashWord } from '../names/tagger/word-hash.ts'
import type { SentenceEnds } from './candidate-pairs.ts'
import { opensDescription } from './describing.ts'
import type { Words } from './pair-features.ts'
import type { End } from './sentence-ends.ts'
import type { StatementType } from './statement-types.ts'

// Sentences that look as if they said something and do not: they speak of somebody's relative, of what may be, or of the
// role of somebody whom they do not name.

const peopleOfSomebody = allWords('people-of-somebody')
const notSo = allWords('not-so')
/** Words of a description before its role: `, a senior military analyst`. */
const describedMax = 6

/** Family is what such words are about. */
const aboutFamily: ReadonlySet<string> = new Set(['spouse_of', 'parent_of', 'sibling_of'])

export function isNotSaid({ sentence, ends, words }: SentenceEnds, type: StatementType, [a, b]: [End, End]): boolean {
  const [first, second] = a.from < b.from ? [a, b] : [b, a]
  const gap = lowerWords(sentence, first.to, second.from)
  if (gap.some((word) => notSo.has(word)) || lowerWords(sentence, 0, sentence.tokens.length).some(isCondition))
    return true
  if (b.kind === 'role' && b === first && isRoleOfAnother(sentence, ends, a, b)) return true
  if (a.kind === 'location' && isEnumerated(words, a, b)) return true
  if (aboutFamily.has(type.name)) return isChildOfBoth(sentence, first, gap)
  if (gap.some((word) => peopleOfSomebody.has(word))) return true
  if (isOfSomebody(sentence, first)) return true
  if (type.to.includes('object') && isBeside(words, ends, [first, second])) return true
  return a === first && b.kind !== 'role' && !isOwnRole(sentence, ends, a, b)
}

const lowerWords = ({ tokens }: Sentence, from: number, to: number) =>
  tokens.slice(Math.max(0, from), to).map(({ text }) => text.toLowerCase())

const conditions = allWords('conditions')
const isCondition = (word: string) => conditions.has(word)

/** `a son of Karl Holm`, `with her husband Karl Holm`. */
function isOfSomebody(sentence: Sentence, { from }: End): boolean {
  return lowerWords(sentence, from - 3, from).some((word) => peopleOfSomebody.has(word))
}

/** `a son of Anna Berg and Karl Holm` does not say that they are married. */
function isChildOfBoth(sentence: Sentence, first: End, gap: string[]): boolean {
  return gap.length === 1 && isOfSomebody(sentence, first)
}

const justBefore = 4

/** `Greg Holm as president, Ada Berg as treasurer`: a role behind one name is not that of the next. */
function isRoleOfAnother(sentence: Sentence, ends: End[], a: End, role: End): boolean {
  if (!lowerWords(sentence, role.to, a.from).includes(',')) return false
  return ends.some(({ kind, to }) => kind === 'person' && to <= role.from && role.from - to <= justBefore)
}

const townAndCountry = 2

/** `Perth, Scotland` says where Perth is; a longer list may be one of towns. */
function isEnumerated({ lists }: Words, a: End, b: End): boolean {
  const list = lists.get(a)
  return list !== undefined && list.length > townAndCountry && list.includes(b)
}

const withId = hashWord('with')

/** `worked with Acme` and `went there with Acme` say that both were there; `head of sales with Acme` more. */
function isBeside({ ids }: Words, ends: End[], [first, second]: [End, End]): boolean {
  if (ends.some(({ kind, from, to }) => kind === 'role' && from >= first.to && to <= second.from)) return false
  return ids.subarray(Math.max(first.to, second.from - 2), second.from).includes(withId)
}

/** Whether the first role behind a person is that person's: `, head of finance at`, `is a`; not `met the director of`. */
function isOwnRole(sentence: Sentence, ends: End[], a: End, b: End): boolean {
  const role = ends
    .filter(({ kind, from, to }) => kind === 'role' && from >= a.to && to <= b.from)
    .sort((one, other) => one.from - other.from)[0]
  if (!role) return true
  const between = lowerWords(sentence, a.to, role.from)
  const [opener = ','] = between
  return opensDescription(opener) && between.length <= describedMax
}
