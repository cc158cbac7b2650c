// What the demo writes: lines, and below them, on a terminal, one line that changes in place.

export interface Output {
  write(text: string): unknown
  isTTY?: boolean
  columns?: number
}

export class Screen {
  readonly #output: Output
  readonly #isTerminal: boolean
  readonly #hasColour: boolean
  #isOpen = false

  constructor(output: Output) {
    this.#output = output
    this.#isTerminal = output.isTTY === true
    this.#hasColour = this.#isTerminal && !process.env.NO_COLOR
  }

  get width(): number {
    return Math.min(this.#output.columns ?? 100, 110)
  }

  line(text = ''): void {
    this.#output.write(`${this.#isOpen ? '\r\x1b[K' : ''}${text}\n`)
    this.#isOpen = false
  }

  /** Replaces itself on a terminal; elsewhere nothing is written, because nothing can be replaced. */
  live(text: string): void {
    if (!this.#isTerminal) return
    this.#output.write(`\r\x1b[K${text.slice(0, this.width)}`)
    this.#isOpen = true
  }

  /** True where `live` is seen. */
  get isLive(): boolean {
    return this.#isTerminal
  }

  heading(text: string): void {
    this.line()
    this.line(this.bold(text))
  }

  /** A quote, and below it the address where it stands. */
  quote(text: string, url: string): void {
    for (const part of wrap(`“${text.replaceAll(/\s+/g, ' ').trim()}”`, this.width - 6)) this.line(`    ${part}`)
    this.line(`    ${this.faint(url)}`)
  }

  bold(text: string): string {
    return this.#styled(text, '1')
  }

  faint(text: string): string {
    return this.#styled(text, '2')
  }

  #styled(text: string, code: string): string {
    return this.#hasColour ? `\x1b[${code}m${text}\x1b[0m` : text
  }
}

/** The text in lines of at most this width, broken between words. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/** As `████████░░░░`. */
export function bar(share: number, width: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * width)
  return '█'.repeat(full) + '░'.repeat(width - full)
}
