import { cutText } from '../../language/cut-text.ts'
import { foldSpace } from '../../language/fold-space.ts'
import { measureBlocks } from '../blocks/block-collector.ts'
import { BlockDraft } from '../blocks/block-draft.ts'
import type { BlockKind } from '../blocks/parsed-page.ts'
import { PageElement } from '../html/html-events.ts'
import { tagOf } from '../html/html-tags.ts'
import { pageBounds } from '../html/page-bounds.ts'
import { Region } from '../html/region.ts'

// Blocks of a plain text: empty lines separate paragraphs, and list items begin with a bullet or number.

const item = /^\s{0,8}(?:[-*•–]|\d{1,3}[.)])\s+\S/

export function textBlocks(text: string): BlockDraft[] {
  const blocks: BlockDraft[] = []
  const region = new Region(new PageElement(tagOf('body'), [], undefined), undefined, 0)
  let lines: string[] = []
  let kind: BlockKind = 'paragraph'
  let left: number = pageBounds.text_chars
  const flush = () => {
    const folded = cutText(foldSpace(lines.join(' ')), Math.max(0, left))
    lines = []
    left -= folded.length + 1
    if (folded === '' || blocks.length >= pageBounds.blocks) return
    blocks.push(
      new BlockDraft({
        kind,
        level: 0,
        text: folded,
        region,
        link_chars: 0,
        links: 0,
        at: blocks.length,
        since_image: 0,
        term: undefined,
      }),
    )
  }
  for (const line of text.slice(0, 2 * pageBounds.text_chars).split(/\r\n?|\n/)) {
    const isItem = item.test(line)
    if (isItem || line.trim() === '') flush()
    if (line.trim() === '') continue
    if (lines.length === 0) kind = isItem ? 'list_item' : 'paragraph'
    lines.push(line)
  }
  flush()
  for (const block of blocks) {
    block.is_main = true
    block.is_own = true
  }
  measureBlocks(blocks)
  return blocks
}
