import { DecodingMode, EntityDecoder, htmlDecodeTree } from 'entities/decode'

// Finds the tags of HTML as browsers do, in one pass. It searches for the next `<`, quote or `>` instead of looking at
// every character. A tag that the end of the page cuts off is ignored.

export interface ScanListener {
  /** Text between two tags; character references are reported by `onTextCode`. */
  onText(start: number, end: number): void
  onTextCode(codePoint: number): void
  onTagName(start: number, end: number): Content
  /** Returns whether the value is wanted. */
  onAttributeName(start: number, end: number): boolean
  onAttributeData(start: number, end: number): void
  onAttributeCode(codePoint: number): void
  onAttributeEnd(): void
  onTagEnd(isSelfClosing: boolean): void
  onEndTag(start: number, end: number): void
  /** Whether the current element is inside SVG or MathML, where other rules hold. */
  isInForeignContext(): boolean
}

/**
 * What an element contains: markup, text up to its end tag with or without character references, or the rest of the
 * page as text.
 */
export type Content = 'markup' | 'text' | 'raw text' | 'plain text'

const tab = 0x09
const lineFeed = 0x0a
const formFeed = 0x0c
const carriageReturn = 0x0d
const space = 0x20
const bang = 0x21
const doubleQuote = 0x22
const singleQuote = 0x27
const dash = 0x2d
const slash = 0x2f
const equals = 0x3d
const greater = 0x3e
const question = 0x3f

export class HtmlScanner {
  readonly #html: string
  readonly #listener: ScanListener
  readonly #decoder: EntityDecoder
  readonly #codes: number[] = []
  /** The offset of the next `&`, at or behind the offset that was asked for last. */
  #ampersand = -1

  constructor(html: string, listener: ScanListener) {
    this.#html = html
    this.#listener = listener
    this.#decoder = new EntityDecoder(htmlDecodeTree, (codePoint) => this.#codes.push(codePoint))
  }

  scan(): void {
    const html = this.#html
    let start = 0
    let at = 0
    while (true) {
      const tag = html.indexOf('<', at)
      if (tag < 0) break
      if (!beginsMarkup(html.charCodeAt(tag + 1))) {
        // A lone `<` is text and begins a new piece.
        this.#text(start, tag)
        start = tag
        at = tag + 1
        continue
      }
      this.#text(start, tag)
      start = this.#markup(tag + 1)
      at = start
    }
    this.#text(start, html.length)
  }

