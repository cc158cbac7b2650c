import { phrasesByLanguage, wordsByLanguage } from '../../language/word-lists.ts'
import { isRelativePronoun } from '../names/relations/relation-patterns.ts'
import type { Sentence } from '../names/rules/mention.ts'
import { hashWord } from '../names/tagger/word-hash.ts'
import { isDenied, isLeftOut, isSaying, saysNothing } from '../vocabulary/not-so.ts'
import type { SentenceEnds } from './candidate-pairs.ts'
import { opensDescription } from './describing.ts'
import { isOnlyBeside } from './not-of-name.ts'
import { areCounted, type Words } from './pair-features.ts'
import type { End } from './sentence-ends.ts'
import type { StatementType } from './statement-types.ts'

// Sentences that look as if they said something and do not: they speak of somebody's relative, of what may be, or of the
// role of somebody else.

const peopleOfSomebody = wordsByLanguage('people-of-somebody')
/** Words of a description before its role: `, a senior military analyst`. */
const describedMax = 6

/** Family is what such words are about. */
const aboutFamily: ReadonlySet<string> = new Set(['spouse_of', 'parent_of', 'sibling_of'])

export function isNotSaid(
  { sentence, ends, words, language }: SentenceEnds,
  type: StatementType,
  [a, b]: [End, End],
): boolean {
  const [first, second] = a.from < b.from ? [a, b] : [b, a]
  if (saysNothing(sentence, language) || isDenied(wordsIn(sentence, first.to, second.from), language)) return true
  const { from: named } = first.is_pronoun ? (nameBefore(ends, first) ?? first) : first
  if (isLeftOut(wordsIn(sentence, named - 3, named), language)) return true
  const ofSomebody = peopleOfSomebody(language)
  const gap = lowerWords(sentence, first.to, second.from)
  if (b.kind === 'role' && b === first && isRoleOfAnother(sentence, ends, a, b)) return true
  if (isInBracketsOfNext(sentence, words, [first, second]) || isSaidByOther(sentence, ends, second)) return true
  if (a.kind === 'location' && isEnumerated(words, a, b)) return true
  const isOfSomebody = lowerWords(sentence, first.from - 3, first.from).some((word) => ofSomebody.has(word))
  // `a son of Anna Berg and Karl Holm` does not say that they are married.
  if (aboutFamily.has(type.name)) return gap.length === 1 && isOfSomebody
  // `a son of Karl Holm`, `with her husband Karl Holm`.
  if (isOfSomebody || gap.some((word) => ofSomebody.has(word))) return true
  if (type.name === 'lives_in' && words.ids.subarray(first.to, second.from).includes(diedId)) return true
  if (isOnlyBeside({ sentence, ends, words, language }, type, [a, b])) return true
  if (type.to.includes('object') && isBeside(words, ends, [first, second])) return true
  if (a === second) return isWhoSaysIt(gap)
  return isOfNext(sentence, { ends, words }, [a, b]) || !isOwnRole(sentence, { ends, language }, [a, b])
}

const wordsIn = ({ tokens }: Sentence, from: number, to: number) =>
  tokens.slice(Math.max(0, from), to).map(({ text }) => text)
const lowerWords = (sentence: Sentence, from: number, to: number) =>
  wordsIn(sentence, from, to).map((word) => word.toLowerCase())

/** The name that `who` stands for: `not Ada Berg, who founded`. */
const nameBefore = (ends: End[], { from }: End) =>
  ends.find(({ kind, is_pronoun, to }) => kind === 'person' && !is_pronoun && (to === from || to === from - 1))

const justBefore = 4

/** `Greg Holm as president, Ada Berg as treasurer`: a role behind one name is not that of the next. */
function isRoleOfAnother(sentence: Sentence, ends: End[], a: End, role: End): boolean {
  if (!lowerWords(sentence, role.to, a.from).includes(',')) return false
  return ends.some(({ kind, to }) => kind === 'person' && to <= role.from && role.from - to <= justBefore)
}

