import type { BaseKind } from '../../../facts/claim.ts'
import { isCapitalised } from '../../../language/capitals.ts'
import { foldName } from '../../../language/fold-name.ts'
import { isGiven, isOrganization, isPlace, type WordTable } from '../tagger/word-table.ts'
import type { Mention, Sentence } from './mention.ts'
import { legalForms, nameSuffixes } from './name-words.ts'

// Merges the mentions of a page into names: one kind per name, and short forms joined to full ones.

export interface JoinedName {
  kind: BaseKind
  name: string
  aliases: string[]
  /** In the order of the page, those of the full name first. */
  mentions: Mention[]
  score: number
}

interface Group {
  key: string
  kind: BaseKind
  mentions: Mention[]
  others: Group[]
  /** A last name that only this person has, or the initials of an organization. */
  shortForm?: string
  score: number
}

/** Words up to this frequency rank begin sentences without being names. */
const commonRank = 4
const veryCommonRank = 2
const aliasesMax = 10
/** How many plain mentions a field outvotes. */
const fieldVotes = 10
const repeatBonus = 0.05
const bonusMax = 0.15
const sureBonus = 0.25
const listedBonus = 0.1

export interface JoinOptions {
  words: WordTable
  /** Capitalised words that stand alone somewhere: see `wordsAlone`. */
  alone: Set<string>
  /** The language writes genitives without an apostrophe: `Leo Thuns Bruder`. */
  hasBareGenitive: boolean
}

export function joinNames(mentions: Mention[], { words, alone, hasBareGenitive }: JoinOptions): JoinedName[] {
  const groups = groupMentions(mentions, words)
  const followers = new Set([
    ...(hasBareGenitive ? [...followGenitives(groups), ...followCases(groups)] : []),
    ...followPersons(groups),
    ...followObjects(groups),
  ])
  return groups
    .filter((group) => !followers.has(group))
    .map((group) => entityOf(group, alone))
    .sort((a, b) => (a.mentions[0] as Mention).start - (b.mentions[0] as Mention).start)
}

function groupMentions(mentions: Mention[], words: WordTable): Group[] {
  const byKey = new Map<string, Mention[]>()
  for (const mention of mentions) {
    const key = foldName(mention.name)
    const same = byKey.get(key)
    if (same) same.push(mention)
    else if (key !== '') byKey.set(key, [mention])
  }
  const groups: Group[] = []
  for (const [key, same] of byKey) {
    if (isCommonStart(same, words)) continue
    const kind = kindOf(same)
    groups.push({ key, kind, mentions: same, others: [], score: scoreOf(same, kind, words) })
  }
  return groups
}

function kindOf(mentions: Mention[]): BaseKind {
  const votes = new Map<BaseKind, number>()
  for (const { kind, score, isSure, isField } of mentions) {
    const weight = isField ? fieldVotes : score + (isSure ? 1 : 0)
    votes.set(kind, (votes.get(kind) ?? 0) + weight)
  }
  let best: BaseKind = 'object'
  for (const [kind, sum] of votes) if (sum > (votes.get(best) ?? -1)) best = kind
  return best
}

function scoreOf(mentions: Mention[], kind: BaseKind, words: WordTable): number {
  const same = mentions.filter((mention) => mention.kind === kind)
  let top = Number.NEGATIVE_INFINITY
  for (const { score, isSure } of same.slice(0, 1000)) top = Math.max(top, score + (isSure ? sureBonus : 0))
  // Mentions of another kind lower the score.
  const doubt = 0.3 * (1 - same.length / mentions.length)
  const bonus =
    Math.min(bonusMax, repeatBonus * (same.length - 1)) +
    (isListed(mentions[0] as Mention, kind, words) ? listedBonus : 0)
  return Math.min(1, top + bonus - doubt)
}

/** Whether the first word is a listed given name, or the whole name a listed place. */
function isListed({ name }: Mention, kind: BaseKind, words: WordTable): boolean {
  const parts = name.split(' ')
  if (kind === 'location') return words.isPlaceName(parts)
  return kind === 'person' && parts.length > 1 && (words.flagsOf(parts[0] as string) & isGiven) !== 0
}

/** `Later`, `Users`: one common word that is never seen inside a sentence. */
function isCommonStart(mentions: Mention[], words: WordTable): boolean {
  const [first] = mentions as [Mention]
  if (/\s/.test(first.name)) return false
  const rank = words.rankOf(first.name)
  if (rank === 0 || rank > commonRank || words.flagsOf(first.name) & (isGiven | isPlace)) return false
  // `Sony`; but `Seat` and `Time` are words first.
  if (rank > veryCommonRank && words.flagsOf(first.name) & isOrganization) return false
  return mentions.every(({ from, sentence, isSure }) => !isSure && (from === 0 || sentence.isTitled))
}

/** Joins `Leo Thuns` to `Leo Thun`, where the page has both and every mention stands beside a noun. */
function* followGenitives(groups: Group[]): Iterable<Group> {
  const persons = new Map(groups.flatMap((group) => (group.kind === 'person' ? [[group.key, group]] : [])))
  for (const group of groups) {
    const owner = group.key.includes(' ') && group.key.endsWith('s') ? persons.get(group.key.slice(0, -1)) : undefined
    if (!owner || !group.mentions.every(isByNoun)) continue
    owner.others.push(group)
    yield group
  }
}

