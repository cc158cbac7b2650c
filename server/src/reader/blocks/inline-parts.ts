import { conjunctions } from '../../language/conjunctions.ts'
import { foldSpace, lineBreak } from '../../language/fold-space.ts'
import { anyOf, readWords } from '../../language/word-lists.ts'
import type { PageElement } from '../html/html-events.ts'
import { selectorPart } from '../html/region.ts'

// Cards write a name, a role and an employer into inline elements of different classes, one behind the other, and leave it
// to a style sheet to set them apart. Such elements are lines of their block, and their classes say what is in them.

/** A line of a block that is an inline element of its own. */
export interface InlinePart {
  text: string
  /** The element with its classes: `span.speaker-name`. */
  name: string
}

/** An element that begins or ends a text: `Ada Berg <em>University of Oslo</em>`. It is a line only where a whole list is written so. */
export interface InlineEdge extends InlinePart {
  is_first: boolean
}

interface Span {
  /** Offsets in the raw text of the block. */
  from: number
  to: number
  name: string
  /** The number of its block. */
  block: number
  /** How many texts came before its end. */
  texts: number
}

interface OpenElement {
  element: PageElement | undefined
  name: string
  from: number
  block: number
  texts: number
  /** The element that ended before this one began, with nothing but white space between. */
  before: Span | undefined
  /** The last element inside that has ended. */
  last: Span | undefined
}

const partMax = 160
const pairsMax = 200
const styled = new Set(['b', 'em', 'i', 'small', 'strong'])
/** Classes for parts of one name. */
const ofOneName = new RegExp(`(?:^|[^a-z])(?:${anyOf(readWords('web', 'classes-of-name-parts'))})`, 'i')

/** Looks at the text of a block only when it is taken: a text that grows is cheap to measure, and not to read. */
export class InlineParts {
  readonly #open: OpenElement[] = [outermost()]
  #pairs: [Span, Span][] = []
  #first: Span | undefined
  #block = 0
  #texts = 0

  /** A text that is not only white space. */
  noteText(): void {
    this.#texts++
  }

  open(element: PageElement, at: number): void {
    const name = nameOf(element)
    if (name === undefined) return
    const { last } = this.#open.at(-1) as OpenElement
    const isNext = last && last.block === this.#block && last.texts === this.#texts && last.name !== name
    const before = isNext ? last : undefined
    this.#open.push({ element, name, from: at, block: this.#block, texts: this.#texts, before, last: undefined })
  }

  close(element: PageElement, at: number): void {
    const open = this.#open.at(-1)
    if (!open || open.element !== element || this.#open.length < 2) return
    this.#open.pop()
    if (open.texts === this.#texts) return
    const isWhole = open.block === this.#block
    const from = isWhole ? open.from : 0
    const span = { from, to: at, name: open.name, block: this.#block, texts: this.#texts }
    const above = this.#open.at(-1) as OpenElement
    above.last = span
    if (isWhole && this.#open.length === 1) this.#first ??= span
    if (isWhole && open.before && this.#pairs.length < pairsMax) this.#pairs.push([open.before, span])
  }

  /** The text of a block with breaks between its parts. What comes next is another block. */
  take(raw: string): { raw: string; parts: InlinePart[]; edges: InlineEdge[] } {
    const [{ last }] = this.#open as [OpenElement]
    const edges = edgesOf(raw, this.#first, last?.block === this.#block ? last : undefined)
    this.#first = undefined
    const pairs = this.#pairs.filter(([left, right]) => areApart(raw, left, right))
    const isOnly =
      last?.block === this.#block &&
      last.name.includes('.') &&
      raw.slice(0, last.from).trim() === '' &&
      raw.slice(last.to).trim() === ''
    const spans = pairs.length > 0 ? new Set(pairs.flat()) : isOnly && last ? [last] : []
    const parts = Array.from(spans, ({ from, to, name }) => ({ text: foldSpace(raw.slice(from, to)), name }))
    let broken = ''
    let at = 0
    for (const place of pairs.map(([, { from }]) => from).sort((a, b) => a - b)) {
      broken += raw.slice(at, place) + lineBreak
      at = place
    }
    this.#pairs = []
    this.#block++
    return { raw: broken + raw.slice(at), parts, edges }
  }
}

const edgeMax = 120

function edgesOf(raw: string, first: Span | undefined, last: Span | undefined): InlineEdge[] {
  const edges: InlineEdge[] = []
  for (const [span, is_first] of [
    [last, false],
    [first, true],
  ] as const) {
    if (!span || span.name === 'a' || span.name.startsWith('a.') || span.to - span.from > 2 * edgeMax) continue
    const [before, text, behind] = [raw.slice(0, span.from), raw.slice(span.from, span.to), raw.slice(span.to)]
    const [rest, outside] = is_first ? [behind, before] : [before, behind]
    if (outside.trim() !== '' || rest.trim() === '' || !/\p{L}{2}/u.test(text)) continue
    const folded = foldSpace(text)
    if (folded.length <= edgeMax && isStart.test(folded) && !folded.endsWith(':'))
      edges.push({ text: folded, name: span.name, is_first })
  }
  return edges
}

const outermost = (): OpenElement => ({
  ...{ element: undefined, name: '', from: 0, block: 0, texts: 0, before: undefined, last: undefined },
})

function nameOf(element: PageElement): string | undefined {
  const { name } = element.tag
  if (name !== 'span' && name !== 'a' && !styled.has(name)) return undefined
  const className = element.get('class') ?? ''
  if (className === '') return name === 'span' ? undefined : name
  return ofOneName.test(className) ? undefined : selectorPart(name, className)
}

const isStart = /^["'“„«‘¿¡([]?[\p{Lu}\p{Lo}\d]/u
const isOpen = /(?:[,:;(–—&/-]|\p{L}['’])$/u
const clock = /^\d{1,2}[:.h]\d\d/u
const joining = new RegExp(`^(?:${anyOf(conjunctions)})$`, 'iu')

/** Both begin like a line and end like one. Two single words are more often one name or one date. */
function areApart(raw: string, left: Span, right: Span): boolean {
  // Emphasis alone is common in running text.
  if (!left.name.includes('.') && !right.name.includes('.')) return false
  if (left.to - left.from > 4 * partMax || right.to - right.from > 40 * partMax) return false
  const [a, b] = [foldSpace(raw.slice(left.from, left.to)), foldSpace(raw.slice(right.from, right.to))]
  if (a.length > partMax || !isStart.test(a) || !isStart.test(b) || isOpen.test(a) || joining.test(b)) return false
  if (!a.includes(' ') && !b.includes(' ')) return false
  return [a, b].every((text) => /\p{L}{2}/u.test(text) || clock.test(text))
}
