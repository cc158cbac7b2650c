import {
  type Certainty,
  type EntityRef,
  type Quote,
  type RelationshipClaim,
  relationshipClaim,
} from '../../../facts/claim.ts'
import type { Span } from '../../../facts/find-quote.ts'
import { baseOfKind } from '../../../facts/kinds.ts'
import { relationNamed } from '../../../facts/relations.ts'
import { foldName } from '../../../language/fold-name.ts'
import { readTokens } from '../../../language/sentences/sentences.ts'
import { pronounOf } from '../../../reader/statements/pronouns.ts'
import { isDenied, isHearsay } from '../../../reader/vocabulary/not-so.ts'
import type { AnswerRelationship } from './answer.ts'
import { type AnswerEvidence, type MentionedEntity, type PageToCheck, widened } from './evidence.ts'
import type { PageDates } from './page-dates.ts'
import { cleanLine, snake } from './plain-words.ts'
import type { Refusal } from './refusals.ts'
import { isBorne, type RelationType, relationTypeOf } from './relation-types.ts'

// Keeps a relationship of a model's answer whose quote stands on the page, names both ends, and bears its type.

const bounds = { relation: 60, role: 120, quote: 600 }

export interface RelatedText extends PageToCheck {
  language?: string | null
  reads: Span[]
}

interface Checked {
  /** None where it is said in a block that was only sent as context. */
  claim?: RelationshipClaim
  refusals: Refusal[]
}

const refused = (refusal: Refusal): Checked => ({ refusals: [refusal] })

export class RelationshipCheck {
  readonly #text: RelatedText
  readonly #dates: PageDates
  readonly #evidence: AnswerEvidence
  /** Entities by the refs of the answer; null for a ref that the answer uses for two. */
  readonly #byRef: ReadonlyMap<string, MentionedEntity | null>
  /** For models that write names where refs belong. */
  readonly #byName = new Map<string, MentionedEntity>()
  /** How many entities of the answer have this word in their names. */
  readonly #sharing = new Map<string, number>()

  constructor(
    text: RelatedText,
    dates: PageDates,
    evidence: AnswerEvidence,
    byRef: ReadonlyMap<string, MentionedEntity | null>,
  ) {
    this.#text = text
    this.#dates = dates
    this.#evidence = evidence
    this.#byRef = byRef
    const entities = new Map([...byRef.values()].flatMap((entity) => (entity ? [[entity.ref, entity] as const] : [])))
    for (const entity of entities.values()) {
      for (const name of entity.names) this.#byName.set(foldName(name), entity)
      const words = new Set(entity.names.flatMap((name) => foldName(name).split(' ')))
      for (const word of words) this.#sharing.set(word, (this.#sharing.get(word) ?? 0) + 1)
    }
  }

