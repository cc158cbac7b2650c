import type { BlockDraft } from '../../blocks/block-draft.ts'
import type { InlineEdge } from '../../blocks/inline-parts.ts'
import type { Region } from '../../html/region.ts'
import { type Piece, recordsMin } from './alike.ts'
import type { ColumnSpan } from './cut-fields.ts'
import { pathWithin } from './record-columns.ts'

// `Ada Berg <em>University of Oslo</em>`: an element without a class may be emphasis. Where most records of a list end or
// begin with such an element, it is a part of its own.

/** What stands outside of the element in prose is longer. */
const restMax = 90

export const edgeName = ({ name, is_first }: InlineEdge): string => `${name} ${is_first}`

/** The element that most texts of a place end or begin with, by the place of the text in its record. */
export function commonEdges(
  group: Region[],
  records: Piece[][],
  drafts: BlockDraft[],
): Map<string, ReadonlySet<string>> {
  const counts = new Map<string, { all: number; edges: Map<string, number> }>()
  for (const [at, pieces] of records.entries()) {
    for (const { block, picture, region } of pieces) {
      const draft = picture ? undefined : drafts[block]
      if (!draft || draft.parts.length > 0) continue
      const path = pathWithin(group[at] as Region, region)
      const count = counts.get(path) ?? { all: 0, edges: new Map() }
      counts.set(path, count)
      count.all++
      const { edges, text } = draft
      const rest = edges.reduce((left, edge) => left - edge.text.length, text.length)
      if (text.includes('\n') || rest > restMax) continue
      for (const edge of edges) count.edges.set(edgeName(edge), (count.edges.get(edgeName(edge)) ?? 0) + 1)
    }
  }
  const common = new Map<string, ReadonlySet<string>>()
  for (const [path, { all, edges }] of counts) {
    const most = [...edges].filter(([, count]) => count >= recordsMin && count * 3 >= all * 2)
    if (most.length > 0) common.set(path, new Set(most.map(([name]) => name)))
  }
  return common
}

/** The parts of a text, in order. */
export function cutEdges(whole: ColumnSpan, edges: InlineEdge[], columnOf: (part: string) => number): ColumnSpan[] {
  const first = edges.find(({ is_first }) => is_first)
  const last = edges.find(({ is_first }) => !is_first)
  const from = whole.start + (first?.text.length ?? 0)
  const to = whole.end - (last?.text.length ?? 0)
  const spans: ColumnSpan[] = []
  if (first) spans.push({ start: whole.start, end: from, column: columnOf(first.name) })
  if (from < to) spans.push({ ...whole, start: from, end: to })
  if (last) spans.push({ start: to, end: whole.end, column: columnOf(last.name) })
  return spans
}
