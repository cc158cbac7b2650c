import { type StoredBlocks, unpackBlocks } from '../reader/blocks/stored-blocks.ts'
import type { GateVerdict, Judge } from './judge.ts'

export interface StoredPage {
  url: string
  title: string | null
  language: string | null
  /** Null where it was dropped by its address, before anybody had read it. */
  text: string | null
  blocks: StoredBlocks | null
}

/** What the gate says of a page as it was stored: of what readers see of it, not of what stands there for machines. */
export function storedVerdict(judge: Judge, { url, text, blocks, title, language }: StoredPage): GateVerdict {
  if (text === null || blocks === null) return judge.url(url)
  const end = unpackBlocks(blocks).reduce((last, block) => Math.max(last, block.end), 0)
  const visible = text.slice(0, end)
  return judge.page({ url, text: title === null ? visible : `${title}\n${visible}`, language })
}
