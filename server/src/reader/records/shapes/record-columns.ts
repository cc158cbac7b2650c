import type { Region } from '../../html/region.ts'

// Columns of records that are no rows of a table: texts that stand at the same place inside their records.

export class ColumnNumbers {
  readonly #numbers = new Map<string, number>()

  /** In the order of their numbers. */
  get names(): string[] {
    return [...this.#numbers.keys()]
  }

  /** Ten apart: the parts of one block are columns of their own. */
  of(key: string): number {
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = 10 * this.#numbers.size
    this.#numbers.set(key, number)
    return number
  }
}

export function pathWithin(record: Region, region: Region): string {
  const parts: string[] = []
  for (let at: Region | undefined = region; at && at !== record; at = at.parent) parts.push(at.part)
  return parts.reverse().join('>')
}
