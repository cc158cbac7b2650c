import type { PdfPage, PlacedText } from './pdf-page.ts'

// The text items and links of a page as spans, in the direction in which most of the page is read.

export type Matrix = number[]

export interface TextItem {
  str: string
  transform: Matrix
  width: number
  height: number
  fontName: string
  hasEOL: boolean
}

export interface LinkArea {
  url: string
  rect: number[]
}

export interface PageItems {
  items: TextItem[]
  links: LinkArea[]
  /** From the page's own units to points from the top left corner. */
  viewport: Matrix
  width: number
  height: number
}

/** Quarter turns clockwise. */
type Turn = 0 | 1 | 2 | 3

interface Placed {
  item: TextItem
  turn: Turn | undefined
  x: number
  y: number
  size: number
}

export function readSpans({ items, links, viewport, width, height }: PageItems): PdfPage {
  const placed = items.filter(({ str }) => /\S/.test(str)).map((item) => place(item, viewport))
  const turn = mostUsed(placed)
  const [wide, high] = turn % 2 === 0 ? [width, height] : [height, width]
  const upright = (x: number, y: number): [number, number] => {
    if (turn === 1) return [y, width - x]
    if (turn === 2) return [width - x, height - y]
    return turn === 3 ? [height - y, x] : [x, y]
  }
  const areas = links.map(({ url, rect }) => {
    const [ax, ay] = upright(...apply(viewport, rect[0] as number, rect[1] as number))
    const [bx, by] = upright(...apply(viewport, rect[2] as number, rect[3] as number))
    return { url, x0: Math.min(ax, bx), x1: Math.max(ax, bx), y0: Math.min(ay, by), y1: Math.max(ay, by) }
  })
  const spans: PlacedText[] = []
  for (const one of placed) {
    if (one.turn !== turn) continue
    const [x, y] = upright(one.x, one.y)
    if (x > wide || y < 0 || y > high + one.size || x + one.item.width < 0) continue
    const { str, width: chars, fontName: font } = one.item
    const span = { text: cleaned(str), x0: x, x1: x + chars, y, size: one.size, font }
    spans.push(...linked(span, areas))
  }
  return { height: high, spans, aside: turnedTexts(placed, turn) }
}

const apply = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
]

function place(item: TextItem, viewport: Matrix): Placed {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform
  const [v0 = 1, v1 = 0, v2 = 0, v3 = 1] = viewport
  const [x, y] = apply(viewport, e, f)
  const [right, down] = [v0 * a + v2 * b, v1 * a + v3 * b]
  const size = Math.hypot(c, d) || item.height || 1
  return { item, x, y, size, turn: turnOf(right, down) }
}

function turnOf(right: number, down: number): Turn | undefined {
  if (Math.abs(down) < 0.1 * Math.abs(right)) return right > 0 ? 0 : 2
  if (Math.abs(right) < 0.1 * Math.abs(down)) return down > 0 ? 1 : 3
  return undefined
}

function mostUsed(placed: Placed[]): Turn {
  const chars: [number, number, number, number] = [0, 0, 0, 0]
  for (const { item, turn } of placed) if (turn !== undefined) chars[turn] += item.str.length
  return chars.indexOf(Math.max(...chars)) as Turn
}

function turnedTexts(placed: Placed[], turn: Turn): string[] {
  const texts: string[] = []
  let last: Placed | undefined
  for (const one of placed) {
    if (one.turn === turn) continue
    const isNew = !last || last.turn !== one.turn || last.item.hasEOL || Math.abs(last.size - one.size) > 0.5
    if (isNew) texts.push(cleaned(one.item.str))
    else texts[texts.length - 1] += ` ${cleaned(one.item.str)}`
    last = one
  }
  return texts
}

/** Without signs that are not shown, but for the hyphen at which a word may be cut. */
const cleaned = (text: string) => text.replaceAll(/[\s\p{Cc}\p{Co}\ufffe\uffff]+/gu, ' ')

interface Area {
  url: string
  x0: number
  x1: number
  y0: number
  y1: number
}

/** Cuts what a link lies on out of a span, between words. */
function linked(span: PlacedText, areas: Area[]): PlacedText[] {
  const middle = span.y - 0.3 * span.size
  const area = areas.find(
    ({ x0, x1, y0, y1 }) => y0 <= middle && middle <= y1 && Math.min(x1, span.x1) - Math.max(x0, span.x0) > 1,
  )
  if (!area) return [span]
  const width = span.x1 - span.x0 || 1
  const at = (x: number) => Math.round(((x - span.x0) / width) * span.text.length)
  const from = wordEdge(span.text, at(area.x0))
  const to = wordEdge(span.text, at(area.x1))
  const part = (start: number, end: number): PlacedText => ({
    ...span,
    text: span.text.slice(start, end),
    x0: span.x0 + (width * start) / span.text.length,
    x1: span.x0 + (width * end) / span.text.length,
  })
  const isCut = to > from && (from > 0 || to < span.text.length)
  if (!isCut) return [{ ...span, link: area.url }]
  const others = areas.filter((one) => one !== area)
  return [
    ...(from > 0 ? linked(part(0, from), others) : []),
    { ...part(from, to), link: area.url },
    ...(to < span.text.length ? linked(part(to, span.text.length), others) : []),
  ].filter(({ text }) => /\S/.test(text))
}

/** The nearest beginning or end of a word. */
function wordEdge(text: string, at: number): number {
  for (let step = 0; step < 12; step++) {
    for (const edge of [at - step, at + step]) {
      if (edge <= 0) return 0
      if (edge >= text.length) return text.length
      if (/\s/.test(text[edge] as string) !== /\s/.test(text[edge - 1] as string)) return edge
    }
  }
  return Math.max(0, Math.min(text.length, at))
}
