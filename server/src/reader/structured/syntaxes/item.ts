// The common form of all syntaxes: items with types and properties, named as in schema.org. Each value knows its spot
// on the page.

/** A JSON-LD script with white space folded; spots are offsets in this text. */
export interface Script {
  text: string
}

export type Spot =
  /** In a script: the offset of the property's key, and the start and end of the value. */
  | { at: 'script'; script: Script; key: number; start: number; end: number }
  /** Visible, in the block that begins at this text offset or shortly after. */
  | { at: 'text'; from: number; label: string }
  /** In an attribute, or not shown. */
  | { at: 'hidden'; label: string }

export interface TextValue {
  text: string
  /** The text as the page writes it, where that differs. */
  raw?: string
  spot: Spot
}

export interface ItemValue {
  item: Item
  /** The spot of the key that leads to the item. */
  spot: Spot
}

export type Value = TextValue | ItemValue

export class Item {
  /** An absolute address, or a name that is valid only on this page (`_:b0`). */
  id: string | undefined
  readonly types: string[] = []
  readonly props = new Map<string, Value[]>()

  constructor(id?: string) {
    this.id = id
  }

  add(property: string, value: Value): void {
    const values = this.props.get(property)
    if (values === undefined) this.props.set(property, [value])
    else if (values.length < itemBounds.values) values.push(value)
  }

  addType(type: string): void {
    if (this.types.length < itemBounds.types && !this.types.includes(type)) this.types.push(type)
  }

  texts(property: string): TextValue[] {
    return (this.props.get(property) ?? []).filter(isText)
  }

  items(property: string): ItemValue[] {
    return (this.props.get(property) ?? []).filter((value): value is ItemValue => 'item' in value)
  }
}

export function isText(value: Value): value is TextValue {
  return 'text' in value
}

export const itemBounds = { items: 5000, values: 500, types: 8, value_chars: 4000, claims: 3000 } as const

/** All items of one page. Items with the same id are one item. */
export class ItemStore {
  readonly items: Item[] = []
  readonly #byId = new Map<string, Item>()

  /** Creates an item or returns the one with this id. Undefined when the page has too many. */
  make(id?: string): Item | undefined {
    const known = id === undefined ? undefined : this.#byId.get(id)
    if (known) return known
    if (this.items.length >= itemBounds.items) return undefined
    const item = new Item(id)
    this.items.push(item)
    if (id !== undefined) this.#byId.set(id, item)
    return item
  }

  find(id: string): Item | undefined {
    return this.#byId.get(id)
  }
}
