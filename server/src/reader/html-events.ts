import { Tokenizer } from 'htmlparser2'
import { type Tag, tagOf } from './html-tags.ts'
import { pageBounds } from './parsed-page.ts'

// One pass over the HTML of a page: elements open, text comes, elements close, and every collector listens. Elements
// close in the order in which they were opened, also where the author forgot to close them. Nothing here recurses,
// and the stack of open elements is bounded, so a page costs what its length costs.

export class PageElement {
  readonly tag: Tag
  readonly parent: PageElement | undefined
  /** It or one around it is not shown. */
  is_hidden: boolean
  /** Names and values in turn: elements have few. */
  readonly #attributes: string[]

  constructor(tag: Tag, attributes: string[], parent: PageElement | undefined) {
    this.tag = tag
    this.#attributes = attributes
    this.parent = parent
    this.is_hidden = tag.is_hidden || (parent?.is_hidden ?? false) || this.#isConcealed()
  }

  get(name: string): string | undefined {
    const attributes = this.#attributes
    for (let at = 0; at < attributes.length; at += 2) if (attributes[at] === name) return attributes[at + 1]
    return undefined
  }

  get hasAttributes(): boolean {
    return this.#attributes.length > 0
  }

  #isConcealed(): boolean {
    const attributes = this.#attributes
    if (this.tag.name === 'dialog') return this.get('open') === undefined
    for (let at = 0; at < attributes.length; at += 2) {
      const name = attributes[at] as string
      const value = attributes[at + 1] as string
      if (name === 'style' && concealing.test(value)) return true
      if (name === 'hidden' && value !== 'until-found') return true
      if (name === 'aria-hidden' && value === 'true') return true
    }
    return false
  }
}

const concealing = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Another kind of thing to find on a page is another collector. */
export interface Collector {
  open?(element: PageElement): void
  /** Character references are resolved; one run of text may come in several pieces. */
  text?(text: string, element: PageElement): void
  close?(element: PageElement): void
  end?(): void
}

const none: string[] = []

class HtmlEvents {
  readonly #html: string
  readonly #opens: Collector[]
  readonly #texts: Collector[]
  readonly #closes: Collector[]
  readonly #root = new PageElement(tagOf('html'), none, undefined)
  readonly #stack: PageElement[] = []
  #top = this.#root
  /** How many of a name are open, so that a stray end tag costs no search. */
  readonly #open = new Map<string, number>()
  #headings = 0
  #tag: Tag = this.#root.tag
  #attributes = none
  #name = ''
  #value = ''

  constructor(html: string, collectors: Collector[]) {
    this.#html = html
    this.#opens = collectors.filter(({ open }) => open)
    this.#texts = collectors.filter(({ text }) => text)
    this.#closes = collectors.filter(({ close }) => close)
  }

