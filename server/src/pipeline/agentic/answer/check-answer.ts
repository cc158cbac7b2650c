import { parseDate } from '../../../dates/parse-date.ts'
import {
  type Claim,
  type EntityClaim,
  type EntityRef,
  entityClaim,
  type PlaceHint,
  type Quote,
} from '../../../facts/claim.ts'
import { DatedRefs } from '../../../facts/dated-refs.ts'
import type { Span } from '../../../facts/find-quote.ts'
import { baseOfKind } from '../../../facts/kinds.ts'
import { refOf } from '../../../facts/refs.ts'
import { foldName } from '../../../language/fold-name.ts'
import type { Answer, AnswerEntity } from './answer.ts'
import { type RelatedText, RelationshipCheck } from './check-relationship.ts'
import { AnswerEvidence, type MentionedEntity, widened } from './evidence.ts'
import { isFormOf } from './inflected.ts'
import { isOtherName } from './other-names.ts'
import { PageDates } from './page-dates.ts'
import { cleanLine, fieldText, mayBeName, snake } from './plain-words.ts'
import type { Refusal } from './refusals.ts'

// Keeps what a page really says of a model's answer. Quotes, names, values, dates and places are checked against the
// page's own text, each where the entity is mentioned. Everything else is refused and counted; nothing is repaired from the
// model's words.

export interface ReadText extends RelatedText {
  published_at: string | null
  ontology: string[]
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
  summary: 600,
}

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
  readonly #refusals: Refusal[] = []

  constructor(text: ReadText) {
    this.#text = text
    this.#dates = new PageDates(text.finder, text.published_at)
    this.#evidence = new AnswerEvidence(text)
  }

  check(answer: Answer): Checked {
    // Small models repeat themselves until they are cut off.
    const entities = distinct(answer.entities)
    const relationships = distinct(answer.relationships)
    this.#refuse('unreadable', answer.unreadable)
    this.#refuse('rest', answer.is_partial ? 1 : 0)
    this.#refuse('too_many', entities.length - bounds.entities)
    this.#refuse('too_many', relationships.length - bounds.relationships)
    const named = new Set(entities.map(({ name }) => foldName(name)))
    for (const entity of entities.slice(0, bounds.entities)) this.#checkEntity(entity, named)
    const related = new RelationshipCheck(this.#text, this.#dates, this.#evidence, this.#known)
    for (const relationship of relationships.slice(0, bounds.relationships)) {
      const checked = related.check(relationship)
      this.#refusals.push(...checked.refusals)
      if (checked.claim) this.#claims.push(checked.claim)
    }
    return { claims: this.#claims, refusals: this.#refusals }
  }

  #refuse(reason: Refusal, count = 1): undefined {
    for (let n = 0; n < count; n++) this.#refusals.push(reason)
    return undefined
  }

  #checkEntity(given: AnswerEntity, named: Set<string>): void {
    const kind = this.#kindOf(given.kind)
    const name = cleanLine(given.name)
    // Whoever gives no quote is held to the name.
    const { finder, reads } = this.#text
    const forms = [name, ...given.aliases.map(cleanLine)]
    const names = (quote: Quote) => forms.some((form) => finder.has(form, quote))
    const found = given.quote === null ? this.#findName(name) : finder.find(given.quote, reads, names)
    const written = found ? this.#writtenForms(name, given.aliases, found) : []
    const isThere = kind !== undefined && mayBeName(name) && found && (this.#isNamed(name, found) || written.length > 0)
    if (!isThere || !this.#evidence.isAbout([name, ...written], found)) {
      this.#refuse('entity')
      return
    }
    const others = given.aliases.filter((alias) => !written.includes(cleanLine(alias)))
    const aliases = [...written, ...this.#checkAliases(others, name, found, named)]
    const known = [name, ...aliases]
    const quote = widened(found, known, this.#evidence)
    const block = this.#text.blockAt(quote.start) ?? quote
    const mentioned: MentionedEntity = { ref: refOf(kind, name), kind, name, names: known }
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

  #isRead(offset: number): boolean {
    return this.#text.reads.some(({ start, end }) => offset >= start && offset < end)
  }

  #findName(name: string): Quote | undefined {
    const { finder, reads } = this.#text
    for (const span of reads) {
      const found = finder.findExact(name, span)
      if (found) return found
    }
    return undefined
  }

  /** Forms of a name, such as the genitive, in which its quote or the page writes it. */
  #writtenForms(name: string, aliases: string[], quote: Quote): string[] {
    const { finder } = this.#text
    return aliases
      .map(cleanLine)
      .filter((alias) => mayBeName(alias) && isFormOf(name, alias) && (finder.has(alias, quote) || !finder.has(name)))
      .filter((alias) => finder.has(alias))
      .slice(0, bounds.aliases)
  }

  #know(given: string | null, mentioned: MentionedEntity): void {
    const ref = given ?? mentioned.name
    const known = this.#known.get(ref)
    const isSame = known === undefined || known?.ref === mentioned.ref
    this.#known.set(ref, isSame ? mentioned : null)
  }

  #kindOf(given: string): string | undefined {
    const { ontology } = this.#text
    const wanted = given.trim().toLowerCase()
    const known = ontology.find((kind) => kind.toLowerCase() === wanted)
    const base = baseOfKind(wanted)
    if (known !== undefined || base === undefined) return known
    // `organization`, where the domain says `object`.
    const same = ontology.filter((kind) => baseOfKind(kind) === base)
    return same.length === 1 ? same[0] : undefined
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
    const wanted = [...new Set(given.map(cleanLine))].filter((alias) => alias !== '' && alias !== name)
    const isOther = (alias: string) =>
      mayBeName(alias) &&
      !named.has(foldName(alias)) &&
      this.#text.finder.has(alias, quote) &&
      isOtherName(quote.text, name, alias)
    const found = wanted.slice(0, bounds.aliases).filter(isOther)
    this.#refuse('alias', wanted.length - found.length)
    return found
  }

  #checkAttributes(raws: Record<string, unknown>, entity: MentionedEntity, block: Span): Detail[] {
    const given = Object.entries(raws).flatMap(([name, raw]) => {
      const value = fieldText(raw)
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
    const date = this.#dates.findStated(given)
    if (!date) return this.#refuse('date')
    const { when } = date
    const offsets = /^\d{4}$/.test(when.edtf) ? [...date.offsets, ...this.#matchesOf(when.edtf, block)] : date.offsets
    const at = offsets.length === 0 ? 'here' : this.#evidence.choose(offsets, entity, block)
    return at ? { fact: { when }, at } : this.#refuse('date')
  }

  #checkWhere(given: NonNullable<AnswerEntity['where']>, entity: MentionedEntity, block: Span): Detail[] {
    const parts = typeof given === 'string' ? { name: given } : given
    const where: PlaceHint = {}
    let at: 'here' | Quote | undefined
    for (const [key, field] of placeFields) {
      const value = cleanLine(fieldText(parts[key]))
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
    const parts = value.split(',').map(cleanLine)
    if (parts.length < 2 || !parts.every((part) => part !== '' && finder.has(part))) return []
    return this.#matchesOf(parts[0] as string, block)
  }

  /** A summary is the model's own sentence: the page must have most of its words, and it may hold no address. */
  #checkSummary(given: string | null): string | null {
    const summary = cleanLine(given ?? '')
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

const refAlone = ({ ref, kind, name }: EntityRef): EntityRef => ({ ref, kind, name })

function distinct<Item>(items: Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}
