import { cutText } from '../../../language/cut-text.ts'
import type { Picture } from '../../blocks/block-collector.ts'
import type { BlockDraft } from '../../blocks/block-draft.ts'
import { pageBounds } from '../../html/page-bounds.ts'

// The headings above a list. The paths of blocks have only headings of the main text, and many lists stand beside it.

/** A heading that stands more blocks above a list than this is not its own. */
const aboveMax = 400

export function headingsAbove(drafts: BlockDraft[], block: number): string[] {
  const path: string[] = []
  let level = 7
  const row = drafts[block]
  if (row?.is_head && row.cells.length === 1) path.push(row.text)
  for (let at = Math.min(block, drafts.length) - 1; at >= 0 && at > block - aboveMax && level > 1; at--) {
    const draft = drafts[at] as BlockDraft
    if (draft.level === 0 || draft.level >= level) continue
    level = draft.level
    path.unshift(cutText(draft.text, pageBounds.heading_chars))
  }
  return path
}

/** The index of the last heading before a block; -1 where there is none. */
function headingBefore(drafts: BlockDraft[], block: number): number {
  let at = Math.min(block, drafts.length) - 1
  while (at >= 0 && drafts[at]?.level === 0) at--
  return at
}

/** A heading over each picture is the name of what it shows. */
const levelsMax = 8

/** Pictures by the heading over them; all together where these are too many to be levels of sponsors. */
export function picturesByHeading(drafts: BlockDraft[], pictures: Picture[]): Picture[][] {
  const rows = [...Map.groupBy(pictures, ({ before }) => headingBefore(drafts, before)).values()]
  return rows.length > levelsMax ? [pictures] : rows
}

/** Whether a heading is the block before. */
export const isBelowHeading = (drafts: BlockDraft[], block: number): boolean => (drafts[block - 1]?.level ?? 0) > 0
