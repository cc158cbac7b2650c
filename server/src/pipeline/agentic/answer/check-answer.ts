import { parseDate, spanOf } from '../../../dates/parse-date.ts'
import {
  type Claim,
  type EntityClaim,
  type EntityRef,
  entityClaim,
  type PlaceHint,
  type Quote,
  type When,
} from '../../../facts/claim.ts'
import { DatedRefs } from '../../../facts/dated-refs.ts'
import type { Span } from '../../../facts/find-quote.ts'
import { refOf } from '../../../facts/refs.ts'
import { foldName } from '../../../language/fold-name.ts'
import type { Answer } from './answer.ts'
import { AnswerEvidence, type MentionedEntity, type PageToCheck } from './evidence.ts'
import { isOtherName } from './other-names.ts'
import { PageDates } from './page-dates.ts'
import type { Refusal } from './refusals.ts'
import { isBorne } from './relation-types.ts'

// Keeps what a page really says of a model's answer. Quotes, names, values, dates and places are checked against the
// page's own text, each where the entity is mentioned. Everything else is refused and counted; nothing is repaired from the
// model's words.

export interface ReadText extends PageToCheck {
  published_at: string | null
  ontology: string[]
  /** Spans that facts are taken from. Facts of blocks that were only sent as context are known already. */
  reads: Span[]
}

export interface Checked {
  claims: Claim[]
  refusals: Refusal[]
}

const bounds = {
  entities: 300,
  relationships: 600,
  aliases: 10,
  attributes: 20,
  name: 200,
  value: 500,
  key: 40,
  relation: 60,
  summary: 600,
  quote: 600,
}

type AnswerEntity = Answer['entities'][number]
type AnswerTime = NonNullable<AnswerEntity['when']>

/** One fact about an entity, with its evidence: the entity's own block, or a quote elsewhere. */
type Detail = { fact: Partial<EntityClaim>; at: 'here' | Quote }

export function checkAnswer(answer: Answer, text: ReadText): Checked {
  return new AnswerCheck(text).check(answer)
}

class AnswerCheck {
  readonly #text: ReadText
  readonly #dates: PageDates
  readonly #evidence: AnswerEvidence
  readonly #claims: Claim[] = []
  /** Entities by the refs of the answer; null for a ref that the answer uses for two entities. */
  readonly #known = new Map<string, MentionedEntity | null>()
  readonly #refs = new DatedRefs()
  /** How many entities of the answer have this word in their names. */
  readonly #sharing = new Map<string, number>()
  readonly #refusals: Refusal[] = []

  constructor(text: ReadText) {
    this.#text = text
    this.#dates = new PageDates(text.finder, text.published_at)
    this.#evidence = new AnswerEvidence(text)
  }

  check({ entities, relationships }: Answer): Checked {
    this.#refuse('too_many', entities.length - bounds.entities)
    this.#refuse('too_many', relationships.length - bounds.relationships)
    const named = new Set(entities.map(({ name }) => foldName(name)))
    for (const entity of entities.slice(0, bounds.entities)) this.#checkEntity(entity, named)
    this.#countSharing()
    for (const relationship of relationships.slice(0, bounds.relationships)) this.#checkRelationship(relationship)
    return { claims: this.#claims, refusals: this.#refusals }
  }

  #refuse(reason: Refusal, count = 1): undefined {
    for (let n = 0; n < count; n++) this.#refusals.push(reason)
    return undefined
  }

  #checkEntity(given: AnswerEntity, named: Set<string>): void {
    const kind = this.#kindOf(given.kind)
    const name = oneLine(given.name)
    const found = this.#text.finder.find(given.quote, this.#text.reads)
    const isThere = kind !== undefined && isName(name) && found && this.#isNamed(name, found)
    if (!isThere || !this.#evidence.isAbout([name], found)) {
      this.#refuse('entity')
      return
    }
    const aliases = this.#checkAliases(given.aliases, name, found, named)
    const names = [name, ...aliases]
    const quote = this.#widen(found, names)
    const block = this.#text.blockAt(quote.start) ?? quote
    const mentioned: MentionedEntity = { ref: refOf(kind, name), kind, name, names }
    const when = given.when === null ? undefined : this.#checkWhen(given.when, mentioned, block)
    mentioned.ref = this.#refs.of(mentioned.ref, when?.fact.when ?? null)
    this.#know(given.ref, mentioned)
    const details = [
      ...this.#checkAttributes(given.attributes, mentioned, block),
      ...(when ? [when] : []),
      ...(given.where === null ? [] : this.#checkWhere(given.where, mentioned, block)),
    ]
    const summary = this.#checkSummary(given.summary)
    this.#claim({ ...refAlone(mentioned), aliases, summary }, quote, details)
  }