/** `Ada Berg, Karl Holm (Acme)`: what stands in brackets behind a list is of its last name. */
function isInBracketsOfNext({ tokens }: Sentence, { lists }: Words, [first, second]: [End, End]): boolean {
  const last = lists.get(first)?.at(-1)
  return last !== undefined && last !== first && last.to < second.from && tokens[last.to]?.text === '('
}

const townAndCountry = 2
const placesOfAddress = 3

/** `Perth, Scotland` says where Perth is, and so does `Town Hall, Perth, Scotland`; a longer list may be one of towns. */
function isEnumerated(words: Words, a: End, b: End): boolean {
  const list = words.lists.get(a)
  if (list === undefined || list.length <= townAndCountry || !list.includes(b)) return false
  return list.length > placesOfAddress || list.indexOf(b) !== list.indexOf(a) + 1 || areCounted(words, [a, b])
}

const [withId, diedId] = [hashWord('with'), hashWord('died')]

/** `worked with Acme` and `went there with Acme` say that both were there; `head of sales with Acme` more. */
function isBeside({ ids }: Words, ends: End[], [first, second]: [End, End]): boolean {
  if (ends.some(({ kind, from, to }) => kind === 'role' && from >= first.to && to <= second.from)) return false
  return ids.subarray(Math.max(first.to, second.from - 2), second.from).includes(withId)
}

const marks: ReadonlySet<string> = new Set([',', '"', '“', '”', '»', '«', "'", '’'])

/** `Ada Berg leads Acme, said Karl Holm` */
const isWhoSaysIt = (gap: string[]) => isSaying(gap.at(-1) ?? '') && marks.has(gap.at(-2) ?? '')

/** The same of what stands before: only Karl Holm says so. `Ada Berg, head of Acme, said so` is said by her. */
const isSaidByOther = (sentence: Sentence, ends: End[], { to }: End) =>
  isWhoSaysIt(lowerWords(sentence, to, to + 2)) &&
  ends.some(({ kind, is_pronoun, from }) => kind === 'person' && !is_pronoun && from === to + 2)

/** Whether another person stands between somebody and what is said: `Ada Berg, Karl Holm, the director of`. */
function isOfNext(
  sentence: Sentence,
  { ends, words }: Pick<SentenceEnds, 'ends' | 'words'>,
  [a, b]: [End, End],
): boolean {
  const described = b.kind === 'role' ? b : roleBetween(ends, [a, b])
  const isNext = ({ kind, from, to, entity, is_pronoun }: End, before: number) =>
    kind === 'person' && !is_pronoun && entity !== a.entity && from >= a.to && to <= before
  return ends.some(
    (end) =>
      (described !== undefined && isNext(end, described.from) && !areCounted(words, [a, end])) ||
      (isNext(end, b.from) && lowerWords(sentence, end.to, end.to + 2).some(isRelativePronoun)),
  )
}

const roleBetween = (ends: End[], [a, b]: [End, End]): End | undefined =>
  ends
    .filter(({ kind, from, to }) => kind === 'role' && from >= a.to && to <= b.from)
    .sort((one, other) => one.from - other.from)[0]

const toOthers = phrasesByLanguage('leads-to-the-role-of-others')

/** Whether the first role behind a person is that person's: `, head of finance at`, `is a`; not `met the director of`. */
function isOwnRole(
  sentence: Sentence,
  { ends, language }: Pick<SentenceEnds, 'ends' | 'language'>,
  [a, b]: [End, End],
): boolean {
  const role = b.kind === 'role' ? b : roleBetween(ends, [a, b])
  if (!role) return true
  const between = lowerWords(sentence, a.to, role.from)
  // `is married to the director`, but `is one of the directors`.
  const leading = [between.slice(-2).join(' '), between.at(-1) ?? '']
  if (leading.some((words) => toOthers(language).has(words)) && between.at(-3) !== 'one') return false
  if (b.kind === 'role') return true
  const [opener = ','] = between
  return opensDescription(opener) && between.length <= describedMax
}
