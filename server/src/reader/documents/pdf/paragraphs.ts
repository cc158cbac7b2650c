import { extentOf, isBullet, rowsOf, type Segment } from './rows.ts'
import { type PdfTable, tableAt } from './tables.ts'

// The lines of a zone become paragraphs, headings, items and tables.

/** Text, and where a part of it leads. */
export interface LinkedText {
  text: string
  link?: string | undefined
}

export type PagePart =
  | { kind: 'paragraph' | 'item'; runs: LinkedText[] }
  /** How large it is against running text, in tenths; ten for what only has another font. */
  | { kind: 'heading'; runs: LinkedText[]; rank: number }
  | { kind: 'table'; rows: { cells: LinkedText[][]; is_head: boolean }[] }

export interface BodyText {
  size: number
  font: string
}

interface Line {
  runs: LinkedText[]
  text: string
  x0: number
  x1: number
  y: number
  size: number
  /** Undefined when it has several. */
  font: string | undefined
}

export function partsOfZone(zone: Segment[], body: BodyText): PagePart[] {
  const rows = rowsOf(zone)
  const parts: PagePart[] = []
  let lines: Line[] = []
  const flush = (next?: Segment[]) => {
    for (const part of textParts(lines, next && lineOf(next), body)) parts.push(part)
    lines = []
  }
  for (let at = 0; at < rows.length; at++) {
    const table = tableAt(rows, at)
    if (table) {
      flush(rows[at])
      parts.push(tablePart(table))
      at += table.taken - 1
    } else lines.push(lineOf(rows[at] as Segment[]))
  }
  flush()
  return parts
}

function tablePart({ rows }: PdfTable): PagePart {
  const fonts = rows.map((row) => row.flatMap((cell) => cell.map(({ font }) => font)))
  const others = fonts.slice(1).flat()
  const isHead = (fonts[0] as string[]).every((font) => !others.includes(font))
  return {
    kind: 'table',
    rows: rows.map((row, at) => ({
      cells: row.map((cell) => joinLines(rowsOf(cell).map((one) => lineOf(one).runs))),
      is_head: at === 0 && isHead,
    })),
  }
}

function lineOf(row: Segment[]): Line {
  const spans = row.flatMap((segment) => segment.spans)
  const isRightToLeft = countOf(/[\p{sc=Hebrew}\p{sc=Arabic}]/gu, spans) > countOf(/\p{L}/gu, spans) / 2
  if (isRightToLeft) spans.reverse()
  const runs: LinkedText[] = []
  let before: (typeof spans)[number] | undefined
  for (const span of spans) {
    const gap = before ? (isRightToLeft ? before.x0 - span.x1 : span.x0 - before.x1) : 0
    const last = runs.at(-1)
    const text = gap > 0.12 * span.size && !/\s$/.test(last?.text ?? ' ') ? ` ${span.text}` : span.text
    if (last && last.link === span.link) last.text += text
    else runs.push({ text, link: span.link })
    before = span
  }
  const [first] = row as [Segment, ...Segment[]]
  const most = row.reduce((best, one) => (one.chars > best.chars ? one : best))
  const fonts = new Set(spans.filter(({ text }) => /\p{L}/u.test(text)).map(({ font }) => font))
  return {
    ...{ runs, text: textOf(runs), y: first.y, size: most.size },
    ...extentOf(row),
    font: fonts.size > 1 ? undefined : most.font,
  }
}

const countOf = (pattern: RegExp, spans: { text: string }[]) =>
  spans.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0)

const textOf = (runs: LinkedText[]) => runs.map(({ text }) => text).join('')

interface Layout {
  x0: number
  x1: number
  /** From one line to the next, within a paragraph, against the size of letters. */
  pitch: number
}

function layoutOf(lines: Line[]): Layout {
  const pitches = lines
    .slice(1)
    .map((line, at) => (line.y - (lines[at] as Line).y) / line.size)
    .filter((pitch) => pitch > 0.8 && pitch < 2.5)
    .toSorted((a, b) => a - b)
  return {
    ...extentOf(lines),
    // Lines of a paragraph are the closest.
    pitch: pitches[Math.floor(pitches.length / 4)] ?? 1.2,
  }
}

interface Group {
  lines: Line[]
  kind: 'paragraph' | 'item' | 'heading'
}