  finish(): void {
    while (this.#stack.length > 0) this.#pop()
  }

  // What the tokenizer calls.

  ontext(start: number, end: number): void {
    this.#emitText(this.#html.slice(start, end))
  }

  ontextentity(code: number): void {
    this.#emitText(String.fromCodePoint(code))
  }

  onopentagname(start: number, end: number): void {
    this.#tag = tagOf(this.#html.slice(start, end))
    this.#attributes = none
  }

  onattribname(start: number, end: number): void {
    this.#name = this.#attributes.length < 2 * pageBounds.attributes ? this.#html.slice(start, end).toLowerCase() : ''
    this.#value = ''
  }

  onattribdata(start: number, end: number): void {
    if (this.#name === '') return
    const room = pageBounds.attribute_chars - this.#value.length
    if (room > 0) this.#value += this.#html.slice(start, Math.min(end, start + room))
  }

  onattribentity(code: number): void {
    if (this.#name !== '' && this.#value.length < pageBounds.attribute_chars) this.#value += String.fromCodePoint(code)
  }

  onattribend(): void {
    if (this.#name === '') return
    if (this.#attributes === none) this.#attributes = [this.#name, this.#value]
    else this.#attributes.push(this.#name, this.#value)
  }

  onopentagend(): void {
    this.#openElement(false)
  }

  onselfclosingtag(): void {
    this.#openElement(this.isInForeignContext())
  }

  onclosetag(start: number, end: number): void {
    const tag = tagOf(this.#html.slice(start, end))
    if (tag.is_void) {
      if (tag.name === 'br') this.#openElement(false, tag)
      return
    }
    this.#closeElement(tag)
  }

  isInForeignContext(): boolean {
    return (this.#open.get('svg') ?? 0) > 0 || (this.#open.get('math') ?? 0) > 0
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.isInForeignContext()) this.#emitText(this.#html.slice(start, end - offset))
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #emitText(text: string): void {
    for (const collector of this.#texts) collector.text?.(text, this.#top)
  }

  #openElement(isEmpty: boolean, tag = this.#tag): void {
    this.#endOthers(tag)
    // What is nested deeper than the bound follows its elder instead of being in it.
    if (this.#stack.length >= pageBounds.depth && !tag.is_void) this.#pop()
    const element = new PageElement(tag, tag === this.#tag ? this.#attributes : none, this.#top)
    if (!tag.is_void && !isEmpty) this.#push(element)
    for (const collector of this.#opens) collector.open?.(element)
    if (tag.is_void || isEmpty) for (const collector of this.#closes) collector.close?.(element)
  }

  /** Ends what the author left open and what cannot go on around this element. */
  #endOthers(tag: Tag): void {
    if (!tag.is_head && this.#top.tag.name === 'head') this.#pop()
    if (tag.ends_p && this.#has('p')) this.#popTo(isParagraph, isBarrier)
    const { ends, within } = tag
    if (ends && within)
      this.#popTo(
        (open) => ends.has(open.name),
        (open) => within.has(open.name),
      )
    else if (tag.heading > 0 && this.#top.tag.heading > 0) this.#pop()
  }

  #closeElement(tag: Tag): void {
    if (tag.heading > 0) {
      if (this.#headings > 0) this.#popTo(isHeading, isBarrier)
      return
    }
    if (!this.#has(tag.name)) return
    const stop = tag.is_table_part
      ? (open: Tag) => open.name === 'table' && tag.name !== 'table'
      : tag.is_block || tag.name === 'a' || tag.is_hidden
        ? isBarrier
        : (open: Tag) => open.is_block || open.is_barrier
    this.#popTo((open) => open.name === tag.name, stop)
  }

  #popTo(isWanted: (tag: Tag) => boolean, isEnd: (tag: Tag) => boolean): void {
    for (let at = this.#stack.length - 1; at >= 0; at--) {
      const { tag } = this.#stack[at] as PageElement
      if (isWanted(tag)) {
        while (this.#stack.length > at) this.#pop()
        return
      }
      if (isEnd(tag)) return
    }
  }

  #has(name: string): boolean {
    return (this.#open.get(name) ?? 0) > 0
  }

  #push(element: PageElement): void {
    this.#stack.push(element)
    this.#top = element
    const { name, heading } = element.tag
    if (heading > 0) this.#headings++
    this.#open.set(name, (this.#open.get(name) ?? 0) + 1)
  }

  #pop(): void {
    const element = this.#stack.pop() as PageElement
    this.#top = this.#stack.at(-1) ?? this.#root
    const { name, heading } = element.tag
    if (heading > 0) this.#headings--
    const left = (this.#open.get(name) ?? 1) - 1
    if (left > 0) this.#open.set(name, left)
    else this.#open.delete(name)
    for (const collector of this.#closes) collector.close?.(element)
  }
}

function isParagraph(tag: Tag): boolean {
  return tag.name === 'p'
}

function isHeading(tag: Tag): boolean {
  return tag.heading > 0
}

function isBarrier(tag: Tag): boolean {
  return tag.is_barrier
}

export function readEvents(html: string, collectors: Collector[]): void {
  const events = new HtmlEvents(html, collectors)
  const tokenizer = new Tokenizer({ decodeEntities: true }, events)
  tokenizer.write(html)
  tokenizer.end()
  events.finish()
  for (const collector of collectors) collector.end?.()
}
