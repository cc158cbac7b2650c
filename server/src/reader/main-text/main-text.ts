import type { BlockDraft } from '../blocks/block-draft.ts'
import { hints, type Region } from '../html/region.ts'
import { contextCount, describeBlocks, type FeatureTable, type PageShape, tableWidth } from './block-features.ts'
import { blockModel, contextModel } from './main-text-model.ts'
import { compileModel } from './tree-model.ts'

// Decides which blocks are main text. The first model looks at each block and its position; the second also sees the
// scores of the blocks around it, so a short line between two paragraphs goes with them.

const scoreBlock = compileModel(blockModel)
const scoreContext = compileModel(contextModel)

export function markMain(blocks: BlockDraft[], shape: PageShape): void {
  const table = describeBlocks(blocks, shape, emptyTable(blocks.length))
  const { values, width } = table
  const first = new Float64Array(blocks.length)
  for (let at = 0; at < blocks.length; at++) {
    first[at] = isComment(blocks[at] as BlockDraft) ? rejectedScore : scoreBlock(values, at * width)
  }
  addContext(table, { blocks, regions: shape.regions, first })
  const parents = new Map<number, Region | undefined>()
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] as BlockDraft
    const seemsMain = !isComment(block) && scoreContext(values, at * width) > 0
    block.is_main = seemsMain && !isCopy(block, table.first_same[at] as number, parents)
    block.is_own = block.is_main || isOwn(block)
    if (block.is_main) block.region.main_chars += block.text.length
  }
  for (let at = shape.regions.length - 1; at > 0; at--) {
    const { parent, main_chars } = shape.regions[at] as Region
    if (parent) parent.main_chars += main_chars
  }
}

/** Pages with more blocks are rare and allocate their own table. */
const scratchRows = 1000
const scratch = new Float32Array(scratchRows * tableWidth)

function emptyTable(rows: number): Float32Array {
  return rows > scratchRows ? new Float32Array(rows * tableWidth) : scratch.fill(0, 0, rows * tableWidth)
}

/** Lower than any score of the model. */
export const rejectedScore = -6

/** Whether a block is a reader's comment, which is never main text. */
export function isComment({ region }: BlockDraft): boolean {
  return region.is_foreign && (region.path_word_hints & hints.comment) !== 0
}

const frame =
  hints.nav | hints.footer | hints.aside | hints.form | hints.share | hints.ad | hints.breadcrumb | hints.banner

/**
 * Whether a block beside the article belongs to the page: a row of a table, a date, an entry of a list. Graphs are
 * built from these. Blocks of the site's frame do not, where their region is named as such; the others are found by
 * being repeated on other pages (site-blocks.ts).
 */
function isOwn({ region, kind }: BlockDraft): boolean {
  const hinted = region.path_tag_hints | region.path_word_hints
  if (region.is_foreign || (hinted & frame) !== 0) return false
  return kind === 'heading' || (hinted & hints.header) === 0
}

const copyWords = 8

/**
 * Galleries repeat their captions for narrow and wide windows. `parents` maps the first block with a text to its
 * region's parent.
 */
function isCopy(
  { kind, measure, region }: BlockDraft,
  first: number,
  parents: Map<number, Region | undefined>,
): boolean {
  if (measure.words < copyWords || kind === 'table_row') return false
  if (parents.has(first)) return parents.get(first) !== region.parent
  parents.set(first, region.parent)
  return false
}

interface FirstOpinion {
  blocks: BlockDraft[]
  regions: Region[]
  /** Scores of the first model. */
  first: ArrayLike<number>
}

/** Fills the last columns of the table with the context of each block. */
export function addContext({ values, width }: FeatureTable, { blocks, regions, first }: FirstOpinion): void {
  const shares = new Float64Array(blocks.length)
  for (let at = 0; at < blocks.length; at++) shares[at] = 1 / (1 + Math.exp(-(first[at] as number)))
  sumUp(blocks, regions, shares)
  let all = 0
  for (let at = 0; at < blocks.length; at++) all += (shares[at] as number) * (blocks[at] as BlockDraft).text.length
  let before = 0
  for (let at = 0; at < blocks.length; at++) {
    const { text, region } = blocks[at] as BlockDraft
    let next = (at + 1) * width - contextCount
    for (let step = -3; step <= 3; step++) values[next++] = shareAt(shares, at + step, -1)
    values[next++] = meanOf(region)
    values[next++] = meanOf(region.parent)
    values[next++] = meanOf(region.parent?.parent)
    values[next++] = meanOf(region.parent?.parent?.parent)
    values[next++] = all > 0 ? before / all : 0
    before += (shares[at] as number) * text.length
    values[next++] = all > 0 ? (all - before) / all : 0
    let around = 0
    for (let step = 1; step <= 8; step++) around += shareAt(shares, at - step, 0) + shareAt(shares, at + step, 0)
    values[next++] = around / 16
  }
}

function shareAt(shares: Float64Array, at: number, otherwise: number): number {
  return at >= 0 && at < shares.length ? (shares[at] as number) : otherwise
}

function sumUp(blocks: BlockDraft[], regions: Region[], shares: Float64Array): void {
  for (let at = 0; at < blocks.length; at++) {
    const { region, text } = blocks[at] as BlockDraft
    const weight = Math.sqrt(text.length)
    region.seems_main += (shares[at] as number) * weight
    region.seems_all += weight
  }
  for (let at = regions.length - 1; at > 0; at--) {
    const { parent, seems_main, seems_all } = regions[at] as Region
    if (!parent) continue
    parent.seems_main += seems_main
    parent.seems_all += seems_all
  }
}

function meanOf(region: Region | undefined): number {
  return region && region.seems_all > 0 ? region.seems_main / region.seems_all : -1
}
