import type { PlacedText } from './pdf-page.ts'

// Spans on one baseline are a row; what stands together in a row is a segment: a line of a column, or a cell.

export interface Segment {
  spans: PlacedText[]
  x0: number
  x1: number
  y: number
  /** Of most of its letters. */
  size: number
  font: string
  chars: number
}

/** A gap of so many letters' height parts columns and cells. Spaces between words are narrower, in justified lines too. */
const partingGap = 1

/** How far back a row may be that a span belongs to: rows of two columns may alternate. */
const openRows = 4
const lastSpans = 20

export function segmentsOf(spans: PlacedText[]): Segment[] {
  const rows: { spans: PlacedText[]; top: number; bottom: number }[] = []
  for (const span of spans.toSorted((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const [top, bottom] = [span.y - 0.75 * span.size, span.y + 0.2 * span.size]
    const row = rows.slice(-openRows).findLast((one) => {
      const shared = Math.min(one.bottom, bottom) - Math.max(one.top, top)
      return shared > 0.6 * Math.min(bottom - top, one.bottom - one.top)
    })
    if (!row) rows.push({ spans: [span], top, bottom })
    // Letters that are drawn twice to look bold.
    else if (
      !row.spans.slice(-lastSpans).some((one) => one.text === span.text && Math.abs(one.x0 - span.x0) < 0.3 * span.size)
    )
      row.spans.push(span)
  }
  return rows.flatMap((row) => cutRow(row.spans))
}

function cutRow(spans: PlacedText[]): Segment[] {
  const segments: PlacedText[][] = []
  let end = Number.NEGATIVE_INFINITY
  for (const span of spans.toSorted((a, b) => a.x0 - b.x0)) {
    const last = segments.at(-1)
    const gap = span.x0 - end
    const isMarked = last?.length === 1 && isBullet(last[0]?.text ?? '') && gap < 4 * span.size
    if (last && (gap < partingGap * span.size || isMarked)) last.push(span)
    else segments.push([span])
    end = Math.max(end, span.x1)
  }
  return segments.map(segmentOf)
}

export const isBullet = (text: string) => /^\s*(?:[-*•–‣◦▪■●○·]|\(?\d{1,3}[.)]|\(?\p{L}\))\s*$/u.test(text)

function segmentOf(spans: PlacedText[]): Segment {
  const chars = new Map<PlacedText, number>(spans.map((span) => [span, span.text.trim().length]))
  const most = spans.reduce((best, one) => ((chars.get(one) ?? 0) > (chars.get(best) ?? 0) ? one : best))
  return {
    spans,
    ...extentOf(spans),
    y: most.y,
    size: most.size,
    font: most.font,
    chars: spans.reduce((sum, one) => sum + (chars.get(one) ?? 0), 0),
  }
}

/** From the left of the first to the right of the last. There may be more than a call can take. */
export function extentOf(parts: { x0: number; x1: number }[]): { x0: number; x1: number } {
  const extent = { x0: Number.POSITIVE_INFINITY, x1: Number.NEGATIVE_INFINITY }
  for (const { x0, x1 } of parts) {
    extent.x0 = Math.min(extent.x0, x0)
    extent.x1 = Math.max(extent.x1, x1)
  }
  return extent
}

/** Segments that stand beside each other, from the top. */
export function rowsOf(segments: Segment[]): Segment[][] {
  const rows: Segment[][] = []
  for (const segment of segments.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1)
    const first = row?.[0]
    if (row && first && segment.y - first.y < 0.5 * Math.min(first.size, segment.size)) row.push(segment)
    else rows.push([segment])
  }
  return rows.map((row) => row.toSorted((a, b) => a.x0 - b.x0))
}
