import { cellSeparator } from '../reader/blocks/table-rows.ts'
import { inlineValue } from './inline-values.ts'
import type { RecipeBlock, TemplatePosition, TextPart } from './recipe.ts'

// The positions of a template, and their values on one page.

export interface PositionValue {
  text: string
  /** Offset in the text of the page. */
  start: number
  block: RecipeBlock
}

export const separators = [', ', ' – ', ' — ', ' - ', ': ', ' (', ' | ']

/** The blocks of a page by position. */
export class PagePositions {
  readonly #values = new Map<string, PositionValue[]>()

  constructor(blocks: RecipeBlock[]) {
    for (const block of blocks) {
      this.#add(block.selector, null, { text: block.text, start: block.start, block })
      const labelled = labelOf(block)
      if (labelled) this.#add(block.selector, labelled.label, labelled.value)
    }
  }

  /** All positions of the page, with their values. */
  *all(): Iterable<{ position: TemplatePosition; values: PositionValue[] }> {
    for (const [key, values] of this.#values) {
      const [selector = '', label = ''] = key.split('\n')
      yield { position: { selector, label: label === '' ? null : label }, values }
    }
  }

  at({ selector, label, part, inline }: TemplatePosition): PositionValue[] {
    const values = this.#values.get(keyOf(selector, label)) ?? []
    if (inline) return values.flatMap((value) => inlineValue(value, inline) ?? [])
    return part ? values.flatMap((value) => partOf(value, part) ?? []) : values
  }

  #add(selector: string, label: string | null, value: PositionValue): void {
    const key = keyOf(selector, label)
    const values = this.#values.get(key)
    if (values) values.push(value)
    else this.#values.set(key, [value])
  }
}

const keyOf = (selector: string, label: string | null) => `${selector}\n${label ?? ''}`

/** For ` (` the second part ends at the closing bracket. */
export function partOf(value: PositionValue, { separator, at }: TextPart): PositionValue | undefined {
  const border = value.text.indexOf(separator)
  if (border <= 0) return undefined
  const first = value.text.slice(0, border)
  if (at === 0) return { ...value, text: first }
  const start = border + separator.length
  const rest = value.text.slice(start)
  if (at === 'reversed')
    return rest === '' || rest.includes(separator) ? undefined : { ...value, text: `${rest} ${first}` }
  const text = separator === ' (' ? rest.replace(/\).*$/s, '') : rest
  return text === '' ? undefined : { ...value, text, start: value.start + start }
}

const labelMax = 60

/** `Born | 5 May 1950`, `Born: 5 May 1950`, and the value of a definition whose term is Born. */
function labelOf(block: RecipeBlock): { label: string; value: PositionValue } | undefined {
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
