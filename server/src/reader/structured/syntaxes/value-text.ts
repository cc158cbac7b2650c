import { foldSpace } from '../../../language/fold-space.ts'
import type { Collector, PageElement } from '../../html/html-events.ts'
import { itemBounds, type Spot } from './item.ts'

/** Where the text of an element begins in the pieces. */
export interface ValueReading {
  visible: number
  all: number
  is_hidden: boolean
  from: number
}

const unspoken: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript'])

/** The text of elements that are values. It is kept in pieces, so that nested values cost no more. */
export class ValueText implements Collector {
  readonly #offsetNow: () => number
  #visible: string[] = []
  #all: string[] = []
  #open = 0

  constructor(offsetNow: () => number) {
    this.#offsetNow = offsetNow
  }

  open(element: PageElement): void {
    if (this.#open > 0 && (element.tag.is_block || element.tag.name === 'br')) this.#space()
  }

  text(text: string, element: PageElement): void {
    if (this.#open === 0 || unspoken.has(element.tag.name)) return
    const isBlank = text.trim() === ''
    if (isBlank) {
      this.#space()
      return
    }
    this.#all.push(text)
    if (!element.is_hidden) this.#visible.push(text)
  }

  close(element: PageElement): void {
    if (this.#open > 0 && element.tag.is_block) this.#space()
  }

  begin(element: PageElement): ValueReading {
    if (this.#open++ === 0) {
      this.#visible = []
      this.#all = []
    }
    const { length: visible } = this.#visible
    return { visible, all: this.#all.length, is_hidden: element.is_hidden, from: this.#offsetNow() }
  }

  take(reading: ValueReading): string {
    this.#open--
    const pieces = reading.is_hidden ? this.#all : this.#visible
    let text = ''
    for (let at = reading.is_hidden ? reading.all : reading.visible; at < pieces.length; at++) {
      text += pieces[at]
      if (text.length > itemBounds.value_chars) break
    }
    return foldSpace(text.slice(0, itemBounds.value_chars)).toWellFormed()
  }

  #space(): void {
    if (this.#all.at(-1) !== ' ') this.#all.push(' ')
    if (this.#visible.at(-1) !== ' ') this.#visible.push(' ')
  }
}

export function spotOf({ is_hidden, from }: ValueReading, label: string): Spot {
  return is_hidden ? { at: 'hidden', label } : { at: 'text', from, label }
}
