import { type StoredBlocks, unpackBlocks } from '../reader/blocks/stored-blocks.ts'
import type { GateVerdict, Judge } from './judge.ts'

export interface StoredPage {
  url: string
  title: string | null
  language: string | null
  /** Null for a page that was dropped by its address, before it was read. */
  text: string | null
  blocks: StoredBlocks | null
}

/** Judges a stored page by its visible text, without its structured data. */
export function storedVerdict(judge: Judge, { url, text, blocks, title, language }: StoredPage): GateVerdict {
  if (text === null || blocks === null) return judge.url(url)
  const end = unpackBlocks(blocks).reduce((last, block) => Math.max(last, block.end), 0)
  const visible = text.slice(0, end)
  return judge.page({ url, text: title === null ? visible : `${title}\n${visible}`, language })
}