  /** Facts in the block of the quote become one claim; each fact from elsewhere becomes a claim with its own quote. */
  #claim(entity: EntityRef & { aliases: string[]; summary: string | null }, quote: Quote, details: Detail[]): void {
    if (this.#isRead(quote.start)) {
      const claim = entityClaim({ ...entity, quote })
      for (const { fact, at } of details) {
        if (at !== 'here') continue
        Object.assign(claim, { ...fact, attributes: { ...claim.attributes, ...fact.attributes } })
      }
      this.#claims.push(claim)
    }
    for (const { fact, at } of details) {
      if (at === 'here' || !this.#isRead(at.start)) continue
      this.#claims.push(entityClaim({ ...refAlone(entity), ...fact, quote: at }))
    }
  }

  #checkRelationship(given: Answer['relationships'][number]): void {
    const from = this.#known.get(given.from)
    const to = this.#known.get(given.to)
    const relation = relationOf(given.type)
    const found = this.#text.finder.find(given.quote, this.#text.reads)
    if (!from || !to || from.ref === to.ref || relation === undefined || !found) {
      this.#refuse('relationship')
      return
    }
    const quote = this.#quoteNaming(found, from, to)
    if (!quote) {
      this.#refuse('ends')
      return
    }
    if (!isBorne(relation, quote.text)) {
      this.#refuse('type')
      return
    }
    if (!this.#isRead(found.start)) return
    this.#claims.push({
      type: 'relationship',
      from: refAlone(from),
      to: refAlone(to),
      relation,
      since: this.#checkMoment(given.since),
      until: this.#checkMoment(given.until),
      quote,
    })
  }

  #isRead(offset: number): boolean {
    return this.#text.reads.some(({ start, end }) => offset >= start && offset < end)
  }

  #countSharing(): void {
    const entities = new Map([...this.#known.values()].map((entity) => [entity?.ref, entity]))
    for (const entity of entities.values()) {
      const words = new Set(entity?.names.flatMap((name) => foldName(name).split(' ')))
      for (const word of words) this.#sharing.set(word, (this.#sharing.get(word) ?? 0) + 1)
    }
  }

  /**
   * A quote that names both ends: the model's own, or one that begins where its block names the end that the quote only
   * points back to. In a row, the end that all rows belong to may stand in the title or a heading instead.
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
    const isHead = block.is_record && this.#evidence.isHead(absent.names, block.path)
    return isHead ? this.#widen(found, [...from.names, ...to.names]) : undefined
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

  #mentions(names: string[], span: Span): boolean {
    const spanText = foldName(this.#text.finder.slice(span.start, span.end))
    const words = new Set(spanText.split(' '))
    return names
      .map(foldName)
      .some((name) => spanText.includes(name) || name.split(' ').some((word) => word.length > 2 && words.has(word)))
  }

  /** Widens a quote of one or two words that does not have the name: it proves nothing by itself. */
  #widen(quote: Quote, names: string[]): Quote {
    const isThin = foldName(quote.text).split(' ').length < 3 && !this.#mentions(names, quote)
    return isThin ? this.#evidence.around(quote.start) : quote
  }

  #know(ref: string, mentioned: MentionedEntity): void {
    const known = this.#known.get(ref)
    const isSame = known === undefined || known?.ref === mentioned.ref
    this.#known.set(ref, isSame ? mentioned : null)
  }

  #kindOf(given: string): string | undefined {
    const wanted = given.trim().toLowerCase()
    return this.#text.ontology.find((kind) => kind.toLowerCase() === wanted)
  }

  /** Whether the page has the name, or the quote has its words in another order, as registers write them. */
  #isNamed(name: string, quote: Quote): boolean {
    if (this.#text.finder.has(name) || this.#evidence.isSubject([name])) return true
    const words = foldName(name).split(' ')
    const inQuote = new Set(foldName(quote.text).split(' '))
    return words.length > 1 && words.every((word) => inQuote.has(word))
  }

  /** An alias stands in the quote of its entity, as another name of it; the name of another entity is none. */
  #checkAliases(given: string[], name: string, quote: Quote, named: Set<string>): string[] {
    const wanted = [...new Set(given.map(oneLine))].filter((alias) => alias !== '' && alias !== name)
    const isOther = (alias: string) =>
      isName(alias) &&
      !named.has(foldName(alias)) &&
      this.#text.finder.has(alias, quote) &&
      isOtherName(quote.text, name, alias)
    const found = wanted.slice(0, bounds.aliases).filter(isOther)
    this.#refuse('alias', wanted.length - found.length)
    return found
  }

  #checkAttributes(raws: Record<string, unknown>, entity: MentionedEntity, block: Span): Detail[] {
    const given = Object.entries(raws).flatMap(([name, raw]) => {
      const value = plainText(raw)
      return value === '' ? [] : [{ key: snake(name), value }]
    })
    this.#refuse('too_many', given.length - bounds.attributes)
    return given.slice(0, bounds.attributes).flatMap(({ key, value }): Detail[] => {
      const isFit = key !== undefined && key.length <= bounds.key && value.length <= bounds.value
      const at = isFit ? this.#evidence.choose(this.#offsetsOf(value, block), entity, block) : undefined
      return at ? [{ fact: { attributes: { [key as string]: value } }, at }] : (this.#refuse('attribute') ?? [])
    })
  }

  /** Offsets of a value on the page. A date may be written in another form there. */
  #offsetsOf(value: string, block: Span): number[] {
    const offsets = this.#matchesOf(value, block)
    if (offsets.length > 0) return offsets
    const date = parseDate(value)
    const found = date && this.#dates.find(date)
    return found?.when.edtf === date?.edtf ? (found?.offsets ?? []) : []
  }

  /** The match in the block, or all others: a role or a town may stand in a thousand rows. */
  #matchesOf(value: string, block: Span): number[] {
    const { finder } = this.#text
    const here = finder.findExact(value, block)
    return (here ? [here] : finder.findAll(value)).map(({ start }) => start)
  }

  #checkWhen(given: AnswerTime, entity: MentionedEntity, block: Span): Detail | undefined {
    const date = this.#findDate(given)
    if (!date) return this.#refuse('date')
    const { when } = date
    const offsets = /^\d{4}$/.test(when.edtf) ? [...date.offsets, ...this.#matchesOf(when.edtf, block)] : date.offsets
    const at = offsets.length === 0 ? 'here' : this.#evidence.choose(offsets, entity, block)
    return at ? { fact: { when }, at } : this.#refuse('date')
  }

  #findDate(given: AnswerTime) {
    const when = typeof given === 'string' ? parseDate(given) : whenOfParts(given)
    return when && this.#dates.find(when)
  }

  #checkMoment(given: Answer['relationships'][number]['since']): string | null {
    if (given === null) return null
    return this.#findDate(given)?.when.edtf ?? this.#refuse('date') ?? null
  }

  #checkWhere(given: NonNullable<AnswerEntity['where']>, entity: MentionedEntity, block: Span): Detail[] {
    const parts = typeof given === 'string' ? { name: given } : given
    const where: PlaceHint = {}
    let at: 'here' | Quote | undefined
    for (const [key, field] of placeFields) {
      const value = oneLine(plainText(parts[key]))
      if (value === '' || value.length > bounds.name || where[field] !== undefined) continue
      const evidence = this.#evidence.choose(this.#offsetsOfPlace(value, block), entity, block)
      if (!evidence) continue
      where[field] = value
      at ??= evidence
    }
    return at ? [{ fact: { where }, at }] : (this.#refuse('place') ?? [])
  }

  /** Offsets of the whole value; or of its first part, when the page has all its parts. */
  #offsetsOfPlace(value: string, block: Span): number[] {
    const { finder } = this.#text
    const matches = this.#matchesOf(value, block)
    if (matches.length > 0) return matches
    const parts = value.split(',').map(oneLine)
    if (parts.length < 2 || !parts.every((part) => part !== '' && finder.has(part))) return []
    return this.#matchesOf(parts[0] as string, block)
  }

  /** A summary is the model's own sentence: the page must have most of its words, and it may hold no address. */
  #checkSummary(given: string | null): string | null {
    const summary = oneLine(given ?? '')
    if (summary === '') return null
    const words = foldName(summary)
      .split(' ')
      .filter((word) => word.length > 2)
    const known = words.filter((word) => this.#text.finder.hasWord(word)).length
    const isFit = summary.length <= bounds.summary && !summary.includes('://')
    return isFit && known >= 0.6 * words.length ? summary : (this.#refuse('summary') ?? null)
  }
}

