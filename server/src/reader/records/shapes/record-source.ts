import type { Picture } from '../../blocks/block-collector.ts'
import type { BlockDraft } from '../../blocks/block-draft.ts'
import type { LinkPosition, PlacedLink } from '../../blocks/link-collector.ts'
import type { Block } from '../../blocks/parsed-page.ts'
import type { RecordList } from '../../blocks/record-list.ts'
import type { Region } from '../../html/region.ts'

// What records are found in, and what is known of a list before it is complete.

export interface RecordSource {
  drafts: BlockDraft[]
  blocks: Block[]
  regions: Region[]
  text: string
  pictures: Picture[]
  links: Map<LinkPosition, PlacedLink[]>
  /** Names of the page and the site, by label; they are stored where nobody sees them on the page. */
  names: Record<string, string | undefined>
  /** What is stored behind the text so far. */
  data: string
}

export type ListShape = Pick<RecordList, 'selector' | 'columns'> & Partial<Pick<RecordList, 'labels' | 'path'>>
