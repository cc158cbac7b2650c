import type { BaseKind } from '../../../facts/claim.ts'
import { isName, isNameOf } from '../../../facts/entity-names.ts'
import { joins, type Property, relationOfProperty } from '../../../facts/relations.ts'
import { type Item, type ItemStore, isText, type Spot, type TextValue, type Value } from '../syntaxes/item.ts'
import { schemaVocabulary, termOfIri } from '../syntaxes/vocabulary.ts'
import { type Draft, type DraftFact, type DraftMarks, DraftStore } from './entity-draft.ts'
import { attributeFacts, dateFacts, edtfOf, identityOf, summaryFact } from './entity-facts.ts'
import { impliedKind } from './implied-kind.ts'
import { withoutContradictions } from './one-way-relations.ts'
import { type Whereabouts, whereabouts } from './place-facts.ts'
import type { RelationDraft } from './relation-draft.ts'
import { isRole, kindOf } from './schema-types.ts'
import { isSpeaker, onlySpeakers } from './speakers.ts'

// Maps the items of a page to entities and their relations.

export interface MappedPage {
  drafts: Draft[]
  relations: RelationDraft[]
}

export function mapItems(store: ItemStore, context: { base: string; language: string | null }): MappedPage {
  return new ItemMapper(store, context).map()
}

const relationsMax = 3000
const located = relationOfProperty('location') as Property
/** A town is where anything is that has it in its address. */
const inTown: Property = {
  ...located,
  ends: [{ from: new Set(['object', 'location', 'event']), to: new Set(['location']) }],
}

class ItemMapper {
  readonly #store: ItemStore
  readonly #base: string
  readonly #language: string | null
  readonly #drafts = new DraftStore()
  readonly #byItem = new Map<Item, Draft>()
  readonly #implied = new Map<Item, BaseKind>()
  readonly #relations: RelationDraft[] = []

  constructor(store: ItemStore, { base, language }: { base: string; language: string | null }) {
    this.#store = store
    this.#base = base
    this.#language = language
  }

  map(): MappedPage {
    const { items } = this.#store
    for (const item of items) this.#noteImplied(item)
    const speakers = onlySpeakers(items)
    for (const item of items) {
      const draft = speakers.has(item) ? undefined : this.#draftOf(item)
      if (draft) this.#byItem.set(item, draft)
    }
    for (const item of items) this.#relate(item)
    this.#drafts.nameAll()
    return { drafts: this.#drafts.drafts, relations: withoutContradictions(this.#relations) }
  }

  /** An item without a type gets the kind that its property implies. */
  #noteImplied(item: Item): void {
    for (const [property, values] of item.props) {
      const kind = impliedKind(property)
      if (kind === undefined) continue
      for (const value of values) {
        if (!isText(value) && value.item.types.length === 0) this.#implied.set(value.item, kind)
      }
    }
  }

