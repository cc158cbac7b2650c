import type { Printer } from './printer.ts'

/** A quote, and below it where it stands. */
export function printQuote(out: Printer, quote: string, url: string, mark = ''): void {
  out.line('')
  out.text(`${mark}“${quote}”`)
  out.text(url, { indent: 2, style: 'cyan' })
}
