// A scanner for the XML of sitemaps and feeds that does not stop where XML requires it: at an unescaped `&`, an
// unclosed tag, a truncated file. It knows tags, text, CDATA and what to skip. A DTD is skipped, so no entity expands.
// It buffers at most one unfinished tag of bounded length and makes a single pass.

export interface XmlHandler {
  /** Names without prefix, in lower case; attributes as raw text. */
  open(name: string, attributes: string): void
  close(name: string): void
  /** Raw text with its character references, in pieces. */
  text(text: string): void
  /** Once true, the rest is skipped. */
  readonly full: boolean
}

/** Relevant tags are shorter; the rest of a longer one is dropped. */
const tagMax = 8192

type Mode = 'text' | 'tag' | 'tag-rest' | 'comment' | 'cdata' | 'instruction' | 'doctype'

const terminators = { comment: '-->', cdata: ']]>', instruction: '>' } as const

export class XmlScanner {
  readonly #handler: XmlHandler
  readonly #names = new Map<string, string>()
  #mode: Mode = 'text'
  /** The undecided end of the last piece. */
  #rest = ''
  /** The beginning of a tag longer than `tagMax`. */
  #longTag = ''
  /** The quote that is open at the end of `#longTag`. */
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

  /** The offset to continue at, or -1 when the next piece is needed first. */
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

  /** The terminator may be split between two pieces, so its length is held back. */
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
   * An internal subset ends with `]` and `>`. If both occur inside one, the rest is read as text and tags, which does
   * no harm.
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

  /** Cached: a file has few names and many tags. */
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
 * The offset of the `>` that ends the tag, outside of quotes; -1 when it has not come yet. A `<` in quotes means that a
 * quote was never closed: then the first `>` ends the tag, or the `<` itself.
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