  check(given: AnswerRelationship): Checked {
    const [one, other] = [this.#entityOf(given.from), this.#entityOf(given.to)]
    const type = snake(given.type)
    const namesBoth = (quote: Quote) => [one, other].every((end) => end && this.#nameIn(end, quote))
    const isMeant = (quote: Quote) => namesBoth(quote) && this.#isOneBlock(quote)
    const found = this.#text.finder.find(given.quote, this.#text.reads, isMeant)
    if (!one || !other || one.ref === other.ref || type === undefined || type.length > bounds.relation || !found)
      return refused('relationship')
    // Its first and last words fit any text between them.
    if (!this.#isOneBlock(found) && !this.#text.finder.has(given.quote)) return refused('relationship')
    const quote = this.#quoteNaming(found, one, other)
    if (!quote) return refused('ends')
    const named = relationTypeOf(type, one.kind, other.kind)
    if (named.said_as === undefined && !isBorne(type, quote.text)) return refused('type')
    if (given.certainty === null && this.#isDeniedBetween(one, other, quote)) return refused('type')
    if (!this.#isRead(found.start)) return { refusals: [] }
    const [from, to] = named.is_inverse ? [other, one] : [one, other]
    const refusals: Refusal[] = []
    const claim = relationshipClaim({
      ...{ from: refAlone(from), to: refAlone(to), relation: named.relation, quote },
      ...this.#span(given, named, refusals),
      ...(named.said_as !== undefined && { said_as: named.said_as }),
      ...this.#role(given, named, quote, refusals),
      ...certaintyOf(given.certainty ?? 'said', quote, this.#text.language ?? null),
    })
    return { claim, refusals }
  }

  #entityOf(word: string): MentionedEntity | undefined {
    const byRef = this.#byRef.get(word)
    return byRef === undefined ? this.#byName.get(foldName(word)) : (byRef ?? undefined)
  }

  #isOneBlock({ start, end }: Span): boolean {
    const block = this.#text.blockAt(start)
    return block === undefined || end <= block.end
  }

  /** Models that say nothing of how certain something is have not looked whether it is denied. */
  #isDeniedBetween(one: MentionedEntity, other: MentionedEntity, quote: Quote): boolean {
    const [first, second] = [one, other]
      .map((end) => this.#nameIn(end, quote))
      .sort((a, b) => (a?.start ?? 0) - (b?.start ?? 0))
    const between = first && second ? this.#text.finder.slice(first.end, second.start) : quote.text
    const words = readTokens(between).map(({ text }) => text)
    return isDenied(words, this.#text.language ?? null)
  }

  #isRead(offset: number): boolean {
    return this.#text.reads.some(({ start, end }) => offset >= start && offset < end)
  }

  #span({ since, until }: AnswerRelationship, { relation }: RelationType, refusals: Refusal[]) {
    const [from, to] = [since, until].map((given) => {
      if (given === null) return null
      const edtf = this.#dates.findStated(given)?.when.edtf
      if (edtf === undefined) refusals.push('date')
      return edtf ?? null
    }) as [string | null, string | null]
    // What was done on a day has not lasted since.
    const isAct = relationNamed(relation)?.is_act === true
    return { since: from, until: isAct ? (to ?? from) : to }
  }

  /** What a person is in it, in words of the block; said of the end that the model's relationship begins with. */
  #role({ role }: AnswerRelationship, named: RelationType, quote: Quote, refusals: Refusal[]): { role?: string } {
    const given = cleanLine(role ?? '')
    const wanted = given === '' ? named.role : given
    if (wanted === undefined || named.is_inverse) return {}
    const block = this.#text.blockAt(quote.start) ?? quote
    const isSaid = wanted.length <= bounds.role && this.#text.finder.has(wanted, block)
    if (!isSaid && given !== '') refusals.push('role')
    return isSaid ? { role: wanted } : {}
  }

  /**
   * A quote that names both ends: the model's own, or one that begins where its block names the end that the quote only
   * points back to. In a row, the end that all rows belong to may stand in the title or a heading instead; whom a page is about may be
   * a pronoun.
   */
  #quoteNaming(found: Quote, from: MentionedEntity, to: MentionedEntity): Quote | undefined {
    const missing = [from, to].filter((end) => !this.#nameIn(end, found))
    if (missing.length === 0) return found
    const block = this.#text.blockAt(found.start)
    if (!block || found.end > block.end) return undefined
    if (missing.length === 2) return undefined
    const [absent] = missing as [MentionedEntity]
    const before = this.#nameIn(absent, { start: Math.max(block.start, found.end - bounds.quote), end: found.start })
    if (before) return { text: this.#text.finder.slice(before.start, found.end), start: before.start, end: found.end }
    if (this.#isPronounOf(absent, found, [from, to])) return found
    const isHead = block.is_record && this.#evidence.isHead(absent.names, block.path)
    return isHead ? widened(found, [...from.names, ...to.names], this.#evidence) : undefined
  }

  /** `1909 heiratete sie …`, on a page about one person: no other is named before it in its block. */
  #isPronounOf(subject: MentionedEntity, quote: Quote, ends: MentionedEntity[]): boolean {
    if (baseOfKind(subject.kind) !== 'person' || !this.#evidence.isSubject(subject.names)) return false
    const language = this.#text.language ?? null
    const pronoun = readTokens(quote.text).find(({ text }) => pronounOf(text.toLowerCase(), language) === 'person')
    const block = this.#text.blockAt(quote.start)
    if (!pronoun || !block) return false
    const before = { start: block.start, end: quote.start + pronoun.start }
    const others = [...this.#byRef.values()].filter((one) => one && !ends.includes(one))
    return !others.some((one) => one && baseOfKind(one.kind) === 'person' && this.#nameIn(one, before))
  }

  /** Where a span names the entity: by a whole name, by its words in another order, or by a word that no other entity has. */
  #nameIn({ names }: MentionedEntity, span: Span): Span | undefined {
    const { finder } = this.#text
    for (const name of names) {
      const whole = finder.findExact(name, span)
      if (whole) return whole
    }
    for (const name of names) {
      const words = foldName(name).split(' ')
      const places = words.map((word) => (word.length > 2 ? finder.findExact(word, span) : undefined))
      const own = places.find((place, at) => place && this.#sharing.get(words[at] as string) === 1)
      if (own) return own
      const [first, ...rest] = places.filter((place) => place !== undefined)
      if (first && rest.length > 0 && rest.length === words.length - 1) {
        const all = [first, ...rest]
        return { start: Math.min(...all.map(({ start }) => start)), end: Math.max(...all.map(({ end }) => end)) }
      }
    }
    return undefined
  }
}

/** Hearsay stays hearsay, however plainly a model repeats it. */
function certaintyOf(given: Certainty, { text }: Quote, language: string | null): Pick<RelationshipClaim, 'certainty'> {
  if (given !== 'said') return { certainty: given }
  return isHearsay(readTokens(text), language) ? { certainty: 'reported' } : {}
}

const refAlone = ({ ref, kind, name }: EntityRef): EntityRef => ({ ref, kind, name })
