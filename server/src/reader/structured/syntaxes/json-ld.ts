import { decodeHTML } from 'entities/decode'
import { cutText } from '../../../language/cut-text.ts'
import { foldSpace } from '../../../language/fold-space.ts'
import { foldScript } from './fold-script.ts'
import { type Item, type ItemStore, itemBounds, type Script, type Spot, type TextValue, type Value } from './item.ts'
import { readContext } from './json-ld-context.ts'
import { type JsonArray, type JsonObject, type JsonText, type JsonValue, readJson } from './read-json.ts'
import { schemaVocabulary, type Vocabulary } from './vocabulary.ts'

// JSON-LD without its full algorithm: reads what pages write, the way they mean it.

/** Reads the scripts of a page into the store. */
export function readJsonLd(scripts: string[], store: ItemStore, base: string): void {
  for (const raw of scripts) {
    const script = { text: foldScript(raw) }
    const reader = new JsonLdReader(script, store, base)
    for (const value of readJson(script.text)) reader.readTop(value, schemaVocabulary)
  }
}

/** Keys that look like `en`, `pt-BR`. */
const languageKey = /^(?:[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8}){0,2}|@none)$/

class JsonLdReader {
  readonly #script: Script
  readonly #store: ItemStore
  readonly #base: string

  constructor(script: Script, store: ItemStore, base: string) {
    this.#script = script
    this.#store = store
    this.#base = base
  }

  readTop(value: JsonValue, vocabulary: Vocabulary): void {
    if (value.kind === 'array') for (const { value: inner } of value.values) this.readTop(inner, vocabulary)
    else if (value.kind === 'object') this.#readNode(value, vocabulary)
  }

  /** Recursion is bounded by `jsonDepth`. */
  #readNode(object: JsonObject, outer: Vocabulary): Item | undefined {
    const vocabulary = readContext(object, outer)
    let id: string | undefined
    let properties = 0
    for (const { name, value } of object.entries) {
      const keyword = vocabulary.alias(name)
      if (keyword === '@id' && value.kind === 'text') id = this.#resolve(value.text, vocabulary)
      else if (keyword !== '@context') properties++
    }
    // An object with only a context and a graph is an envelope.
    const isEnvelope = id === undefined && object.entries.every(({ name }) => envelopeKeys.has(vocabulary.alias(name)))
    const item = isEnvelope ? undefined : this.#store.make(id)
    if (properties > 0) for (const entry of object.entries) this.#readEntry(entry, item, vocabulary)
    return item
  }

  #readEntry(
    { name, key, value }: JsonObject['entries'][number],
    item: Item | undefined,
    vocabulary: Vocabulary,
  ): void {
    const keyword = vocabulary.alias(name)
    switch (keyword) {
      case '@context':
      case '@id':
        return
      case '@graph':
      case '@included':
        this.readTop(value, vocabulary)
        return
      case '@type':
        for (const text of textsOf(value)) {
          const type = vocabulary.term(text.trim())
          item?.addType(type ?? '')
        }
        return
      case '@reverse':
        if (item && value.kind === 'object') this.#readReverse(value, item, vocabulary)
        return
      default: {
        const property = vocabulary.term(name)
        if (property === undefined) this.readTop(value, vocabulary)
        else if (item) this.#addValues(item, property, value, key, vocabulary)
      }
    }
  }

  #readReverse(object: JsonObject, item: Item, vocabulary: Vocabulary): void {
    for (const { name, key, value } of object.entries) {
      const property = vocabulary.term(name)
      const inner = value.kind === 'array' ? value.values.map((entry) => entry.value) : [value]
      for (const node of inner) {
        if (node.kind !== 'object' || property === undefined) continue
        this.#readNode(node, vocabulary)?.add(property, { item, spot: this.#spot(key, key, key) })
      }
    }
  }

  #addValues(item: Item, property: string, value: JsonValue, key: number, vocabulary: Vocabulary): void {
    if (value.kind === 'text') {
      const text = this.#textValue(value, key)
      if (text) item.add(property, text)
    } else if (value.kind === 'array') {
      this.#addArray(item, property, value, key, vocabulary)
    } else {
      this.#addObject(item, property, value, key, vocabulary)
    }
  }

  #addArray(item: Item, property: string, { values }: JsonArray, key: number, vocabulary: Vocabulary): void {
    const first = values[0]
    for (const entry of values) {
      // The first value of a list has the property's key, the others have their own position.
      this.#addValues(item, property, entry.value, entry === first ? key : entry.key, vocabulary)
    }
  }

  #addObject(item: Item, property: string, object: JsonObject, key: number, vocabulary: Vocabulary): void {
    const { entries } = object
    const wrapped = entries.find(({ name }) => wrappers.has(vocabulary.alias(name)))
    if (wrapped) {
      this.#addValues(item, property, wrapped.value, key, vocabulary)
      return
    }
    const isByLanguage =
      literalProperties.has(property) && entries.length > 0 && entries.every(({ name }) => languageKey.test(name))
    if (isByLanguage) {
      for (const entry of entries) this.#addValues(item, property, entry.value, entry.key, vocabulary)
      return
    }
    const node = this.#readNode(object, vocabulary)
    const value: Value | undefined = node && { item: node, spot: this.#spot(key, key, key) }
    if (value) item.add(property, value)
  }

  #textValue({ text, start, end }: JsonText, key: number): TextValue | undefined {
    const folded = plainText(text)
    return folded === '' ? undefined : { text: folded, spot: this.#spot(key, start, end) }
  }

  #spot(key: number, start: number, end: number): Spot {
    return { at: 'script', script: this.#script, key, start, end }
  }

  #resolve(id: string, vocabulary: Vocabulary): string | undefined {
    const trimmed = id.trim()
    if (trimmed === '' || trimmed.length > 2000) return undefined
    if (trimmed.startsWith('_:')) return trimmed
    const whole = /^[a-z][\w+.-]*:/i.test(trimmed) ? (vocabulary.iri(trimmed) ?? trimmed) : trimmed
    return URL.parse(whole, this.#base)?.href ?? trimmed
  }
}

const envelopeKeys: ReadonlySet<string> = new Set(['@context', '@graph', '@included', '@version'])
const wrappers: ReadonlySet<string> = new Set(['@value', '@list', '@set'])
const literalProperties: ReadonlySet<string> = new Set([
  'name',
  'alternateName',
  'legalName',
  'description',
  'jobTitle',
])

/** Decodes stray character references, folds white space and drops characters that the database cannot store. */
export function plainText(text: string): string {
  const cut = cutText(text, itemBounds.value_chars)
  const decoded = /&(?:#\w{1,8}|[A-Za-z]\w{1,30});/.test(cut) ? decodeHTML(cut) : cut
  return foldSpace(decoded).toWellFormed()
}

function textsOf(value: JsonValue): string[] {
  if (value.kind === 'text') return [value.text]
  if (value.kind !== 'array') return []
  return value.values.flatMap(({ value: inner }) => (inner.kind === 'text' ? [inner.text] : []))
}
