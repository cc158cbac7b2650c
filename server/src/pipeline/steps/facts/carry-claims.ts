import type { ClaimRow, StoredClaim } from '../../../claims/stored-claim.ts'
import { blockAt } from '../../../reader/blocks/block-at.ts'
import type { BlockMark } from '../../../reader/read-page/packed-page.ts'

// Keeps earlier claims that the page still supports: those whose quote is in a block with the same hash, or, if it is
// long, in any own block. The offsets of the quote move with it.

export interface CurrentText {
  text: string
  blocks: BlockMark[]
}

/** Shorter quotes may occur anywhere: finding one in another block proves nothing. */
const tellingChars = 30

export function carryClaims(known: ClaimRow[], { text, blocks }: CurrentText): StoredClaim[] {
  const byHash = new Map<string, BlockMark[]>()
  for (const block of blocks) {
    if (!block.is_own) continue
    const same = byHash.get(block.hash)
    if (same) same.push(block)
    else byHash.set(block.hash, [block])
  }
  return known.flatMap(({ id: _id, page_id: _page, ...claim }) => {
    for (const block of byHash.get(claim.block_hash ?? '') ?? []) {
      const at = text.indexOf(claim.quote, block.start)
      if (at >= 0 && at < block.end) return [moved(claim, at, block)]
    }
    if (claim.quote.length < tellingChars) return []
    const at = text.indexOf(claim.quote)
    const block = at < 0 ? undefined : blockAt(blocks, at)
    return block?.is_own ? [moved(claim, at, block)] : []
  })
}

function moved(claim: StoredClaim, at: number, { hash, list }: BlockMark): StoredClaim {
  return { ...claim, quote_start: at, quote_end: at + claim.quote.length, block_hash: hash, list }
}
