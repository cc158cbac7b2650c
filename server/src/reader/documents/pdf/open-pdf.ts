import { limits } from '@polegraph/contract/limits.ts'
import type { PDFDocumentProxy, PDFPageProxy } from 'unpdf/pdfjs'
import { anyOf, readWords } from '../../../language/word-lists.ts'
import { pageBounds } from '../../html/page-bounds.ts'
import { CmapFiles } from './cmaps.ts'
import type { PdfDocument, PdfPage } from './pdf-page.ts'
import { type LinkArea, readSpans, type TextItem } from './spans.ts'

// Opens a PDF. The library is loaded with the first one. Nothing in a PDF is run, and nothing is fetched for it.

/** Why nothing of a document is read. */
export interface Unread {
  code: 'encrypted' | 'broken_file' | 'scanned' | 'empty_file'
  text: string
}

/** Text items of one page. A drawing may have one for each letter. */
const itemsMost = 100_000
const linksMost = 1000
/** Letters of a page, in the mean, below which it is taken for a picture of a page. */
const lettersLeast = 10

export async function openPdf(body: Uint8Array): Promise<PdfDocument | Unread> {
  const { getResolvedPDFJS } = await import('unpdf')
  const { getDocument, VerbosityLevel } = await getResolvedPDFJS()
  const hasPictures = holdsPictures(body)
  const task = getDocument({
    // A copy: the library takes the bytes it is given.
    data: new Uint8Array(body),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    BinaryDataFactory: CmapFiles,
    // Names of files, not addresses: CmapFiles looks them up.
    cMapUrl: 'cmaps/',
    cMapPacked: true,
  })
  try {
    const document = await task.promise
    const pages = await readPages(document)
    const letters = pages.map(lettersOf)
    const all = letters.reduce((sum, count) => sum + count, 0)
    if (all < lettersLeast * pages.length && hasPictures) return scanned(document.numPages)
    if (all === 0) return { code: 'empty_file', text: 'a PDF document without any text' }
    return { pages, page_count: document.numPages, ...(await metadataOf(document)) }
  } catch (error) {
    if (!(error instanceof Error)) throw error
    if (error.name === 'PasswordException')
      return { code: 'encrypted', text: 'a PDF document that only opens with a password' }
    if (error.name === 'RangeError') throw error
    return { code: 'broken_file', text: 'a PDF document that is damaged or cut off' }
  } finally {
    await task.destroy()
  }
}

function scanned(pages: number): Unread {
  const what = pages === 1 ? 'its page is a picture' : `its ${pages} pages are pictures`
  return { code: 'scanned', text: `a scanned PDF document: ${what}, without text that could be read` }
}

/** Streams are never packed into others, so what they are stands in the file as it is. */
function holdsPictures(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return ['/Subtype /Image', '/Subtype/Image'].some((mark) => bytes.includes(mark, 0, 'latin1'))
}

const lettersOf = ({ spans, aside }: PdfPage) =>
  [...spans.map(({ text }) => text), ...aside].reduce((sum, text) => sum + text.trim().length, 0)

async function readPages(document: PDFDocumentProxy): Promise<PdfPage[]> {
  const pages: PdfPage[] = []
  let chars = 0
  let broken: unknown
  for (let number = 1; number <= Math.min(document.numPages, limits.pdf_pages); number++) {
    let page: PdfPage = { height: 0, spans: [], aside: [] }
    try {
      page = await readPage(await document.getPage(number))
      chars += lettersOf(page)
    } catch (error) {
      broken = error
    }
    pages.push(page)
    if (chars > pageBounds.text_chars) break
  }
  if (chars === 0 && broken !== undefined) throw broken
  return pages
}

async function readPage(page: PDFPageProxy): Promise<PdfPage> {
  const items = await itemsOf(page)
  const { transform, width, height } = page.getViewport({ scale: 1 })
  const read = readSpans({ items, links: await linksOf(page), viewport: transform, width, height })
  page.cleanup()
  return read
}

async function itemsOf(page: PDFPageProxy): Promise<TextItem[]> {
  const reader = page.streamTextContent().getReader()
  const items: TextItem[] = []
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    items.push(...(next.value.items as TextItem[]))
    if (items.length > itemsMost) {
      await reader.cancel(new Error('too many'))
      break
    }
  }
  return items
}

async function linksOf(page: PDFPageProxy): Promise<LinkArea[]> {
  const annotations = (await page.getAnnotations()) as { subtype?: string; url?: string; rect?: number[] }[]
  return annotations
    .slice(0, linksMost)
    .flatMap(({ subtype, url, rect }) =>
      subtype === 'Link' && url !== undefined && rect?.length === 4 ? [{ url, rect }] : [],
    )
}

async function metadataOf(document: PDFDocumentProxy) {
  const { info } = (await document.getMetadata().catch(() => ({ info: {} }))) as { info: Record<string, unknown> }
  const textOf = (value: unknown) => (typeof value === 'string' && /\S/.test(value) ? value : undefined)
  return {
    title: saneTitle(textOf(info.Title)),
    created: isoDate(textOf(info.CreationDate)),
    modified: isoDate(textOf(info.ModDate)),
    language: textOf(info.Language),
  }
}

/** What a program calls a document that nobody has named. */
const fileName = new RegExp(`^untitled\\b|\\.(?:${anyOf(readWords('web', 'document-sources'))})$`, 'i')

/** Programs put the name of a file where a title belongs. */
function saneTitle(title: string | undefined): string | undefined {
  const own = title?.replace(/^Microsoft \S+ - /, '').trim()
  if (!own || !/\p{L}{2}/u.test(own) || fileName.test(own)) return undefined
  return own
}

/** `D:20240131120000+01'00'` as `2024-01-31`. */
function isoDate(date: string | undefined): string | undefined {
  const [, year = '', month = '01', day = '01'] = /^(?:D:)?((?:19|20)\d\d)(\d\d)?(\d\d)?/.exec(date ?? '') ?? []
  return year === '' ? undefined : `${year}-${month}-${day}`
}