  #draftOf(item: Item): Draft | undefined {
    const typed = kindOf(typesOf(item)) ?? this.#implied.get(item)
    const kind = typed === 'person' && item.texts('name').some(({ text }) => siteName.test(text)) ? 'object' : typed
    const names = kind === undefined ? [] : namesOf(item, kind)
    const [value] = names
    if (kind === undefined || value === undefined) return undefined
    const dates = dateFacts(item, kind, this.#language)
    const place = this.#placeOf(item, kind)
    const marks: DraftMarks = { ...dates.marks, ...(kind === 'event' ? {} : placeMarks(place)) }
    const identity = identityOf(item, this.#base)
    for (const register of ['wikidata', 'orcid']) {
      const id = identity.external_ids[register]
      if (id !== undefined) marks[register] = id
    }
    const facts: DraftFact[] = [...attributeFacts(item, kind), ...dates.facts]
    const summary = summaryFact(item)
    if (summary) facts.push(summary)
    if (place?.values[0]) facts.push({ value: place.values[0], claim: { where: place.hint } })
    const aliases = [...names.slice(1), ...item.texts('alternateName'), ...item.texts('legalName')]
    return this.#drafts.add({
      kind,
      name: value.text,
      value,
      id: item.id,
      facts,
      marks,
      ...identity,
      aliases: aliases.map(({ text }) => text).filter(isName),
    })
  }

  /** The address and position of an item. An event or organization without them has those of its `location`. */
  #placeOf(item: Item, kind: BaseKind): Whereabouts | undefined {
    const own = whereabouts(item)
    if (kind !== 'event' && kind !== 'object') return own
    for (const value of own ? [] : (item.props.get('location') ?? [])) {
      if (isText(value)) {
        if (kind === 'event' && isName(value.text))
          return { hint: { name: value.text }, values: [value], locality: undefined }
        continue
      }
      const place = whereabouts(value.item)
      const [name] = namesOf(value.item, 'location')
      if (!place && !name) continue
      const values = [...(place?.values ?? []), ...(name ? [name] : [])]
      return { hint: { ...(name && { name: name.text }), ...place?.hint }, values, locality: place?.locality }
    }
    return own
  }

  #relate(item: Item): void {
    const draft = this.#byItem.get(item)
    for (const [property, values] of item.props) {
      const relation = relationOfProperty(property)
      const implied = impliedKind(property)
      if (relation === undefined && implied === undefined) continue
      for (const value of values) {
        if (this.#relations.length >= relationsMax) return
        if (isSpeaker(item, property, value)) continue
        this.#relateValue(draft, property, relation, implied, value)
      }
    }
    if (draft && draft.kind !== 'person') this.#relateAddress(item, draft)
  }

  #relateValue(
    draft: Draft | undefined,
    property: string,
    relation: Property | undefined,
    implied: BaseKind | undefined,
    value: Value,
  ): void {
    const role = !isText(value) && isRole(value.item.types) ? value.item : undefined
    const values = role ? (role.props.get(property) ?? []) : [value]
    for (const inner of values) {
      const target = this.#targetOf(inner, implied)
      if (!target || !draft || !relation) continue
      const since = role ? edtfOf(role, 'startDate', this.#language) : null
      const until = role ? edtfOf(role, 'endDate', this.#language) : null
      this.#add(draft, relation, target, { since, until, spot: inner.spot, target: this.#nameAt(inner, target) })
    }
  }

  /** The entity that a value means: a name, or the address of another item of the page. */
  #targetOf(value: Value, implied: BaseKind | undefined): Draft | undefined {
    if (!isText(value)) return this.#byItem.get(value.item)
    const { text } = value
    if (/^(?:[a-z][a-z0-9+.-]*:|[/#])/i.test(text) && !/\s/.test(text)) {
      const id = text.startsWith('_:') ? text : URL.parse(text, this.#base)?.href
      const item = id === undefined ? undefined : this.#store.find(id)
      return item && this.#byItem.get(item)
    }
    if (implied === undefined || !isNameOf(implied, text)) return undefined
    return this.#drafts.add({
      kind: implied,
      name: text,
      value,
      id: undefined,
      facts: [],
      marks: {},
      aliases: [],
      urls: [],
      external_ids: {},
    })
  }

  #nameAt(value: Value, target: Draft): TextValue {
    if (isText(value)) return value.text === target.name ? value : target.value
    return namesOf(value.item, target.kind)[0] ?? target.value
  }

  /** Adds the town of an address as a location of its own. */
  #relateAddress(item: Item, draft: Draft): void {
    const place = whereabouts(item) ?? this.#namelessPlace(item)
    const locality = place?.locality
    if (!place || !locality || !isNameOf('location', locality.text) || /[\d,]/.test(locality.text)) return
    const { region, country } = place.hint
    const hint = { locality: locality.text, ...(region && { region }), ...(country && { country }) }
    const town = this.#drafts.add({
      kind: 'location',
      name: locality.text,
      value: locality,
      id: undefined,
      aliases: [],
      urls: [],
      external_ids: {},
      facts: [{ value: locality, claim: { where: hint } }],
      marks: { ...(region && { region }), ...(country && { country: country }) },
    })
    if (town === draft) return
    this.#add(draft, inTown, town, {
      since: null,
      until: null,
      spot: locality.spot,
      target: locality,
    })
  }

  #namelessPlace(item: Item): Whereabouts | undefined {
    for (const { item: place } of item.items('location')) {
      if (this.#byItem.has(place)) return undefined
      const found = whereabouts(place)
      if (found) return found
    }
    return undefined
  }

  #add(
    draft: Draft,
    stated: Property,
    target: Draft,
    details: Pick<RelationDraft, 'since' | 'until' | 'spot' | 'target'>,
  ): void {
    const { relation, is_inverse, ends } = stated
    let [from, to] = is_inverse ? [target, draft] : [draft, target]
    if (from === to || !joins(ends, from.kind, to.kind)) return
    if (relation.is_mutual && `${from.kind}:${from.name}` > `${to.kind}:${to.name}`) [from, to] = [to, from]
    this.#relations.push({ from, to, type: relation.name, ...details })
  }
}

/** The types of an item, including `additionalType`, where syntaxes with a single type put more. */
function typesOf(item: Item): string[] {
  if (!item.props.has('additionalType')) return item.types
  const more = item.texts('additionalType').map(({ text }) => termOfIri(text) ?? schemaVocabulary.term(text) ?? '')
  return [...item.types, ...more.slice(0, 5)]
}

/** The names of an item; the first is the one to use. */
/** Templates give an article without an author its site or agency as one. */
const siteName = /^[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{Ll}{2,}$/u
/** `kevin-r` */
const login = /^[\p{Ll}\p{N}_.-]+$/u

function namesOf(item: Item, kind: BaseKind): TextValue[] {
  const names = item.texts('name').filter(({ text }) => isName(text) && !(kind === 'person' && login.test(text)))
  if (names.length > 0) return names
  if (kind === 'object')
    return item
      .texts('legalName')
      .filter(({ text }) => isName(text))
      .slice(0, 1)
  if (kind !== 'person') return []
  const [given] = item.texts('givenName')
  const [family] = item.texts('familyName')
  if (!given || !family) return []
  const text = `${given.text} ${family.text}`
  const isFamily = family.spot.at !== 'text'
  const { text: raw } = isFamily ? family : given
  return isName(text) ? [{ text, raw, spot: joinSpots(given.spot, family.spot) }] : []
}

/** The spot of a full name. Given and family name are adjacent in most scripts; otherwise the spot of one has to do. */
function joinSpots(given: Spot, family: Spot): Spot {
  if (given.at !== 'script' || family.at !== 'script') return family.at === 'text' ? given : family
  const start = Math.min(given.start, family.start)
  const end = Math.max(given.end, family.end)
  return given.script === family.script && end - start < 200
    ? { ...family, key: Math.min(given.key, family.key), start, end }
    : family
}

function placeMarks(place: Whereabouts | undefined): DraftMarks {
  const { street, region, country } = place?.hint ?? {}
  return { ...(street && { street }), ...(region && { region }), ...(country && { country }) }
}
