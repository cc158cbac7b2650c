import { readFetched } from '../../server/src/reader/read-page/read-answer.ts'
import { column, writePdf } from '../../server/test/support/pdf/write-pdf.ts'
import { cpuMicroseconds } from './eval/cpu-time.ts'
import type { Measurement, Options, Row } from './measurement.ts'

// The cost of a page of a PDF, beside the same text as a page of HTML.

const pages = 100
const linesOfPage = 55
const words =
  'the museum of boats was founded by Astrid Lindholm in 1901 and shows the harbour of Riga as it was before fishing ended'.split(
    ' ',
  )

export const pdf: Measurement = { name: 'pdf', describe: 'CPU of reading a page of a PDF', run: measure }

async function measure({ progress }: Options): Promise<Row[]> {
  const text = Array.from({ length: pages }, (_, page) => linesOf(page))
  const document = writePdf({ pages: text.map((lines) => ({ texts: column(60, 60, lines) })), is_packed: true })
  progress(`a PDF of ${pages} pages, ${document.length} bytes`)
  const ofPdf = await cpuMicroseconds(pages, () => read(document, 'application/pdf'))
  const html = text.map((lines) =>
    Buffer.from(`<html><body><article><p>${lines.join(' ')}</p></article></body></html>`),
  )
  const ofHtml = await cpuMicroseconds(pages, async () => {
    for (const one of html) await read(one, 'text/html')
  })
  const note = `${pages} pages of ${linesOfPage} lines, 5 KB each; the peer is our own reader, on the same text as HTML`
  return [{ measure: 'read a page of a PDF', unit: 'ms', ours: ofPdf / 1000, peer: ofHtml / 1000, note }]
}

function linesOf(page: number): string[] {
  return Array.from({ length: linesOfPage }, (_, line) => {
    const at = page * 7 + line * 3
    return Array.from({ length: 16 }, (_, word) => words[(at + word * (1 + (line % 5))) % words.length]).join(' ')
  })
}

async function read(bytes: Uint8Array, content_type: string): Promise<void> {
  const answer = { body: new Uint8Array(bytes), content_type, url: 'https://example.org/a', status: 200 }
  const reading = await readFetched({ ...answer, x_robots_tag: null })
  if (!('page' in reading)) throw new Error(`not read: ${reading.type}`)
}
