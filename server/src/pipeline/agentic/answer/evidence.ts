import type { EntityRef, Quote } from '../../../facts/claim.ts'
import type { QuoteFinder, Span } from '../../../facts/find-quote.ts'
import { foldName } from '../../../language/fold-name.ts'

// Finds evidence about an entity on a page. A value counts where the entity is mentioned: in the block of its quote, in
// another block that names it, or, for the subject of the page, anywhere.

export interface PageToCheck {
  finder: QuoteFinder
  title: string | null
  /** The block at this offset, with the headings above it; a record is a row, an item or a card. */
  blockAt(start: number): (Span & { path: string[]; is_record: boolean }) | undefined
}

export interface MentionedEntity extends EntityRef {
  names: string[]
}

const quoteMax = 300

export class AnswerEvidence {
  readonly #page: PageToCheck
  readonly #title: string

  constructor(page: PageToCheck) {
    this.#page = page
    this.#title = foldName(page.title ?? '')
  }

  /** Whether a block is about the entity: by name, or under a heading or title that names it. */
  isAbout(names: string[], at: Span): boolean {
    const block = this.#page.blockAt(at.start)
    const span = block ?? at
    const headings = foldName(block?.path.join(' ') ?? '')
    const blockText = foldName(this.#page.finder.slice(span.start, span.end))
    const words = new Set(`${blockText} ${headings} ${this.#title}`.split(' '))
    return names.map(foldName).some(
      // In scripts without spaces the whole name is searched for.
      (name) =>
        [blockText, headings, this.#title].some((text) => name !== '' && text.includes(name)) ||
        name.split(' ').some((word) => word.length > 2 && words.has(word)),
    )
  }

  /** Whether the page is about the entity. */
  isSubject(names: string[]): boolean {
    return names.some((name) => hasName(this.#title, name))
  }

  /** Whether the title or a heading names the entity as a whole. */
  isHead(names: string[], headings: string[]): boolean {
    return this.isSubject(names) || names.some((name) => headings.some((heading) => hasName(foldName(heading), name)))
  }

  /** The best evidence among the offsets of a value: the block itself, or a block that mentions the entity. */
  choose(offsets: number[], entity: MentionedEntity, block: Span): 'here' | Quote | undefined {
    if (offsets.some((offset) => offset >= block.start && offset < block.end)) return 'here'
    const naming = offsets.find((offset) => this.#names(entity, offset))
    const offset = naming ?? (this.isSubject(entity.names) ? offsets[0] : undefined)
    return offset === undefined ? undefined : this.around(offset)
  }

  #names({ names }: MentionedEntity, offset: number): boolean {
    const block = this.#page.blockAt(offset)
    return block !== undefined && names.some((name) => this.#page.finder.has(name, block))
  }

  /** The block at an offset, or the text around it in a long block. */
  around(offset: number): Quote {
    const { finder } = this.#page
    const block = this.#page.blockAt(offset) ?? { start: offset, end: offset + 1 }
    if (block.end - block.start <= quoteMax) return quoteAt(finder, block.start, block.end)
    const from = Math.max(block.start, offset - quoteMax / 3)
    const start = from === block.start ? from : nextWord(finder.text, from, offset)
    const to = Math.min(block.end, start + quoteMax)
    return quoteAt(finder, start, to === block.end ? to : lastWord(finder.text, to, offset + 1))
  }
}

/** A quote of one or two words that does not have the name proves nothing by itself: its block is the quote then. */
export function widened(quote: Quote, names: string[], evidence: AnswerEvidence): Quote {
  const isThin = foldName(quote.text).split(' ').length < 3 && !mentions(foldName(quote.text), names)
  return isThin ? evidence.around(quote.start) : quote
}

function mentions(folded: string, names: string[]): boolean {
  const words = new Set(folded.split(' '))
  return names
    .map(foldName)
    .some((name) => folded.includes(name) || name.split(' ').some((word) => word.length > 2 && words.has(word)))
}

/** Whether a folded text has the name. */
function hasName(folded: string, name: string): boolean {
  const wanted = foldName(name)
  return wanted !== '' && ` ${folded} `.includes(` ${wanted} `)
}

function quoteAt(finder: QuoteFinder, start: number, end: number): Quote {
  return { text: finder.slice(start, end), start, end }
}

function nextWord(text: string, from: number, offset: number): number {
  const space = text.indexOf(' ', from)
  return space >= 0 && space < offset ? space + 1 : offset
}

function lastWord(text: string, to: number, offset: number): number {
  const space = text.lastIndexOf(' ', to)
  return space > offset ? space : to
}
