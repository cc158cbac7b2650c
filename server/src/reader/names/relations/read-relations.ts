import { type BaseKind, type Claim, type RelationshipClaim, relationshipClaim } from '../../../facts/claim.ts'
import { refOf } from '../../../facts/refs.ts'
import { latinTokens } from '../../../language/latin-name.ts'
import { isDenied, isLeftOut, saysNothing } from '../../vocabulary/not-so.ts'
import type { JoinedName } from '../rules/join-names.ts'
import type { Sentence } from '../rules/mention.ts'
import { lastsLong } from '../rules/name-words.ts'
import type { NamedPage } from '../rules/named-page.ts'
import { quoteAround } from '../rules/sentence-quote.ts'
import {
  isAboutOther,
  isProseIn,
  leftOut,
  type Named,
  peopleByBlock,
  refOfEntity,
  type SubjectSpan,
  speaksOf,
} from '../rules/text-subject.ts'
import { isOfAnother, relationSaid } from './relation-patterns.ts'

// Relations between two names of one sentence. Certain words between two names give the relation its type; without them
// the names only appear together, and the relation is called `mentioned_with`. A sentence in a record, or on a page about
// one thing, may leave out whom it is about: `She works for Acme`.

const relationsMax = 150
/** Names further apart than this are not joined by the words between them. */
const betweenMax = 60
/** The longest words before a name that make what follows about another, or leave it out. */
const beforeMax = 16
/** A sentence with more names says nothing about any two of them. */
const namesMax = 4

/** How many names are joined to the subject of a text only by being named there. */
const namedBySubjectMax = 10

/** `known` are relations that the page states in better ways: their ends are not only mentioned together. */
export function readRelations(
  { text, blocks, language }: NamedPage,
  entities: JoinedName[],
  known: Claim[] = [],
  subjects: SubjectSpan[] = [],
): Claim[] {
  const related = new Set(known.flatMap((claim) => (claim.type === 'relationship' ? [refsKey(claim)] : [])))
  const bySentence = new Map<Sentence, Named[]>()
  const people = peopleByBlock(entities)
  for (const entity of entities) {
    for (const mention of entity.mentions) {
      const named = bySentence.get(mention.sentence)
      if (named) named.push({ entity, mention })
      else bySentence.set(mention.sentence, [{ entity, mention }])
    }
  }
  const found = new Map<string, RelationshipClaim>()
  const add = (claim: RelationshipClaim) => {
    const key = `${claim.from.ref} ${claim.relation} ${claim.to.ref}`
    if (!related.has(refsKey(claim)) && !found.has(key) && found.size < relationsMax) found.set(key, claim)
  }
  for (const [sentence, named] of bySentence) {
    if (sentence.isShouted) continue
    const isProse = isProseIn(blocks[sentence.block]?.kind)
    const subject = isProse ? leftOut(sentence, named, subjects) : undefined
    const isOfSubject = subject !== undefined && !isAboutOther({ text, blocks }, { sentence, subject, people })
    const said = { text, language, isNothing: saysNothing(sentence, language) }
    for (const claim of relationsIn(said, named, isOfSubject ? subject : undefined))
      if (isProse || claim.relation !== 'mentioned_with') add(claim)
  }
  for (const claim of namedBySubject({ text, blocks }, { entities, subjects, known: [...known, ...found.values()] }))
    add(claim)
  return [...found.values()]
}

interface SentenceText extends Pick<NamedPage, 'text' | 'language'> {
  /** The sentence says of nothing that it is so. */
  isNothing: boolean
}

function* relationsIn(
  { text, language, isNothing }: SentenceText,
  named: Named[],
  subject: Named | undefined,
): Generator<RelationshipClaim> {
  const inOrder = named.toSorted((a, b) => a.mention.start - b.mention.start)
  const joined = new Set<string>()
  for (const [at, second] of inOrder.entries()) {
    const first = inOrder[at - 1] ?? subject
    if (!first || isNothing || areOneName(first, second)) continue
    const said = saidBetween({ text, language }, first, second)
    if (!said) continue
    joined.add(pairKey(first, second))
    const [from, to] = said.is_inverse ? [second, first] : [first, second]
    yield relation(text, from, said.relation.name, to)
  }
  // One mention per entity: a sentence may be very long.
  const firsts = [...new Map(inOrder.toReversed().map((one) => [one.entity, one])).values()].reverse()
  if (firsts.length > namesMax) return
  for (const [at, first] of firsts.entries()) {
    for (const second of firsts.slice(at + 1)) {
      if (joined.has(pairKey(first, second)) || areOneName(first, second)) continue
      // Two places in one sentence are mostly parts of one address.
      if (first.entity.kind === 'location' && second.entity.kind === 'location') continue
      const [from, to] = refOfEntity(first) < refOfEntity(second) ? [first, second] : [second, first]
      yield relation(text, from, 'mentioned_with', to)
    }
  }
}

