import { escapeHtml } from '../../../language/escape-html.ts'
import { pageBounds } from '../../html/page-bounds.ts'
import { cellsMost } from '../table-html.ts'
import { zonesOf } from './columns.ts'
import { type BodyText, type LinkedText, type PagePart, partsOfZone } from './paragraphs.ts'
import type { PdfDocument, PdfPage } from './pdf-page.ts'
import { withoutRepeated } from './repeated.ts'
import { segmentsOf } from './rows.ts'

// A PDF as HTML: a `section` for each of its pages, with all that stands there.

/** Cells of all tables: each takes one of the regions of a page. */
const cellsOfAll = pageBounds.regions / 2

export function pdfHtml(document: PdfDocument): string {
  const { title, language, created, modified } = document
  const pages = withoutRepeated(document.pages)
  const body = bodyText(pages)
  const parts = pages.map((page) => [
    ...zonesOf(segmentsOf(page.spans)).flatMap((zone) => partsOfZone(zone, body)),
    ...page.aside.map((text): PagePart => ({ kind: 'paragraph', runs: [{ text }] })),
  ])
  const write = partWriter(parts.flat())
  const sections = parts.map((own) => `<section>${own.map(write).join('\n').replaceAll('</ul>\n<ul>', '\n')}</section>`)
  const head = [
    title && `<title>${escapeHtml(title)}</title>`,
    created && `<meta name="dcterms.created" content="${escapeHtml(created)}">`,
    modified && `<meta name="dcterms.modified" content="${escapeHtml(modified)}">`,
  ]
  const lang = language ? ` lang="${escapeHtml(language)}"` : ''
  return `<html${lang}><head>${head.filter(Boolean).join('')}</head><body><article>${sections.join('\n')}</article></body></html>`
}

/** The size and font of most letters. */
function bodyText(pages: PdfPage[]): BodyText {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  for (const { spans } of pages) {
    for (const { size, font, text } of spans) {
      const rounded = Math.round(2 * size) / 2
      sizes.set(rounded, (sizes.get(rounded) ?? 0) + text.length)
      fonts.set(font, (fonts.get(font) ?? 0) + text.length)
    }
  }
  return { size: mostOf(sizes) ?? 10, font: mostOf(fonts) ?? '' }
}

function mostOf<Key>(counts: Map<Key, number>): Key | undefined {
  let best: Key | undefined
  for (const [key, count] of counts) if (best === undefined || count > (counts.get(best) as number)) best = key
  return best
}

/** Writes parts; the largest headings are of the first level. */
function partWriter(all: PagePart[]): (part: PagePart) => string {
  const ranks = new Set(all.flatMap((part) => (part.kind === 'heading' ? [part.rank] : [])))
  const levels = new Map([...ranks].toSorted((a, b) => b - a).map((rank, at) => [rank, Math.min(6, at + 1)]))
  let cells = 0
  return (part) => {
    if (part.kind === 'heading') {
      const level = levels.get(part.rank) ?? 6
      return `<h${level}>${runsHtml(part.runs)}</h${level}>`
    }
    if (part.kind !== 'table') {
      const isItem = part.kind === 'item'
      return isItem ? `<ul><li>${runsHtml(withoutBullet(part.runs))}</li></ul>` : `<p>${runsHtml(part.runs)}</p>`
    }
    cells += part.rows.reduce((sum, row) => sum + row.cells.length + 1, 0)
    if (cells > cellsOfAll) return part.rows.map(({ cells }) => `<p>${cells.map(runsHtml).join(' | ')}</p>`).join('\n')
    const rows = part.rows.map(({ cells, is_head }) => {
      const tag = is_head ? 'th' : 'td'
      const inner = cells.slice(0, cellsMost).map((runs) => `<${tag}>${runsHtml(runs)}</${tag}>`)
      return `<tr>${inner.join('')}</tr>`
    })
    return `<table>${rows.join('\n')}</table>`
  }
}

const runsHtml = (runs: LinkedText[]) =>
  runs
    .map(({ text, link }) =>
      link === undefined ? escapeHtml(text) : `<a href="${escapeHtml(link)}">${escapeHtml(text)}</a>`,
    )
    .join('')

/** A number stays: text may name it. */
function withoutBullet(runs: LinkedText[]): LinkedText[] {
  const [first, ...others] = runs
  if (!first || /^\s*\(?[\p{L}\d]/u.test(first.text)) return runs
  return [{ ...first, text: first.text.replace(/^\s*\S\s*/u, '') }, ...others]
}