/** Joins `Buchmarkts` and `Stollenfestes` to the event without the ending of its case, where the page has both. */
function* followCases(groups: Group[]): Iterable<Group> {
  const events = new Map(groups.flatMap((group) => (group.kind === 'event' ? [[group.key, group]] : [])))
  for (const group of events.values()) {
    const owner = /[^s]e?s$/.test(group.key)
      ? (events.get(group.key.slice(0, -1)) ?? events.get(group.key.slice(0, -2)))
      : undefined
    if (!owner) continue
    owner.others.push(group)
    yield group
  }
}

/**
 * Whether a mention stands beside a noun: `die Abberufung Leo Thuns`, `Leo Thuns Bruder`; but not `Anna Peters kam`.
 */
function isByNoun({ sentence: { tokens }, from, to }: Mention): boolean {
  const isNoun = (at: number) => isCapitalised(tokens[at]?.text ?? '')
  return isNoun(to) || (from > 1 && isNoun(from - 1))
}

/** Joins `Berg` to `Ada Berg`; where two people share the name, it is joined to neither. */
function* followPersons(groups: Group[]): Iterable<Group> {
  const full = new Map<string, Group | null>()
  for (const group of groups) {
    const parts = group.key.split(' ').filter((part) => !nameSuffixes.has(part))
    if (group.kind !== 'person' || parts.length < 2) continue
    const [first, last] = [parts[0] as string, parts.at(-1) as string]
    const whole = full.get(`${first} ${last}`)
    if (whole && parts.length !== whole.key.split(' ').length) {
      whole.others.push(group)
      yield group
      continue
    }
    for (const key of [last, first, `${first} ${last}`]) full.set(key, full.has(key) ? null : group)
  }
  for (const [key, group] of full) {
    if (group?.key.endsWith(` ${key}`) && !key.includes(' '))
      group.shortForm = (group.mentions[0] as Mention).name.split(/\s+/).at(-1)
  }
  for (const group of groups) {
    if (group.key.includes(' ') || !full.has(group.key)) continue
    const owner = full.get(group.key)
    if (group.kind !== 'person' && group.score > 0.9 && (owner?.score ?? 0) < group.score) continue
    owner?.others.push(group)
    yield group
  }
}

/** Joins `WHO` to World Health Organization, and `Acme` to Acme GmbH. */
function* followObjects(groups: Group[]): Iterable<Group> {
  const full = new Map<string, Group>()
  for (const group of groups) {
    if (group.kind !== 'object' && group.kind !== 'event') continue
    const [first] = group.mentions as [Mention]
    const parts = first.name.split(/[\s-]+/)
    const initials = parts.filter(isCapitalised).map((part) => part[0])
    if (initials.length >= 2) full.set(initials.join('').toLowerCase(), group)
    if (initials.length >= 3) group.shortForm = initials.join('')
    const last = (parts.at(-1) ?? '').toLowerCase()
    if (parts.length >= 2 && legalForms.has(last))
      full.set(foldName(parts.slice(0, -1).join(' ').replace(/,$/, '')), group)
  }
  for (const group of groups) {
    const owner = full.get(group.key)
    if (!owner || owner === group || group.kind === 'person') continue
    const [first] = group.mentions as [Mention]
    if (!group.key.includes(' ') && first.name !== first.name.toUpperCase() && !owner.key.startsWith(group.key))
      continue
    owner.others.push(group)
    yield group
  }
}

/** Capitalised words with no capitalised neighbour: short forms that may not be tagged as names by themselves. */
export function wordsAlone(sentences: Sentence[]): Set<string> {
  const alone = new Set<string>()
  for (const { tokens, isShouted, isTitled } of sentences) {
    if (isShouted || isTitled) continue
    for (let at = 0; at < tokens.length; at++) {
      const text = tokens[at]?.text ?? ''
      if (text.length < 2 || !isCapitalised(text)) continue
      if (!isCapitalised(tokens[at - 1]?.text ?? '') && !isCapitalised(tokens[at + 1]?.text ?? '')) alone.add(text)
    }
  }
  return alone
}

function entityOf({ kind, mentions, others, score, shortForm }: Group, alone: Set<string>): JoinedName {
  const [first] = mentions as [Mention]
  const spellings = new Set([...mentions, ...others.flatMap((other) => other.mentions)].map(({ name }) => name))
  if (shortForm !== undefined && alone.has(shortForm)) spellings.add(shortForm)
  spellings.delete(first.name)
  const more = others.reduce((sum, other) => sum + other.mentions.length, 0)
  return {
    kind,
    name: first.name,
    aliases: [...spellings].slice(0, aliasesMax),
    mentions: [...mentions, ...others.flatMap((other) => other.mentions)],
    score: Math.min(1, score + Math.min(bonusMax, repeatBonus * more)),
  }
}
