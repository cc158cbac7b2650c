import type { EntityRef, Quote } from '../../facts/claim.ts'
import type { QuoteFinder, Span } from '../../facts/find-quote.ts'
import { foldName } from '../../language/fold-name.ts'

// Which words of a page are about an entity. A value counts where the entity is spoken of: in the block of its quote, in
// another block that names it, or, for the subject of the page, anywhere on it.

export interface PageToCheck {
  finder: QuoteFinder
  title: string | null
  /** With the headings above it. */
  blockAt(start: number): (Span & { path: string[] }) | undefined
}

export interface Spoken extends EntityRef {
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

  /** Whether a block speaks of it: by name, or under a heading or title that does. */
  isAbout(names: string[], at: Span): boolean {
    const block = this.#page.blockAt(at.start)
    const span = block ?? at
    const headings = foldName(block?.path.join(' ') ?? '')
    const said = foldName(this.#page.finder.slice(span.start, span.end))
    const words = new Set(`${said} ${headings} ${this.#title}`.split(' '))
    return names.map(foldName).some(
      // Scripts that do not part their words are searched for the whole name.
      (name) =>
        [said, headings, this.#title].some((text) => name !== '' && text.includes(name)) ||
        name.split(' ').some((word) => word.length > 2 && words.has(word)),
    )
  }

  /** Whether the page is about it. */
  isSubject(names: string[]): boolean {
    return names.map(foldName).some((name) => name !== '' && ` ${this.#title} `.includes(` ${name} `))
  }

  /** The best of the places that say a value: in the block itself, or where the entity is spoken of. */
  choose(places: number[], entity: Spoken, block: Span): 'here' | Quote | undefined {
    if (places.some((place) => place >= block.start && place < block.end)) return 'here'
    const naming = places.find((place) => this.#names(entity, place))
    const place = naming ?? (this.isSubject(entity.names) ? places[0] : undefined)
    return place === undefined ? undefined : this.around(place)
  }

  #names({ names }: Spoken, place: number): boolean {
    const block = this.#page.blockAt(place)
    return block !== undefined && names.some((name) => this.#page.finder.has(name, block))
  }

  /** The block of a place, or what is around it in a long one. */
  around(place: number): Quote {
    const { finder } = this.#page
    const block = this.#page.blockAt(place) ?? { start: place, end: place + 1 }
    if (block.end - block.start <= quoteMax) return quoteAt(finder, block.start, block.end)
    const from = Math.max(block.start, place - quoteMax / 3)
    const start = from === block.start ? from : nextWord(finder.text, from, place)
    const to = Math.min(block.end, start + quoteMax)
    return quoteAt(finder, start, to === block.end ? to : lastWord(finder.text, to, place + 1))
  }
}

function quoteAt(finder: QuoteFinder, start: number, end: number): Quote {
  return { text: finder.slice(start, end), start, end }
}

function nextWord(text: string, from: number, place: number): number {
  const space = text.indexOf(' ', from)
  return space >= 0 && space < place ? space + 1 : place
}

function lastWord(text: string, to: number, place: number): number {
  const space = text.lastIndexOf(' ', to)
  return space > place ? space : to
}
