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
/** Longer lines are prose: links inside do not divide them. */
const lineMax = 200

export function cutFields(
  { text, drafts, links }: { text: string; drafts: BlockDraft[]; links: Map<LinkPosition, PlacedLink[]> },
  block: number,
  { start, end, column }: ColumnSpan,
): RecordField[] {
  const draft = drafts[block] as BlockDraft
  const linked = draft.link_positions.flatMap((position) => links.get(position) ?? [])
  const fields: RecordField[] = []
  let from = start
  for (const line of text.slice(start, end).split('\n')) {
    for (const part of cutLine(line, from, linked)) {
      if (fields.length < partsMax) fields.push({ ...part, column: column + fields.length })
    }
    from += line.length + 1
  }
  return fields
}

function cutLine(line: string, offset: number, links: PlacedLink[]): Omit<RecordField, 'column'>[] {
  const whole = { start: offset, end: offset + line.length }
  if (line.length > lineMax) return [whole]
  const parts: Omit<RecordField, 'column'>[] = []
  let at = 0
  for (const { text, url } of links) {
    if (text.length < 2) continue
    const found = line.indexOf(text, at)
    if (found < 0) continue
    addPart(parts, line, at, found, offset)
    parts.push({ start: offset + found, end: offset + found + text.length, url })
    at = found + text.length
    if (parts.length > partsMax) return [whole]
  }
  addPart(parts, line, at, line.length, offset)
  return parts.length > 0 ? parts : [whole]
}

/** What separates two parts belongs to neither; a minus before a number does. */
const separators = /^(?:[\s,;:|·•/–—()[\]]|-(?!\d))+|[\s,;:|·•/–—([\]-]+$/gu

function addPart(parts: Omit<RecordField, 'column'>[], line: string, from: number, to: number, offset: number): void {
  const raw = line.slice(from, to)
  const text = raw.replace(separators, '')
  if (text === '') return
  const start = from + raw.indexOf(text)
  parts.push({ start: offset + start, end: offset + start + text.length })
}
