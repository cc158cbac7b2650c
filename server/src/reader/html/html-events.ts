import { anyOf, readWords } from '../../language/word-lists.ts'
import { type AttributeName, attributeName } from './html-attributes.ts'
import { type Content, HtmlScanner, type ScanListener } from './html-scanner.ts'
import { type Tag, tagIds, tagOf } from './html-tags.ts'
import { pageBounds } from './page-bounds.ts'

// One pass over the HTML of a page. Every collector is told when an element opens, text comes and an element closes.
// Elements close in reverse order of opening, even where the author forgot to close them. Nothing recurses and the
// stack of open elements is bounded, so the cost is linear in the length of the page.

export class PageElement {
  readonly tag: Tag
  readonly parent: PageElement | undefined
  /** The element or one of its ancestors is not shown. */
  is_hidden: boolean
  /** Nobody gets to see it: it is not shown, and it is in nothing that a visitor can open. */
  is_unseen: boolean
  /** Names and values alternate: elements have few attributes. */
  readonly #attributes: string[]

  constructor(tag: Tag, attributes: string[], parent: PageElement | undefined) {
    this.tag = tag
    this.#attributes = attributes
    this.parent = parent
    const isConcealed = this.#isConcealed()
    this.is_hidden = tag.is_hidden || (parent?.is_hidden ?? false) || isConcealed
    this.is_unseen = tag.is_hidden || (parent?.is_unseen ?? false) || (isConcealed && !this.#canBeOpened())
  }

  get(name: AttributeName): string | undefined {
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

  #canBeOpened(): boolean {
    if (this.tag.name === 'a') return false
    if (this.tag.name === 'dialog') return true
    return opened.role.test(this.get('role') ?? '') || opened.class.test(this.get('class') ?? '')
  }
}

/** Dialogs, tabs and menus are not shown when the page opens. */
const opened = {
  role: new RegExp(`^(?:${anyOf(readWords('web', 'opened-roles'))})$`, 'i'),
  class: new RegExp(`(?:^|[\\s_-])(?:${anyOf(readWords('web', 'opened-classes'))})(?:$|[\\s_-])`, 'i'),
}

const concealing = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

/** Collects one kind of information from a page. */
export interface Collector {
  open?(element: PageElement): void
  /** Character references are resolved; one run of text may come in several pieces. */
  text?(text: string, element: PageElement): void
  close?(element: PageElement): void
  end?(): void
}

/** Is called for every attribute, and may return collectors that join now because most pages do not need them. */
export type Watch = (name: AttributeName, value: string, tag: Tag) => Collector[] | undefined

const none: string[] = []
const svg = tagOf('svg').id
const math = tagOf('math').id
const paragraph = tagOf('p').id

class HtmlEvents implements ScanListener {
  readonly #html: string
  readonly #collectors: Collector[]
  readonly #watch: Watch | undefined
  readonly #opens: Collector[]
  readonly #texts: Collector[]
  readonly #closes: Collector[]
  readonly #root = new PageElement(tagOf('html'), none, undefined)
  readonly #stack: PageElement[] = []
  #top = this.#root
  /** How many elements are open, by tag id, so that a stray end tag costs no search. */
  readonly #open = new Int32Array(tagIds)
  /** The same by name, for tags without an id of their own. */
  readonly #openNames = new Map<string, number>()
  #headings = 0
  #tag: Tag = this.#root.tag
  #attributes = none
  #attributeCount = 0
  #name = ''
  #value = ''

  constructor(html: string, collectors: Collector[], watch: Watch | undefined) {
    this.#html = html
    this.#collectors = [...collectors]
    this.#watch = watch
    this.#opens = collectors.filter(({ open }) => open)
    this.#texts = collectors.filter(({ text }) => text)
    this.#closes = collectors.filter(({ close }) => close)
  }

