import { newId } from '../platform/ids.ts'
import type { NewPart } from './queries.ts'
import type { RawRow } from './read/raw-row.ts'

/** Few enough to be written in one transaction, which holds the domain. */
const rowsOfPart = 100
const charsOfPart = 128 * 1024

/** Puts the rows of a file into parts, entities and relationships apart, as they come. */
export class PartWriter {
  readonly #write: (part: NewPart) => Promise<void>
  readonly #open = new Map<1 | 2, Omit<NewPart, 'id' | 'seq'>>()
  #seq = 0

  constructor(write: (part: NewPart) => Promise<void>) {
    this.#write = write
  }

  async add({ number, text, stage }: RawRow): Promise<void> {
    const open = this.#open.get(stage)
    const isFull = open && (open.row_numbers.length >= rowsOfPart || open.text.length + text.length > charsOfPart)
    if (isFull) await this.#close(stage)
    const part = this.#open.get(stage) ?? { stage, text: '', row_starts: [], row_numbers: [] }
    part.row_starts.push(part.row_numbers.length === 0 ? 0 : part.text.length + 1)
    part.row_numbers.push(number)
    part.text = part.row_numbers.length === 1 ? text : `${part.text}\n${text}`
    this.#open.set(stage, part)
  }

  async end(): Promise<void> {
    for (const stage of [1, 2] as const) await this.#close(stage)
  }

  async #close(stage: 1 | 2): Promise<void> {
    const open = this.#open.get(stage)
    if (!open) return
    this.#open.delete(stage)
    // As it is stored, so that offsets hold.
    await this.#write({ ...open, text: open.text.toWellFormed(), id: newId(), seq: this.#seq++ })
  }
}
