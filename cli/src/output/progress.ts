import type { LinePart, Printer } from './printer.ts'
import { fitText, textWidth } from './text-width.ts'

// What goes on: a bar that is drawn anew on a terminal, a line for each change elsewhere.

export interface ProgressState {
  done: number
  total: number
  /** Shown after the bar. */
  words: string
}

const barWidth = 24
const clearLine = '\r\x1b[K'

export class Progress {
  readonly #printer: Printer
  #last = ''
  #isDrawn = false

  constructor(printer: Printer) {
    this.#printer = printer
  }

  show({ done, total, words }: ProgressState): void {
    const line = this.#printer.isTerminal ? this.#bar(done, total, words) : words
    if (line === this.#last) return
    this.#last = line
    if (this.#printer.isTerminal) {
      this.#printer.control(`${clearLine}${this.#printer.render([line])}`)
      this.#isDrawn = true
    } else {
      this.#printer.line(line)
    }
  }

  /** A line that stays, above the bar. */
  note(...parts: LinePart[]): void {
    this.clear()
    this.#printer.line(...parts)
    if (this.#printer.isTerminal && this.#last !== '') {
      this.#printer.control(this.#printer.render([this.#last]))
      this.#isDrawn = true
    }
  }

  /** Takes the bar away. */
  clear(): void {
    if (this.#isDrawn) this.#printer.control(clearLine)
    this.#isDrawn = false
  }

  #bar(done: number, total: number, words: string): string {
    // The last column stays empty: some terminals begin a new line there.
    const room = this.#printer.width - 1
    const width = Math.min(barWidth, Math.floor(room / 3))
    const filled = total > 0 ? Math.round((Math.min(done, total) / total) * width) : 0
    const bar = `${'█'.repeat(filled)}${'░'.repeat(width - filled)}`
    return `${bar} ${fitText(words, room - textWidth(bar) - 1)}`
  }
}
