// What every syntax is read into: things with types and properties, by the names of schema.org. Each value knows where
// the page says it.

/** A JSON-LD script, white space folded: positions are positions in this text. */
export interface Script {
  text: string
}

export type Spot =
  /** From the key of the property to the end of the value. */
  | { at: 'script'; script: Script; key: number; start: number; end: number }
  /** Visible, in the block that begins at this offset of the page's text or shortly after. */
  | { at: 'text'; from: number; label: string }
  /** In an attribute, or not shown. */
  | { at: 'hidden'; label: string }

export interface TextValue {
  text: string
  /** How the page writes it, where that is something else. */
  raw?: string
  spot: Spot
}

export interface ItemValue {
  item: Item
  /** Of the key that leads to it. */
  spot: Spot
}

export type Value = TextValue | ItemValue

export class Item {
  /** An absolute address, or a name that is only good on this page (`_:b0`). */
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

/** All things of one page. Those that carry one id are one thing, wherever they are spoken of. */
export class ItemStore {
  readonly items: Item[] = []
  readonly #byId = new Map<string, Item>()

  /** Undefined when the page has more of them than anybody would read. */
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