/** Names without any other relation, in a text about one thing: `mentioned_with` that thing. */
function* namedBySubject(
  { text, blocks }: Pick<NamedPage, 'text' | 'blocks'>,
  { entities, subjects, known }: { entities: JoinedName[]; subjects: SubjectSpan[]; known: Claim[] },
): Generator<RelationshipClaim> {
  if (subjects.length === 0) return
  const related = new Set(
    known.flatMap((claim) => (claim.type === 'relationship' ? [claim.from.ref, claim.to.ref] : [])),
  )
  const counts = new Map<string, number>()
  for (const { kind, name, mentions } of entities) {
    if (related.has(refOf(kind, name))) continue
    for (const mention of mentions) {
      const span = subjects.find(({ start, end }) => mention.start >= start && mention.end <= end)
      const block = blocks[mention.sentence.block]
      if (!span || span.entity.ref === refOf(kind, name) || !block?.is_main || !isProseIn(block.kind)) continue
      if (span.is_page && !speaksOf(span.entity, text.slice(block.start, block.end))) continue
      const count = (counts.get(span.entity.ref) ?? 0) + 1
      counts.set(span.entity.ref, count)
      if (count > namedBySubjectMax) break
      const about: Named = { entity: { kind: span.entity.kind as BaseKind, name: span.entity.name }, mention }
      if (areOneName({ entity: { kind, name }, mention }, about)) break
      yield relation(text, { entity: { kind, name }, mention }, 'mentioned_with', about)
      break
    }
  }
}

const inLatinLetters = /^[\p{Script=Latin}\P{L}]+$/u

/**
 * Whether both are one name: `Friederike Gross (German: Friederike Groß)` is about one person. Names of other scripts
 * may sound alike and be two.
 */
function areOneName(a: Named, b: Named): boolean {
  if (refOfEntity(a) === refOfEntity(b)) return true
  const names = [a.entity.name, b.entity.name]
  if (a.entity.kind !== b.entity.kind || !names.every((name) => inLatinLetters.test(name))) return false
  const [one, other] = names.map((name) => latinTokens(name).join(' '))
  return one === other
}

const refsKey = ({ from, to }: RelationshipClaim) => [from.ref, to.ref].sort().join(' ')
const pairKey = (a: Named, b: Named) => [refOfEntity(a), refOfEntity(b)].sort().join(' ')

function saidBetween({ text, language }: Pick<NamedPage, 'text' | 'language'>, first: Named, second: Named) {
  const { start, end } = first.mention
  const next = second.mention.start
  if (next <= end || next - end > betweenMax) return undefined
  const between = text.slice(end, next).replace(/\s+/g, ' ').replace(/ $/, '')
  const before = text.slice(Math.max(0, start - beforeMax), start)
  if (isOfAnother(before, between)) return undefined
  if (isLeftOut(before.trim().split(/\s+/), language) || isDenied(between.split(' '), language)) return undefined
  // `at NASA's Jet Propulsion Laboratory`: the part is meant, and not the whole.
  if (second.entity.kind === 'object' && /^['’]s?\s\p{Lu}/u.test(text.slice(second.mention.end))) return undefined
  // What lasts for years is in many places.
  if (second.entity.kind === 'location' && first.entity.kind === 'event' && lastsLong(first.entity.name))
    return undefined
  return relationSaid(between, first.entity.kind, second.entity.kind)
}

function relation(text: string, from: Named, type: string, to: Named): RelationshipClaim {
  const end = ({ entity: { kind, name } }: Named) => ({ ref: refOf(kind, name), kind, name })
  return relationshipClaim({
    from: end(from),
    relation: type,
    to: end(to),
    quote: quoteAround(text, from.mention.sentence.tokens, [from.mention, to.mention]),
  })
}
