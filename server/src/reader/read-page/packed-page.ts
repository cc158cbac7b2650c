import type { Block, Link, ParsedPage } from '../blocks/parsed-page.ts'
import type { RecordList } from '../blocks/record-list.ts'
import { flagsOf, packBlocks } from '../blocks/stored-blocks.ts'

// The message of a reading thread. A page is hundreds of small objects, and copying those between threads costs as much
// as parsing; a few long strings and typed arrays cost almost nothing.

/** The fields of a block that are used after reading; the rest is only stored. */
export type BlockMark = Pick<Block, 'start' | 'end' | 'hash' | 'is_main' | 'is_own' | 'link_share'> & {
  /** The number of the list or table that the block is a row of. */
  list: number | null
}

export interface ReadPage
  extends Omit<ParsedPage, 'blocks' | 'claims' | 'records' | 'meta' | 'base' | 'modified_at' | 'word_count'> {
  blocks: BlockMark[]
  /** JSON as it is stored: all blocks, and the page's metadata. */
  stored_blocks: string
  structured: string
  /** JSON of `Claim[]` and of `RecordList[]`. */
  claims: string
  records: string
}

type Packed = Omit<ReadPage, 'blocks' | 'links'> & {
  /** Start and end of each block; its hash; its main and own flags; its share of link text in percent. */
  offsets: Uint32Array<ArrayBuffer>
  hashes: string
  block_flags: Uint8Array<ArrayBuffer>
  link_shares: Uint8Array<ArrayBuffer>
  /** The number of its list; 0 for none. */
  lists: Uint32Array<ArrayBuffer>
  /** Address and text of each link in turn, and its flags as bits. */
  links: string[]
  flags: Uint8Array<ArrayBuffer>
}

export type PackedPage = Packed

const hashLength = 16

/** `stored` are the lists that are stored for recipes. */
export function packPage(page: ParsedPage, stored: RecordList[] = []): PackedPage {
  const { blocks, links } = page
  const offsets = new Uint32Array(2 * blocks.length)
  const block_flags = new Uint8Array(blocks.length)
  const link_shares = new Uint8Array(blocks.length)
  const lists = new Uint32Array(blocks.length)
  const listNumbers = new Map<string, number>()
  let hashes = ''
  for (const [at, block] of blocks.entries()) {
    offsets[2 * at] = block.start
    offsets[2 * at + 1] = block.end
    block_flags[at] = flagsOf(block)
    link_shares[at] = Math.round(100 * block.link_share)
    hashes += block.hash
    lists[at] = listNumber(block, listNumbers)
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
    page_starts: page.page_starts,
    content_hash: page.content_hash,
    verdict: page.verdict,
    needs_script: page.needs_script,
    stored_blocks: JSON.stringify(packBlocks(blocks, stored)),
    structured: JSON.stringify({ meta: page.meta }),
    data: page.data,
    claims: JSON.stringify(page.claims),
    records: JSON.stringify(page.records),
    offsets,
    hashes,
    block_flags,
    link_shares,
    lists,
    flags,
    links: links.flatMap(({ url, text }) => [url, text]),
  }
}

/** Rows below one heading and of one place in the layout are one list. */
function listNumber({ kind, selector, path }: Block, numbers: Map<string, number>): number {
  if ((kind !== 'list_item' && kind !== 'table_row') || selector === '') return 0
  const key = `${kind} ${selector} ${path.join('\n')}`
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size + 1)
  return numbers.size
}

export function unpackPage({
  offsets,
  hashes,
  block_flags,
  link_shares,
  lists,
  links,
  flags,
  ...page
}: PackedPage): ReadPage {
  const blocks: BlockMark[] = []
  for (let at = 0; at < block_flags.length; at++) {
    blocks.push({
      start: offsets[2 * at] as number,
      end: offsets[2 * at + 1] as number,
      hash: hashes.slice(hashLength * at, hashLength * (at + 1)),
      is_main: ((block_flags[at] as number) & 1) !== 0,
      is_own: block_flags[at] !== 0,
      link_share: (link_shares[at] as number) / 100,
      list: lists[at] || null,
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