  /** Reads the markup behind a `<`; returns where it ends. */
  #markup(at: number): number {
    const code = this.#html.charCodeAt(at)
    if (code === slash) return this.#endTag(at + 1)
    if (code === bang) return this.#declaration(at + 1)
    return code === question ? this.#behind('>', at + 1) : this.#startTag(at)
  }

  #behind(what: string, from: number): number {
    const at = this.#html.indexOf(what, from)
    return at < 0 ? this.#html.length : at + what.length
  }

  #endTag(start: number): number {
    const html = this.#html
    const code = html.charCodeAt(start)
    // `</` at the very end of the page is text.
    if (Number.isNaN(code)) this.#listener.onText(start - 2, start)
    if (!isLetter(code)) return this.#behind('>', start)
    const end = this.#nameEnd(start)
    const close = html.indexOf('>', end)
    if (end === html.length) return end
    this.#listener.onEndTag(start, end)
    return close < 0 ? html.length : close + 1
  }

  #declaration(at: number): number {
    const html = this.#html
    if (html.startsWith('--', at)) return this.#comment(at + 2)
    if (!html.startsWith('[CDATA[', at)) return this.#behind('>', at)
    const start = at + 7
    const end = html.indexOf(']]>', start)
    if (end < 0) return html.length
    if (this.#listener.isInForeignContext()) this.#listener.onText(start, end)
    return end + 3
  }

  #comment(start: number): number {
    const html = this.#html
    if (html.startsWith('>', start)) return start + 1
    if (html.startsWith('->', start)) return start + 2
    let at = html.indexOf('--', start)
    while (at >= 0) {
      at += 2
      while (html.charCodeAt(at) === dash) at++
      if (html.charCodeAt(at) === greater) return at + 1
      if (html.startsWith('!>', at)) return at + 2
      at = html.indexOf('--', at)
    }
    return html.length
  }

  #startTag(start: number): number {
    const html = this.#html
    const end = this.#nameEnd(start)
    if (end === html.length) return end
    const content = this.#listener.onTagName(start, end)
    const isMarkup = content === 'markup' || this.#listener.isInForeignContext()
    let at = end
    let isSelfClosing = false
    while (true) {
      const code = html.charCodeAt(at)
      if (code === greater) break
      if (Number.isNaN(code)) return html.length
      if (code === slash) isSelfClosing = true
      else if (!isSpace(code)) {
        isSelfClosing = false
        at = this.#attribute(at)
        continue
      }
      at++
    }
    this.#listener.onTagEnd(isSelfClosing)
    return isMarkup ? at + 1 : this.#content(html.slice(start, end), content, at + 1)
  }

  /** Reads one attribute. The first character of its name may be any, even `=`. */
  #attribute(start: number): number {
    const html = this.#html
    let at = start + 1
    let code = html.charCodeAt(at)
    while (code !== equals && !endsName(code)) code = html.charCodeAt(++at)
    const isWanted = this.#listener.onAttributeName(start, at)
    while (isSpace(code)) code = html.charCodeAt(++at)
    let end = at
    if (code === equals) {
      do code = html.charCodeAt(++at)
      while (isSpace(code))
      end = this.#value(at, code, isWanted)
    }
    if (isWanted) this.#listener.onAttributeEnd()
    return end
  }

  #value(at: number, code: number, isWanted: boolean): number {
    const html = this.#html
    if (code === doubleQuote || code === singleQuote) {
      const end = html.indexOf(code === doubleQuote ? '"' : "'", at + 1)
      if (end < 0) return html.length
      if (isWanted) this.#attributeData(at + 1, end)
      return end + 1
    }
    let end = at
    for (let next = code; next !== greater && !isSpace(next) && end < html.length; ) next = html.charCodeAt(++end)
    if (isWanted) this.#attributeData(at, end)
    return end
  }

  /** Reports the text of an element; returns where it ends. */
  #content(rawName: string, content: Content, start: number): number {
    const end = content === 'plain text' ? this.#html.length : this.#contentEnd(rawName.toLowerCase(), start)
    if (content === 'text') this.#text(start, end)
    else if (end > start) this.#listener.onText(start, end)
    return end
  }

  /** The offset at which the end tag begins. */
  #contentEnd(name: string, start: number): number {
    const html = this.#html
    for (let at = html.indexOf('</', start); at >= 0; at = html.indexOf('</', at + 2)) {
      const end = at + 2 + name.length
      if (endsName(html.charCodeAt(end)) && end < html.length && html.slice(at + 2, end).toLowerCase() === name)
        return at
    }
    return html.length
  }

  #text(start: number, end: number): void {
    if (end <= start) return
    const listener = this.#listener
    let from = start
    for (let at = this.#nextAmpersand(start); at < end; at = this.#nextAmpersand(Math.max(from, at + 1))) {
      const length = this.#decode(at, DecodingMode.Legacy)
      if (length === 0) continue
      if (at > from) listener.onText(from, at)
      for (const codePoint of this.#codes) listener.onTextCode(codePoint)
      from = at + length
    }
    if (from < end) listener.onText(from, end)
  }

  #attributeData(start: number, end: number): void {
    const listener = this.#listener
    let from = start
    for (let at = this.#nextAmpersand(start); at < end; at = this.#nextAmpersand(Math.max(from, at + 1))) {
      const length = this.#decode(at, DecodingMode.Attribute)
      if (length === 0) continue
      if (at > from) listener.onAttributeData(from, at)
      for (const codePoint of this.#codes) listener.onAttributeCode(codePoint)
      from = at + length
    }
    if (from < end) listener.onAttributeData(from, end)
  }

  #nextAmpersand(from: number): number {
    if (this.#ampersand < from) {
      const at = this.#html.indexOf('&', from)
      this.#ampersand = at < 0 ? Number.POSITIVE_INFINITY : at
    }
    return this.#ampersand
  }

  /** Fills `#codes` with what the character reference stands for; returns its length, 0 for none. */
  #decode(at: number, mode: DecodingMode): number {
    this.#codes.length = 0
    this.#decoder.startEntity(mode)
    const length = this.#decoder.write(this.#html, at + 1)
    return length < 0 ? this.#decoder.end() : length
  }

  /** The end of an element's name: white space, `/`, `>` or the end of the page. */
  #nameEnd(start: number): number {
    const html = this.#html
    let at = start + 1
    while (!endsName(html.charCodeAt(at))) at++
    return Math.min(at, html.length)
  }
}

function beginsMarkup(code: number): boolean {
  return isLetter(code) || code === slash || code === bang || code === question
}

function isLetter(code: number): boolean {
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x7a
}

function isSpace(code: number): boolean {
  if (code > space) return false
  return code === space || code === lineFeed || code === tab || code === carriageReturn || code === formFeed
}

/** True at the end of the page too (NaN). */
function endsName(code: number): boolean {
  if (code > greater) return false
  return code === greater || code === slash || isSpace(code) || Number.isNaN(code)
}
