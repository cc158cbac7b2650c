import type { BaseKind } from '../../facts/claim.ts'
import { isCapitalised } from '../../language/capitals.ts'
import { primaryLanguage } from '../../language/detection/tell-language.ts'
import type { NamedBlock } from './find-mentions.ts'
import { isDemonym } from './rules/demonyms.ts'
import type { JoinedName } from './rules/join-names.ts'
import type { Mention, Sentence } from './rules/mention.ts'
import { organizationEnding, organizationHeads, plainWord } from './rules/name-words.ts'
import { articlesBeforeNames } from './rules/shape-mention.ts'
import { nounEnding, placePrepositions } from './rules/support.ts'
import type { SpanScores } from './span-scores.ts'
import { isGiven, isSurname, type WordTable } from './tagger/word-table.ts'

// What a page shows of a name, as numbers that trees decide by: see name-likelihood.ts. Training uses the same code.

export interface TraitContext {
  words: WordTable
  language: string | null
  blocks: NamedBlock[]
  /** The name is in the title of the page. */
  isTitle: boolean
  /** What the tagger thinks of the same words all over the page. */
  scores: SpanScores
  /** Words that the page also has in lower case. */
  lower: ReadonlySet<string>
}

const kinds: BaseKind[] = ['person', 'object', 'location', 'event']
const unknownRank = 7

/** How many traits a name has. */
export const traitCount = 52

export function nameTraits(name: JoinedName, context: TraitContext): Float32Array {
  const { kind, mentions, score } = name
  const own = mentions.filter((mention) => mention.kind === kind)
  const share = (has: (mention: Mention) => boolean) => own.filter(has).length / Math.max(1, own.length)
  const language = context.language === null ? '' : primaryLanguage(context.language)
  const best = own.reduce((top, mention) => Math.max(top, mention.score), 0)
  const sum = own.reduce((all, mention) => all + mention.score, 0)
  return Float32Array.from([
    ...kinds.map((one) => Number(one === kind)),
    Number(language === 'de'),
    Number(language === 'en'),
    score,
    best,
    sum / Math.max(1, own.length),
    Math.log2(1 + own.length),
    own.length / mentions.length,
    share(({ isSure }) => isSure),
    // Part of a longer word, as in `VW-Chef`.
    share(({ sentence, from, end }) => (sentence.tokens[from]?.end ?? 0) > end),
    Number(context.isTitle),
    name.aliases.length,
    ...scoreTraits(name, context),
    ...wordTraits(name, context),
    ...placeTraits(own, context, share),
    ...neighbourTraits(share),
  ])
}

/** What the tagger thinks of these words wherever they stand, of this kind and of others. */
function scoreTraits({ kind, name }: JoinedName, { scores }: TraitContext): number[] {
  const { top, sums, none, count } = scores.of(name)
  const others = kinds.filter((one) => one !== kind)
  return [
    top[kind],
    sums[kind] / Math.max(1, count),
    Math.max(...others.map((one) => top[one])),
    others.reduce((all, one) => all + sums[one], 0) / Math.max(1, count),
    none / Math.max(1, count),
    Math.log2(1 + count),
  ]
}

/** How the name itself is written, and what lists know of its words. */
function wordTraits({ name }: JoinedName, { words, lower }: TraitContext): number[] {
  const parts = name.split(/\s+/)
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  const ranks = parts.map((part) => words.rankOf(part) || unknownRank)
  return [
    parts.length,
    name.length,
    Number(/^[\p{Lu}\d&.-]{2,}$/u.test(name)),
    Number(/\p{Ll}\p{Lu}/u.test(name)),
    Number(/\d/.test(name)),
    Number(name.includes('-')),
    Number((words.flagsOf(first) & isGiven) !== 0),
    Number((words.flagsOf(last) & isSurname) !== 0),
    Number(words.isPlaceName(parts)),
    Number(words.isOrganizationName(parts)),
    Number(parts.some(isDemonym)),
    Math.min(...ranks),
    Math.max(...ranks),
    parts.filter(isCapitalised).length / parts.length,
    parts.filter((part) => lower.has(part.toLowerCase())).length / parts.length,
    Number(nounEnding.test(last.toLowerCase())),
    Number(parts.some((part) => organizationHeads.has(plainWord(part)) || organizationEnding.test(plainWord(part)))),
  ]
}

/** Where on the page the name stands. */
function placeTraits(own: Mention[], { blocks }: TraitContext, share: (has: (one: Mention) => boolean) => number) {
  const blockOf = ({ sentence }: Mention) => blocks[sentence.block]
  return [
    share((mention) => blockOf(mention)?.is_main === true),
    share(({ sentence }) => sentence.isAlone),
    share(({ sentence }) => sentence.isTitled),
    share((mention) => blockOf(mention)?.kind === 'heading'),
    share((mention) => blockOf(mention)?.kind === 'list_item'),
    share(({ from }) => from === 0),
    // A line that is nothing but the name.
    share(({ sentence, from, to }) => from === 0 && to >= sentence.tokens.length),
    Math.min(
      200,
      own.reduce((most, { sentence }) => Math.max(most, sentence.tokens.length), 0),
    ),
  ]
}

/** What stands before and behind the name. */
function neighbourTraits(share: (has: (one: Mention) => boolean) => number): number[] {
  const before = ({ sentence, from }: Mention) => sentence.tokens[from - 1]?.text ?? ''
  const behind = ({ sentence, to }: Mention) => sentence.tokens[to]?.text ?? ''
  return [
    share((mention) => articlesBeforeNames.has(before(mention).toLowerCase())),
    share((mention) => placePrepositions.has(before(mention).toLowerCase())),
    share((mention) => /^\d/.test(before(mention))),
    share((mention) => /^["“„«‘‹(]$/.test(before(mention))),
    share((mention) => isCapitalised(before(mention))),
    share((mention) => isCapitalised(behind(mention))),
  ]
}

/** The words that stand in lower case somewhere on a page. */
export function lowerWords(sentences: Sentence[]): Set<string> {
  const lower = new Set<string>()
  for (const { tokens } of sentences) for (const { text } of tokens) if (/^\p{Ll}/u.test(text)) lower.add(text)
  return lower
}
