import { isPersonName } from '../../../facts/entity-names.ts'
import type { Collector, PageElement } from '../../html/html-events.ts'
import { addressOf } from './attribute-values.ts'
import { joinDateParts } from './date-parts.ts'
import type { Item, ItemStore, TextValue, Value } from './item.ts'
import { plainText } from './json-ld.ts'
import { type FormatProperty, mayBeRoot, propertiesOf, type RootFormat, rootOf } from './microformat-names.ts'
import { spotOf, type ValueReading, type ValueText } from './value-text.ts'

// Microformats: class names that give elements a meaning.

interface Root {
  format: RootFormat
  item: Item | undefined
  element: PageElement
  /** The whole text, for the implied name when no property gives one. */
  reading: ValueReading
  implies_name: boolean
  alt: string | undefined
  /** The outer root and properties that this root is a value of. */
  within: { root: Root; properties: FormatProperty[] } | undefined
}

interface Property {
  element: PageElement
  root: Root
  properties: FormatProperty[]
  reading: ValueReading
  /** Values of inner elements with class `value` or `value-title`. */
  parts: string[]
}

type Open = { root: Root } | { property: Property } | { part: Property; element: PageElement; reading: ValueReading }

export class MicroformatCollector implements Collector {
  readonly #store: ItemStore
  readonly #texts: ValueText
  readonly #base: () => string
  readonly #open: Open[] = []
  readonly #roots: Root[] = []
  readonly #properties: Property[] = []

  constructor(store: ItemStore, texts: ValueText, base: () => string) {
    this.#store = store
    this.#texts = texts
    this.#base = base
  }

