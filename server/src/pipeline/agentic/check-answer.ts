import { type Claim, type EntityRef, entityClaim, type PlaceHint, type Quote, type When } from '../../reader/claims.ts'
import { findDates } from '../../reader/dates/find-dates.ts'
import { parseDate, spanOf } from '../../reader/dates/parse-date.ts'
import type { QuoteFinder } from '../../reader/quotes.ts'
import { foldName, refOf } from '../../reader/refs.ts'
import type { Answer } from './answer.ts'
import { PageDates } from './page-dates.ts'

// What of a model's answer the page really says. Everything is held against the page's own text: quotes, names, values,
// dates and places. What is not there is dropped and counted; nothing is repaired from the model's words.

export interface ReadText {
  finder: QuoteFinder
  title: string | null
  published_at: string | null
  ontology: string[]
  /** The block around a place. */
  blockAt(start: number): { start: number; end: number } | undefined
  /** Whether facts are taken from there: what was only sent as context is known already. */
  isRead(start: number): boolean
}

export interface Checked {
  claims: Claim[]
  dropped: number
}

const bounds = { entities: 500, relationships: 1000, name: 200, value: 500, key: 40, aliases: 20, summary: 600 }

export function checkAnswer(answer: Answer, text: ReadText): Checked {
  return new AnswerCheck(text).check(answer)
}

class AnswerCheck {
  readonly #text: ReadText
  readonly #dates: PageDates
  readonly #claims: Claim[] = []
  readonly #known = new Map<string, EntityRef & { names: string[] }>()
  readonly #whens = new Map<string, string>()
  #dropped = 0

  constructor(text: ReadText) {
    this.#text = text
    this.#dates = new PageDates(text.finder, text.published_at)
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

  #checkEntity(said: Answer['entities'][number]): void {
    const kind = this.#kindOf(said.kind)
    const name = oneLine(said.name)
    const quote = this.#text.finder.find(said.quote)
    if (kind === undefined || !isName(name) || !quote || !this.#isNamed(name, quote)) {
      this.#drop()
      return
    }
    const block = this.#text.blockAt(quote.start) ?? quote
    const when = said.when === null ? null : (this.#checkWhen(said.when) ?? this.#drop() ?? null)
    const aliases = this.#checkAliases(said.aliases, name)
    const entity = { ref: this.#refOf(kind, name, when), kind, name }
    this.#known.set(said.ref, { ...entity, names: [name, ...aliases] })
    // Facts of what was sent as context are known already.
    if (!this.#text.isRead(quote.start)) return
    this.#claims.push(
      entityClaim({
        ...entity,
        aliases,
        summary: this.#checkSummary(said.summary),
        attributes: this.#checkAttributes(said.attributes, block, when),
        when,
        where: said.where === null ? null : (this.#checkWhere(said.where) ?? this.#drop() ?? null),
        quote,
      }),
    )
  }

  #checkRelationship(said: Answer['relationships'][number]): void {
    const from = this.#known.get(said.from)
    const to = this.#known.get(said.to)
    const relation = relationOf(said.type)
    const quote = this.#text.finder.find(said.quote)
    if (!from || !to || from.ref === to.ref || relation === undefined || !quote || !isAbout(quote, from, to)) {
      this.#drop()
      return
    }
    if (!this.#text.isRead(quote.start)) return
    this.#claims.push({
      type: 'relationship',
      from: refAlone(from),
      to: refAlone(to),
      relation,
      since: this.#checkMoment(said.since),
      until: this.#checkMoment(said.until),
      quote,
    })
  }

  #kindOf(said: string): string | undefined {
    const wanted = said.trim().toLowerCase()
    return this.#text.ontology.find((kind) => kind.toLowerCase() === wanted)
  }

