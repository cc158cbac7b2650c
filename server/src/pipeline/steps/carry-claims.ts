import type { ClaimRow, StoredClaim } from '../../claims/stored-claim.ts'
import { blockAt } from '../../reader/blocks/block-at.ts'
import type { BlockMark } from '../../reader/read-page/packed-page.ts'

// What was read of a page before and still stands on it. A claim lives as long as the block that it was quoted from; its
// quote moves with the block.

export interface CurrentText {
  text: string
  blocks: BlockMark[]
}

/** Shorter quotes can stand anywhere: that they are somewhere else proves nothing. */
const tellingChars = 30

export function carryClaims(known: ClaimRow[], { text, blocks }: CurrentText): StoredClaim[] {
  const places = new Map<string, BlockMark[]>()
  for (const block of blocks) {
    if (!block.is_own) continue
    const same = places.get(block.hash)
    if (same) same.push(block)
    else places.set(block.hash, [block])
  }
  return known.flatMap(({ id: _id, page_id: _page, ...claim }) => {
    for (const block of places.get(claim.block_hash ?? '') ?? []) {
      const at = text.indexOf(claim.quote, block.start)
      if (at >= 0 && at < block.end) return [moved(claim, at, block.hash)]
    }
    if (claim.quote.length < tellingChars) return []
    const at = text.indexOf(claim.quote)
    const block = at < 0 ? undefined : blockAt(blocks, at)
    return block?.is_own ? [moved(claim, at, block.hash)] : []
  })
}

function moved(claim: StoredClaim, at: number, blockHash: string): StoredClaim {
  return { ...claim, quote_start: at, quote_end: at + claim.quote.length, block_hash: blockHash }
}
