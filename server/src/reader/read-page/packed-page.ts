import type { Block, Link, ParsedPage } from '../blocks/parsed-page.ts'
import { flagsOf, packBlocks } from '../blocks/stored-blocks.ts'

// What a reading thread sends. A page is hundreds of small objects, and copying those from thread to thread costs as
// much as parsing it; a few long strings and arrays of numbers cost next to nothing.

/** What is asked of a block after it was read: the rest of it is only stored. */
export type BlockMark = Pick<Block, 'start' | 'end' | 'hash' | 'is_main' | 'is_own' | 'link_share'>

export interface ReadPage
  extends Omit<ParsedPage, 'blocks' | 'claims' | 'meta' | 'base' | 'modified_at' | 'word_count'> {
  blocks: BlockMark[]
  /** JSON, as it is stored: all of the blocks, and what the page says of itself. */
  stored_blocks: string
  structured: string
  /** JSON of `Claim[]`, for whoever needs them. */
  claims: string
}

type Packed = Omit<ReadPage, 'blocks' | 'links'> & {
  /** Start and end of each block; its hash; whether it is main, and the page's own; how much of it is links, in percent. */
  places: Uint32Array<ArrayBuffer>
  hashes: string
  block_flags: Uint8Array<ArrayBuffer>
  link_shares: Uint8Array<ArrayBuffer>
  /** The parts of each link, and its flags in bits. */
  links: string[]
  flags: Uint8Array<ArrayBuffer>
}

export type PackedPage = Packed

const hashLength = 16

export function packPage(page: ParsedPage): PackedPage {
  const { blocks, links } = page
  const places = new Uint32Array(2 * blocks.length)
  const block_flags = new Uint8Array(blocks.length)
  const link_shares = new Uint8Array(blocks.length)
  let hashes = ''
  for (const [at, block] of blocks.entries()) {
    places[2 * at] = block.start
    places[2 * at + 1] = block.end
    block_flags[at] = flagsOf(block)
    link_shares[at] = Math.round(100 * block.link_share)
    hashes += block.hash
  }
  const flags = new Uint8Array(links.length)
  for (const [at, link] of links.entries()) {
    flags[at] = (link.is_nofollow ? 1 : 0) | (link.is_hidden ? 2 : 0) | (link.is_main ? 4 : 0)
  }
  return {
    title: page.title,
    language: page.language,
    canonical: page.canonical,
    published_at: page.published_at,
    is_noindex: page.is_noindex,
    is_nofollow: page.is_nofollow,
    text: page.text,
    content_hash: page.content_hash,
    verdict: page.verdict,
    needs_script: page.needs_script,
    stored_blocks: JSON.stringify(packBlocks(blocks)),
    structured: JSON.stringify({ meta: page.meta }),
    data: page.data,
    claims: JSON.stringify(page.claims),
    ...{ places, hashes, block_flags, link_shares, flags },
    links: links.flatMap(({ url, text }) => [url, text]),
  }
}

export function unpackPage({ places, hashes, block_flags, link_shares, links, flags, ...page }: PackedPage): ReadPage {
  const blocks: BlockMark[] = []
  for (let at = 0; at < block_flags.length; at++) {
    blocks.push({
      start: places[2 * at] as number,
      end: places[2 * at + 1] as number,
      hash: hashes.slice(hashLength * at, hashLength * (at + 1)),
      is_main: ((block_flags[at] as number) & 1) !== 0,
      is_own: block_flags[at] !== 0,
      link_share: (link_shares[at] as number) / 100,
    })
  }
  return { ...page, blocks, links: unpackLinks(links, flags) }
}

function unpackLinks(parts: string[], flags: Uint8Array): Link[] {
  return Array.from(flags, (bits, at) => ({
    url: parts[2 * at] as string,
    text: parts[2 * at + 1] as string,
    is_nofollow: (bits & 1) !== 0,
    is_hidden: (bits & 2) !== 0,
    is_main: (bits & 4) !== 0,
  }))
}
