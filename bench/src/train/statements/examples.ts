import { readPageSentences } from '../../../../server/src/reader/names/find-mentions.ts'
import { findAllNames } from '../../../../server/src/reader/names/find-names.ts'
import type { JoinedName } from '../../../../server/src/reader/names/rules/join-names.ts'
import type { Sentence } from '../../../../server/src/reader/names/rules/mention.ts'
import type { NamedPage } from '../../../../server/src/reader/names/rules/named-page.ts'
import type { Tagger } from '../../../../server/src/reader/names/tagger/tagger.ts'
import type { SentenceEnds } from '../../../../server/src/reader/statements/candidate-pairs.ts'
import { isNotSaid } from '../../../../server/src/reader/statements/not-said.ts'
import { featuresMax, fillPairFeatures, wordsOf } from '../../../../server/src/reader/statements/pair-features.ts'
import { placeOfEnd, placeTraits } from '../../../../server/src/reader/statements/pair-traits.ts'
import type { End } from '../../../../server/src/reader/statements/sentence-ends.ts'
import {
  type EndKind,
  type StatementType,
  statementTypes,
  typesBetween,
} from '../../../../server/src/reader/statements/statement-types.ts'

// Pairs of ends as the reader sees them, and what marked sets say of each.

/** A pair of ends, with what is said of it by type: 1 said, 0 not said, -1 not known. */
export interface Example {
  set: string
  /** A fold, page or document: what is left out together. */
  group: string
  features: Uint32Array
  types: readonly number[]
  labels: Int8Array
  is_pronoun: boolean
  /** An end that only the marks have: to learn from, never to be measured on. */
  is_given: boolean
  /** The marked facts that the pair says, by type. */
  facts: (string | undefined)[]
  /** Pairs of one sentence have the same number. */
  sentence: number
  a: number
  b: number
  place: Float32Array
}

export interface Examples {
  examples: Example[]
  /** How many facts are marked, by `group property`, and of those the ones between two names. */
  marked: Map<string, number>
  markedNames: Map<string, number>
}

export const typeIndex = new Map(statementTypes.map(({ name }, at) => [name, at]))

/** Pages and sentences in which everything is marked. */
export const isWhole = (set: string) => set === 'prose' || set === 'judged' || set.startsWith('marked-')
/** Statements are judged by the whole sets, and by the facts of an encyclopedia, which tell of what pages seldom say. */
export const isJudged = ({ set }: Pick<Example, 'set'>) => isWhole(set) || set === 'knowledgenet'

const buffer = new Uint32Array(featuresMax)
const sentenceNumbers = new WeakMap<Sentence, number>()
let lastSentence = 0

function numberOf(sentence: Sentence): number {
  const number = sentenceNumbers.get(sentence) ?? ++lastSentence
  sentenceNumbers.set(sentence, number)
  return number
}

export type Labeller = (a: End, b: End) => { labels: Map<string, number>; facts: Map<string, string>; other: number }

export function push(
  into: Example[],
  { set, group }: Pick<Example, 'set' | 'group'>,
  one: SentenceEnds,
  [a, b]: [End, End],
  { label, given }: { label: Labeller; given?: ReadonlySet<End> },
): void {
  const types = typesBetween(a.kind, b.kind)
  const { labels: said, facts, other } = label(a, b)
  const labels = Int8Array.from(types, (index) => {
    const type = statementTypes[index] as StatementType
    // Nothing is learned of what is never said.
    return isNotSaid(one, type, [a, b]) ? -1 : (said.get(type.name) ?? other)
  })
  // A pair that says nothing may still be a rival of one that does.
  if (!isJudged({ set }) && labels.every((one) => one < 0)) return
  const count = fillPairFeatures(one.words, [a, b], buffer)
  into.push({
    set,
    group,
    features: buffer.slice(0, count),
    types,
    labels,
    is_pronoun: a.is_pronoun || b.is_pronoun,
    is_given: given !== undefined && (given.has(a) || given.has(b)),
    facts: types.map((type) => facts.get(statementTypes[type]?.name as string)),
    sentence: numberOf(one.sentence),
    a: placeOfEnd(a),
    b: placeOfEnd(b),
    place: placeTraits(one, [a, b]),
  })
}

export function pageOfText(text: string, language: string): NamedPage {
  const block = { start: 0, end: text.length, kind: 'paragraph' as const, is_main: true, is_own: true, level: 0 }
  return { text, blocks: [block], title: null, language }
}

/** Names of a page, the doubtful ones too. */
export function namesOf(page: NamedPage, tagger: Tagger): { sentences: Sentence[]; names: JoinedName[] } {
  const sentences = readPageSentences(page.text, page.blocks)
  return { sentences, names: findAllNames(page, { tagger }, { sentences }).names }
}

export interface Span {
  start: number
  end: number
  kind: EndKind
}

/** Adds marked spans that the reader did not find, so that more can be learned from. */
export function withGiven(found: SentenceEnds, spans: Span[], page: NamedPage, tagger: Tagger) {
  const { sentence, ends, language } = found
  const given = new Set<End>()
  for (const { start, end, kind } of spans) {
    if (ends.some((one) => one.start < end && start < one.end && (one.kind === kind || one.is_pronoun))) continue
    const from = sentence.tokens.findIndex((token) => token.end > start)
    const last = sentence.tokens.findLastIndex((token) => token.start < end)
    if (from < 0 || last < from || (sentence.tokens[from]?.start ?? 0) >= end) continue
    given.add({ kind, from, to: last + 1, start, end, score: 0.5, is_pronoun: false })
  }
  if (given.size === 0) return { ...found, given }
  const all = [
    ...ends.filter((one) => one.entity === undefined || ![...given].some((g) => g.from < one.to && one.from < g.to)),
    ...given,
  ]
  return {
    sentence,
    language,
    ends: all,
    words: wordsOf(sentence, all, { table: tagger.words, language: page.language }),
    given,
  }
}

export const isName = ({ kind, is_pronoun }: End) =>
  !is_pronoun && kind !== 'date' && kind !== 'role' && kind !== 'nation'
export const overlap = (a: { start: number; end: number }, [start, end]: readonly [number, number]) =>
  a.start < end && start < a.end

export const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)
/** Types of the marks by ours; the rest is as it is called, or none of ours. */
const sameType: Record<string, string> = {
  studies_at: 'alumnus_of',
  coach_of: 'leads',
  runs: 'leads',
  director_of: 'leads',
  competed_in: 'participant_in',
  winner_of: 'participant_in',
  performer_at: 'participant_in',
  speaker_at: 'participant_in',
  runs_in: 'participant_in',
  attended: 'participant_in',
  host_of: 'organizer_of',
  merged_into: 'part_of',
  settled_in: 'lives_in',
  raised_in: 'lives_in',
  collaborated_with: 'partner_of',
}
export const typeOf = (type: string) => sameType[type] ?? type

export const attributeTypes: Record<string, string> = {
  role: 'job_title',
  occupation: 'occupation',
  nationality: 'nationality',
  birth_date: 'birth_date',
  death_date: 'death_date',
  founding_date: 'founding_date',
  event_date: 'event_date',
  title: 'occupation',
}

/** Joins tokens to a text, and says where each stands. */
export function joined(tokens: string[]): { text: string; at: [number, number][] } {
  let text = ''
  const at = tokens.map((token): [number, number] => {
    if (text !== '') text += ' '
    text += token
    return [text.length - token.length, text.length]
  })
  return { text, at }
}
