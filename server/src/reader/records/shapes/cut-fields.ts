import type { BlockDraft } from '../../blocks/block-draft.ts'
import type { LinkPosition, PlacedLink } from '../../blocks/link-collector.ts'
import type { RecordField } from '../../blocks/record-list.ts'

// Cuts a block or a cell into fields: its lines, and in a line what is linked and what is not. Columns of the parts are
// numbered from the column of the whole, which has room for ten.

export interface ColumnSpan {
  start: number
  end: number
  column: number
}

const partsMax = 9
const lineMax = 200

/** Links that are looked at for one line. Those of a block come in the order of its text. */
const lookAhead = 12

/** Cuts the spans of one block, which have to come in order, so that each of its links is looked at a few times only. */
export function fieldCutter(
  { text, drafts, links }: { text: string; drafts: BlockDraft[]; links: Map<LinkPosition, PlacedLink[]> },
  block: number,
): (span: ColumnSpan) => RecordField[] {
  const draft = drafts[block] as BlockDraft
  const linked = draft.link_positions
    .flatMap((position) => links.get(position) ?? [])
    .filter((link) => link.text.length > 1)
  let next = 0
  return ({ start, end, column }) => {
    const fields: RecordField[] = []
    let from = start
    for (const line of text.slice(start, end).split('\n')) {
      const { parts, used } = cutLine(line, from, linked.slice(next, next + lookAhead))
      next += used
      for (const part of parts) if (fields.length < partsMax) fields.push({ ...part, column: column + fields.length })
      if (fields.length >= partsMax) break
      from += line.length + 1
    }
    return fields
  }
}

type Part = Omit<RecordField, 'column'>

/** The parts of a line, and how many of the links are in it or before it. */
function cutLine(line: string, offset: number, links: PlacedLink[]): { parts: Part[]; used: number } {
  const whole = { start: offset, end: offset + line.length }
  const parts: Part[] = []
  let at = 0
  let used = 0
  for (const [number, { text, url }] of links.entries()) {
    const found = line.indexOf(text, at)
    // A link around a card has the texts of all its lines.
    if (found < 0 && parts.length === 0 && holds(text, line)) return { parts: [{ ...whole, url }], used: number }
    if (found < 0) continue
    addPart(parts, line, at, found, offset)
    parts.push({ start: offset + found, end: offset + found + text.length, url })
    at = found + text.length
    used = number + 1
  }
  // Longer lines are prose: links inside do not divide them.
  if (line.length > lineMax || parts.length > partsMax) return { parts: [whole], used }
  addPart(parts, line, at, line.length, offset)
  return { parts: parts.length > 0 ? parts : [whole], used }
}

/** Elements that only a style sheet sets apart have no space between them in the text of the link. */
const holds = (text: string, line: string) =>
  ` ${text} `.includes(` ${line} `) ||
  (line.length >= wholeLine && text.replaceAll(' ', '').includes(line.replaceAll(' ', '')))

const wholeLine = 6

/** What separates two parts belongs to neither; a minus before a number does. */
const separators = /^(?:[\s,;:|·•/–—()[\]]|-(?!\d))+|[\s,;:|·•/–—([\]-]+$/gu

function addPart(parts: Part[], line: string, from: number, to: number, offset: number): void {
  if (line.length > lineMax) return
  const raw = line.slice(from, to)
  const text = raw.replace(separators, '')
  if (text === '') return
  const start = from + raw.indexOf(text)
  parts.push({ start: offset + start, end: offset + start + text.length })
}