const placeFields = [
  ['name', 'name'],
  ['street', 'street'],
  ['city', 'locality'],
  ['locality', 'locality'],
  ['region', 'region'],
  ['country', 'country'],
  ['address', 'name'],
] as const satisfies [string, keyof PlaceHint][]

/** Removes invisible characters and those that change the direction of text. */
const oneLine = (text: string) =>
  text
    .replace(/[\u00ad\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[\s\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim()

function isName(name: string): boolean {
  return name.length <= bounds.name && /\p{L}/u.test(name) && !/^https?:/i.test(name)
}

function plainText(raw: unknown): string {
  if (typeof raw === 'string') return oneLine(raw)
  if (typeof raw === 'number' || typeof raw === 'boolean') return String(raw)
  if (Array.isArray(raw)) return raw.slice(0, bounds.aliases).map(plainText).filter(Boolean).join(', ')
  return ''
}

function snake(text: string): string | undefined {
  const folded = foldName(text.replace(/([a-z])([A-Z])/g, '$1 $2')).replaceAll(' ', '_')
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(folded) ? folded : undefined
}

function relationOf(type: string): string | undefined {
  const relation = snake(type)
  return relation !== undefined && relation.length <= bounds.relation ? relation : undefined
}

function whenOfParts(parts: Record<string, unknown>): When | undefined {
  const edtf = plainText(parts.edtf ?? parts.date)
  if (edtf !== '') return parseDate(edtf)
  return spanOf(parseDate(plainText(parts.start)), parseDate(plainText(parts.end)))
}

const refAlone = ({ ref, kind, name }: EntityRef): EntityRef => ({ ref, kind, name })