  /** As the page writes it; or its parts in another order inside the quote, as registers write them. */
  #isNamed(name: string, quote: Quote): boolean {
    const { finder, title } = this.#text
    if (finder.has(name)) return true
    const words = foldName(name).split(' ')
    const inTitle = title !== null && ` ${foldName(title)} `.includes(` ${words.join(' ')} `)
    const inQuote = new Set(foldName(quote.text).split(' '))
    return inTitle || (words.length > 1 && words.every((word) => inQuote.has(word)))
  }

  /** Two of one name are one, unless their dates say otherwise. */
  #refOf(kind: string, name: string, when: When | null): string {
    const plain = refOf(kind, name)
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

  #checkAttributes(
    said: Record<string, unknown>,
    block: { start: number; end: number },
    when: When | null,
  ): Record<string, string> {
    const attributes: Record<string, string> = {}
    for (const [name, raw] of Object.entries(said)) {
      const value = plainText(raw)
      if (value === '') continue
      const key = snake(name)
      if (key === undefined || key.length > bounds.key || !this.#isValueOf(value, block, when)) this.#drop()
      else attributes[key] = value
    }
    return attributes
  }

  /** The block that speaks of the entity must say it; a date may be written in another way there. */
  #isValueOf(value: string, block: { start: number; end: number }, when: When | null): boolean {
    if (value.length > bounds.value) return false
    if (this.#text.finder.has(value, block)) return true
    const date = parseDate(value)
    if (!date) return false
    if (when?.edtf === date.edtf) return true
    const inside = findDates(this.#text.finder.slice(block.start, block.end))
    return inside.some((found) => found.when.edtf === date.edtf)
  }

  #checkWhen(said: NonNullable<Answer['entities'][number]['when']>): When | undefined {
    const when = typeof said === 'string' ? parseDate(said) : whenOfParts(said)
    return when && this.#dates.check(when)
  }

  #checkMoment(said: Answer['relationships'][number]['since']): string | null {
    if (said === null) return null
    return this.#checkWhen(said)?.edtf ?? this.#drop() ?? null
  }

  #checkWhere(said: NonNullable<Answer['entities'][number]['where']>): PlaceHint | undefined {
    const parts = typeof said === 'string' ? { name: said } : said
    const hint: PlaceHint = {}
    for (const [key, field] of placeFields) {
      const value = oneLine(plainText(parts[key]))
      if (value === '' || value.length > bounds.name) continue
      if (this.#saysPlace(value)) hint[field] ??= value
    }
    return Object.keys(hint).length > 0 ? hint : undefined
  }

  /** Whole, or part by part. */
  #saysPlace(value: string): boolean {
    const { finder } = this.#text
    if (finder.has(value)) return true
    const parts = value.split(',').map(oneLine)
    return parts.length > 1 && parts.every((part) => part !== '' && finder.has(part))
  }

  /** A summary is the model's own sentence; its words must be the page's. */
  #checkSummary(said: string | null): string | null {
    const summary = oneLine(said ?? '')
    if (summary === '') return null
    const words = foldName(summary)
      .split(' ')
      .filter((word) => word.length > 2)
    const known = words.filter((word) => this.#text.finder.hasWord(word)).length
    if (summary.length <= bounds.summary && !summary.includes('://') && known >= 0.6 * words.length) return summary
    return this.#drop() ?? null
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
  if (Array.isArray(raw)) return raw.map(plainText).filter(Boolean).join(', ')
  return ''
}

function snake(text: string): string | undefined {
  const folded = foldName(text.replace(/([a-z])([A-Z])/g, '$1 $2')).replaceAll(' ', '_')
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(folded) ? folded : undefined
}

function relationOf(type: string): string | undefined {
  const relation = snake(type)
  return relation !== undefined && relation.length <= 60 ? relation : undefined
}

function whenOfParts(parts: Record<string, unknown>): When | undefined {
  const edtf = plainText(parts.edtf ?? parts.date)
  if (edtf !== '') return parseDate(edtf)
  return spanOf(parseDate(plainText(parts.start)), parseDate(plainText(parts.end)))
}

const refAlone = ({ ref, kind, name }: EntityRef): EntityRef => ({ ref, kind, name })

/** At least one of the two is named in the words that are to say what is between them. */
function isAbout(quote: Quote, from: { names: string[] }, to: { names: string[] }): boolean {
  const said = foldName(quote.text)
  const words = new Set(said.split(' '))
  return [...from.names, ...to.names].map(foldName).some(
    // Scripts that do not part their words are searched for the whole name.
    (name) => said.includes(name) || name.split(' ').some((word) => word.length > 2 && words.has(word)),
  )
}
