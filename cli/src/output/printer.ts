import type { Output, Terminal } from '../terminal.ts'
import { plainJson, plainLine } from './plain-text.ts'
import { renderTable, type TableColumn } from './table.ts'
import { wrapText } from './text-width.ts'

// Everything that a command shows goes through a printer, which lets no text of strangers reach the terminal as it is.

const styles = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const
export type Style = keyof typeof styles

/** A piece of a line; a style is shown where there are colours. */
export type LinePart = string | { style: Style; text: string }

export const styled = (style: Style, text: string): LinePart => ({ style, text })

const narrowest = 20

export class Printer {
  readonly #output: Output
  readonly #hasColours: boolean
  /** How wide a line may be; nobody cuts the lines of a file or a pipe. */
  readonly width: number
  readonly isTerminal: boolean

  constructor(output: Output, { environment }: Pick<Terminal, 'environment'>) {
    this.#output = output
    this.isTerminal = output.isTTY === true
    this.#hasColours = this.isTerminal && !environment.NO_COLOR && environment.TERM !== 'dumb'
    // A terminal that nobody has told its size says 0: one of `docker run -t`, for a moment.
    this.width = this.isTerminal ? Math.max(output.columns || 80, narrowest) : Number.POSITIVE_INFINITY
  }

  line(...parts: LinePart[]): void {
    this.#output.write(`${this.render(parts)}\n`)
  }

  /** A text of any number of lines, wrapped to the width and indented. */
  text(text: string, { indent = 0, style }: { indent?: number; style?: Style } = {}): void {
    const width = this.width - indent
    for (const paragraph of text.split(/\r?\n/)) {
      const plain = plainLine(paragraph)
      const lines = Number.isFinite(width) ? wrapText(plain, width) : [plain]
      for (const line of lines) this.line(' '.repeat(indent), style ? styled(style, line) : line)
    }
  }

  /** Names and their values, below each other; what has no value is left out. */
  fields(fields: Record<string, string | number | null | undefined>): void {
    const given = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '')
    const longest = Math.max(...given.map(([name]) => name.length))
    const isNarrow = this.width < longest + narrowest
    for (const [name, value] of given) {
      if (isNarrow) this.line(styled('dim', name))
      const indent = isNarrow ? 2 : longest + 2
      const room = this.width - indent
      const plain = plainLine(String(value))
      const [first = '', ...others] = Number.isFinite(room) ? wrapText(plain, room) : [plain]
      if (isNarrow) this.line('  ', first)
      else this.line(styled('dim', name.padEnd(longest)), '  ', first)
      for (const line of others) this.line(' '.repeat(indent), line)
    }
  }

  /** Without rows there is no table, but a sentence in its place. */
  table<Row>(columns: TableColumn<NoInfer<Row>>[], rows: readonly Row[], whenNone?: string): void {
    if (rows.length === 0 && whenNone !== undefined) this.line(whenNone)
    if (rows.length === 0) return
    const [head, ...lines] = renderTable(columns, rows, this.width)
    if (head !== undefined) this.line(styled('bold', head))
    for (const line of lines) this.line(line)
  }

  /** One document. */
  json(value: unknown): void {
    this.#output.write(`${plainJson(value, 2)}\n`)
  }

  /** One line of a stream of documents. */
  jsonLine(value: unknown): void {
    this.#output.write(`${plainJson(value)}\n`)
  }

  /** Sequences that move the cursor, for what is drawn anew. */
  control(sequence: string): void {
    if (this.isTerminal) this.#output.write(sequence)
  }

  /** A line without its end. */
  render(parts: readonly LinePart[]): string {
    return parts
      .map((part) => {
        if (typeof part === 'string') return plainLine(part)
        const [on, off] = styles[part.style]
        const text = plainLine(part.text)
        return this.#hasColours && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text
      })
      .join('')
  }
}
