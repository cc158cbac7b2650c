import type { BlockDraft } from '../../blocks/block-draft.ts'
import type { InlineEdge } from '../../blocks/inline-parts.ts'
import type { Region } from '../../html/region.ts'
import { type Piece, recordsMin } from './alike.ts'
import { pathWithin } from './record-columns.ts'

// `Ada Berg <em>University of Oslo</em>`: an element without a class may be emphasis. Where most records of a list end or
// begin with such an element, it is a part of its own.

/** What stands outside of the element in prose is longer. */
const restMax = 90

export const edgeName = ({ name, is_first }: InlineEdge): string => `${name} ${is_first}`

/** The element that most texts of a place end or begin with, by the place of the text in its record. */
export function commonEdges(group: Region[], records: Piece[][], drafts: BlockDraft[]): Map<string, string> {
  const counts = new Map<string, { all: number; edges: Map<string, number> }>()
  for (const [at, pieces] of records.entries()) {
    for (const { block, picture, region } of pieces) {
      const draft = picture ? undefined : drafts[block]
      if (!draft || draft.parts.length > 0) continue
      const path = pathWithin(group[at] as Region, region)
      const count = counts.get(path) ?? { all: 0, edges: new Map() }
      counts.set(path, count)
      count.all++
      const { edge, text } = draft
      if (!edge || text.includes('\n') || text.length - edge.text.length > restMax) continue
      count.edges.set(edgeName(edge), (count.edges.get(edgeName(edge)) ?? 0) + 1)
    }
  }
  const common = new Map<string, string>()
  for (const [path, { all, edges }] of counts) {
    const [most] = [...edges].sort((a, b) => b[1] - a[1])
    if (most && most[1] >= recordsMin && most[1] * 3 >= all * 2) common.set(path, most[0])
  }
  return common
}
