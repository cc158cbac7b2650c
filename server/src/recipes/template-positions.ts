import { cellSeparator } from '../reader/blocks/table-rows.ts'
import type { RecipeBlock, Slot } from './recipe.ts'

// Places of a layout, and what stands there on one page.

export interface SlotValue {
  text: string
  /** In the text of the page. */
  start: number
  block: RecipeBlock
}

export const separators = [', ', ' – ', ' — ', ' - ', ': ', ' (', ' | ']

/** The blocks of a page by the places they stand at. */
export class PageSlots {
  readonly #places = new Map<string, SlotValue[]>()

  constructor(blocks: RecipeBlock[]) {
    for (const block of blocks) {
      this.#add(block.selector, null, { text: block.text, start: block.start, block })
      const labelled = labelOf(block)
      if (labelled) this.#add(block.selector, labelled.label, labelled.value)
    }
  }

  /** All places of the page, with what stands there. */
  *all(): Iterable<{ slot: Slot; values: SlotValue[] }> {
    for (const [key, values] of this.#places) {
      const [selector = '', label = ''] = key.split('\n')
      yield { slot: { selector, label: label === '' ? null : label }, values }
    }
  }

  at({ selector, label, part }: Slot): SlotValue[] {
    const values = this.#places.get(keyOf(selector, label)) ?? []
    return part ? values.flatMap((value) => partOf(value, part) ?? []) : values
  }

  #add(selector: string, label: string | null, value: SlotValue): void {
    const key = keyOf(selector, label)
    const values = this.#places.get(key)
    if (values) values.push(value)
    else this.#places.set(key, [value])
  }
}

const keyOf = (selector: string, label: string | null) => `${selector}\n${label ?? ''}`

/** One of the two parts of a text around the first separator; a closing bracket belongs to the opening one. */
export function partOf(value: SlotValue, { separator, at }: { separator: string; at: 0 | 1 }): SlotValue | undefined {
  const border = value.text.indexOf(separator)
  if (border <= 0) return undefined
  if (at === 0) return { ...value, text: value.text.slice(0, border) }
  const start = border + separator.length
  const rest = value.text.slice(start)
  const text = separator === ' (' ? rest.replace(/\).*$/s, '') : rest
  return text === '' ? undefined : { ...value, text, start: value.start + start }
}

const labelMax = 60

/** `Born | 5 May 1950`, `Born: 5 May 1950`, and the value of a definition whose term is Born. */
function labelOf(block: RecipeBlock): { label: string; value: SlotValue } | undefined {
  const { text, start, term, kind } = block
  if (kind === 'definition' && term !== null) return { label: fold(term), value: { text, start, block } }
  const separator = kind === 'table_row' ? cellSeparator : ': '
  const border = text.indexOf(separator)
  if (border <= 0 || border > labelMax) return undefined
  const from = border + separator.length
  const value = text.slice(from)
  return value === ''
    ? undefined
    : { label: fold(text.slice(0, border)), value: { text: value, start: start + from, block } }
}

function fold(label: string): string {
  return label.toLowerCase().replace(/\s+/g, ' ').replace(/:$/, '').trim()
}
