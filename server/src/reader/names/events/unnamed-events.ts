import { findDates } from '../../../dates/find-dates.ts'
import { type Claim, entityClaim, type Quote, relationshipClaim, type When } from '../../../facts/claim.ts'
import { isNameOf } from '../../../facts/entity-names.ts'
import { refOf } from '../../../facts/refs.ts'
import { conjunctions } from '../../../language/conjunctions.ts'
import { isDenied, saysNothing } from '../../vocabulary/not-so.ts'
import type { JoinedName } from '../rules/join-names.ts'
import type { Mention, Sentence } from '../rules/mention.ts'
import type { NamedPage } from '../rules/named-page.ts'
import { quoteAround } from '../rules/sentence-quote.ts'
import { isProseIn } from '../rules/text-subject.ts'
import {
  isInClause,
  isUnnamedHead,
  joinsParticipants,
  leadsToDay,
  oneArticle,
  readsUnnamedEvents,
  tookPlace,
} from './unnamed-words.ts'

// Events without a name, where one clause gives a day and two who took part: `Ada Berg met Karl Holm at the hearing on 4 May
// 2019`. Their name is the head noun with the day, and in brackets who took part: there are many hearings on a day.

const eventsMax = 20
const quoteMax = 300
const participantsMax = 6
/** Words between a head noun and its article: `the second public hearing`. */
const describedMax = 3

interface NamedSpan {
  name: JoinedName
  mention: Mention
}

interface Clause {
  words: string[]
  from: number
  to: number
  head: number
  day: Day
  names: NamedSpan[]
}

interface Day {
  when: When
  written: string
  from: number
  to: number
}

export function unnamedEvents(page: NamedPage, names: JoinedName[]): Claim[] {
  if (!readsUnnamedEvents(page.language)) return []
  const bySentence = new Map<Sentence, NamedSpan[]>()
  for (const name of names) {
    for (const mention of name.mentions) {
      if (mention.isField || !isProseIn(page.blocks[mention.sentence.block]?.kind)) continue
      const named = bySentence.get(mention.sentence)
      if (named) named.push({ name, mention })
      else bySentence.set(mention.sentence, [{ name, mention }])
    }
  }
  const claims: Claim[] = []
  let count = 0
  for (const [sentence, named] of bySentence) {
    if (named.length < 2 || sentence.isShouted || sentence.isTitled) continue
    const found = eventIn(page, sentence, named)
    if (found.length > 0) count++
    if (count > eventsMax) break
    claims.push(...found)
  }
  return claims
}

function eventIn(page: NamedPage, sentence: Sentence, named: NamedSpan[]): Claim[] {
  const { text, language } = page
  const words = sentence.tokens.map((token) => token.text)
  const head = onlyHead(words, named, language)
  if (head === undefined) return []
  if (saysNothing(sentence, language) || isDenied(words, language) || !tookPlace(words, language)) return []
  const day = onlyDay(text, sentence, language)
  if (!day) return []
  const clause = clauseAround({ words, named, head, day }, language)
  const participants = clause ? participantsIn(clause, language) : []
  if (!clause || participants.length < 2) return []
  const { tokens } = sentence
  const who = participants.map(({ name }) => name.name)
  const noun = tokens[head]?.text ?? ''
  const name = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}, ${day.written} (${who.slice(0, 2).sort().join(', ')})`
  const [start, end] = [tokens[clause.from]?.start ?? 0, tokens[clause.to - 1]?.end ?? 0]
  if (end - start > quoteMax || !isNameOf('event', name)) return []
  const quote = quoteAround(text, tokens, [
    { start, end },
    { start, end },
  ])
  return claimsOf({ name, when: day.when, quote }, participants, placesIn(clause, language))
}

function claimsOf(
  { name, when, quote }: { name: string; when: When; quote: Quote },
  participants: NamedSpan[],
  places: NamedSpan[],
): Claim[] {
  const event = { ref: refOf('event', name), kind: 'event', name }
  const end = ({ name: { kind, name: written } }: NamedSpan) => ({ ref: refOf(kind, written), kind, name: written })
  return [
    entityClaim({ ...event, when, quote }),
    ...participants.map((one) => relationshipClaim({ from: end(one), relation: 'participant_in', to: event, quote })),
    ...places.map((one) => relationshipClaim({ from: event, relation: 'located_in', to: end(one), quote })),
  ]
}

/** The one word of a sentence for an event: of two nobody knows which the day is of. */
function onlyHead(words: string[], named: NamedSpan[], language: string | null): number | undefined {
  const heads = words.flatMap((word, at) => (isUnnamedHead(word, language) ? [at] : []))
  const [head] = heads
  if (head === undefined || heads.length > 1) return undefined
  if (named.some(({ mention: { from, to } }) => from <= head && head < to)) return undefined
  return isOne(words, head, { named, language }) ? head : undefined
}

/** `the second hearing`, `Ada Berg's meeting`; not `hearings`, `no meeting` or `two meetings`. */
function isOne(
  words: string[],
  head: number,
  { named, language }: { named: NamedSpan[]; language: string | null },
): boolean {
  for (let at = head - 1; at >= Math.max(0, head - 1 - describedMax); at--) {
    const word = words[at] ?? ''
    if (oneArticle(word, words[head] ?? '', language)) return true
    if (isGenitive(word)) return named.some(({ mention }) => mention.to === at)
    if (!/^\p{Ll}[\p{Ll}-]+$/u.test(word)) return false
  }
  return false
}