/** `below` is the row of a table that follows. */
function textParts(lines: Line[], below: Line | undefined, body: BodyText): PagePart[] {
  if (lines.length === 0) return []
  const layout = layoutOf(lines)
  const groups: Group[] = []
  for (const [at, line] of lines.entries()) {
    const last = groups.at(-1)
    const kind = kindOf(line, lines[at - 1], lines[at + 1] ?? below, layout, body)
    if (last && goesOn(last, line, kind, layout)) last.lines.push(line)
    else groups.push({ lines: [line], kind })
  }
  return groups.map(({ lines, kind }): PagePart => {
    const runs = joinLines(lines.map((line) => line.runs))
    if (kind !== 'heading') return { kind, runs }
    return { kind, runs, rank: rankOf(lines[0] as Line, body) }
  })
}

/** Sizes that differ by less are one. */
const rankOf = ({ size }: Line, body: BodyText) => Math.max(10, Math.round((10 * size) / body.size))

const headingChars = 200

function kindOf(
  line: Line,
  above: Line | undefined,
  next: Line | undefined,
  { pitch }: Layout,
  body: BodyText,
): Group['kind'] {
  const isLetters = /\p{L}{2}/u.test(line.text)
  if (isLetters && line.text.length < headingChars && line.size > 1.11 * body.size) return 'heading'
  if (beginsItem(line.text)) return 'item'
  const isApart = !above || line.y - above.y > 1.2 * pitch * line.size
  const isOtherFont = line.font !== undefined && line.font !== body.font && next?.font !== line.font
  const isShort = line.text.length < headingChars / 2 && !/[.;,]\s*$/.test(line.text)
  const isOverText = next !== undefined && next.y - line.y < 3 * line.size && line.size > 0.95 * body.size
  return isLetters && isApart && isOtherFont && isShort && isOverText ? 'heading' : 'paragraph'
}

const beginsItem = (text: string) => {
  const [, mark] = /^\s*(\S{1,5})\s+\S/.exec(text) ?? []
  return mark !== undefined && isBullet(mark)
}

function goesOn({ lines, kind }: Group, line: Line, kindNow: Group['kind'], layout: Layout): boolean {
  const last = lines.at(-1) as Line
  const isSame = Math.abs(line.size - last.size) < 0.08 * line.size
  const isNear = line.y > last.y && line.y - last.y < 1.3 * layout.pitch * line.size
  if (!isSame || !isNear || kindNow === 'item') return false
  if (kind === 'heading') return kindNow === 'heading' && line.font === last.font
  if (kindNow === 'heading') return false
  const width = layout.x1 - layout.x0
  const isIndented = line.x0 - last.x0 > 0.8 * line.size
  const endsEarly = layout.x1 - last.x1 > 0.15 * width
  const isFinished = /[.!?:][)"”’»\]]*\s*$/.test(last.text)
  if (kind === 'item') return line.x0 > (lines[0] as Line).x0 + 0.3 * line.size || !(endsEarly && isFinished)
  if (endsEarly && (isFinished || isLabel(line, last, layout))) return false
  return !(isIndented && (isFinished || lines.length > 1))
}

/** Lines that all end early are lines of an address or a title page, and no text that flows. */
function isLabel(line: Line, last: Line, { x0, x1 }: Layout): boolean {
  return line.x1 - line.x0 < 0.6 * (x1 - x0) && last.x1 - last.x0 < 0.6 * (x1 - x0)
}

/** Lines as text that flows: a word that was cut at the end of a line is one again. */
export function joinLines(lines: LinkedText[][]): LinkedText[] {
  const runs: LinkedText[] = []
  for (const line of lines) {
    for (const [at, { text, link }] of line.entries()) {
      const last = runs.at(-1)
      const isBegin = at === 0 && last !== undefined
      if (isBegin && isCut(last.text, text)) last.text = last.text.replace(/[-\u00ad\u2010]\s*$/u, '')
      else if (isBegin && !/\s$/.test(last.text) && !isClosed(last.text, text)) last.text += ' '
      if (last && last.link === link) last.text += text
      else runs.push({ text, link })
    }
  }
  return runs
}

const isCut = (before: string, after: string) =>
  /\u00ad\s*$/u.test(before) || (/\p{L}[-\u2010]\s*$/u.test(before) && /^\s*\p{Ll}/u.test(after))

/** Scripts that have no spaces, and a word with a hyphen of its own. */
const isClosed = (before: string, after: string) =>
  /[\p{L}\d][-\u2010]$/u.test(before) ||
  (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f]$/u.test(before) &&
    /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f]/u.test(after))
