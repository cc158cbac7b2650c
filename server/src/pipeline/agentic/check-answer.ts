import { parseDate, spanOf } from '../../dates/parse-date.ts'
import {
  type Claim,
  type EntityClaim,
  type EntityRef,
  entityClaim,
  type PlaceHint,
  type Quote,
  type When,
} from '../../facts/claim.ts'
import type { Span } from '../../facts/find-quote.ts'
import { refOf } from '../../facts/refs.ts'
import { foldName } from '../../language/fold-name.ts'
import type { Answer } from './answer.ts'
import { AnswerEvidence, type PageToCheck, type Spoken } from './evidence.ts'
import { PageDates } from './page-dates.ts'

// What of a model's answer the page really says. Everything is held against the page's own text: quotes, names, values,
// dates and places, each where the entity is spoken of. What is not there is dropped and counted; nothing is repaired
// from the model's words.

export interface ReadText extends PageToCheck {
  published_at: string | null
  ontology: string[]
  /** Where facts are taken from: what was only sent as context is known already. */
  reads: Span[]
}

export interface Checked {
  claims: Claim[]
  dropped: number
}

const bounds = {
  ...{ entities: 300, relationships: 600, aliases: 10, attributes: 20 },
  ...{ name: 200, value: 500, key: 40, relation: 60, summary: 600 },
}

type SaidEntity = Answer['entities'][number]
type SaidTime = NonNullable<SaidEntity['when']>

/** One thing said of an entity, and the block or the quote that says it. */
type Detail = { fact: Partial<EntityClaim>; at: 'here' | Quote }

export function checkAnswer(answer: Answer, text: ReadText): Checked {
  return new AnswerCheck(text).check(answer)
}

class AnswerCheck {
  readonly #text: ReadText
  readonly #dates: PageDates
  readonly #evidence: AnswerEvidence
  readonly #claims: Claim[] = []
  /** By the refs of the answer; null for those that it uses for two. */
  readonly #known = new Map<string, Spoken | null>()
  readonly #whens = new Map<string, string>()
  #dropped = 0

  constructor(text: ReadText) {
    this.#text = text
    this.#dates = new PageDates(text.finder, text.published_at)
    this.#evidence = new AnswerEvidence(text)
  }

  check({ entities, relationships }: Answer): Checked {
    this.#dropped += Math.max(0, entities.length - bounds.entities)
    this.#dropped += Math.max(0, relationships.length - bounds.relationships)
    for (const entity of entities.slice(0, bounds.entities)) this.#checkEntity(entity)
    for (const relationship of relationships.slice(0, bounds.relationships)) this.#checkRelationship(relationship)
    return { claims: this.#claims, dropped: this.#dropped }
  }

  #drop(): undefined {
    this.#dropped++
    return undefined
  }

  #checkEntity(said: SaidEntity): void {
    const kind = this.#kindOf(said.kind)
    const name = oneLine(said.name)
    const found = this.#text.finder.find(said.quote, this.#text.reads)
    const isThere = kind !== undefined && isName(name) && found && this.#isNamed(name, found)
    if (!isThere || !this.#evidence.isAbout([name], found)) {
      this.#drop()
      return
    }
    const aliases = this.#checkAliases(said.aliases, name)
    const names = [name, ...aliases]
    const quote = this.#widen(found, names)
    const block = this.#text.blockAt(quote.start) ?? quote
    const spoken: Spoken = { ref: refOf(kind, name), kind, name, names }
    const when = said.when === null ? undefined : this.#checkWhen(said.when, spoken, block)
    spoken.ref = this.#refOf(spoken, when?.fact.when ?? null)
    this.#know(said.ref, spoken)
    const details = [
      ...this.#checkAttributes(said.attributes, spoken, block),
      ...(when ? [when] : []),
      ...(said.where === null ? [] : this.#checkWhere(said.where, spoken, block)),
    ]
    const summary = this.#checkSummary(said.summary)
    this.#claim({ ...refAlone(spoken), aliases, summary }, quote, details)
  }

  /** What the block of the quote says is one claim; what is said elsewhere has its own quote. */
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

  #checkRelationship(said: Answer['relationships'][number]): void {
    const from = this.#known.get(said.from)
    const to = this.#known.get(said.to)
    const relation = relationOf(said.type)
    const found = this.#text.finder.find(said.quote, this.#text.reads)
    if (!from || !to || from.ref === to.ref || relation === undefined || !found) {
      this.#drop()
      return
    }
    const isSaid = [from, to].every(({ names }) => this.#evidence.isAbout(names, found))
    const isNaming = [from, to].some(({ names }) => this.#mentions(names, this.#blockOf(found)))
    if (!isSaid || !isNaming) {
      this.#drop()
      return
    }
    if (!this.#isRead(found.start)) return
    this.#claims.push({
      type: 'relationship',
      from: refAlone(from),
      to: refAlone(to),
      relation,
      since: this.#checkMoment(said.since),
      until: this.#checkMoment(said.until),
      quote: this.#widen(found, [...from.names, ...to.names]),
    })
  }