  finish(): void {
    while (this.#stack.length > 0) this.#pop()
    for (const collector of this.#collectors) collector.end?.()
  }

  // Called by the scanner.

  onText(start: number, end: number): void {
    this.#emitText(this.#html.slice(start, end))
  }

  onTextCode(codePoint: number): void {
    this.#emitText(String.fromCodePoint(codePoint))
  }

  onTagName(start: number, end: number): Content {
    this.#tag = tagOf(this.#html.slice(start, end))
    this.#attributes = none
    this.#attributeCount = 0
    return this.#tag.content
  }

  onAttributeName(start: number, end: number): boolean {
    if (this.#attributeCount++ >= pageBounds.attributes) return false
    const name = attributeName(this.#html, start, end)
    if (name === undefined) return false
    this.#name = name
    this.#value = ''
    return true
  }

  onAttributeData(start: number, end: number): void {
    const room = pageBounds.attribute_chars - this.#value.length
    if (room > 0) this.#value += this.#html.slice(start, Math.min(end, start + room))
  }

  onAttributeCode(codePoint: number): void {
    if (this.#value.length < pageBounds.attribute_chars) this.#value += String.fromCodePoint(codePoint)
  }

  onAttributeEnd(): void {
    if (this.#attributes === none) this.#attributes = [this.#name, this.#value]
    else this.#attributes.push(this.#name, this.#value)
    const called = this.#watch?.(this.#name as AttributeName, this.#value, this.#tag)
    if (called) this.#join(called)
  }

  onTagEnd(isSelfClosing: boolean): void {
    this.#openElement(isSelfClosing && this.isInForeignContext())
  }

  onEndTag(start: number, end: number): void {
    const tag = tagOf(this.#html.slice(start, end))
    if (tag.is_void) {
      if (tag.name === 'br') this.#openElement(false, tag)
      return
    }
    this.#closeElement(tag)
  }

  isInForeignContext(): boolean {
    return (this.#open[svg] as number) > 0 || (this.#open[math] as number) > 0
  }

  /** A collector that joins late first sees all open elements. */
  #join(collectors: Collector[]): void {
    this.#collectors.push(...collectors)
    this.#opens.push(...collectors.filter(({ open }) => open))
    this.#texts.push(...collectors.filter(({ text }) => text))
    this.#closes.push(...collectors.filter(({ close }) => close))
    for (const element of this.#stack) for (const collector of collectors) collector.open?.(element)
  }

  #emitText(text: string): void {
    for (const collector of this.#texts) collector.text?.(text, this.#top)
  }

  #openElement(isEmpty: boolean, tag = this.#tag): void {
    this.#endOthers(tag)
    // An element nested deeper than the bound becomes a sibling of the innermost open one.
    if (this.#stack.length >= pageBounds.depth && !tag.is_void) this.#pop()
    const element = new PageElement(tag, tag === this.#tag ? this.#attributes : none, this.#top)
    if (!tag.is_void && !isEmpty) this.#push(element)
    for (const collector of this.#opens) collector.open?.(element)
    if (tag.is_void || isEmpty) for (const collector of this.#closes) collector.close?.(element)
  }

  /** Closes elements that the author left open and that this element cannot be inside of. */
  #endOthers(tag: Tag): void {
    if (!tag.is_head && this.#top.tag.name === 'head') this.#pop()
    if (tag.ends_p && (this.#open[paragraph] as number) > 0) this.#popTo(isParagraph, isBarrier)
    if (tag.ends && tag.within) this.#popToAny(tag.ends, tag.within)
    else if (tag.heading > 0 && this.#top.tag.heading > 0) this.#pop()
  }

  #closeElement(tag: Tag): void {
    if (tag.heading > 0) {
      if (this.#headings > 0) this.#popTo(isHeading, isBarrier)
      return
    }
    if (this.#top.tag === tag && this.#stack.length > 0) {
      this.#pop()
      return
    }
    if (this.#openCount(tag) === 0) return
    const stop = tag.is_table_part
      ? (open: Tag) => open.name === 'table' && tag.name !== 'table'
      : tag.is_block || tag.name === 'a' || tag.is_hidden
        ? isBarrier
        : isBlockOrBarrier
    this.#popTo((open) => open.name === tag.name, stop)
  }

  /**
   * Closes the innermost element that `isWanted` accepts and all inside it, unless one that `isEnd` accepts comes
   * first.
   */
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

  #popToAny(wanted: ReadonlySet<string>, ends: ReadonlySet<string>): void {
    for (let at = this.#stack.length - 1; at >= 0; at--) {
      const { name } = (this.#stack[at] as PageElement).tag
      if (wanted.has(name)) {
        while (this.#stack.length > at) this.#pop()
        return
      }
      if (ends.has(name)) return
    }
  }

  #openCount({ id, name }: Tag): number {
    return id === 0 ? (this.#openNames.get(name) ?? 0) : (this.#open[id] as number)
  }

  #count({ id, name }: Tag, change: number): void {
    if (id > 0) {
      this.#open[id] = (this.#open[id] as number) + change
      return
    }
    const count = (this.#openNames.get(name) ?? 0) + change
    if (count > 0) this.#openNames.set(name, count)
    else this.#openNames.delete(name)
  }

  #push(element: PageElement): void {
    this.#stack.push(element)
    this.#top = element
    if (element.tag.heading > 0) this.#headings++
    this.#count(element.tag, 1)
  }

  #pop(): void {
    const element = this.#stack.pop() as PageElement
    this.#top = this.#stack.at(-1) ?? this.#root
    if (element.tag.heading > 0) this.#headings--
    this.#count(element.tag, -1)
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

function isBlockOrBarrier(tag: Tag): boolean {
  return tag.is_block || tag.is_barrier
}

export function readEvents(html: string, collectors: Collector[], watch?: Watch): void {
  const events = new HtmlEvents(html, collectors, watch)
  new HtmlScanner(html, events).scan()
  events.finish()
}