const isGenitive = (word: string) => /^['’]s?$/.test(word)

/** The day of a sentence that has one only. */
function onlyDay(text: string, { tokens }: Sentence, language: string | null): Day | undefined {
  const start = tokens[0]?.start ?? 0
  const written = text.slice(start, tokens.at(-1)?.end ?? start)
  if (!/\d/.test(written)) return undefined
  const [date, ...others] = findDates(written, { language })
  if (!date || others.length > 0 || !/^\d{4}-\d\d-\d\d$/.test(date.when.edtf)) return undefined
  const from = tokens.findIndex((token) => token.end > start + date.start)
  const to = tokens.findLastIndex((token) => token.start < start + date.end) + 1
  // `by 4 May` is another day.
  if (from > 0 && !leadsToDay(tokens[from - 1]?.text ?? '')) return undefined
  return { when: date.when, written: written.slice(date.start, date.end).replace(/\s+/g, ' '), from, to }
}

/** The words around head noun and day that are nothing but names and words of such a clause; it holds both. */
function clauseAround(
  { words, named, head, day }: { words: string[]; named: NamedSpan[]; head: number; day: Day },
  language: string | null,
): Clause | undefined {
  const isPart = words.map((word) => isInClause(word, language))
  isPart.fill(true, day.from, day.to)
  for (const { mention } of named) isPart.fill(true, mention.from, mention.to)
  // Adjectives stand between the article and the head noun.
  isPart[head] = true
  for (let at = head - 1; at >= 0 && head - at <= describedMax && !isPart[at]; at--)
    if (/^\p{Ll}[\p{Ll}-]+$/u.test(words[at] ?? '')) isPart[at] = true
  const [first, last] = day.from < head ? [day.from, head] : [head, day.to - 1]
  if (isPart.slice(first, last + 1).includes(false)) return undefined
  let [from, to] = [first, last + 1]
  while (from > 0 && isPart[from - 1]) from--
  while (to < words.length && isPart[to]) to++
  const names = named
    .filter(({ mention }) => mention.from >= from && mention.to <= to)
    .sort((a, b) => a.mention.from - b.mention.from)
  return { words, from, to, head, day, names }
}

/** Those of a clause who take part: beside its verb, or behind the head noun and `between`. */
function participantsIn(clause: Clause, language: string | null): NamedSpan[] {
  const { words, from, to, head, names } = clause
  const { isVerb, isJoiner } = joinsParticipants(language)
  const found = new Map<JoinedName, NamedSpan>()
  let isJoined = words.slice(from, to).some(isVerb)
  let left: Mention | undefined
  for (const one of names) {
    const { name, mention } = one
    if (name.kind !== 'person' && name.kind !== 'object') continue
    const before = words[mention.from - 1]?.toLowerCase() ?? ''
    if (isGenitive(words[mention.to] ?? '')) {
      // `Ada Berg's lawyer` is somebody else.
      if (mention.to > head || head - mention.to > describedMax + 1) return []
      isJoined = true
    } else if (isOfAnother(clause, mention, language) || (left && isCountedWith(clause, left, mention))) {
      left = mention
      continue
    } else if (mention.from > head && isJoiner(before)) isJoined = true
    if (!found.has(name)) found.set(name, one)
  }
  return isJoined && found.size <= participantsMax ? [...found.values()] : []
}

/** `the lawyer of Ada Berg`, `a teacher at Acme`; not `the meeting of Ada Berg` or `met with Ada Berg`. */
function isOfAnother({ words, head, day, names }: Clause, { from }: Mention, language: string | null): boolean {
  const { isVerb, isJoiner, leadsToOwner } = joinsParticipants(language)
  const before = words[from - 1]?.toLowerCase() ?? ''
  if (!leadsToOwner(before) && !isJoiner(before)) return false
  const at = from - 2
  const isOfEvent =
    at === head ||
    at === day.to - 1 ||
    isVerb(words[at] ?? '') ||
    names.some(({ name, mention }) => name.kind === 'location' && mention.to - 1 === at)
  return !(isOfEvent && isJoiner(before))
}

/** Whether two names are items of one list: nothing but `and` and commas stands between them. */
const isCountedWith = ({ words }: Clause, a: Mention, b: Mention) =>
  words.slice(a.to, b.from).every((word) => word === ',' || conjunctions.has(word.toLowerCase()))

/** The place that stands behind `in`, where a clause has one only. */
function placesIn({ words, names }: Clause, language: string | null): NamedSpan[] {
  const { isBeforePlace } = joinsParticipants(language)
  const places = names.filter(({ name }) => name.kind === 'location')
  const [place] = places
  if (!place || places.length > 1) return []
  return isBeforePlace(words[place.mention.from - 1]?.toLowerCase() ?? '') ? [place] : []
}
