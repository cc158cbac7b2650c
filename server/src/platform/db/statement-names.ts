import { Cache } from '../cache.ts'

// Names for frequent statements: a named statement is parsed once and its plan is kept.

const usesMin = 3
const namesMax = 200
/** A statement with more parameters is a list of rows: the next list has another length, and so another text. */
const valuesMax = 16

/**
 * In the text of a statement that is planned anew each time. A kept plan fits any values, and where it must not know how
 * many rows they stand for, it can take ten times as long to run.
 */
export const plannedAnew = '/* planned anew */'

export class StatementNames {
  readonly #names = new Map<string, string>()
  readonly #uses = new Cache<number>('statements', () => 8)

  /** Undefined for a statement that should not be prepared, or not yet. */
  nameOf(text: string, values: unknown[] | undefined): string | undefined {
    // Without values a text may hold several statements, which cannot be prepared.
    if (!values || values.length === 0 || values.length > valuesMax) return undefined
    const name = this.#names.get(text)
    if (name !== undefined || this.#names.size >= namesMax || text.includes(plannedAnew)) return name
    const uses = (this.#uses.get(text) ?? 0) + 1
    if (uses < usesMin) {
      this.#uses.set(text, uses)
      return undefined
    }
    this.#uses.delete(text)
    const added = `s${this.#names.size + 1}`
    this.#names.set(text, added)
    return added
  }
}
