import { foldName } from '../../language/fold-name.ts'
import type { RecipeBlock, TemplatePosition, TextPart } from '../recipe.ts'
import { PagePositions, type PositionValue, partOf, separators } from '../template-positions.ts'

const valueMax = 300
/** Both parts of a text around each separator. */
export const halves = separators.flatMap((separator): TextPart[] => [
  { separator, at: 0 },
  { separator, at: 1 },
])

/** The positions of a page or row, by the values that stand there. */
export class IndexedPositions {
  readonly positions: PagePositions
  readonly #parts: TextPart[]
  readonly #byValue = new Map<string, TemplatePosition[]>()

  /** `parts` are those of texts that are looked at. */
  constructor(blocks: RecipeBlock[], parts: TextPart[] = halves) {
    this.#parts = parts
    this.positions = new PagePositions(blocks)
    for (const { position, values } of this.positions.all()) for (const value of values) this.#index(position, value)
  }

  /** Positions at which this is the whole text, or one of its two parts. */
  positionsOf(value: string): TemplatePosition[] {
    return this.#byValue.get(foldName(value)) ?? []
  }

  /** Folded values, with their positions. */
  values(): Iterable<[string, TemplatePosition[]]> {
    return this.#byValue
  }

  #index(position: TemplatePosition, value: PositionValue): void {
    this.#add(value.text, position)
    for (const part of this.#parts) {
      const found = partOf(value, part)
      if (found) this.#add(found.text, { ...position, part })
    }
  }

  #add(text: string, position: TemplatePosition): void {
    if (text.length > valueMax) return
    const key = foldName(text)
    if (key === '') return
    const positions = this.#byValue.get(key)
    if (!positions) this.#byValue.set(key, [position])
    else if (!positions.some((known) => keyOf(known) === keyOf(position))) positions.push(position)
  }
}

/** The same for equal rules and positions. */
export const keyOf = (value: unknown) => JSON.stringify(value)
