import type { Collector, PageElement } from '../../html/html-events.ts'
import { addressOf, attributeValue } from './attribute-values.ts'
import type { Item, ItemStore, Value } from './item.ts'
import { spotOf, type ValueReading, type ValueText } from './value-text.ts'
import { schemaVocabulary, termOfIri, Vocabulary } from './vocabulary.ts'

// Microdata: elements with `itemscope` are items, and the elements with `itemprop` inside are their properties.

/** Receives the properties found inside it: an item, or a part of the page that an `itemref` names. */
interface Holder {
  item: Item | undefined
  vocabulary: Vocabulary
  /** What a part of the page contains. */
  found: { names: string[]; value: Value }[]
  is_part: boolean
}

interface OpenElement {
  element: PageElement
  holders: number
  /** Set while the element's text is read as a value. */
  reading: ValueReading | undefined
  names: string[]
  receivers: Holder[]
}

const partsMax = 200
const refs = /itemref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi

export class MicrodataCollector implements Collector {
  readonly #store: ItemStore
  readonly #texts: ValueText
  readonly #base: () => string
  /** Ids that an `itemref` names, and the parts with these ids. */
  readonly #parts = new Map<string, Holder | undefined>()
  readonly #referring: { holder: Holder; ids: string[] }[] = []
  readonly #holders: Holder[] = []
  readonly #open: OpenElement[] = []

  constructor(html: string, store: ItemStore, texts: ValueText, base: () => string) {
    this.#store = store
    this.#texts = texts
    this.#base = base
    for (const found of html.matchAll(refs)) {
      for (const id of words(found[1] ?? found[2] ?? found[3])) {
        if (this.#parts.size < partsMax) this.#parts.set(id, undefined)
      }
    }
  }

  open(element: PageElement): void {
    if (!element.hasAttributes) return
    const property = element.get('itemprop')
    const isItem = element.get('itemscope') !== undefined
    const id = this.#parts.size > 0 ? element.get('id') : undefined
    const isPart = id !== undefined && this.#parts.has(id) && this.#parts.get(id) === undefined
    if (property === undefined && !isItem && !isPart) return
    const opened: OpenElement = { element, holders: this.#holders.length, reading: undefined, names: [], receivers: [] }
    this.#open.push(opened)
    if (isPart) this.#openPart(id)
    opened.receivers = this.#receivers()
    opened.names = words(property)
    if (isItem) this.#openItem(element, opened)
    else if (opened.names.length > 0 && opened.receivers.length > 0) this.#openValue(element, opened)
  }

  close(element: PageElement): void {
    const opened = this.#open.at(-1)
    if (opened?.element !== element) return
    this.#open.pop()
    this.#holders.length = opened.holders
    if (!opened.reading) return
    const text = this.#texts.take(opened.reading)
    if (text === '') return
    this.#give(opened, { text, spot: spotOf(opened.reading, opened.names[0] as string) })
  }

  end(): void {
    for (const { holder, ids } of this.#referring) {
      for (const id of ids) {
        for (const { names, value } of this.#parts.get(id)?.found ?? []) receive(holder, names, value)
      }
    }
  }

  #openPart(id: string): void {
    const part: Holder = { item: undefined, vocabulary: schemaVocabulary, found: [], is_part: true }
    this.#parts.set(id, part)
    this.#holders.push(part)
  }

  #openItem(element: PageElement, opened: OpenElement): void {
    const id = element.get('itemid')
    const item = this.#store.make(id === undefined ? undefined : addressOf(id, this.#base()) || undefined)
    const types = words(element.get('itemtype'))
    for (const type of types) item?.addType(termOfIri(type) ?? '')
    const holder: Holder = { item, vocabulary: vocabularyOf(types[0]), found: [], is_part: false }
    const ids = words(element.get('itemref')).slice(0, 20)
    if (ids.length > 0) this.#referring.push({ holder, ids })
    if (item && opened.names.length > 0) {
      this.#give(opened, { item, spot: { at: 'hidden', label: opened.names[0] as string } })
    }
    this.#holders.push(holder)
  }

  #openValue(element: PageElement, opened: OpenElement): void {
    const label = opened.names[0] as string
    const property = opened.receivers.at(-1)?.vocabulary.term(label) ?? label
    const text = attributeValue(element, property, this.#base())
    if (text === undefined) opened.reading = this.#texts.begin(element)
    else if (text !== '') this.#give(opened, { text, spot: { at: 'hidden', label } })
  }

  /** The innermost open item, and the referenced parts that began inside it. */
  #receivers(): Holder[] {
    const receivers: Holder[] = []
    for (let at = this.#holders.length - 1; at >= 0; at--) {
      const holder = this.#holders[at] as Holder
      receivers.push(holder)
      if (!holder.is_part) break
    }
    return receivers
  }

  #give({ receivers, names }: OpenElement, value: Value): void {
    for (const holder of receivers) receive(holder, names, value)
  }
}

function receive(holder: Holder, names: string[], value: Value): void {
  if (holder.is_part) {
    if (holder.found.length < 500) holder.found.push({ names, value })
    return
  }
  for (const name of names) {
    const property = holder.vocabulary.term(name)
    if (property !== undefined) holder.item?.add(property, value)
  }
}

/** Property names belong to the vocabulary of the item's type. */
function vocabularyOf(type: string | undefined): Vocabulary {
  const start = type === undefined ? undefined : /^.*[/#]/s.exec(type)?.[0]
  return start === undefined ? schemaVocabulary : new Vocabulary(start)
}

function words(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(/\s+/).filter((word) => word !== '')
}
