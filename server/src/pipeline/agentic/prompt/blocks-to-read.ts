import type { Span } from '../../../facts/find-quote.ts'
import { estimateTokens } from '../../../model/estimate-tokens.ts'
import type { Block } from '../../../reader/blocks/parsed-page.ts'
import type { RecipeList } from '../../../recipes/recipe.ts'
import { type CutList, cutLists } from './cut-lists.ts'
import { Spans } from './spans.ts'

// Picks the blocks of a page that a model reads: all of the page's own, or only the new ones, each with its heading and
// one neighbour. The smaller choice is sent, in portions that end between blocks. Of long lists some rows are sent.

export type PageBlock = Omit<Block, 'link_share'>

export interface ReadablePage {
  text: string
  blocks: PageBlock[]
  /** Hashes of blocks that the site repeats, or that lead elsewhere, though nothing marks them so. */
  frame?: ReadonlySet<string>
  /** The page's own lists. */
  lists?: RecipeList[]
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
  /** Long lists of which only some rows are read. */
  cuts: CutList[]
}

/** Small models on small machines take no more at once. */
const portionTokens = 8000
const pieceChars = 8000
const portionsMax = 12
const neighbourChars = 300
/** Shorter texts say something else below each heading. */
const captionChars = 60
const none = new Spans([])
const changedMost = 0.7

interface Line {
  text: string
  tokens: number
  read: { start: number; end: number } | undefined
}

/** `known` are the hashes of the blocks that were read before; undefined asks for a full read. */
export function blocksToRead(page: ReadablePage, known: ReadonlySet<string> | undefined): Reading {
  const own = ownBlocks(page)
  const changed = known && own.filter(({ hash }) => !known.has(hash))
  if (changed?.length === 0) return { portions: [], is_diff: true, unread_blocks: 0, cuts: [] }
  const all = linesOfAll(page, own, none)
  // A model understands a page that is mostly new better as a whole.
  const isLess = changed && tokensOf(changedLines(page, own, changed, none)) < changedMost * tokensOf(all)
  const cuts = cutLists(page, isLess ? changed : own)
  const left = new Spans(cuts.flatMap(({ left_out }) => left_out))
  const lines = isLess ? changedLines(page, own, changed, left) : linesOfAll(page, own, left)
  return { ...portion(lines, portionsMax), is_diff: isLess === true, cuts }
}

/** Rows of long lists that were left out: each list with the heads of its columns, its heading, and a row before as context. */
export function rowsToRead(
  page: ReadablePage,
  lists: { list: RecipeList; rows: Span[] }[],
  portionsBefore: number,
): Pick<Reading, 'portions' | 'unread_blocks'> {
  const own = ownBlocks(page)
  const lines = lists.flatMap(({ list, rows }) => {
    const spans = new Spans(rows)
    const asked = own.filter((block) => spans.in(block).length > 0)
    const others = new Spans(asked.flatMap((block) => spans.gapsIn(block)))
    return [...headOf(page, own, list), ...changedLines(page, own, asked, others)]
  })
  return portion(lines, Math.max(1, portionsMax - portionsBefore))
}

/** The row above the first one of a table, which names its columns. */
function headOf(page: ReadablePage, own: PageBlock[], { rows }: RecipeList): Line[] {
  const head = own.findLast(({ start }) => start < (rows[0]?.start ?? 0))
  return head?.kind === 'table_row' ? [contextLine(page, head)] : []
}

/** A page of which the site repeats everything is read in full. A caption that stands twice is read once. */
function ownBlocks({ blocks, frame }: ReadablePage): PageBlock[] {
  const seen = new Set<string>()
  const own = blocks.filter(({ is_own, hash, start, end }) => {
    if (!is_own || (end - start >= captionChars && seen.has(hash))) return false
    seen.add(hash)
    return true
  })
  const single = own.filter(({ hash }) => !frame?.has(hash))
  return single.some(({ kind }) => kind !== 'heading') ? single : own
}

function linesOfAll(page: ReadablePage, own: PageBlock[], left: Spans): Line[] {
  return own.flatMap((block) => linesOf(page, block, left))
}

/** New blocks, with their heading and the block before as context. */
function changedLines(page: ReadablePage, own: PageBlock[], changed: PageBlock[], left: Spans): Line[] {
  const isChanged = new Set(changed)
  const lines: Line[] = []
  let sent = -1
  let heading = -1
  for (const [at, block] of own.entries()) {
    if (block.kind === 'heading') heading = at
    const read = isChanged.has(block) ? linesOf(page, block, left) : []
    if (read.length === 0) continue
    if (heading > sent && heading < at) lines.push(contextLine(page, own[heading] as PageBlock))
    const before = at - 1
    if (before > sent && before !== heading && before >= 0) lines.push(contextLine(page, own[before] as PageBlock))
    lines.push(...read)
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

/** The lines of a block, without the spans that are left out. */
function linesOf(page: ReadablePage, block: PageBlock, left: Spans): Line[] {
  const kept = left.gapsIn(block)
  const mark = markOf(block)
  return kept
    .map((span) => trimmed(page, span))
    .flatMap(({ start, end }) => {
      const text = page.text.slice(start, end)
      // Of a block that is partly left out, signs between its rows may remain.
      if (end - start < block.end - block.start && !/[\p{L}\p{N}]/u.test(text)) return []
      const pieces = text.length <= pieceChars ? [text] : cutLong(text)
      return pieces.map((piece) => line(`${mark}${piece}`, { start, end }))
    })
}

function trimmed({ text }: ReadablePage, { start, end }: Span): Span {
  const part = text.slice(start, end)
  return { start: start + part.length - part.trimStart().length, end: start + part.trimEnd().length }
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

function portion(lines: Line[], most: number): { portions: Portion[]; unread_blocks: number } {
  const portions: { lines: Line[]; tokens: number }[] = []
  for (const [at, one] of lines.entries()) {
    const last = portions.at(-1)
    if (last && last.tokens + one.tokens <= portionTokens) {
      last.lines.push(one)
      last.tokens += one.tokens
    } else if (portions.length < most) {
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