  #isRead(place: number): boolean {
    return this.#text.reads.some(({ start, end }) => place >= start && place < end)
  }

  #blockOf(quote: Quote): Span {
    return this.#text.blockAt(quote.start) ?? quote
  }

  #mentions(names: string[], span: Span): boolean {
    const said = foldName(this.#text.finder.slice(span.start, span.end))
    const words = new Set(said.split(' '))
    return names
      .map(foldName)
      .some((name) => said.includes(name) || name.split(' ').some((word) => word.length > 2 && words.has(word)))
  }

  /** A word or two that do not name anything prove nothing by themselves. */
  #widen(quote: Quote, names: string[]): Quote {
    const isThin = foldName(quote.text).split(' ').length < 3 && !this.#mentions(names, quote)
    return isThin ? this.#evidence.around(quote.start) : quote
  }

  #know(ref: string, spoken: Spoken): void {
    const known = this.#known.get(ref)
    const isSame = known === undefined || known?.ref === spoken.ref
    this.#known.set(ref, isSame ? spoken : null)
  }

  #kindOf(said: string): string | undefined {
    const wanted = said.trim().toLowerCase()
    return this.#text.ontology.find((kind) => kind.toLowerCase() === wanted)
  }

  /** As the page writes it; or its parts in another order inside the quote, as registers write them. */
  #isNamed(name: string, quote: Quote): boolean {
    if (this.#text.finder.has(name) || this.#evidence.isSubject([name])) return true
    const words = foldName(name).split(' ')
    const inQuote = new Set(foldName(quote.text).split(' '))
    return words.length > 1 && words.every((word) => inQuote.has(word))
  }

  /** Two of one name are one, unless their dates say otherwise. */
  #refOf({ ref: plain }: Spoken, when: When | null): string {
    for (let copy = 1; ; copy++) {
      const ref = copy === 1 ? plain : `${plain}#${copy}`
      const known = this.#whens.get(ref)
      if (known === undefined || when === null || known === when.edtf || known === '') {
        if (!known) this.#whens.set(ref, when?.edtf ?? '')
        return ref
      }
    }
  }

  #checkAliases(said: string[], name: string): string[] {
    const wanted = [...new Set(said.map(oneLine))].filter((alias) => alias !== '' && alias !== name)
    const found = wanted.slice(0, bounds.aliases).filter((alias) => isName(alias) && this.#text.finder.has(alias))
    this.#dropped += wanted.length - found.length
    return found
  }

  #checkAttributes(said: Record<string, unknown>, entity: Spoken, block: Span): Detail[] {
    const given = Object.entries(said).flatMap(([name, raw]) => {
      const value = plainText(raw)
      return value === '' ? [] : [{ key: snake(name), value }]
    })
    this.#dropped += Math.max(0, given.length - bounds.attributes)
    return given.slice(0, bounds.attributes).flatMap(({ key, value }): Detail[] => {
      const isFit = key !== undefined && key.length <= bounds.key && value.length <= bounds.value
      const at = isFit ? this.#evidence.choose(this.#placesOf(value), entity, block) : undefined
      return at ? [{ fact: { attributes: { [key as string]: value } }, at }] : (this.#drop() ?? [])
    })
  }

  /** A date may be written in another way on the page. */
  #placesOf(value: string): number[] {
    const places = this.#text.finder.places(value).map(({ start }) => start)
    if (places.length > 0) return places
    const date = parseDate(value)
    const said = date && this.#dates.find(date)
    return said?.when.edtf === date?.edtf ? (said?.places ?? []) : []
  }

  #checkWhen(said: SaidTime, entity: Spoken, block: Span): Detail | undefined {
    const date = this.#findDate(said)
    if (!date) return this.#drop()
    const { when, places } = date
    const at = places.length === 0 ? 'here' : this.#evidence.choose(places, entity, block)
    return at ? { fact: { when }, at } : this.#drop()
  }

  #findDate(said: SaidTime) {
    const when = typeof said === 'string' ? parseDate(said) : whenOfParts(said)
    return when && this.#dates.find(when)
  }

  #checkMoment(said: Answer['relationships'][number]['since']): string | null {
    if (said === null) return null
    return this.#findDate(said)?.when.edtf ?? this.#drop() ?? null
  }

  #checkWhere(said: NonNullable<SaidEntity['where']>, entity: Spoken, block: Span): Detail[] {
    const parts = typeof said === 'string' ? { name: said } : said
    const where: PlaceHint = {}
    let at: 'here' | Quote | undefined
    for (const [key, field] of placeFields) {
      const value = oneLine(plainText(parts[key]))
      if (value === '' || value.length > bounds.name || where[field] !== undefined) continue
      const place = this.#evidence.choose(this.#placesNamed(value), entity, block)
      if (!place) continue
      where[field] = value
      at ??= place
    }
    return at ? [{ fact: { where }, at }] : (this.#drop() ?? [])
  }

  /** Whole; or by its first part where all of them are there. */
  #placesNamed(value: string): number[] {
    const { finder } = this.#text
    const places = finder.places(value)
    if (places.length > 0) return places.map(({ start }) => start)
    const parts = value.split(',').map(oneLine)
    if (parts.length < 2 || !parts.every((part) => part !== '' && finder.has(part))) return []
    return finder.places(parts[0] as string).map(({ start }) => start)
  }

  /** A summary is the model's own sentence: its words must be the page's, and it proves no address. */
  #checkSummary(said: string | null): string | null {
    const summary = oneLine(said ?? '')
    if (summary === '') return null
    const words = foldName(summary)
      .split(' ')
      .filter((word) => word.length > 2)
    const known = words.filter((word) => this.#text.finder.hasWord(word)).length
    const isFit = summary.length <= bounds.summary && !summary.includes('://')
    return isFit && known >= 0.6 * words.length ? summary : (this.#drop() ?? null)
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

/** Without what nobody sees, and without signs that would turn the text around them. */
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