  open(element: PageElement): void {
    if (element.tag.name === 'img') this.#noteImage(element)
    const classAttribute = element.get('class')
    if (classAttribute === undefined || (this.#roots.length === 0 && !mayBeRoot(classAttribute))) return
    const classes = classAttribute.split(/\s+/).filter((name) => name !== '')
    const format = rootOf(classes)
    const outer = this.#roots.at(-1)
    const properties = outer ? propertiesOf(classes, outer.format) : []
    if (format) this.#openRoot(element, format, outer, properties)
    else if (outer && properties.length > 0) this.#openProperty(element, outer, properties)
    else if (classes.includes('value') || classes.includes('value-title')) this.#openPart(element, classes)
  }

  close(element: PageElement): void {
    for (let top = this.#open.at(-1); top && elementOf(top) === element; top = this.#open.at(-1)) {
      this.#open.pop()
      if ('root' in top) this.#closeRoot(top.root)
      else if ('property' in top) this.#closeProperty(top.property)
      else {
        const text = this.#texts.take(top.reading)
        if (text !== '') top.part.parts.push(text)
      }
    }
  }

  #noteImage(element: PageElement): void {
    const root = this.#roots.at(-1)
    const alt = element.get('alt')
    if (root && alt !== undefined) root.alt ??= plainText(alt)
  }

  #openRoot(element: PageElement, format: RootFormat, outer: Root | undefined, properties: FormatProperty[]): void {
    if (outer) outer.implies_name = false
    const item = format.type === '' ? undefined : this.#store.make()
    const within = outer && properties.length > 0 ? { root: outer, properties } : undefined
    const alt = element.tag.name === 'abbr' ? element.get('title') : element.get('alt')
    const reading = this.#texts.begin(element)
    const root: Root = { format, item, element, reading, implies_name: !format.is_first, alt, within }
    const href = format.type === 'card' || format.type === 'Event' ? element.get('href') : undefined
    if (href !== undefined) root.item?.add('url', this.#hidden(addressOf(href, this.#base()), 'url'))
    this.#roots.push(root)
    this.#open.push({ root })
  }

  #openProperty(element: PageElement, root: Root, properties: FormatProperty[]): void {
    if (properties.some(({ prefix }) => prefix === 'p' || prefix === 'e')) root.implies_name = false
    const property = { element, root, properties, reading: this.#texts.begin(element), parts: [] }
    this.#properties.push(property)
    this.#open.push({ property })
  }

  #openPart(element: PageElement, classes: string[]): void {
    const property = this.#properties.at(-1)
    if (!property || property.root !== this.#roots.at(-1) || property.parts.length >= 20) return
    const value = classes.includes('value-title')
      ? element.get('title')
      : (element.get('datetime') ?? (element.tag.name === 'abbr' ? element.get('title') : element.get('alt')))
    if (value !== undefined) property.parts.push(plainText(value))
    else this.#open.push({ part: property, element, reading: this.#texts.begin(element) })
  }

  #closeProperty(open: Property): void {
    const { element, root, properties, reading, parts } = open
    this.#properties.pop()
    const text = this.#texts.take(reading)
    for (const { property, prefix, label } of properties) {
      if (property === undefined) continue
      const value = this.#valueOf(element, prefix, parts)
      if (value !== undefined && value !== '')
        root.item?.add(property, this.#textValue(value, text, reading, label, parts))
      else if (text !== '' && value === undefined) root.item?.add(property, { text, spot: spotOf(reading, label) })
    }
  }

  /** A text value; its spot is visible only if the element's text contains it. */
  #textValue(value: string, text: string, reading: ValueReading, label: string, parts: string[]): TextValue {
    if (text.includes(value)) return { text: value, spot: spotOf(reading, label) }
    return { ...this.#hidden(value, label), ...(parts.length > 0 && { raw: parts.join(' ') }) }
  }

  #valueOf(element: PageElement, prefix: FormatProperty['prefix'], parts: string[]): string | undefined {
    const { name } = element.tag
    if (parts.length > 0) return prefix === 'dt' ? joinDateParts(parts) : parts.join('')
    if (prefix === 'dt') {
      const value = element.get('datetime') ?? (name === 'abbr' ? element.get('title') : element.get('value'))
      return value === undefined ? undefined : plainText(value)
    }
    const href = name === 'a' || name === 'area' || name === 'link' ? element.get('href') : undefined
    // The first version has no `u-` prefix: links to mail and telephone are addresses there.
    const isContact = href !== undefined && /^(?:mailto|tel):/i.test(href)
    if (href !== undefined && (prefix === 'u' || isContact)) return addressOf(href, this.#base())
    if (prefix === 'u' && element.get('src') !== undefined) return addressOf(element.get('src') as string, this.#base())
    const value =
      name === 'abbr'
        ? element.get('title')
        : name === 'img' || name === 'area'
          ? element.get('alt')
          : element.get('value')
    return value === undefined ? undefined : plainText(value)
  }

  #closeRoot(root: Root): void {
    this.#roots.pop()
    const text = this.#texts.take(root.reading)
    const { item, within } = root
    if (item === undefined) return
    if (root.implies_name && !item.props.has('name') && root.format.properties.name !== undefined) {
      if (text !== '') item.add('name', { text, spot: spotOf(root.reading, 'name') })
      else if (root.alt) item.add('name', this.#hidden(root.alt, 'name'))
    }
    const properties = within?.properties.flatMap(({ property }) => property ?? []) ?? []
    item.addType(typeOf(item, root.format, properties))
    for (const property of properties) {
      const value: Value = { item, spot: { at: 'hidden', label: property } }
      within?.root.item?.add(property, value)
    }
  }

  #hidden(text: string, label: string): TextValue {
    return { text, spot: { at: 'hidden', label } }
  }
}

/** A card is a person; an organization if its name is also its organization; a place if it is an event's location. */
function typeOf(item: Item, { type }: RootFormat, properties: string[]): string {
  if (type !== 'card') return type
  const organizations = item.props.get('org') ?? []
  const [organization] = item.texts('org')
  item.props.delete('org')
  if (properties.includes('location')) return 'Place'
  if (properties.includes('org')) return 'Organization'
  const name = item.texts('name')[0]
  if (name === undefined && organization && !item.props.has('givenName')) {
    item.add('name', organization)
    return 'Organization'
  }
  if (organization && organization.text === name?.text) return 'Organization'
  for (const value of organizations) item.add('affiliation', value)
  return name === undefined || isPersonName(name.text) ? 'Person' : ''
}

function elementOf(open: Open): PageElement {
  if ('root' in open) return open.root.element
  return 'property' in open ? open.property.element : open.element
}
