// A scanner for the XML of sitemaps and feeds, because it must not stop where XML says it must: a `&` that is not
// escaped, a tag that is not closed, a file that breaks off. It knows tags, text, CDATA and what to skip. There is
// nothing of a DTD but where it ends, so no entity expands. It keeps one unfinished tag of bounded length and walks
// over everything once.

export interface XmlHandler {
  /** Names without prefix, in lower case. The attributes are as they stand. */
  open(name: string, attributes: string): void
  close(name: string): void
  /** With its entities still in it; it comes in pieces. */
  text(text: string): void
  /** Once true, the rest is not looked at. */
  readonly full: boolean
}

/** No tag that matters is longer; what goes beyond it is not kept. */
const tagMax = 8192

type Mode = 'text' | 'tag' | 'tag-rest' | 'comment' | 'cdata' | 'instruction' | 'doctype'

const terminators = { comment: '-->', cdata: ']]>', instruction: '>' } as const

export class XmlScanner {
  readonly #handler: XmlHandler
  readonly #names = new Map<string, string>()
  #mode: Mode = 'text'
  /** What could not be decided yet, from the last piece. */
  #rest = ''
  /** The beginning of a tag that is too long. */
  #longTag = ''
  /** The quote that it stops in. */
  #quote = ''
  #subset: 'none' | 'inside' | 'behind' = 'none'

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  push(piece: string): void {
    const text = this.#rest + piece
    this.#rest = ''
    let at = 0
    while (at < text.length && !this.#handler.full) {
      const next = this.#step(text, at)
      if (next < 0) return
      at = next
    }
  }

  /** Where to go on, or -1 when the next piece is needed first. */
  #step(text: string, at: number): number {
    switch (this.#mode) {
      case 'text':
        return this.#inText(text, at)
      case 'tag':
        return this.#inTag(text, at)
      case 'tag-rest':
        return this.#inTagRest(text, at)
      case 'doctype':
        return this.#inDoctype(text, at)
      default:
        return this.#until(terminators[this.#mode], text, at)
    }
  }

  #inText(text: string, at: number): number {
    const found = text.indexOf('<', at)
    const end = found < 0 ? text.length : found
    if (end > at) this.#handler.text(text.slice(at, end))
    if (found < 0) return end
    const second = text.charCodeAt(found + 1)
    if (second === 0x21 /* ! */) return this.#atDeclaration(text, found)
    if (Number.isNaN(second)) return this.#wait(text, found)
    if (second === 0x3f /* ? */) return this.#enter('instruction', found + 2)
    if (second === 0x2f /* / */ || isNameStart(second)) return this.#enter('tag', found + 1)
    this.#handler.text('<')
    return found + 1
  }

  #atDeclaration(text: string, at: number): number {
    if (text.startsWith('<!--', at)) return this.#enter('comment', at + 4)
    if (text.startsWith('<![CDATA[', at)) return this.#enter('cdata', at + 9)
    const seen = text.slice(at, at + 9)
    if ('<!--'.startsWith(seen) || '<![CDATA['.startsWith(seen)) return this.#wait(text, at)
    return this.#enter('doctype', at + 2)
  }

  #enter(mode: Mode, at: number): number {
    this.#mode = mode
    return at
  }

  #wait(text: string, at: number): number {
    this.#rest = text.slice(at)
    return -1
  }

  /** `terminator` may come in two pieces, so its length is held back. */
  #until(terminator: string, text: string, at: number): number {
    const found = text.indexOf(terminator, at)
    const end = found < 0 ? Math.max(at, text.length - terminator.length + 1) : found
    if (this.#mode === 'cdata' && end > at) this.#handler.text(text.slice(at, end).replaceAll('&', '&amp;'))
    return found < 0 ? this.#wait(text, end) : this.#enter('text', found + terminator.length)
  }

  #inTag(text: string, at: number): number {
    const end = findTagEnd(text, at)
    if (end >= 0) {
      this.#emit(text.slice(at, end))
      return this.#enter('text', text[end] === '>' ? end + 1 : end)
    }
    if (text.length - at <= tagMax) return this.#wait(text, at)
    this.#longTag = text.slice(at, at + tagMax)
    this.#quote = quoteAtEnd(this.#longTag)
    return this.#enter('tag-rest', at + tagMax)
  }

  #inTagRest(text: string, start: number): number {
    for (let at = start; at < text.length; at++) {
      const character = text[at] as string
      if (character === '<' || (character === '>' && this.#quote === '')) {
        this.#emit(this.#longTag + (text[at - 1] === '/' ? '/' : ''))
        return this.#enter('text', character === '>' ? at + 1 : at)
      }
      this.#quote = quoteAfter(character, this.#quote)
    }
    return text.length
  }

  /**
   * A subset in brackets ends with `]` and `>`. Should both stand in the middle of one, then what follows is read as
   * text and tags, and does no harm there either.
   */
  #inDoctype(text: string, start: number): number {
    for (let at = start; at < text.length; at++) {
      const character = text[at] as string
      if (character === '>' && this.#subset !== 'inside') {
        this.#subset = 'none'
        return this.#enter('text', at + 1)
      }
      if (character === ']') this.#subset = 'behind'
      else if (character === '[' || (this.#subset === 'behind' && character.trim() !== '')) this.#subset = 'inside'
    }
    return text.length
  }

  #emit(tag: string): void {
    const closing = tag.charCodeAt(0) === 0x2f /* / */
    const raw = rawNameOf(tag, closing ? 1 : 0)
    const name = this.#names.get(raw) ?? this.#learn(raw)
    if (!closing) this.#handler.open(name, tag.length === raw.length ? '' : tag.slice(raw.length))
    if (closing || tag.endsWith('/')) this.#handler.close(name)
  }

  /** A file has few names and many tags. */
  #learn(raw: string): string {
    const name = raw.slice(raw.lastIndexOf(':') + 1).toLowerCase()
    if (this.#names.size < 100 && raw.length < 100) this.#names.set(raw, name)
    return name
  }
}

function rawNameOf(tag: string, start: number): string {
  let end = start
  while (end < tag.length) {
    const code = tag.charCodeAt(end)
    if (code <= 0x20 || code === 0x2f /* / */) break
    end++
  }
  return tag.slice(start, end)
}

function isNameStart(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code > 0x7f
}

/**
 * The place of the `>`, which may also stand in quotes and then ends nothing; -1 when it has not come yet. A `<` in
 * quotes says that a quote was never closed: then the first `>` is the end, or that `<` itself.
 */
function findTagEnd(text: string, start: number): number {
  let quote = 0
  let first = -1
  const end = Math.min(text.length, start + tagMax + 1)
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x3e /* > */) {
      if (quote === 0) return at
      if (first < 0) first = at
    } else if (code === 0x3c /* < */) return first < 0 ? at : first
    else if (code === 0x22 /* " */ || code === 0x27 /* ' */) {
      if (quote === 0) quote = code
      else if (quote === code) quote = 0
    }
  }
  return -1
}

function quoteAtEnd(text: string): string {
  let quote = ''
  for (const character of text) quote = quoteAfter(character, quote)
  return quote
}

function quoteAfter(character: string, quote: string): string {
  if (quote === '') return character === '"' || character === "'" ? character : ''
  return character === quote ? '' : quote
}
