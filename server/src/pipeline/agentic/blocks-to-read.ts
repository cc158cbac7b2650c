import { estimateTokens } from '../../model/estimate-tokens.ts'
import type { Block } from '../../reader/blocks/parsed-page.ts'

// Picks the blocks of a page that a model reads: all of the page's own, or only the new ones, each with its heading and
// one neighbour. The smaller choice is sent, in portions that end between blocks.

export type PageBlock = Omit<Block, 'link_share'>

export interface ReadablePage {
  text: string
  blocks: PageBlock[]
  /** Hashes of blocks that the site repeats, though nothing marks them as repeated. */
  frame?: ReadonlySet<string>
}

/** The input of one call. */
export interface Portion {
  text: string
  /** Spans of the page's text that facts are taken from. */
  reads: { start: number; end: number }[]
}

export interface Reading {
  portions: Portion[]
  /** Only new blocks are read. */
  is_diff: boolean
  /** Blocks beyond the number of calls that a page may cost. */
  unread_blocks: number
}

/** Small models on small machines take no more at once. */
const portionTokens = 8000
const pieceChars = 8000
const portionsMax = 12
const neighbourChars = 300
const changedMost = 0.7

interface Line {
  text: string
  tokens: number
  read: { start: number; end: number } | undefined
}

/** `known` are the hashes of the blocks that were read before; undefined asks for a full read. */
export function blocksToRead(page: ReadablePage, known: ReadonlySet<string> | undefined): Reading {
  const own = ownBlocks(page)
  const full = own.flatMap((block) => linesOf(page, block))
  if (!known) return { ...portion(full), is_diff: false }
  const changed = changedLines(page, own, known)
  if (changed.length === 0) return { portions: [], is_diff: true, unread_blocks: 0 }
  // A model understands a page that is mostly new better as a whole.
  const isLess = tokensOf(changed) < changedMost * tokensOf(full)
  return { ...portion(isLess ? changed : full), is_diff: isLess }
}

/** A page of which the site repeats everything is read in full. */
function ownBlocks({ blocks, frame }: ReadablePage): PageBlock[] {
  const own = blocks.filter(({ is_own }) => is_own)
  const single = own.filter(({ hash }) => !frame?.has(hash))
  return single.some(({ kind }) => kind !== 'heading') ? single : own
}

/** New blocks, with their heading and the block before as context. */
function changedLines(page: ReadablePage, own: PageBlock[], known: ReadonlySet<string>): Line[] {
  const lines: Line[] = []
  let sent = -1
  let heading = -1
  for (const [at, block] of own.entries()) {
    if (block.kind === 'heading') heading = at
    if (known.has(block.hash)) continue
    if (heading > sent && heading < at) lines.push(contextLine(page, own[heading] as PageBlock))
    const before = at - 1
    if (before > sent && before !== heading && before >= 0) lines.push(contextLine(page, own[before] as PageBlock))
    lines.push(...linesOf(page, block))
    sent = at
  }
  return lines
}

function contextLine(page: ReadablePage, block: PageBlock): Line {
  const whole = textOf(page, block)
  // The end of a block is nearest to the new one, so it is the part that is kept.
  const text = whole.length > neighbourChars ? `…${whole.slice(-neighbourChars)}` : whole
  return line(`> ${text.replaceAll('\n', ' ')}`, undefined)
}

function linesOf(page: ReadablePage, block: PageBlock): Line[] {
  const text = textOf(page, block)
  const read = { start: block.start, end: block.end }
  const mark = markOf(block)
  if (text.length <= pieceChars) return [line(`${mark}${text}`, read)]
  return cutLong(text).map((piece) => line(`${mark}${piece}`, read))
}

function textOf({ text }: ReadablePage, { start, end }: PageBlock): string {
  return text.slice(start, end)
}

function markOf({ kind, level = 2 }: PageBlock): string {
  if (kind === 'heading') return `${'#'.repeat(level)} `
  if (kind === 'list_item') return '- '
  return ''
}

function line(text: string, read: Line['read']): Line {
  // A line of the page must not look like context.
  const safe = read && text.startsWith('>') ? ` ${text}` : text
  return { text: safe, tokens: estimateTokens(safe) + 1, read }
}

/** Very long blocks are cut between words. */
function cutLong(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    const end = Math.min(text.length, at + pieceChars)
    const space = end < text.length ? text.lastIndexOf(' ', end) : end
    const stop = space > at ? space : end
    pieces.push(text.slice(at, stop))
    at = stop
  }
  return pieces
}

function portion(lines: Line[]): { portions: Portion[]; unread_blocks: number } {
  const portions: { lines: Line[]; tokens: number }[] = []
  for (const [at, one] of lines.entries()) {
    const last = portions.at(-1)
    if (last && last.tokens + one.tokens <= portionTokens) {
      last.lines.push(one)
      last.tokens += one.tokens
    } else if (portions.length < portionsMax) {
      portions.push({ lines: [one], tokens: one.tokens })
    } else {
      return { portions: portions.map(render), unread_blocks: lines.length - at }
    }
  }
  return { portions: portions.map(render), unread_blocks: 0 }
}

function render({ lines }: { lines: Line[] }): Portion {
  return { text: lines.map(({ text }) => text).join('\n'), reads: lines.flatMap(({ read }) => read ?? []) }
}

function tokensOf(lines: Line[]): number {
  return lines.reduce((sum, { tokens }) => sum + tokens, 0)
}
