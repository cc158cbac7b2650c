import type { Span } from '../../../facts/find-quote.ts'
import { blockAt } from '../../../reader/blocks/block-at.ts'
import type { ReadablePage } from './blocks-to-read.ts'
import { Spans } from './spans.ts'

/** A longer record is a text in its own right. */
const recordChars = 400
const recordKinds: ReadonlySet<string> = new Set(['list_item', 'table_row', 'definition'])

/** The blocks of a page, as evidence: those of one short record count as one block, because they mean something only together. */
export class PageBlocks {
  readonly #page: ReadablePage
  readonly #rows: Spans

  constructor(page: ReadablePage) {
    this.#page = page
    const rows = (page.lists ?? []).flatMap((list) => list.rows)
    this.#rows = new Spans(rows.filter(({ start, end }) => end - start <= recordChars))
  }

  at(start: number): (Span & { path: string[]; is_record: boolean }) | undefined {
    const block = blockAt(this.#page.blocks, start)
    const [row] = this.#rows.in({ start, end: start + 1 })
    if (!block) return undefined
    const { path, kind, start: from, end: to } = block
    if (!row) return { path, start: from, end: to, is_record: recordKinds.has(kind) }
    return { path, start: Math.min(from, row.start), end: Math.max(to, row.end), is_record: true }
  }
}
