import type { BlockDraft } from './block-collector.ts'
import { contextCount, describeBlocks, type FeatureTable, type PageShape } from './block-features.ts'
import { contextModel, placeModel } from './main-text-model.ts'
import { hints, type Region } from './region.ts'
import { scoreRow } from './tree-model.ts'

// Which blocks are what the page is about. A first model looks at each block and its place, a second one also at what
// the first thinks of the blocks around it: a short line between two paragraphs belongs to them.

export function markMain(blocks: BlockDraft[], shape: PageShape): void {
  const table = describeBlocks(blocks, shape)
  const first = blocks.map((block, at) =>
    isComment(block) ? never : scoreRow(placeModel, table.values, at * table.width),
  )
  addContext(table, { blocks, regions: shape.regions, first })
  const places = new Map<string, Region | undefined>()
  for (const [at, block] of blocks.entries()) {
    const seemsMain = !isComment(block) && scoreRow(contextModel, table.values, at * table.width) > 0
    block.is_main = seemsMain && !isCopy(block, places)
    if (block.is_main) block.region.main_chars += block.text.length
  }
  for (let at = shape.regions.length - 1; at > 0; at--) {
    const { parent, main_chars } = shape.regions[at] as Region
    if (parent) parent.main_chars += main_chars
  }
}

/** Stands for a score that no model would give. */
export const never = -6

/** What readers have to say below a text is not the text. */
export function isComment({ region }: BlockDraft): boolean {
  return region.is_foreign && (region.telling_words & hints.comment) !== 0
}

const copyWords = 8

/** Galleries have their captions twice, for narrow and for wide windows. */
function isCopy({ kind, measure, region }: BlockDraft, places: Map<string, Region | undefined>): boolean {
  if (measure.words < copyWords || kind === 'table_row') return false
  if (places.has(measure.hash)) return places.get(measure.hash) !== region.parent
  places.set(measure.hash, region.parent)
  return false
}

interface FirstOpinion {
  blocks: BlockDraft[]
  regions: Region[]
  /** The scores of the first model. */
  first: number[]
}

/** Fills the last columns of the table. */
export function addContext({ values, width }: FeatureTable, { blocks, regions, first }: FirstOpinion): void {
  const shares = first.map((score) => 1 / (1 + Math.exp(-score)))
  sumUp(blocks, regions, shares)
  const share = (at: number) => shares[at] ?? -1
  let all = 0
  for (const [at, { text }] of blocks.entries()) all += share(at) * text.length
  let before = 0
  for (const [at, { text, region }] of blocks.entries()) {
    let next = (at + 1) * width - contextCount
    const put = (value: number) => {
      values[next++] = value
    }
    for (let step = -3; step <= 3; step++) put(share(at + step))
    put(meanOf(region))
    put(meanOf(region.parent))
    put(meanOf(region.parent?.parent))
    put(meanOf(region.parent?.parent?.parent))
    put(all > 0 ? before / all : 0)
    before += share(at) * text.length
    put(all > 0 ? (all - before) / all : 0)
    let around = 0
    for (let step = 1; step <= 8; step++) around += (shares[at - step] ?? 0) + (shares[at + step] ?? 0)
    put(around / 16)
  }
}

function sumUp(blocks: BlockDraft[], regions: Region[], shares: number[]): void {
  for (const [at, { region, text }] of blocks.entries()) {
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
