import type { Collector, PageElement } from '../../html/html-events.ts'
import { addressOf, attributeValue } from './attribute-values.ts'
import type { Item, ItemStore } from './item.ts'
import { plainText } from './json-ld.ts'
import { spotOf, type ValueReading, type ValueText } from './value-text.ts'
import { isSchemaOrg, Vocabulary } from './vocabulary.ts'

// RDFa Lite and the common parts of RDFa 1.1. Properties without a subject belong to the page, an item without a type.

interface Frame {
  element: PageElement
  vocabulary: Vocabulary
  /** The subject of the properties inside. */
  subject: Item | undefined
  /** Properties of a `rel` without an address: the items inside are their values. */
  waiting: string[]
  reading: ValueReading | undefined
  properties: string[]
  about: Item | undefined
}

const noVocabulary = new Vocabulary(undefined)

export class RdfaCollector implements Collector {
  readonly #store: ItemStore
  readonly #texts: ValueText
  readonly #base: () => string
  readonly #frames: Frame[] = []
  #page: Item | undefined

  constructor(store: ItemStore, texts: ValueText, base: () => string) {
    this.#store = store
    this.#texts = texts
    this.#base = base
  }

  open(element: PageElement): void {
    if (!element.hasAttributes) return
    const property = element.get('property')
    const type = element.get('typeof')
    const rel = element.get('rel')
    const attribute = property ?? type ?? element.get('vocab') ?? element.get('about') ?? element.get('resource')
    if (attribute === undefined && rel === undefined && element.get('prefix') === undefined) return
    const above = this.#frames.at(-1)
    const vocabulary = vocabularyAt(element, above?.vocabulary ?? noVocabulary)
    const properties = termsOf(property, vocabulary)
    // Plain words in `rel` belong to HTML, whatever the vocabulary.
    const relations = rel?.includes(':') ? termsOf(rel, vocabulary, ':') : []
    if (attribute === undefined && relations.length === 0 && vocabulary === above?.vocabulary) return
    const subject = above?.subject
    const frame: Frame = { element, vocabulary, subject, waiting: [], reading: undefined, properties, about: subject }
    this.#frames.push(frame)
    if (type === undefined) this.#openUntyped(frame, relations)
    else this.#openTyped(frame, type, above)
  }

  close(element: PageElement): void {
    const frame = this.#frames.at(-1)
    if (frame?.element !== element) return
    this.#frames.pop()
    if (!frame.reading) return
    const text = this.#texts.take(frame.reading)
    if (text === '') return
    const spot = spotOf(frame.reading, frame.properties[0] as string)
    for (const property of frame.properties) frame.about?.add(property, { text, spot })
  }

  #openTyped(frame: Frame, type: string, above: Frame | undefined): void {
    const { element, vocabulary, properties } = frame
    const about = element.get('about')
    const address = about ?? element.get('resource') ?? element.get('href') ?? element.get('src')
    const item = this.#store.make(this.#resolve(address, vocabulary))
    for (const name of words(type)) item?.addType(vocabulary.term(name) ?? '')
    frame.subject = item
    if (!item) return
    const isValue = about === undefined && element.get('content') === undefined
    for (const property of isValue ? properties : []) {
      this.#subject(above).add(property, { item, spot: { at: 'hidden', label: property } })
    }
    for (const property of above?.waiting ?? []) {
      this.#subject(above).add(property, { item, spot: { at: 'hidden', label: property } })
    }
    if (!isValue) this.#openValue(frame, item)
  }

  #openUntyped(frame: Frame, relations: string[]): void {
    const { element, vocabulary, properties } = frame
    const about = element.get('about')
    const resource = element.get('resource')
    if (about !== undefined) frame.subject = this.#store.make(this.#resolve(about, vocabulary))
    else if (resource !== undefined && properties.length === 0 && relations.length === 0) {
      frame.subject = this.#store.make(this.#resolve(resource, vocabulary))
    }
    frame.about = frame.subject
    if (relations.length > 0)
      this.#openRelation(frame, relations, resource ?? element.get('href') ?? element.get('src'))
    if (properties.length > 0) this.#openValue(frame, this.#subject(frame))
  }

  #openRelation(frame: Frame, relations: string[], target: string | undefined): void {
    if (target === undefined) {
      frame.waiting = relations
      return
    }
    const item = this.#store.make(this.#resolve(target, frame.vocabulary))
    if (!item) return
    for (const property of relations) {
      this.#subject(frame).add(property, { item, spot: { at: 'hidden', label: property } })
    }
    if (frame.element.get('about') === undefined) frame.subject = item
  }

  #openValue(frame: Frame, about: Item): void {
    const { element, properties, vocabulary } = frame
    const label = properties[0]
    if (label === undefined) return
    frame.about = about
    const resource = element.get('resource')
    const text =
      resource !== undefined && element.get('content') === undefined
        ? (this.#resolve(resource, vocabulary) ?? '')
        : (attributeValue(element, label, this.#base()) ?? this.#datetime(element))
    if (text === undefined) frame.reading = this.#texts.begin(element)
    else if (text !== '')
      for (const property of properties) about.add(property, { text, spot: { at: 'hidden', label } })
  }

  #datetime(element: PageElement): string | undefined {
    const datetime = element.get('datetime')
    return datetime === undefined ? undefined : plainText(datetime)
  }

  #subject(frame: Frame | undefined): Item {
    if (frame?.subject) return frame.subject
    this.#page ??= this.#store.make()
    return this.#page ?? (this.#store.items[0] as Item)
  }

  #resolve(address: string | undefined, vocabulary: Vocabulary): string | undefined {
    const trimmed = address?.trim().replace(/^\[(.*)\]$/s, '$1')
    if (trimmed === undefined || trimmed === '') return undefined
    if (trimmed.startsWith('_:')) return trimmed
    const whole = /^[a-z][\w+.-]*:/i.test(trimmed) ? (vocabulary.iri(trimmed) ?? trimmed) : trimmed
    return addressOf(whole, this.#base()) || undefined
  }
}

function vocabularyAt(element: PageElement, outer: Vocabulary): Vocabulary {
  const vocab = element.get('vocab')?.trim()
  const prefix = element.get('prefix')
  if (vocab === undefined && prefix === undefined) return outer
  const base =
    vocab === undefined ? outer.base : vocab === '' ? undefined : isSchemaOrg(vocab) ? 'https://schema.org/' : vocab
  const prefixes = [...(prefix ?? '').matchAll(/([\w-]+):\s+(\S+)/g)].slice(0, 50)
  return outer.with(
    base,
    prefixes.map(([, name, iri]) => [name as string, iri as string]),
  )
}

function termsOf(names: string | undefined, vocabulary: Vocabulary, mark = ''): string[] {
  return words(names).flatMap((name) => (name.includes(mark) ? (vocabulary.term(name) ?? []) : []))
}

function words(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(/\s+/).filter((word) => word !== '')
}
