import { cutText } from '../../language/cut-text.ts'
import { hashText } from '../../language/measure-text.ts'
import { pageBounds } from '../html/page-bounds.ts'
import type { BlockDraft } from './block-draft.ts'
import type { Block, ParsedPage } from './parsed-page.ts'

type Content = Pick<ParsedPage, 'text' | 'blocks' | 'word_count' | 'content_hash'>

/** Joins the drafts into the text of the page and gives each block its offsets in it. */
export function joinBlocks(drafts: BlockDraft[]): Content {
  const blocks: Block[] = []
  const paths = new HeadingPath()
  let start = 0
  let words = 0
  let ownHashes = ''
  for (const draft of drafts) {
    const { kind, level, text, measure, is_main, is_own } = draft
    const path = paths.at(draft)
    const end = start + text.length
    const linkShare = Math.round((100 * draft.link_chars) / text.length) / 100
    const selector = is_own ? draft.region.selector : ''
    const block: Block = {
      kind,
      path,
      start,
      end,
      is_main,
      is_own,
      selector,
      hash: measure.hash,
      link_share: linkShare,
    }
    if (level > 0) block.level = level
    blocks.push(block)
    start = end + 1
    if (is_main) words += measure.words
    if (is_own) ownHashes += measure.hash
  }
  const text = drafts.map((draft) => draft.text).join('\n')
  return { text, blocks, word_count: words, content_hash: hashText(ownHashes) }
}

/**
 * Tracks the headings above each block. Only main headings count, so navigation never gets into a path. Blocks below
 * one heading share one array.
 */
class HeadingPath {
  #headings: BlockDraft[] = []
  #path: string[] = []

  at(draft: BlockDraft): string[] {
    if (draft.level === 0) return draft.term === undefined ? this.#path : [...this.#path, draft.term]
    const above = this.#headings.filter(({ level }) => level < draft.level)
    const path = above.map(headingText)
    if (draft.is_main) {
      this.#headings = [...above, draft]
      this.#path = this.#headings.map(headingText)
    }
    return path
  }
}

function headingText({ text }: BlockDraft): string {
  return cutText(text, pageBounds.heading_chars)
}
