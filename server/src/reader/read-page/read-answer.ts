import { createHash } from 'node:crypto'
import { canonicalUrl } from '../../web/address/canonical-url.ts'
import { decodeText } from '../../web/charset/charset.ts'
import { sniffContentType } from '../../web/charset/content-type.ts'
import type { ParsedPage, Verdict } from '../blocks/parsed-page.ts'
import { documentHtml } from '../documents/document-html.ts'
import { openPdf } from '../documents/pdf/open-pdf.ts'
import { pdfHtml } from '../documents/pdf/pdf-html.ts'
import type { PdfDocument } from '../documents/pdf/pdf-page.ts'
import { readRobots } from '../head/robots-directives.ts'
import type { ParseJob, UnjudgedReading } from './parse-job.ts'
import { parsePage, parseText } from './parse-page.ts'

const pdfType = 'application/pdf'

type FetchedJob = Omit<ParseJob, 'text_rules'>

/** Reads the page from the bytes of an answer. */
export async function readFetched(job: FetchedJob): Promise<UnjudgedReading> {
  const { body, content_type } = job
  const bytesHash = createHash('sha256').update(body).digest('base64url')
  const { kind, type } = sniffContentType(content_type, body)
  if (type === pdfType) return readPdf(job, bytesHash)
  if (kind === 'other') return { kind, type, bytes_hash: bytesHash }
  const { text, charset } = decodeText(body, content_type, kind)
  const page = kind === 'html' ? parsePage(text, job) : readText(text, type, job)
  return { kind, type, charset, bytes_hash: bytesHash, page: withRefresh(withHeader(page, job.x_robots_tag)) }
}

async function readPdf(job: FetchedJob, bytesHash: string): Promise<UnjudgedReading> {
  const type = pdfType
  const document = await openPdf(job.body)
  if ('code' in document) return { kind: 'other', type, bytes_hash: bytesHash, unread: document }
  const page = parsePage(pdfHtml(document), { ...job, is_paged: true })
  const read = { ...page, verdict: verdictOf(document), needs_script: false }
  return { kind: 'text', type, charset: 'utf-8', bytes_hash: bytesHash, page: withHeader(read, job.x_robots_tag) }
}

/** What of a document is not read. */
function verdictOf({ pages, page_count }: PdfDocument): Verdict | null {
  if (pages.length < page_count)
    return { kind: 'partly read', signal: `the first ${pages.length} of its ${page_count} pages` }
  const empty = pages.filter(({ spans, aside }) => spans.length + aside.length === 0).length
  if (empty < page_count / 3) return null
  return { kind: 'partly read', signal: `${empty} of its ${page_count} pages have no text, as scanned ones` }
}

function readText(text: string, type: string, job: FetchedJob): ParsedPage {
  const html = documentHtml(text, type, job.url)
  if (html === undefined) return parseText(text, job)
  // What tells pages from walls and errors tells nothing of documents, and they have no scripts.
  return { ...parsePage(html, job), verdict: null, needs_script: false }
}

/** Applies the X-Robots-Tag header, which may only add to what the page forbids. */
function withHeader(page: ParsedPage, header: string | null): ParsedPage {
  const directives = header === null ? undefined : readRobots(header)
  if (!directives) return page
  return {
    ...page,
    is_noindex: page.is_noindex || directives.is_noindex,
    is_nofollow: page.is_nofollow || directives.is_nofollow,
  }
}

/** Adds a link for `meta http-equiv="refresh"`. */
function withRefresh(page: ParsedPage): ParsedPage {
  const target = /^[\d.\s]*[;,]\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(page.meta.refresh ?? '')?.[1]
  const url = target === undefined ? undefined : canonicalUrl(target.trim(), page.base)
  if (url === undefined || page.links.some((link) => link.url === url)) return page
  const link = { url, text: '', is_nofollow: false, is_hidden: false, is_main: true }
  return { ...page, links: [link, ...page.links] }
}
